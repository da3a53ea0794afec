"""The states of the game page, made up for the development gallery and its screenshots.

Each is what a server would have written and sent: the page itself cannot tell the difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from skep import protocol
from skep.errors import CommandRefusedError
from skep.hive import Position
from skep.protocol.refusals import RefusalCode
from skep.server.development.gallery import gallery_data
from skep.server.games.hive.choices import choices_of
from skep.server.tables.tables import now_ms

__all__ = ["ERROR_STATES", "GAME_STATES", "PageState"]

_LONG = "Maximiliane Wolfeschlegelsteinhausenbergerdorff"
_ADA = protocol.SeatInfo("person", "Ada", user=1)
_BEN = protocol.SeatInfo("person", "Ben", user=2)
_ENGINE = protocol.SeatInfo("engine", level=5)
_THOUGHT = {"depth": 9, "nodes": 120_000, "score": 135, "chance": 0.71, "ends_in": None}

ERROR_STATES = {
    "not-found": CommandRefusedError(RefusalCode.NOT_FOUND, "There is no such game."),
    "too-fast": CommandRefusedError(RefusalCode.TOO_FAST, "Too many requests.", wait_ms=12_000),
    "no-seat": CommandRefusedError(RefusalCode.NO_FREE_SEAT, "No seat is free for you."),
    "bad-code": CommandRefusedError(RefusalCode.BAD_CODE, "A code has four letters."),
    "old-form": CommandRefusedError(RefusalCode.FORBIDDEN, "This form is too old."),
    "busy": CommandRefusedError(RefusalCode.BUSY, "Too much to do."),
}


@dataclass(frozen=True, slots=True)
class PageState:
    """A page as it is written, what is sent after it, and what somebody does then."""

    plies: int = 20
    seats: tuple[protocol.SeatInfo, protocol.SeatInfo] = (_ADA, _ENGINE)
    you: tuple[int, ...] = (0,)
    status: dict[str, Any] = field(default_factory=dict)
    time: protocol.TimeControl = field(default_factory=protocol.Untimed)
    first_move_ms: int | None = None  # so long is left for it
    claim_ms: int | None = None  # so long until the first seat may claim the win
    frames: tuple[dict[str, Any], ...] = ()
    connection: str = "open"  # open, offline (for long), reconnecting
    press: tuple[str, ...] = ()  # actions of the page
    tick: tuple[str, ...] = ()  # boxes of the dialog
    is_alive: bool = True  # False: the scripts have not come yet

    @property
    def moves(self) -> list[str]:
        moves: list[str] = gallery_data()["sample"]["moves"]
        return moves[: self.plies]

    @property
    def position(self) -> Position:
        position = Position("Base+MLP", opening_queen="allowed")
        for text in self.moves:
            position.play(text)
        return position

    @property
    def info(self) -> protocol.GameInfo:
        return protocol.GameInfo(
            id="gallery",
            game="hive",
            status="live",
            options={"game_type": "Base+MLP", "opening_queen": "allowed"},
            time=self.time,
            speed="untimed",
            rated=False,
            rules_version=1,
            listed=False,
            seats=list(self.seats),
            created_ms=0,
        )

    @property
    def data(self) -> dict[str, Any]:
        """What the page's script gets."""
        plies = len(self.moves)
        status = {"game": "hive", "ply": plies, "turn": plies % 2, **self.status}
        if self.first_move_ms is not None:
            status["first_move_due_ms"] = now_ms() + self.first_move_ms
        if self.you and "outcome" not in status:
            status["choices"] = choices_of(self.position, ahead=plies % 2 not in self.you)
        view = {"game": "hive", "game_string": "", "moves": self.moves, "status": status}
        present: dict[str, Any] = {"type": "present", "present": [0, 1], "spectators": 0}
        if self.claim_ms is not None:
            due = {"seat": 0, "from_ms": now_ms() + self.claim_ms}
            present = {**present, "present": [0], "claim": due}
        return {
            "game": self.info,
            "you": list(self.you),
            "head": plies + 1,
            "view": view,
            "key": "",
            "frames": [present, *self.frames],
            "connection": self.connection,
            "press": self.press,
            "tick": self.tick,
        }


