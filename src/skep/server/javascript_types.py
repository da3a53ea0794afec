"""The browser's types, written from `messages`: `python -m skep.server.javascript_types FILE`.

What is written is a TypeScript declaration file for the type checker; nothing of it runs. A test
fails when the file in the package is not what this writes.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from skep.server import boards, scores
from skep.server import messages as m

__all__ = ["javascript_types"]

_HEADER = """\
// Written by `python -m skep.server.javascript_types`. Do not edit: change messages.py instead.

export const PROTOCOL_VERSION: {version};
"""
_UNIONS = ("ClientFrame", "ServerFrame", "Command", "Event", "Status", "View", "TimeControl")
_ROOTS = ("SeatRequest", "CreateGame", "JoinGame", "JoinByCode", "ChangeName", "GameCreated")
_MORE = ("GameJoined", "GameRead", "GameList", "Person", "ErrorBody")
_QUESTIONS = (boards.Line, boards.WhyNot, boards.Way, boards.Look, scores.Scored)


def javascript_types() -> str:
    """The whole declaration file."""
    names = (*_UNIONS, *_ROOTS, *_MORE)
    schemas, components = msgspec.json.schema_components(
        [*(getattr(m, name) for name in names), *_QUESTIONS], ref_template="{name}"
    )
    parts = [_HEADER.format(version=m.PROTOCOL_VERSION)]
    for name, schema in sorted(components.items()):
        parts.append(_declare(name, schema))
    for name, schema in zip(names, schemas, strict=False):
        if name not in components:
            parts.append(f"export type {name} = {_type(schema)};\n")
    return "\n".join(parts)


def _declare(name: str, schema: dict[str, Any]) -> str:
    lines = []
    if schema.get("description"):
        text = " ".join(schema["description"].partition(">>>")[0].split())
        lines.append(f"/** {text} */")
    if schema.get("type") == "array":
        lines.append(f"export type {name} = {_type(schema)};\n")
        return "\n".join(lines)
    lines.append(f"export interface {name} {{")
    required = set(schema.get("required", []))
    for field, kind in schema.get("properties", {}).items():
        optional = "" if field in required else "?"
        lines.append(f"  {field}{optional}: {_type(kind)};")
    lines.append("}\n")
    return "\n".join(lines)


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    if "const" in schema:
        return _literal(schema["const"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(_type(item) for item in schema["prefixItems"]) + "]"
        items = _type(schema.get("items") or {})
        return f"Array<{items}>"
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties') or {})}>"
    simple = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
    return {**simple, "null": "null"}.get(str(kind), "unknown")


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(javascript_types())
