"""The log of a match: one game a line, in our own JSON, so that `skep convert` reads it.

What the match needs to be continued stands in the headers of each game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from skep.errors import Told, UnreadableError
from skep.hive.arena.play import Ending, PlayedGame, PlayedMove
from skep.hive.arena.schedule import Fixture
from skep.hive.pieces import Color

__all__ = ["Entry", "MatchLog"]

# What a record of a game calls the end; the headers name it as the arena does.
_RECORDED = {
    Ending.SURROUNDED: "surrounded",
    Ending.BOTH_SURROUNDED: "both surrounded",
    Ending.REPETITION: "repetition",
    Ending.PLY_LIMIT: "ply limit",
    Ending.CRASH: "forfeit",
    Ending.ILLEGAL: "forfeit",
    Ending.OVERTIME: "time",
}
_STATES = {Color.WHITE: "WhiteWins", Color.BLACK: "BlackWins", None: "Draw"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What the standings need to know of a logged game. `discarded` says why it does not count."""

    round: str
    winner: Color | None
    ending: Ending
    plies: int
    discarded: str = ""
    dispute: str = ""

    @property
    def white_score(self) -> float:
        """Points of White: 1, 0.5 or 0."""
        return {Color.WHITE: 1.0, Color.BLACK: 0.0, None: 0.5}[self.winner]


class MatchLog:
    """A file that grows by a line with each game and survives being cut off."""

    def __init__(self, path: Path, match: str, names: Mapping[int, str], engines: str = "") -> None:
        """`match` and `engines` (how they are started) must be those of the games in the file."""
        self.path = path
        self.names_no_engines = False  # an older log: it has games that do not say so
        self._match = match
        self._names = names
        self._engines = engines

    def append(self, fixture: Fixture, game: PlayedGame, *, discarded: str, dispute: str) -> Entry:
        """Write one more game down, at once and whole."""
        record = self._record(fixture, game, discarded=discarded, dispute=dispute)
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")
            stream.flush()
            os.fsync(stream.fileno())
        return _entry(record)

    def _record(
        self, fixture: Fixture, game: PlayedGame, *, discarded: str, dispute: str
    ) -> dict[str, Any]:
        now = datetime.now(UTC)
        headers = {
            "Event": "skep arena",
            "Date": f"{now:%Y.%m.%d}",
            "Time": f"{now:%H:%M:%S}",
            "Round": fixture.round,
            "White": self._names[fixture.white],
            "Black": self._names[fixture.black],
            "Match": self._match,
            "Engines": self._engines,
            "Ending": game.ending.value,
            "OpeningPlies": str(sum(move.seconds is None for move in game.moves)),
        }
        optional = {"Detail": game.detail, "Discarded": discarded, "Dispute": dispute}
        headers |= {key: text for key, text in optional.items() if text}
        for color, share in game.shares.items():
            headers[f"{color.name.capitalize()}Cpu"] = f"{share:.3f}"
        return {
            "format": "skep-hive",
            "version": 1,
            "options": {"game_type": game.game_type},
            "headers": headers,
            "result": {
                "state": _STATES[game.winner],
                "ending": _RECORDED[game.ending],
            },
            "moves": [_move(move) for move in game.moves],
        }

    def entries(self) -> Iterator[Entry]:
        """The games logged so far. A last line that was cut off is removed from the file."""
        if not self.path.exists():
            return
        good = 0
        with self.path.open("rb") as stream:
            for number, raw in enumerate(stream, start=1):
                if not raw.endswith(b"\n"):
                    break
                yield self._read(raw, number)
                good += len(raw)
        if good < self.path.stat().st_size:
            os.truncate(self.path, good)

    def _read(self, raw: bytes, number: int) -> Entry:
        try:
            record = json.loads(raw)
            match = record["headers"]["Match"]
            engines = record["headers"].get("Engines")
            entry = _entry(record)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise self._unreadable(number, Told("expected a game of a match")) from None
        if match != self._match:
            another = Told(
                "this log is of another match: expected {wanted}, found {found}",
                wanted=repr(self._match),
                found=repr(match),
            )
            raise self._unreadable(number, another)
        if engines is None:
            self.names_no_engines = True
        elif engines != self._engines:
            others = Told(
                "this log is of other engines: expected {wanted}, found {found}",
                wanted=self._engines,
                found=engines,
            )
            raise self._unreadable(number, others)
        return entry

    def _unreadable(self, number: int, problem: Told) -> UnreadableError:
        where = self.path.name
        return UnreadableError(
            Told("{file}, line {n}: {problem}", file=where, n=number, problem=problem)
        )


def _move(move: PlayedMove) -> dict[str, Any]:
    record: dict[str, Any] = {"move": move.text}
    if move.score is not None:
        record["comment"] = move.score
    if move.seconds is not None:
        record["spent_ms"] = round(1000 * move.seconds)
    return record


def _entry(record: dict[str, Any]) -> Entry:
    headers = record["headers"]
    winners = {state: winner for winner, state in _STATES.items()}
    return Entry(
        round=headers["Round"],
        winner=winners[record["result"]["state"]],
        ending=Ending(headers["Ending"]),
        plies=len(record["moves"]),
        discarded=headers.get("Discarded", ""),
        dispute=headers.get("Dispute", ""),
    )
