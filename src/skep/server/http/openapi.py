"""The description of the HTTP API, made from its endpoints and the message types."""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from skep import protocol
from skep.server.http.endpoint import Endpoint
from skep.server.rules.kind import Kind

__all__ = ["describe"]

_TEMPLATE = "#/components/schemas/{name}"


def describe(endpoints: Sequence[Endpoint], kinds: Iterable[Kind]) -> dict[str, Any]:
    """An OpenAPI 3.1 document; its components have the frames of the sockets too."""
    unions = _unions(list(kinds))
    types: list[Any] = [protocol.ErrorBody]
    for endpoint in endpoints:
        body = None if endpoint.method == "GET" else endpoint.body
        types += [kind for kind in (body, endpoint.answer) if kind is not None]
    unique = list(dict.fromkeys(types))
    schemas, components = msgspec.json.schema_components(
        [*unique, *unions.values()], ref_template=_TEMPLATE
    )
    schema_of = dict(zip(unique, schemas, strict=False))
    components.update(zip(unions, schemas[len(unique) :], strict=True))
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
        "components": {"schemas": _resolved(components)},
    }


def _unions(kinds: Sequence[Kind]) -> dict[str, Any]:
    """By name: the frames, and what each kind has its own types for."""
    frames = (protocol.ClientFrame, protocol.ServerFrame, protocol.LobbyFrame)
    found: dict[str, Any] = dict(
        zip(("ClientFrame", "ServerFrame", "LobbyFrame"), frames, strict=True)
    )
    for part in ("command", "event", "effect", "status", "view"):
        own = [union for kind in kinds if (union := getattr(kind, part)) is not None]
        found[part.capitalize()] = functools.reduce(operator.or_, own)
    return found


def _resolved(schema: Any) -> Any:
    """A part whose type is the kind's own is one of the union that it names."""
    if isinstance(schema, list):
        return [_resolved(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "x-union" in schema:
        return {"$ref": _TEMPLATE.format(name=schema["x-union"])}
    return {key: _resolved(value) for key, value in schema.items()}


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