def _thought(plies: int) -> dict[str, Any]:
    moves: list[str] = gallery_data()["sample"]["moves"]
    line = moves[plies : plies + 4]
    return {"type": "analysis", "id": "a", "ply": plies, **_THOUGHT, "line": line, "done": True}


def _refused(code: str, **params: Any) -> dict[str, Any]:
    return {"type": "refused", "code": code, "message": "", "params": params}


def _said(n: int, seat: int, text: str) -> dict[str, Any]:
    name = ("Ada", "Ben")[seat]
    return {"type": "said", "n": n, "seat": seat, "name": name, "at_ms": 0, "text": text}


_TEN = protocol.Timed(base_ms=600_000, increment_ms=10_000)
_FRESH = {"clock": msgspec.to_builtins(protocol.Clock((600_000, 600_000), 0, None))}
_WON = {"outcome": {"ranks": [1, 2], "reason": "surrounded"}}

GAME_STATES: dict[str, PageState] = {
    "loading": PageState(is_alive=False),
    "empty": PageState(plies=0),
    "refused": PageState(frames=(_refused("TOO_FAST", wait_ms=8000),)),
    "offline": PageState(connection="offline"),
    "reconnecting": PageState(connection="reconnecting"),
    "behind": PageState(press=("previous", "previous")),
    "finished": PageState(plies=999, status=_WON),
    "lost": PageState(plies=999, status=_WON, seats=(_ENGINE, _ADA), you=(1,)),
    "unlisted": PageState(seats=(_ADA, _BEN)),
    "read-only": PageState(seats=(_ADA, _BEN), you=()),
    "long-names": PageState(
        seats=(
            protocol.SeatInfo("person", _LONG, user=1),
            protocol.SeatInfo("person", _LONG[::-1], user=2),
        ),
        status={"clock": msgspec.to_builtins(protocol.Clock((3_599_000, 12_300), 0, None))},
        frames=(_said(1, 0, "Donau" + "dampfschifffahrt" * 6), _said(2, 1, "ok")),
    ),
    "spectators": PageState(
        seats=(_ADA, _BEN),
        frames=({"type": "present", "present": [0], "spectators": 1234},),
    ),
    "draw-offered": PageState(seats=(_ADA, _BEN), status={"draw_offer": 1}),
    "takeback-asked": PageState(seats=(_ADA, _BEN), status={"takeback_offer": 1}),
    "asked": PageState(seats=(_ADA, _BEN), status={"draw_offer": 0, "takeback_offer": 0}),
    "first-move": PageState(
        plies=0, seats=(_ADA, _BEN), time=_TEN, status=_FRESH, first_move_ms=47_500
    ),
    "away": PageState(plies=19, seats=(_ADA, _BEN), time=_TEN, status=_FRESH, claim_ms=41_500),
    "claim": PageState(plies=19, seats=(_ADA, _BEN), time=_TEN, status=_FRESH, claim_ms=0),
    "unread": PageState(seats=(_ADA, _BEN), frames=(_said(1, 1, "Good luck!"), _said(2, 1, "?"))),
    "rematch-offered": PageState(
        plies=999,
        seats=(_ADA, _BEN),
        status=_WON,
        frames=({"type": "rematch", "offered_by": 1},),
    ),
    "thinking": PageState(tick=("think",), frames=(_thought(20),)),
    "hint": PageState(press=("hint",), frames=(_thought(20),)),
    "chat": PageState(
        seats=(_ADA, _BEN),
        frames=(_said(1, 0, "Good luck!"), _said(2, 1, "You too. Mind the beetle.")),
        press=("sheet",),
    ),
    "more": PageState(press=("more",)),
}
