"""What pages show of La Ruche: a match at its table, and the form for a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypedDict

from skep import protocol
from skep.errors import CommandRefusedError
from skep.laruche.sheets import draw_page, pages
from skep.laruche.tiles import ALL_TILES
from skep.protocol.refusals import RefusalCode
from skep.server.rules.kind import Page, Place

__all__ = ["match_page", "places", "replay_page", "screen_page", "wish_of"]

PRINTED: Final = "/laruche/tiles"
TILE_NAMES: Final = tuple(tile.name for tile in ALL_TILES)
_MOST_SEATS = 6
_NUMBERS = ("rounds", "gift_ms", "stall_ms", "miss_ms")
_WORDS = ("triple_gift", "deal", "help")
_SWITCHES = ("bee_gift", "unblock")
_QUICK = ("bot2", "bot2", "bot2")
_SHOWN = "show"  # a handicap the other way round: this seat is shown what fits
_MOST_PAUSE_MS = 60_000


def wish_of(form: Mapping[str, str]) -> protocol.CreateGame:
    """A match as the form asks for it; without seats it is one against three bots of level 2."""
    named = {n: form.get(f"seat{n}", "none") for n in range(2, _MOST_SEATS + 1)}
    if "seat2" not in form:
        named |= dict(enumerate(_QUICK, 2))
    seats: list[protocol.SeatRequest] = [protocol.Me(**_handicap(form, 1))]
    seats += [_seat(who, _handicap(form, n)) for n, who in named.items() if who != "none"]
    is_listed = any(isinstance(seat, protocol.Anyone) for seat in seats)
    return protocol.CreateGame(
        game="laruche", seats=seats, options=_options(form), listed=is_listed
    )


class _Handicap(TypedDict):
    handicap_ms: int
    show: bool


def _handicap(form: Mapping[str, str], seat: int) -> _Handicap:
    wanted = form.get(f"handicap{seat}", "0")
    if wanted == _SHOWN:
        return {"handicap_ms": 0, "show": True}
    if not wanted.isascii() or not wanted.isdigit() or int(wanted[:9]) > _MOST_PAUSE_MS:
        raise CommandRefusedError(RefusalCode.UNREADABLE, "A handicap is a pause, or shows.")
    return {"handicap_ms": int(wanted), "show": False}


def _seat(who: str, handicap: _Handicap) -> protocol.SeatRequest:
    if who == "friend":
        return protocol.Invited(**handicap)
    if who == "anyone":
        return protocol.Anyone(**handicap)
    if who in {f"bot{level}" for level in range(1, 6)}:
        return protocol.Bot(int(who[-1]), handicap_ms=handicap["handicap_ms"])
    raise CommandRefusedError(RefusalCode.UNREADABLE, "A seat is a friend, anyone or a bot.")


def _options(form: Mapping[str, str]) -> dict[str, str | int | bool]:
    options: dict[str, str | int | bool] = {}
    for name in _NUMBERS:
        if name in form:
            if not form[name].isascii() or not form[name].isdigit():
                raise CommandRefusedError(RefusalCode.UNREADABLE, f"{name} is a number.")
            options[name] = int(form[name])
    options |= {name: form[name] for name in _WORDS if name in form}
    options |= {name: form[name] == "on" for name in _SWITCHES if name in form}
    return options


def match_page(info: protocol.GameInfo, seats: Sequence[int]) -> Page:
    return Page("laruche.html", {"people": _people(info)}, _data())


def screen_page(info: protocol.GameInfo) -> Page:
    """The same table for a television in the room: nothing to press, and no hand."""
    return Page("laruche_screen.html", {}, _data())


def replay_page(info: protocol.GameInfo) -> Page:
    """A finished match: the page asks for its rows by itself."""
    return Page("laruche_replay.html", {"info": info}, {"game": info, **_data()})


def places() -> list[Place]:
    """The sixty tiles to print and cut. Their symbols are on every page that shows drawings."""
    drawn = [(page.sheet, page.side, draw_page(page, with_symbols=False)) for page in pages()]
    return [Place(PRINTED, Page("laruche_tiles.html", {"sheets": drawn}, {}))]


def _people(info: protocol.GameInfo) -> int:
    return sum(seat.who != "bot" for seat in info.seats)


def _data() -> dict[str, Any]:
    return {"tiles": TILE_NAMES}
