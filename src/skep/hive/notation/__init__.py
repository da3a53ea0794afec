"""Moves and games as text, in the notation of UHP, the Universal Hive Protocol.

Reading is generous (letter case, spaces, any reference piece); writing has one form for each move.
"""

from skep.hive.notation.games import (
    GameState,
    ParsedGame,
    format_game,
    format_game_string,
    parse_game,
    state_of,
)
from skep.hive.notation.moves import format_move, parse_move, read_move

__all__ = [
    "GameState",
    "ParsedGame",
    "format_game",
    "format_game_string",
    "format_move",
    "parse_game",
    "parse_move",
    "read_move",
    "state_of",
]
