"""The rule book: for any move, None or the rule that forbids it.

Plain Python, written from the rules and apart from the compiled core, so that each can be checked
against the other. One file per way of moving: placing, sliding, climbing, jumping, throwing. How
often a position has stood is the arrangement's business; here it only ends a game that says so.
"""

from skep.hive.rulebook.book import (
    is_drawn_by_repetition,
    is_surrounded,
    kinds_of,
    legal_moves,
    path_of,
    pinned,
    placement_cells,
    throwers,
    why_illegal,
)
from skep.hive.rulebook.gates import Gate, gates
from skep.hive.rulebook.ways import MoveKind

__all__ = [
    "Gate",
    "MoveKind",
    "gates",
    "is_drawn_by_repetition",
    "is_surrounded",
    "kinds_of",
    "legal_moves",
    "path_of",
    "pinned",
    "placement_cells",
    "throwers",
    "why_illegal",
]
