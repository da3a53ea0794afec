"""Hive: pieces, options, moves, positions, notation and the rule book."""

from skep.hive.options import HIVE_SETS, HiveOptions
from skep.hive.pieces import ALL_PIECES, Bug, Color, Piece

__all__ = ["ALL_PIECES", "HIVE_SETS", "Bug", "Color", "HiveOptions", "Piece"]
