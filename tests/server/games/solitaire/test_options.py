"""The options of a solitaire at a server, and what is said of those there are not."""

from __future__ import annotations

import pytest

from skep.errors import InvalidOptionsError
from skep.server.games.solitaire.options import Wanted


@pytest.mark.parametrize("size", [5, 21, 40, 99])
def test_one_range_of_sizes_is_told(size: int) -> None:
    with pytest.raises(InvalidOptionsError, match=f"has 6 to 20 tiles, not {size}$"):
        Wanted.read({"size": size})


def test_the_ends_of_the_range_are_in_it() -> None:
    assert [Wanted.read({"size": size}).options.size for size in (6, 20)] == [6, 20]
