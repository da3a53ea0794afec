"""The options of a solitaire at a server: what the library has, the puzzle of a day, a named deal.

`day` (2026-11-16) is the puzzle of that day, by the calendar of a player whose time is
`utc_offset_min` ahead of UTC; it has no other options. `deal` names the tiles, as in a link.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from skep.errors import InvalidOptionsError, NotationError
from skep.laruche.deal_codes import tiles_of_code
from skep.laruche.puzzles import SolitaireOptions
from skep.laruche.tiles import Tile

__all__ = ["Wanted", "day_on_calendar"]

SIZES: Final = range(6, 21)  # more would keep a solver busy for too long
OFFSETS: Final = range(-12 * 60, 14 * 60 + 1)  # from the first place with a new day to the last


def day_on_calendar(at_ms: int, utc_offset_min: int) -> date:
    """The date somewhere on earth.

    >>> day_on_calendar(1_794_870_000_000, 0), day_on_calendar(1_794_870_000_000, 60)
    (datetime.date(2026, 11, 16), datetime.date(2026, 11, 17))
    """
    at = datetime.fromtimestamp(at_ms / 1000, UTC) + timedelta(minutes=utc_offset_min)
    return at.date()


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants to play."""

    options: SolitaireOptions
    day: date | None = None
    utc_offset_min: int = 0
    tiles: tuple[Tile, ...] | None = None
    deal: str = ""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Wanted:
        """InvalidOptionsError for what there is not."""
        rest = dict(values)
        if "day" in rest:
            return cls._of_day(rest)
        deal = rest.pop("deal", "")
        size = rest.get("size", SIZES[0])
        if type(size) is int and size not in SIZES:
            raise InvalidOptionsError(
                f"a solitaire at a server has {SIZES[0]} to {SIZES[-1]} tiles, not {size}"
            )
        try:
            tiles = tiles_of_code(deal) if deal else None
            if tiles is not None:
                rest.setdefault("size", len(tiles))
            options = SolitaireOptions(**rest)
        except (TypeError, NotationError) as problem:
            raise InvalidOptionsError(f"that is no solitaire: {problem}") from None
        if options.size not in SIZES:
            raise InvalidOptionsError(f"a solitaire at a server has up to {SIZES[-1]} tiles")
        if tiles is not None and options.grade != "any":
            raise InvalidOptionsError("tiles that are named have the grade that they have")
        return cls(options, tiles=tiles, deal=deal)

    @classmethod
    def _of_day(cls, rest: dict[str, Any]) -> Wanted:
        offset = rest.pop("utc_offset_min", 0)
        if type(offset) is not int or offset not in OFFSETS:
            raise InvalidOptionsError(f"utc_offset_min is -720 to 840, not {offset!r}")
        try:
            day = date.fromisoformat(rest.pop("day"))
        except (TypeError, ValueError) as problem:
            raise InvalidOptionsError(f"that is no day: {problem}") from None
        if rest:
            raise InvalidOptionsError("the puzzle of a day has no options")
        return cls(SolitaireOptions(), day, offset)

    def written_out(self) -> dict[str, Any]:
        """All options, as they are stored."""
        if self.day is not None:
            return {"day": self.day.isoformat(), "utc_offset_min": self.utc_offset_min}
        return asdict(self.options) | ({"deal": self.deal} if self.deal else {})
