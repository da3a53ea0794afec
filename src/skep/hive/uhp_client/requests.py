"""What a client asks of a UHP engine: each request is a command and how its reply is read.

No process is started here; the two clients, with and without asyncio, carry these out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from skep.errors import EngineGarbageError, EngineRefusalError, NotationError, Told
from skep.hive.engine import Limit, Score
from skep.hive.moves import Move
from skep.hive.position import Position
from skep.hive.uhp.limits import format_limit

__all__ = [
    "GREETING",
    "Answer",
    "EngineId",
    "Request",
    "asked",
    "best_move",
    "engine_id",
    "new_game",
    "options",
    "perft",
    "play",
    "read_id",
    "set_option",
    "undo",
    "valid_moves",
]

_T = TypeVar("_T")

# Seconds that a command which needs no thought may take.
_PROMPT_SECONDS: Final = 10.0
_INFO: Final = re.compile(
    r"info line (?P<line>\d{1,3}) depth (?P<depth>\d{1,4})"
    r" score (?:(?P<end>win|loss) )?(?P<score>-?\d{1,6}) .*",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Request(Generic[_T]):
    """A command line, how to read its reply, and for how long to wait (None: for ever)."""

    command: str
    read: Callable[[Sequence[str]], _T]
    seconds: float | None = _PROMPT_SECONDS

    def read_reply(self, lines: Sequence[str]) -> _T:
        """Read the lines before `ok`; a refusal becomes an error."""
        for line in lines:
            word = line.split(maxsplit=1)[:1]
            if word and word[0].lower() in ("err", "invalidmove"):
                refused = Told(
                    "{command} was refused: {answer}",
                    command=repr(self.command[:80]),
                    answer=line[:200],
                )
                raise EngineRefusalError(refused)
        return self.read(lines)


@dataclass(frozen=True, slots=True)
class EngineId:
    """How an engine calls itself, and which expansions it knows."""

    name: str
    expansions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Answer:
    """The move that an engine would play, and what it says about it, if anything."""

    move: Move
    text: str
    score: Score | None = None
    depth: int | None = None
    pv: tuple[str, ...] = ()


# What the first lines of an engine answer, which nobody has typed.
GREETING: Final = "being started"


def asked(command: str) -> str:
    """A command as an error quotes it."""
    return command if command == GREETING else repr(command[:80])


def read_id(lines: Sequence[str]) -> EngineId:
    """Read the `info` block, which also greets."""
    names = [line[3:].strip() for line in lines if line.lower().startswith("id ")]
    if not names:
        raise EngineGarbageError(
            Told("expected 'id NAME VERSION', found {found}", found=_quoted(lines))
        )
    known = {"mosquito", "ladybug", "pillbug"}
    words = {word.strip().lower() for line in lines for word in line.split(";")}
    return EngineId(names[0][:100], frozenset(words & known))


def engine_id() -> Request[EngineId]:
    """Read the greeting: who the engine is and what it can play."""
    return Request("info", read_id)


def new_game(game: str) -> Request[str]:
    """Start from a game type or a GameString; the answer is the engine's GameString."""
    return Request(f"newgame {game}", _game_string)


def play(move: str) -> Request[str]:
    """Ask for a move to be played."""
    return Request("pass" if move == "pass" else f"play {move}", _game_string)


def undo(count: int = 1) -> Request[str]:
    """Ask for moves to be taken back."""
    return Request(f"undo {count}", _game_string)


def valid_moves(position: Position) -> Request[tuple[Move, ...]]:
    """Ask for all legal moves."""

    def read(lines: Sequence[str]) -> tuple[Move, ...]:
        return tuple(_read_move(position, text) for text in _last(lines).split(";"))

    return Request("validmoves", read)


def best_move(
    position: Position,
    limit: Limit,
    *,
    command: str = "bestmove {limit}",
    grace: float | None = 10.0,
) -> Request[Answer]:
    """Ask for a move. `grace` is how many seconds over its limit an engine may take.

    `command` may hold `{limit}`, `{seconds}` or `{depth}`.
    """
    seconds = limit.seconds
    allowed = None if grace is None or seconds is None else seconds + grace
    text = command.format(
        limit=format_limit(limit) if "{limit}" in command else "",
        seconds="" if seconds is None else f"{seconds:.9g}",
        depth=limit.depth or "",
    )
    return Request(text, lambda lines: _read_answer(position, lines), allowed)


def options() -> Request[tuple[tuple[str, ...], ...]]:
    """All options, each as the fields of its line."""
    return Request("options", lambda lines: tuple(tuple(line.split(";")) for line in lines))


def set_option(name: str, value: str) -> Request[None]:
    """Ask for an option to be set."""
    return Request(f"options set {name} {value}", lambda lines: None)


def perft(depth: int) -> Request[int]:
    """The leaves at a depth; engines print a line per depth, each in its own words."""

    def read(lines: Sequence[str]) -> int:
        numbers = re.findall(r"\d+", _last(lines).replace(",", ""))
        if len(numbers) < 2:
            raise EngineGarbageError(
                Told("expected a depth and a count, found {found}", found=_quoted(lines))
            )
        return int(numbers[1])

    return Request(f"perft {depth}", read, None)


def _read_answer(position: Position, lines: Sequence[str]) -> Answer:
    spoken = [line for line in lines if not line.lower().startswith("info ")]
    # Some engines report as they go, `move;depth;score`; the last one is what they would play.
    fields = [field.strip() for field in _last(spoken).split(";")]
    move = _read_move(position, fields[0])
    score, depth, pv = _read_info(lines)
    if len(fields) == 3 and score is None:
        depth, score = _whole(fields[1]), _decimal(fields[2])
    return Answer(move, position.format_move(move), score, depth, pv)


def _read_info(lines: Sequence[str]) -> tuple[Score | None, int | None, tuple[str, ...]]:
    """The last word on the first line, as our own server prints it."""
    for line in reversed(lines):
        match = _INFO.fullmatch(line)
        if match is None or match["line"] != "1":
            continue
        value = int(match["score"])
        if match["end"]:
            score = Score.win_in(value) if match["end"] == "win" else Score.loss_in(value)
        else:
            score = Score(value)
        _, _, moves = line.partition(" moves ")
        return score, int(match["depth"]), tuple(moves.split(";"))
    return None, None, ()


def _read_move(position: Position, text: str) -> Move:
    try:
        return position.parse_move(text)
    except NotationError as error:
        raise EngineGarbageError(
            Told(
                "expected a legal move, found {found}: {problem}",
                found=repr(text[:60]),
                problem=error,
            )
        ) from None


def _game_string(lines: Sequence[str]) -> str:
    line = _last(lines)
    if not line.lower().startswith("base"):
        raise EngineGarbageError(Told("expected a GameString, found {found}", found=_quoted(lines)))
    return line


def _last(lines: Sequence[str]) -> str:
    if not lines:
        raise EngineGarbageError(Told("expected an answer before 'ok', found nothing"))
    return lines[-1]


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _decimal(text: str) -> Score | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return Score(round(max(-20000.0, min(20000.0, value))))


def _quoted(lines: Sequence[str]) -> str:
    return repr(" / ".join(lines)[:100])
