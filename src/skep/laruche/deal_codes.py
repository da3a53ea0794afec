"""The tiles of a solitaire as a short text for links: one character for each tile."""

from __future__ import annotations

import string
from collections.abc import Iterable
from typing import Final

from skep.errors import Told, UnreadableError
from skep.laruche.tiles import ALL_TILES, Tile

__all__ = ["code_of_tiles", "tiles_of_code"]

# Frozen: links outlive versions. Sixty characters that need no escaping in an address.
_ALPHABET: Final = string.digits + string.ascii_uppercase + "abcdefghijklmnopqrstuvwx"


def code_of_tiles(tiles: Iterable[Tile]) -> str:
    """
    >>> code_of_tiles(ALL_TILES[8:14])
    '89ABCD'
    """
    return "".join(_ALPHABET[tile.index] for tile in tiles)


def tiles_of_code(code: str) -> tuple[Tile, ...]:
    """The tiles that a code names, in its order.

    >>> [tile.index for tile in tiles_of_code("89ABCD")]
    [8, 9, 10, 11, 12, 13]
    """
    if not isinstance(code, str) or not 6 <= len(code) <= len(ALL_TILES):
        told = Told("a deal has 6 to 60 characters: {found}", found=repr(code))
        raise UnreadableError(told, text=str(code))
    for at, letter in enumerate(code):
        if letter not in _ALPHABET or letter in code[:at]:
            told = Told(
                "a deal has each of 0-9, A-Z and a-x at most once: {found}", found=repr(code)
            )
            raise UnreadableError(told, text=code, at=at)
    return tuple(ALL_TILES[_ALPHABET.index(letter)] for letter in code)
