"""The coach of a first game of Hive: a few remarks while it is played, two sentences at its end.

All of it is worked out from the game itself, so that nothing has to be remembered between moves: a
remark belongs to a turn of the pupil, and after one the coach keeps silent for two turns. `words`
has what is said; `facts` are what a sentence is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, NamedTuple

import msgspec

from skep.errors import UnreadableError
from skep.hive import Bug, Color, Move, Piece, Position
from skep.hive.engine.tactics import winning_moves
from skep.school.hive_goals import ring_of
from skep.school.words import spoken

__all__ = [
    "Advice",
    "CoachWords",
    "Praise",
    "Remark",
    "RemarkKey",
    "TurnRemark",
    "advice_after",
    "coach_words",
    "praise_after",
    "remark_now",
    "remarks_in",
]

_SILENT_TURNS = 3  # from one remark to the next
_MANY_PINNED = 3
_LATE_TURN = 4
_FEW_BUGS = 6


class RemarkKey(StrEnum):
    FIRST_MOVE = "first-move"
    FIRST_REPLY = "first-reply"
    QUEEN_DUE = "queen-due"
    WIN_THERE = "win-there"  # free: how many sides of the other queen are free
    SHUT_IN_SOON = "shut-in-soon"  # sides: of the own queen that are taken
    PINNED = "pinned"  # bug and piece: that has just been pinned


class Praise(StrEnum):
    WON = "won"  # turns
    DREW = "drew"
    NEARLY = "nearly"  # sides: of the other queen that were taken
    HELD_DOWN = "held-down"  # bugs: of the other side that were pinned at once
    BUSY = "busy"  # bugs: that came into play
    PLAYED = "played"


class Advice(StrEnum):
    MISSED_WIN = "missed-win"  # turn
    QUEEN_STAYED = "queen-stayed"  # turns: with four sides or more taken, and she did not step
    QUEEN_LATE = "queen-late"
    OWN_PINS = "own-pins"  # bugs: of the own side that were pinned at once
    FEW_BUGS = "few-bugs"  # bugs: that came into play
    FASTER = "faster"  # turns
    NEXT_LEVEL = "next-level"


class Remark(msgspec.Struct, frozen=True):
    key: str
    facts: dict[str, Any] = {}


class TurnRemark(NamedTuple):
    turn: int  # of the pupil, from 1
    remark: Remark


class _Turn(NamedTuple):
    """A turn of the pupil: the position before it, and the move, if it was made already."""

    number: int
    position: Position
    move: Move | None


# While the game is played.


def remark_now(game: Position, pupil: Color) -> Remark | None:
    """What the coach says now, at a turn of the pupil; mostly nothing."""
    if game.turn is not pupil or game.outcome() is not None:
        return None
    remarks = remarks_in(game, pupil)
    now = 1 + game.ply // 2
    return remarks[-1].remark if remarks and remarks[-1].turn == now else None


def remarks_in(game: Position, pupil: Color) -> tuple[TurnRemark, ...]:
    """All remarks of a game so far, in their order; at most one in three turns."""
    said: list[TurnRemark] = []
    for turn in _turns(game, pupil):
        if said and turn.number - said[-1].turn < _SILENT_TURNS:
            continue
        remark = _remark_at(turn.position)
        if remark is not None:
            said.append(TurnRemark(turn.number, remark))
    return tuple(said)


def _remark_at(position: Position) -> Remark | None:
    """What there is to say of a position to the side to move, the most urgent first."""
    pupil = position.turn
    if position.ply < 2:
        return Remark(RemarkKey.FIRST_REPLY if position.ply else RemarkKey.FIRST_MOVE)
    if winning_moves(position):
        return Remark(RemarkKey.WIN_THERE, {"free": 6 - ring_of(position, pupil.other)})
    if position.choices().queen_due:
        return Remark(RemarkKey.QUEEN_DUE)
    sides = ring_of(position, pupil)
    if sides == 5 or (sides == 4 and _attacker_is_free(position)):
        return Remark(RemarkKey.SHUT_IN_SOON, {"sides": sides})
    pinned = _just_pinned(position)
    if pinned is not None:
        return Remark(RemarkKey.PINNED, {"bug": pinned.bug.name.lower(), "piece": pinned.name})
    return None


def _attacker_is_free(position: Position) -> bool:
    """Could the other side fill one more side of the queen on its next turn?"""
    queen = position.cell_of(Piece(position.turn, Bug.QUEEN, 1))
    assert queen is not None
    beside = tuple(queen.neighbours())
    return any(
        move.target in beside and not position.stack_at(move.target)
        for move in position.premoves()
        if move.target is not None and move.origin not in beside
    )


def _just_pinned(position: Position) -> Piece | None:
    """An own bug that the last move of the other side has pinned; the queen first."""
    if not position.moves:
        return None
    before = position.copy()
    before.undo()
    came = [piece for piece in position.pinned() - before.pinned() if piece.color is position.turn]
    return min(came, key=lambda piece: (piece.bug is not Bug.QUEEN, piece.name), default=None)


# At the end.


def praise_after(game: Position, pupil: Color) -> Remark:
    """One thing that went well."""
    outcome = game.outcome()
    turns = list(_turns(game, pupil))
    if outcome is not None and outcome.winner is pupil:
        return Remark(Praise.WON, {"turns": len(turns)})
    if outcome is not None and outcome.winner is None:
        return Remark(Praise.DREW)
    sides = max((ring_of(turn.position, pupil.other) for turn in turns), default=0)
    if sides >= 4:
        return Remark(Praise.NEARLY, {"sides": sides})
    held = _most_pinned(turns, pupil.other)
    if held >= _MANY_PINNED:
        return Remark(Praise.HELD_DOWN, {"bugs": held})
    bugs = _in_play(game, pupil)
    if bugs >= _FEW_BUGS:
        return Remark(Praise.BUSY, {"bugs": bugs})
    return Remark(Praise.PLAYED)


def advice_after(game: Position, pupil: Color) -> Remark:
    """One thing to do better next time."""
    turns = list(_turns(game, pupil))
    for turn in turns:
        wins = winning_moves(turn.position)
        if wins and turn.move is not None and turn.move not in wins:
            return Remark(Advice.MISSED_WIN, {"turn": turn.number})
    outcome = game.outcome()
    has_won = outcome is not None and outcome.winner is pupil
    stayed = sum(1 for turn in turns if _stayed_in_danger(turn))
    if stayed and not has_won:
        return Remark(Advice.QUEEN_STAYED, {"turns": stayed})
    if _queen_came_on(turns) == _LATE_TURN:
        return Remark(Advice.QUEEN_LATE)
    pinned = _most_pinned(turns, pupil)
    if pinned > _MANY_PINNED:
        return Remark(Advice.OWN_PINS, {"bugs": pinned})
    if has_won:
        return Remark(Advice.NEXT_LEVEL)
    bugs = _in_play(game, pupil)
    if bugs < _FEW_BUGS:
        return Remark(Advice.FEW_BUGS, {"bugs": bugs})
    return Remark(Advice.FASTER, {"turns": len(turns)})


def _stayed_in_danger(turn: _Turn) -> bool:
    """She could have stepped out of four taken sides, and something else was played."""
    queen = Piece(turn.position.turn, Bug.QUEEN, 1)
    return (
        turn.move is not None
        and turn.move.piece is not queen
        and ring_of(turn.position, queen.color) >= 4
        and bool(turn.position.moves_of(queen))
    )


def _queen_came_on(turns: list[_Turn]) -> int | None:
    for turn in turns:
        move = turn.move
        if move is None or move.piece is None or move.origin is not None:
            continue
        if move.piece.bug is Bug.QUEEN:
            return turn.number
    return None


def _most_pinned(turns: list[_Turn], color: Color) -> int:
    return max(
        (sum(piece.color is color for piece in turn.position.pinned()) for turn in turns),
        default=0,
    )


def _in_play(game: Position, color: Color) -> int:
    return sum(piece.color is color for piece in game.pieces)


def _turns(game: Position, pupil: Color) -> Iterator[_Turn]:
    """Every turn of the pupil, the one that is to come included."""
    moves = game.moves
    position = game.copy(repetition="offer")  # a draw by repetition hides no earlier turn
    for _ in moves:
        position.undo()
    for move in [*moves, None]:
        if position.turn is pupil and position.outcome() is None:
            yield _Turn(1 + position.ply // 2, position.copy(), move)
        if move is not None:
            position.play_unchecked(move)


# Words.

Said = Annotated[str, msgspec.Meta(min_length=1, max_length=140)]


class CoachWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sentences by key, with the names of facts in braces."""

    remarks: dict[RemarkKey, Said]
    praise: dict[Praise, Said]
    advice: dict[Advice, Said]


@cache
def coach_words(language: str = "en") -> CoachWords:
    path = files(__package__).joinpath("words", spoken(language), "coach.toml")
    try:
        return msgspec.toml.decode(path.read_bytes(), type=CoachWords)
    except msgspec.MsgspecError as error:
        raise UnreadableError(f"words/{language}/coach.toml: {error}", text=language) from error
