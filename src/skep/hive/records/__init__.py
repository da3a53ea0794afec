"""Recorded games: a tree of moves with headers and a result, and the formats they are written in.

GameString, PGN and our own JSON are read and written, Boardspace's SGF is read. What the rules say
about a move is asked of `skep.hive`; nothing is drawn here.
"""

from skep.hive.records.files import (
    Damaged,
    Format,
    detect_format,
    format_for,
    format_record,
    load_game,
    load_games,
    parse_record,
    parse_records,
    read_games,
    save_games,
)
from skep.hive.records.game import Game
from skep.hive.records.result import Ending, Result
from skep.hive.records.tree import Evaluation, Glyph, Mark, Node

__all__ = [
    "Damaged",
    "Ending",
    "Evaluation",
    "Format",
    "Game",
    "Glyph",
    "Mark",
    "Node",
    "Result",
    "detect_format",
    "format_for",
    "format_record",
    "load_game",
    "load_games",
    "parse_record",
    "parse_records",
    "read_games",
    "save_games",
]
