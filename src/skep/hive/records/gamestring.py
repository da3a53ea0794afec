"""GameStrings, one a line: the main line and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skep.errors import InvalidPositionError, NotationError, RecordError, Told
from skep.hive.notation import format_game_string, format_move, state_of
from skep.hive.notation.games import read_written
from skep.hive.options import HiveOptions
from skep.hive.position import Position
from skep.hive.records.game import Game
from skep.hive.records.replay import Replay
from skep.hive.records.result import FINAL_STATES
from skep.hive.setup import Setup

__all__ = ["format_gamestring", "parse_gamestring", "read_gamestrings"]


def parse_gamestring(text: str, *, line: int = 1) -> Game:
    r"""Read one GameString, or a set-up.

    The moves decide; a stated win or draw of an unfinished game is kept.

    >>> game = parse_gamestring("Base+PM;InProgress;White[2];wS1;bs1  WS1 \\")
    >>> format_gamestring(game)
    'Base+MP;InProgress;White[2];wS1;bS1 wS1\\'
    """
    if "@" in text:
        return _read_setup(text, line)
    try:
        written = read_written(text.strip())
    except NotationError as error:
        raise RecordError(error.told, line=line, text=error.text, at=error.at) from None
    replay = Replay(HiveOptions.parse(written.game_type))
    for _, move in written.moves:
        replay.play_text(move, line)
    # A surrounded queen knows better than the text; where a position came again, others play on.
    surrounded = state_of(replay.position, "offer") in FINAL_STATES
    return replay.finish(None if surrounded else written.stated)


def _read_setup(text: str, line: int) -> Game:
    try:
        return Game(Setup.parse(text.strip()))
    except NotationError as error:
        raise RecordError(error.told, line=line, text=error.text, at=error.at) from None
    except InvalidPositionError as error:
        raise RecordError(error.told, line=line, text=text) from None


def read_gamestrings(lines: Iterable[str]) -> Iterator[Game | RecordError]:
    """Read GameStrings line by line; empty lines and lines that start with # are skipped."""
    for number, text in enumerate(lines, start=1):
        if text.strip() and not text.lstrip().startswith("#"):
            try:
                yield parse_gamestring(text, line=number)
            except RecordError as error:
                yield error


def format_gamestring(game: Game) -> str:
    """Write the main line. Comments, variations and headers have no place in a GameString.

    Nor has a set-up: without moves it is written as itself, with moves it is refused.
    """
    if game.start is not None:
        if game.root.children:
            raise RecordError(
                Told("a game that begins with a set-up has no GameString: write PGN or JSON"),
                game=game,
            )
        return str(game.start)
    position = Position(game.options)
    texts = []
    for node in game.main_line():
        assert node.move is not None
        texts.append(format_move(position, node.move))
        position.play_unchecked(node.move)
    state = game.stated.state if game.stated is not None else game.judge(position)
    return format_game_string(game.options, state, position.ply, texts)
