from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.errors import InvalidOptionsError, RefusedError
from skep.geometry import Cell
from skep.laruche.silhouettes import SILHOUETTES, parse_shape
from skep.laruche.solitaire import Puzzle, Solitaire, SolitaireOptions
from skep.laruche.solo_events import AskHint, GiveUp, Hinted, Put, SoloCommand, SoloEnded, TakeBack
from skep.laruche.solver import can_be_built, count_layouts
from skep.laruche.tiles import Placement


def refusal(solitaire: Solitaire, command: SoloCommand, at_ms: int = 0) -> str:
    before = solitaire.view(0)
    checked = solitaire.check(command, at_ms)
    with pytest.raises(RefusedError) as caught:
        solitaire.apply(command, at_ms)
    assert solitaire.view(0) == before
    assert checked is not None
    assert checked.code == caught.value.code
    return caught.value.code


def test_the_daily_puzzle_is_the_same_for_everyone() -> None:
    today = Puzzle.daily(date(2026, 3, 1))
    assert today == Puzzle.daily(date(2026, 3, 1))
    assert today != Puzzle.daily(date(2026, 3, 2))
    assert [tile.name for tile in today.tiles[:3]] == ["RYGOVB", "RYVBGO", "RBOGVY"]


@settings(deadline=None, max_examples=25)
@given(
    st.integers(0, 1 << 128 - 1),
    st.integers(6, 60),
    st.sampled_from(["third", "fourth"]),
)
def test_hints_lead_to_a_solution(seed: int, size: int, reading: str) -> None:
    options = SolitaireOptions(size=size, reading=reading)  # type: ignore[arg-type]
    solitaire = Solitaire(Puzzle.deal(options, seed))
    for number in range(size):
        assert solitaire.can_be_solved()
        (hint,) = solitaire.apply(AskHint(), number)
        assert isinstance(hint, Hinted)
        solitaire.apply(Put(hint.cell, hint.pose), number)
    score = solitaire.outcome()
    assert score is not None
    assert (score.solved, score.hints, score.undos) == (True, size, 0)
    assert refusal(solitaire, GiveUp(), size) == "ROUND_OVER"


def test_what_is_refused() -> None:
    puzzle = Puzzle.deal(SolitaireOptions(), seed=7)
    solitaire = Solitaire(puzzle)
    first, second, third = puzzle.solution[:3]
    assert refusal(solitaire, TakeBack()) == "NO_UNDO"
    assert refusal(solitaire, Put(first.cell, first.pose.flipped().name)) == "BEE_DOWN"
    assert refusal(solitaire, Put(Cell(500, 0), first.pose.name)) == "OFF_TABLE"
    solitaire.apply(Put.of(first), 5)
    assert refusal(solitaire, GiveUp(), 4) == "TIME_REVERSED"
    assert refusal(solitaire, Put(second.cell, first.pose.name), 5) == "NOT_YOUR_TILE"
    assert refusal(solitaire, Put(first.cell, second.pose.name), 5) == "TAKEN"
    assert refusal(solitaire, Put(Cell(50, 0), second.pose.name), 5) == "TOO_FEW_NEIGHBOURS"
    assert refusal(solitaire, Put(second.cell, second.pose.turned(1).name), 5) == "MISMATCH"
    solitaire.apply(Put.of(second), 5)
    single = next(
        placement
        for placement in solitaire.table.edge_placements([third.pose.tile])
        if placement.pose.has_bee
    )
    assert refusal(solitaire, Put.of(single), 5) == "TOO_FEW_NEIGHBOURS"
    solitaire.apply(TakeBack(), 6)
    assert (solitaire.undos, len(solitaire.hand)) == (1, 11)
    assert solitaire.apply(GiveUp(), 7) == (SoloEnded(False, 7, 1, 0),)


def test_the_other_reading_lets_the_third_tile_touch_one() -> None:
    solitaire = Solitaire(Puzzle.deal(SolitaireOptions(reading="fourth"), seed=7))
    first, second = solitaire.puzzle.solution[:2]
    solitaire.apply(Put.of(first), 0)
    solitaire.apply(Put.of(second), 0)
    for count in (1, 0):
        single = next(
            placement
            for placement in solitaire.table.edge_placements(solitaire.hand)
            if placement.pose.has_bee
        )
        if count:
            solitaire.apply(Put.of(single), 0)
    assert refusal(solitaire, Put.of(single)) == "TOO_FEW_NEIGHBOURS"


def test_strict_takes_nothing_back() -> None:
    solitaire = Solitaire(Puzzle.deal(SolitaireOptions(strict=True), seed=7))
    solitaire.apply(Put.of(solitaire.puzzle.solution[0]), 0)
    assert refusal(solitaire, TakeBack()) == "NO_UNDO"


def test_a_dead_end_is_noticed_and_has_no_hint() -> None:
    puzzle = Puzzle.deal(SolitaireOptions(size=8), seed=2)
    solitaire = Solitaire(puzzle)

    def wander() -> bool:
        """Lay tiles until nothing can be solved any more."""
        if not solitaire.can_be_solved():
            return True
        table = solitaire.table
        if not len(table):
            ways = [Placement(Cell(0, 0), tile.poses[0]) for tile in solitaire.hand]
        elif len(table) == 1:
            ways = list(table.edge_placements(solitaire.hand))
        else:
            ways = table.placements(solitaire.hand)
        for placement in ways:
            if placement.pose.has_bee:
                solitaire.apply(Put.of(placement), 0)
                if solitaire.outcome() is not None:
                    return False
                if wander():
                    return True
                solitaire.apply(TakeBack(), 0)
        return False

    assert wander()
    assert solitaire.outcome() is None
    assert count_layouts(puzzle.tiles, solitaire.placed).layouts == 0
    assert refusal(solitaire, AskHint()) == "NOT_SOLVABLE"


@pytest.mark.parametrize("name", [*SILHOUETTES, "shadow"])
def test_silhouettes_can_be_filled_and_only_they(name: str) -> None:
    for seed in range(3):
        puzzle = Puzzle.deal(SolitaireOptions(silhouette=name), seed)
        assert puzzle.shape is not None
        assert can_be_built(puzzle.shape)
        assert {placement.cell for placement in puzzle.solution} == puzzle.shape
        solitaire = Solitaire(puzzle)
        outside = Cell(40, 40)
        assert refusal(solitaire, Put(outside, puzzle.solution[0].pose.name)) == "OUTSIDE_SHAPE"
        for placement in puzzle.solution:
            assert solitaire.can_be_solved()
            solitaire.apply(Put.of(placement), 0)
        assert solitaire.outcome() is not None
        assert puzzle.par_ms > 0


@pytest.mark.parametrize(
    "options",
    ["size=5", "size=61", "size=x", "reading=fifth", "strict=maybe", "silhouette=cow", "shape=pot",
     "silhouette=pot size=13", "silhouette=shadow size=21"],
)  # fmt: skip
def test_impossible_options_are_refused(options: str) -> None:
    with pytest.raises(InvalidOptionsError):
        SolitaireOptions.parse(options)


def test_options_round_trip() -> None:
    options = SolitaireOptions(size=20, reading="fourth", strict=True, silhouette="shadow")
    assert SolitaireOptions.parse(str(options)) == options


def test_a_crooked_drawing_is_refused() -> None:
    with pytest.raises(InvalidOptionsError):
        parse_shape("# #\n# #")
