"""The description of the HTTP API, made from its endpoints and the message types."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from skep import protocol
from skep.server.http.endpoint import Endpoint

__all__ = ["describe"]

_TEMPLATE = "#/components/schemas/{name}"


def describe(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """An OpenAPI 3.1 document."""
    types: list[Any] = [protocol.ErrorBody]
    for endpoint in endpoints:
        body = None if endpoint.method == "GET" else endpoint.body
        types += [kind for kind in (body, endpoint.answer) if kind is not None]
    unique = list(dict.fromkeys(types))
    schemas, components = msgspec.json.schema_components(unique, ref_template=_TEMPLATE)
    schema_of = dict(zip(unique, schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(
            endpoint, schema_of
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "skep",
            "version": str(protocol.PROTOCOL_VERSION),
            "description": "Games at tables: what is not live. See docs/protocol.md.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, schema_of: dict[Any, Any]) -> dict[str, Any]:
    error = {
        "description": "Refused: see `code`.",
        "content": {"application/json": {"schema": schema_of[protocol.ErrorBody]}},
    }
    good: dict[str, Any] = {"description": "Done."}
    if endpoint.answer is not None:
        good["content"] = {"application/json": {"schema": schema_of[endpoint.answer]}}
    else:
        good["content"] = {"text/plain": {"schema": {"type": "string"}}}
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "responses": {"201" if endpoint.created else "200": good, "4XX": error, "503": error},
    }
    parameters = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "string", "minLength": 1},
        }
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    parameters += [
        {"name": name, "in": "query", "description": meaning, "schema": {"type": kind}}
        for name, kind, meaning in endpoint.query
    ]
    if endpoint.method == "GET" and endpoint.body is not None:
        parameters += [
            {"name": field.name, "in": "query", "schema": {"type": "string"}}
            for field in msgspec.structs.fields(endpoint.body)
        ]
    if parameters:
        operation["parameters"] = parameters
    if endpoint.method != "GET" and endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema_of[endpoint.body]}},
        }
    return operation
