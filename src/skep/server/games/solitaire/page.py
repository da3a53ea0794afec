"""What pages show of the solitaire: an attempt at its table, and the puzzles to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from skep import protocol
from skep.laruche.daily import FIRST_DAY
from skep.server.games.solitaire.options import Wanted
from skep.server.rules.kind import Page, Place

__all__ = ["attempt_page", "places"]

TODAY: Final = "/today"


def attempt_page(info: protocol.GameInfo) -> Page:
    wanted = Wanted.read(info.options)
    return Page("solitaire.html", {"strict": wanted.options.strict, "day": wanted.day}, {})


def places(choices: Mapping[str, Any]) -> list[Place]:
    boxes = {name: _box(cells) for name, cells in choices["silhouettes"].items()}
    values = {"choices": choices, "boxes": boxes}
    return [Place(TODAY, Page("today.html", values, {"first_day": FIRST_DAY.isoformat()}))]


def _box(cells: Sequence[tuple[int, int]]) -> str:
    """What is to be seen of a shape whose cells are ten units from middle to corner."""
    across = [17.32 * (q + r / 2) for q, r in cells]
    down = [15.0 * r for _, r in cells]
    left, top = min(across) - 10, min(down) - 11
    return f"{left:.1f} {top:.1f} {max(across) + 10 - left:.1f} {max(down) + 11 - top:.1f}"
