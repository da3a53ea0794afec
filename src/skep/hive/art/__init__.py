"""The drawn pieces: `pieces.svg` is the one source for pictures made here and in the browser."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from skep.hive.pieces import Bug

__all__ = ["STROKE", "pieces_svg", "symbol_of", "symbols"]

STROKE = 5  # the one stroke weight, in units of a bug's box of 100


def pieces_svg() -> str:
    """The text of `pieces.svg`."""
    return files(__name__).joinpath("pieces.svg").read_text(encoding="utf-8")


@cache
def symbols() -> dict[str, str]:
    """The `<symbol>` elements by id, ids prefixed with `skep-` so that they suit any page.

    >>> sorted(symbols())[:3]
    ['ant', 'beetle', 'edge-black']
    """
    found = {}
    for match in re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', pieces_svg(), re.DOTALL):
        text = re.sub(r"\n\s*", "", match[0])
        found[match[1]] = text.replace('id="', 'id="skep-', 1)
    return found


def symbol_of(bug: Bug) -> str:
    """The id of a bug's symbol: `queen`, `spider` …"""
    return bug.name.lower()
