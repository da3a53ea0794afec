"""Hive: pieces, options, moves, positions, notation and the rule book.

The rules at speed live in the compiled core behind `Position`; `rulebook` is the same rules as
plain Python that says why a move is not allowed. Records, drawing and the engine have modules of
their own.
"""

from skep.hive.choices import Choices
from skep.hive.moves import PASS, LegalMoves, Move
from skep.hive.notation import format_game, format_move, parse_game, parse_move
from skep.hive.options import HIVE_SETS, HiveOptions
from skep.hive.outcome import Cause, Outcome
from skep.hive.pieces import ALL_PIECES, Bug, Color, Piece
from skep.hive.playouts import Playouts, random_playouts
from skep.hive.position import Position
from skep.hive.reasons import Reason, RuleCode
from skep.hive.rulebook import Gate, MoveKind
from skep.hive.setup import Setup

__all__ = [
    "ALL_PIECES",
    "HIVE_SETS",
    "PASS",
    "Bug",
    "Cause",
    "Choices",
    "Color",
    "Gate",
    "HiveOptions",
    "LegalMoves",
    "Move",
    "MoveKind",
    "Outcome",
    "Piece",
    "Playouts",
    "Position",
    "Reason",
    "RuleCode",
    "Setup",
    "format_game",
    "format_move",
    "parse_game",
    "parse_move",
    "random_playouts",
]
