"""One game between two engines, with our core as the judge."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from skep.errors import EngineCrashError, EngineError, EngineStartError, EngineTimeoutError
from skep.hive.arena.contestants import Seat
from skep.hive.engine import Limit
from skep.hive.outcome import Cause
from skep.hive.pieces import Color
from skep.hive.position import Position
from skep.hive.uhp_client import requests

__all__ = ["Conditions", "Ending", "PlayedGame", "PlayedMove", "play_game"]

_LEAST_MEASURED = 1.0  # seconds of thought below which the share of the processor says nothing


class Ending(Enum):
    """What ended a game of a match; the last three lose for the engine that did it."""

    SURROUNDED = "surrounded"
    BOTH_SURROUNDED = "both surrounded"
    REPETITION = "repetition"
    PLY_LIMIT = "ply limit"
    CRASH = "crash"
    ILLEGAL = "illegal"
    OVERTIME = "overtime"

    @property
    def is_failure(self) -> bool:
        """Did an engine fail, rather than lose on the board?"""
        return self in (Ending.CRASH, Ending.ILLEGAL, Ending.OVERTIME)

    def __repr__(self) -> str:
        return f"<Ending.{self.name}>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What all games of a match have in common.

    `margin` is how many seconds over its time a move may take; an engine that has not answered
    after `hang` more seconds is ended.
    """

    limit: Limit
    max_plies: int = 200
    margin: float = 0.5
    hang: float = 10.0


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move with the time it took."""

    text: str
    seconds: float | None = None  # None for the moves of the opening
    score: str | None = None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game. `shares` are the parts of its processor that each engine got, if known."""

    game_type: str
    moves: tuple[PlayedMove, ...]
    winner: Color | None
    ending: Ending
    detail: str = ""
    shares: Mapping[Color, float] = field(default_factory=dict)


class _Failure(Exception):  # noqa: N818  it ends the game, it is no error of ours
    def __init__(self, loser: Color, ending: Ending, detail: str) -> None:
        self.loser, self.ending, self.detail = loser, ending, detail


class _Effort:
    """What an engine spends on its moves: its own time and the processor's."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.seconds = 0.0
        self._before = seat.cpu_seconds()

    def share(self) -> float | None:
        after = self.seat.cpu_seconds()
        if self._before is None or after is None or self.seconds < _LEAST_MEASURED:
            return None
        return (after - self._before) / (self.seconds * self.seat.contestant.threads)


def play_game(seats: Mapping[Color, Seat], opening: Position, conditions: Conditions) -> PlayedGame:
    """Play from an opening to the end. A failing engine loses; nothing is raised for it."""
    position = Position(opening.options)
    moves = []
    for move in opening.moves:
        moves.append(PlayedMove(position.format_move(move)))
        position.play_unchecked(move)
    efforts: dict[Color, _Effort] = {}
    winner: Color | None
    try:
        for color, seat in seats.items():
            _start(color, seat, opening)
            efforts[color] = _Effort(seat)
        while position.outcome() is None and position.ply < conditions.max_plies:
            moves.append(_one_move(seats, efforts, position, conditions))
    except _Failure as failure:
        winner, ending, detail = failure.loser.other, failure.ending, failure.detail
    else:
        winner, ending = _verdict(position)
        detail = ""
    shares = {color: effort.share() for color, effort in efforts.items()}
    return PlayedGame(
        opening.options.game_type,
        tuple(moves),
        winner,
        ending,
        detail,
        {color: share for color, share in shares.items() if share is not None},
    )


def _verdict(position: Position) -> tuple[Color | None, Ending]:
    outcome = position.outcome()
    if outcome is None:
        return None, Ending.PLY_LIMIT
    endings = {
        Cause.SURROUNDED: Ending.SURROUNDED,
        Cause.BOTH_SURROUNDED: Ending.BOTH_SURROUNDED,
        Cause.REPETITION: Ending.REPETITION,
    }
    return outcome.winner, endings[outcome.cause]


def _start(color: Color, seat: Seat, opening: Position) -> None:
    try:
        seat.client().new_game(opening.game_string)
    except EngineError as error:
        raise _Failure(color, _ending_of(error), str(error)) from None


def _one_move(
    seats: Mapping[Color, Seat],
    efforts: Mapping[Color, _Effort],
    position: Position,
    conditions: Conditions,
) -> PlayedMove:
    mover = position.turn
    limit = conditions.limit
    seat = seats[mover]
    try:
        request = requests.best_move(
            position,
            limit,
            command=seat.search_command(by_time=limit.seconds is not None),
            grace=conditions.margin + conditions.hang,
        )
        start = time.monotonic()
        answer = seat.client().ask(request)
    except EngineError as error:
        raise _Failure(mover, _ending_of(error), str(error)) from None
    seconds = time.monotonic() - start
    efforts[mover].seconds += seconds
    if limit.seconds is not None and seconds > limit.seconds + conditions.margin:
        raise _Failure(mover, Ending.OVERTIME, f"{seconds:.3f} s for a move")
    position.play_unchecked(answer.move)
    for color, other in seats.items():
        try:
            other.client().play(answer.text)
        except EngineError as error:
            ending = _ending_of(error)
            raise _Failure(color, ending, f"at the legal move {answer.text}: {error}") from None
    return PlayedMove(answer.text, seconds, None if answer.score is None else str(answer.score))


def _ending_of(error: EngineError) -> Ending:
    if isinstance(error, EngineTimeoutError):
        return Ending.OVERTIME
    if isinstance(error, (EngineCrashError, EngineStartError)):
        return Ending.CRASH
    return Ending.ILLEGAL
