import pytest

from skep.geometry import Cell
from skep.laruche.puzzles import Puzzle, SolitaireOptions
from skep.laruche.sharing import share_text, tile_symbols
from skep.laruche.solitaire import Score, Solitaire
from skep.laruche.solo_events import Put
from skep.laruche.tiles import ALL_TILES, Placement

WEIGHTS = {"🟨": 2, "🟧": 3, "🟥": 4}


def score(**values: object) -> Score:
    plain = {"solved": True, "time_ms": 250_999, "undos": 2, "hints": 0, "joins": 23, "laid": 12}
    return Score(**{**plain, **values})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("made", "number", "best", "line"),
    [
        (score(), 12, 23, "La Ruche #12 · 23/23 · 4:10 · ↩2"),
        (score(undos=0), 12, 24, "La Ruche #12 · 23/24 · 4:10"),
        (score(time_ms=9_000), None, None, "La Ruche · 23 · 0:09 · ↩2"),
        (score(time_ms=3_725_000), 1, 23, "La Ruche #1 · 23/23 · 1:02:05 · ↩2"),
        (score(solved=False, laid=11), 3, 23, "La Ruche #3 · ⬡ 11/12 · 4:10 · ↩2"),
    ],
)
def test_the_first_line(made: Score, number: int | None, best: int | None, line: str) -> None:
    assert share_text(made, "🟨", number=number, size=12, best=best) == f"{line}\n🟨"
    linked = share_text(made, "🟨", number=number, size=12, best=best, link="https://x/day/3")
    assert linked == f"{line}\n🟨\nhttps://x/day/3"


def test_a_symbol_for_each_tile_in_the_order_laid() -> None:
    ring = [Cell(0, 0), *Cell(0, 0).neighbours()]
    placed = [Placement(cell, tile.poses[0]) for cell, tile in zip(ring, ALL_TILES, strict=False)]
    # The last of a ring closes it; a tile into a gap of four touches four.
    assert tile_symbols(placed) == "🟨🟨🟨🟨🟨🟨🟧"
    assert tile_symbols([*placed[1:], placed[0]])[-1] == "🟥"
    assert tile_symbols(placed, {placed[2]}) == "🟨🟨💡🟨🟨🟨🟧"


def test_symbols_add_up_to_the_joins() -> None:
    solitaire = Solitaire(Puzzle.deal(SolitaireOptions(), seed=7))
    for placement in solitaire.puzzle.solution:
        solitaire.apply(Put.of(placement), 0)
    symbols = tile_symbols(solitaire.placed)
    assert len(symbols) == 12
    # The first touches none and the second one, but both show as two.
    assert sum(WEIGHTS[symbol] for symbol in symbols) - 3 == solitaire.joins
