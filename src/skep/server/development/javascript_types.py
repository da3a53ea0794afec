"""The browser's types, written from the messages: run this module with the name of a file.

What is written is a TypeScript declaration file for the type checker; nothing of it runs. A test
fails when the file in the package is not what this writes.
"""

from __future__ import annotations

import functools
import operator
import sys
from pathlib import Path
from typing import Any

import msgspec

from skep import protocol
from skep.server.games.hive import questions, scores
from skep.server.games.laruche import replay
from skep.server.games.solitaire import questions as days
from skep.server.kinds import all_kinds
from skep.server.school import coaching
from skep.server.school import messages as school

__all__ = ["javascript_types"]

_HEADER = """\
// Written by `python -m skep.server.development.javascript_types`: change the messages, not this.

export const PROTOCOL_VERSION: {version};
"""
_FRAMES = ("ClientFrame", "ServerFrame", "LobbyFrame")
_UNIONS = {
    "Command": "command",
    "Event": "event",
    "Effect": "effect",
    "Status": "status",
    "View": "view",
}
_GAMES = ("TimeControl", "SeatRequest", "CreateGame", "JoinGame", "JoinByCode", "ChangeName")
_MORE = ("GameCreated", "GameJoined", "GameRead", "GameList", "Person", "ErrorBody")
_QUESTIONS = (
    questions.PlayedLine,
    questions.WhyNot,
    questions.Way,
    questions.Look,
    scores.Scored,
    days.DayTold,
    days.CalendarTold,
    days.Lamp,
    days.ChallengeTold,
    replay.MatchReplay,
    coaching.CoachAsked,
    coaching.CoachSaid,
    school.LessonTold,
    school.Judge,
    school.Judged,
    school.SchoolProgress,
)


def javascript_types() -> str:
    """The whole declaration file."""
    named = {name: getattr(protocol, name) for name in (*_FRAMES, *_GAMES, *_MORE)}
    kinds = list(all_kinds())
    for name, part in _UNIONS.items():
        unions = [union for kind in kinds if (union := getattr(kind, part)) is not None]
        named[name] = functools.reduce(operator.or_, unions) if unions else dict[str, Any]
    schemas, found = msgspec.json.schema_components(
        [*named.values(), *_QUESTIONS], ref_template="{name}"
    )
    components = {_short(name): schema for name, schema in found.items()}
    parts = [_HEADER.format(version=protocol.PROTOCOL_VERSION)]
    for name, schema in sorted(components.items()):
        parts.append(_declare(name, schema))
    for name, schema in zip(named, schemas, strict=False):
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
    if "x-union" in schema:
        union = str(schema["x-union"])
        return f"{union} | null" if schema.get("default", ...) is None else union
    if "$ref" in schema:
        return _short(schema["$ref"])
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


def _short(name: str) -> str:
    """The name of a type; where two share it, that of a library stands behind the library's.

    >>> _short("skep.laruche.events.Laid"), _short("skep.server.games.laruche.messages.Laid")
    ('LarucheLaid', 'Laid')
    """
    *package, own = name.removeprefix("skep.").split(".")
    if not package or package[0] in ("protocol", "server"):
        return own
    return package[0].capitalize() + own


def _literal(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(javascript_types())
