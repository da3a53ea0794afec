"""Frozen values with a plain form: dictionaries, lists, numbers and text, ready for JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from skep.errors import SkepError, UnreadableError
from skep.laruche.tiles import Pose, Tile

__all__ = ["Plain", "from_plain", "to_dict"]


def _tag(name: str) -> str:
    """GiftDue -> gift_due"""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


class Plain(msgspec.Struct, frozen=True, tag_field="kind", tag=_tag, forbid_unknown_fields=True):
    """The root of all commands and effects; their plain form names their kind."""


def _encode(value: Any) -> Any:
    if isinstance(value, Tile | Pose):
        return value.name
    raise NotImplementedError(f"{type(value)} has no plain form")


def _decode(kind: type, value: Any) -> Any:
    if kind in (Tile, Pose) and isinstance(value, str):
        return kind.parse(value)
    raise ValueError(f"expected six colour letters, not {value!r}")


def to_dict(event: Plain) -> dict[str, Any]:
    """The plain form of a command or effect."""
    plain: dict[str, Any] = msgspec.to_builtins(event, enc_hook=_encode)
    return plain


def from_plain(plain: Any, kind: Any, what: str, strict: bool) -> Any:
    """Read a value of a kind; an UnreadableError names what it should have been."""
    try:
        return msgspec.convert(plain, kind, dec_hook=_decode, strict=strict)
    except (msgspec.ValidationError, SkepError) as error:
        raise UnreadableError(f"not {what}: {error}", text=repr(plain)) from None
