"""Chance from a seed, the same in every language and for ever.

A seed is a number of 128 bits. Block k of the stream with a label is

    SHA-256("skep la ruche 1" | 0 | seed, 16 bytes | label, UTF-8 | 0 | k, 8 bytes)

numbers big-endian, k from 0; each block is read as eight big-endian words of 32 bits. `below(n)`
takes words until one is less than the greatest multiple of n that 32 bits hold, and returns it
modulo n. A shuffle walks from the last item to the second and swaps each with item `below(position
+ 1)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from hashlib import sha256
from struct import unpack
from typing import TypeVar

from skep.errors import InvalidOptionsError, Told

__all__ = ["SEED_BITS", "Stream", "daily_seed", "parse_seed"]

SEED_BITS = 128
_Item = TypeVar("_Item")


class Stream:
    """Random numbers from a seed; streams with different labels have nothing in common.

    >>> stream = Stream(7, "example")
    >>> [stream.below(6) for _ in range(8)]
    [3, 1, 2, 5, 3, 3, 3, 2]
    >>> Stream(7, "example").shuffled("abcdef") == Stream(7, "example").shuffled("abcdef")
    True
    """

    def __init__(self, seed: int, label: str) -> None:
        if not 0 <= seed < 1 << SEED_BITS:
            raise InvalidOptionsError(f"a seed has {SEED_BITS} bits, so it cannot be {seed}")
        self._prefix = (
            b"skep la ruche 1\0" + seed.to_bytes(16, "big") + label.encode("utf-8") + b"\0"
        )
        self._words = self._read()

    def _read(self) -> Iterator[int]:
        block = 0
        while True:
            yield from unpack(">8I", sha256(self._prefix + block.to_bytes(8, "big")).digest())
            block += 1

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, all equally likely; count is 1 to 2^32."""
        if not 1 <= count <= 1 << 32:
            raise InvalidOptionsError(f"expected 1 to 2^32 possibilities, not {count}")
        bound = (1 << 32) // count * count
        while (word := next(self._words)) >= bound:
            pass
        return word % count

    def shuffled(self, items: Sequence[_Item]) -> list[_Item]:
        """The items in a random order."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result


def daily_seed(day: date) -> int:
    """The seed of a day's puzzle: 16 bytes of SHA-256("skep la ruche daily YYYY-MM-DD")."""
    digest = sha256(f"skep la ruche daily {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:16], "big")


def parse_seed(text: str) -> int:
    """Read a seed: a decimal number, or 32 hexadecimal digits."""
    text = text.strip()
    try:
        seed = int(text, 16) if len(text) == 32 else int(text)
    except ValueError:
        seed = -1
    if not 0 <= seed < 1 << SEED_BITS:
        raise InvalidOptionsError(
            Told(
                "{text} is not a seed: expected a number below 2^128, or 32 hexadecimal digits",
                text=repr(text),
            )
        )
    return seed
