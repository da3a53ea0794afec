"""Who somebody is."""

from __future__ import annotations

from typing import Annotated

import msgspec

__all__ = ["ChangeName", "Person"]


class ChangeName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Person(msgspec.Struct, frozen=True):
    """GET /api/me. `id` is missing until your first action."""

    id: int | None
    name: str
