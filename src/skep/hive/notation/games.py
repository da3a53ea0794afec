"""Whole games as text: the GameString of UHP."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple, TypeVar

from skep.errors import IllegalMoveError, InvalidOptionsError, NotationError, Told, UnreadableError
from skep.hive.arrangement import Arrangement, Playable
from skep.hive.moves import Move
from skep.hive.notation.moves import format_move, parse_move, quoted
from skep.hive.options import HiveOptions, OpeningQueen, Repetition
from skep.hive.pieces import Color
from skep.hive.reference import ReferencePosition
from skep.hive.rulebook import is_drawn_by_repetition, is_surrounded

__all__ = [
    "GameState",
    "ParsedGame",
    "WrittenGame",
    "format_game",
    "format_game_string",
    "parse_game",
    "read_written",
    "replay_game",
    "state_of",
]

_TURN: Final = re.compile(r"(?:white|black)\s*\[\s*[0-9]{1,9}\s*\]", re.IGNORECASE)


class GameState(Enum):
    """The state of a game as UHP names it."""

    NOT_STARTED = "NotStarted"
    IN_PROGRESS = "InProgress"
    DRAW = "Draw"
    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"

    def __repr__(self) -> str:
        return f"<GameState.{self.name}>"


@dataclass(frozen=True, slots=True)
class ParsedGame:
    """A game as it was read: every move was legal in its place.

    `texts` are the moves in our own notation, `state` is what the board says at the end, `stated`
    what the text said, if it said anything.
    """

    options: HiveOptions
    moves: tuple[Move, ...]
    texts: tuple[str, ...]
    state: GameState
    stated: GameState | None = None


class WrittenGame(NamedTuple):
    """A GameString taken apart: its moves are texts, each with its place."""

    game_type: str
    stated: GameState | None
    moves: tuple[tuple[int, str], ...]


_Replayed = TypeVar("_Replayed", bound=Playable)


def state_of(arrangement: Arrangement, rule: Repetition | None = None) -> GameState:
    """What the board says: surrounded queens, and repetition if the options say so.

    `rule` takes the place of the option on repetition.
    """
    white, black = (is_surrounded(arrangement, color) for color in (Color.WHITE, Color.BLACK))
    if white and black:
        return GameState.DRAW
    if white or black:
        return GameState.BLACK_WINS if white else GameState.WHITE_WINS
    if is_drawn_by_repetition(arrangement, rule):
        return GameState.DRAW
    return GameState.IN_PROGRESS if arrangement.ply else GameState.NOT_STARTED


def parse_game(
    text: str,
    *,
    factory: Callable[[HiveOptions], Playable] = ReferencePosition,
    opening_queen: OpeningQueen = "forbidden",
    repetition: Repetition = "draw",
) -> ParsedGame:
    r"""Read a GameString, or a game type alone, by replaying its moves.

    State and turn may be anything well formed: the moves decide. A game that opens with a Queen
    sets `opening_queen` to allowed for itself, and a third occurrence on the way ends nothing,
    because others play on there. `factory` makes the position to replay on.

    >>> game = parse_game("Base+PM;InProgress;White[2];wS1;bs1  WS1 \\")
    >>> game.options.game_type, game.texts
    ('Base+MP', ('wS1', 'bS1 wS1\\'))
    """
    written = read_written(text)
    position, moves, texts = _replay(text, written, factory, opening_queen)
    options = replace(position.options, repetition=repetition)
    state = state_of(position, repetition)
    return ParsedGame(options, tuple(moves), tuple(texts), state, written.stated)


def replay_game(
    text: str, factory: Callable[[HiveOptions], _Replayed], opening_queen: OpeningQueen
) -> _Replayed:
    """The position after a GameString, under the rule that repetition ends nothing."""
    return _replay(text, read_written(text), factory, opening_queen)[0]


def read_written(text: str) -> WrittenGame:
    """Take a GameString, or a game type alone, apart; its moves are not looked at."""
    fields = _fields(text)
    game_type = _read_game_type(text, fields[0])
    stated = _read_state(text, fields[1]) if len(fields) > 1 else None
    if len(fields) == 2 or (len(fields) > 2 and not _TURN.fullmatch(fields[2][1].strip())):
        at, turn = fields[2] if len(fields) > 2 else (len(text), "")
        found = Told(
            "expected a turn such as White[1] after the state, found {found}", found=quoted(turn)
        )
        raise _unreadable(text, at, found)
    return WrittenGame(game_type, stated, tuple(fields[3:]))


def _replay(
    text: str,
    written: WrittenGame,
    factory: Callable[[HiveOptions], _Replayed],
    opening_queen: OpeningQueen,
) -> tuple[_Replayed, list[Move], list[str]]:
    if any(_opens_with_queen(field) for _, field in written.moves[:2]):
        opening_queen = "allowed"
    position = factory(
        HiveOptions.parse(written.game_type, opening_queen=opening_queen, repetition="offer")
    )
    moves, texts = [], []
    for number, (at, field) in enumerate(written.moves, start=1):
        try:
            move = parse_move(position, field)
        except NotationError as error:
            problem = Told(
                "move {number}, character {at}: {problem}",
                number=number,
                at=at + 1,
                problem=error.told,
            )
            if isinstance(error, IllegalMoveError):
                raise IllegalMoveError(problem, text=text, at=at, reason=error.reason) from None
            raise type(error)(problem, text=text, at=at + (error.at or 0)) from None
        moves.append(move)
        texts.append(format_move(position, move))
        position.play_unchecked(move)
    return position, moves, texts


def _fields(text: str) -> list[tuple[int, str]]:
    """The parts between the semicolons, each with its place; an empty last one is dropped."""
    fields = [(match.start(), match[0]) for match in re.finditer(r"(?<![^;])[^;]*", text)]
    if len(fields) > 1 and not fields[-1][1].strip():
        fields.pop()
    return fields


def _read_game_type(text: str, field: tuple[int, str]) -> str:
    at, game_type = field
    try:
        return HiveOptions.parse(game_type).game_type
    except InvalidOptionsError:
        found = Told(
            "expected a game type such as Base or Base+MLP, found {found}", found=quoted(game_type)
        )
        raise _unreadable(text, at, found) from None


def _read_state(text: str, field: tuple[int, str]) -> GameState:
    at, name = field
    for state in GameState:
        if state.value.lower() == name.strip().lower():
            return state
    names = ", ".join(state.value for state in GameState)
    found = Told("expected a state ({names}), found {found}", names=names, found=quoted(name))
    raise _unreadable(text, at, found)


def _opens_with_queen(field: str) -> bool:
    words = field.split(maxsplit=1)
    return bool(words) and words[0].lower() in {"wq", "bq", "wq1", "bq1"}


def _unreadable(text: str, at: int, problem: Told) -> UnreadableError:
    place = Told("character {at}: {problem}", at=at + 1, problem=problem)
    return UnreadableError(place, text=text, at=at)


def format_game_string(
    options: HiveOptions, state: GameState, ply: int, texts: Sequence[str]
) -> str:
    """Put a GameString together from its parts."""
    side = "Black" if ply % 2 else "White"
    return ";".join([options.game_type, state.value, f"{side}[{1 + ply // 2}]", *texts])


def format_game(
    options: HiveOptions,
    moves: Iterable[Move],
    *,
    state: GameState | None = None,
    factory: Callable[[HiveOptions], Playable] = ReferencePosition,
) -> str:
    """Write a game as a GameString; `state` overrides what the board says.

    >>> format_game(HiveOptions(), ())
    'Base;NotStarted;White[1]'
    """
    position = factory(options)
    texts = []
    for move in moves:
        texts.append(format_move(position, move))
        position.play_unchecked(move)
    return format_game_string(options, state or state_of(position), position.ply, texts)
