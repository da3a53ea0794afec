"""Finding positions to practise in recorded games: forced wins of one, two and three moves.

The search proposes positions near the end of a game; whether they are wins, and in how many moves,
is then decided by trying every move of both sides.
"""

from __future__ import annotations

from skep import _core
from skep.hive import Position, parse_game
from skep.school.hive_wins import wins_within

__all__ = ["MOST_MOVES", "mine"]

MOST_MOVES = 3
_NODES = 30_000
_LAST_PLIES = 9


def mine(game_string: str) -> dict[int, str]:
    """By the number of moves, a position of this game that is won in so many and no fewer."""
    proposed = dict(_proposals(game_string))
    return {moves: text for moves, text in proposed.items() if _fewest(text) == moves}


def _proposals(game_string: str) -> list[tuple[int, str]]:
    game = parse_game(game_string, factory=Position)
    position = Position(game.options)
    found = []
    for ply, move in enumerate(game.moves):
        if ply >= len(game.moves) - _LAST_PLIES:
            report = _core.Search(2).run(position, max_nodes=_NODES)
            distance = _core.WIN_SCORE - report.lines[0].score
            if distance in (1, 3, 5):
                found.append(((distance + 1) // 2, position.game_string))
        position.play_unchecked(move)
    return found


def _fewest(text: str) -> int | None:
    position = Position.from_game_string(text)
    counts = range(1, MOST_MOVES + 1)
    return next((moves for moves in counts if wins_within(position, moves)), None)
