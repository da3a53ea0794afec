"""Finding positions to practise in recorded games: forced wins of one, two and three moves.

The solver looks at the end of a game and proves what it finds.
"""

from __future__ import annotations

from skep.hive import Position, parse_game
from skep.hive.engine import solve

__all__ = ["MOST_MOVES", "mine"]

MOST_MOVES = 3
_NODES = 10_000_000  # a thousand times what is usual; what is not decided by then is passed over
_HASH_MIB = 1
_LAST_PLIES = 9


def mine(game_string: str) -> dict[int, str]:
    """By the number of moves, this game's last position that is won in so many and no fewer."""
    game = parse_game(game_string, factory=Position)
    position = Position(game.options)
    found = {}
    for ply, move in enumerate(game.moves):
        if ply >= len(game.moves) - _LAST_PLIES:
            solution = solve(position, within=MOST_MOVES, nodes=_NODES, hash_mib=_HASH_MIB)
            if solution.wins_in is not None:
                found[solution.wins_in] = position.game_string
        position.play_unchecked(move)
    return found
