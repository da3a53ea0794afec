"""A move of Hive: which piece goes where. The class itself lives in the core."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from skep._core import LegalMoves, Move

__all__ = ["PASS", "LegalMoves", "Move"]

Sequence.register(LegalMoves)

PASS: Final = Move(None, None, None)
