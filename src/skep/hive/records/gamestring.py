"""GameStrings, one a line: the main line and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from skep.errors import InvalidOptionsError, RecordError
from skep.hive.notation import GameState, format_game_string, format_move
from skep.hive.options import HiveOptions
from skep.hive.position import Position
from skep.hive.records.game import Game
from skep.hive.records.replay import Replay

__all__ = ["format_gamestring", "parse_gamestring", "read_gamestrings"]


def parse_gamestring(text: str, *, line: int = 1) -> Game:
    r"""Read one GameString. The moves decide; a stated win or draw of an unfinished game is kept.

    >>> game = parse_gamestring("Base+PM;InProgress;White[2];wS1;bs1  WS1 \\")
    >>> format_gamestring(game)
    'Base+MP;InProgress;White[2];wS1;bS1 wS1\\'
    """
    game_type, *rest = text.strip().split(";")
    try:
        options = HiveOptions.parse(game_type, repetition="offer")
    except InvalidOptionsError as error:
        raise RecordError(str(error), line=line, text=text, at=0) from None
    replay = Replay(options)
    state = _read_state(rest[0].strip(), line, replay.game) if rest else None
    moves = rest[2:]
    if moves and not moves[-1].strip():
        moves.pop()
    for move in moves:
        replay.play_text(move, line)
    # A finished board knows better than the text.
    over = replay.board_state() not in (GameState.IN_PROGRESS, GameState.NOT_STARTED)
    return replay.finish(None if over else state)


def _read_state(name: str, line: int, game: Game) -> GameState:
    for state in GameState:
        if state.value.lower() == name.lower():
            return state
    names = ", ".join(state.value for state in GameState)
    raise RecordError(f"expected a state ({names}), found {name[:60]!r}", line=line, game=game)


def read_gamestrings(lines: Iterable[str]) -> Iterator[Game | RecordError]:
    """Read GameStrings line by line; empty lines and lines that start with # are skipped."""
    for number, text in enumerate(lines, start=1):
        if text.strip() and not text.lstrip().startswith("#"):
            try:
                yield parse_gamestring(text, line=number)
            except RecordError as error:
                yield error


def format_gamestring(game: Game) -> str:
    """Write the main line. Comments, variations and headers have no place in a GameString."""
    position = Position(game.options)
    texts = []
    for node in game.main_line():
        assert node.move is not None
        texts.append(format_move(position, node.move))
        position.play_unchecked(node.move)
    state = game.stated.state if game.stated is not None else game.judge(position)
    return format_game_string(game.options, state, position.ply, texts)
