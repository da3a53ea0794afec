"""Codes of deals: a link made once leads to the same tiles for ever."""

import pytest

from skep.errors import UnreadableError
from skep.laruche.deal_codes import code_of_tiles, tiles_of_code
from skep.laruche.tiles import ALL_TILES


def test_every_tile_has_its_character() -> None:
    code = code_of_tiles(ALL_TILES)
    assert code == "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
    assert tiles_of_code(code) == ALL_TILES
    assert [tile.name for tile in tiles_of_code("x0Kb3Z")] == FROZEN


FROZEN = ["RBGYOV", "ROYGBV", "RBYGVO", "RGOVBY", "ROYBVG", "RGVOBY"]


@pytest.mark.parametrize("code", ["", "01234", "012340", "01234y", "01 345", "0123é5", "-" * 60])
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(UnreadableError):
        tiles_of_code(code)
