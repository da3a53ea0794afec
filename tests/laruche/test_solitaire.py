from datetime import date
from itertools import combinations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skep.errors import InvalidOptionsError, RefusedError
from skep.geometry import Cell
from skep.laruche.silhouettes import SILHOUETTES, parse_shape
from skep.laruche.solitaire import Puzzle, Solitaire, SolitaireOptions, SoloView
from skep.laruche.solo_events import (
    AskHint,
    ClockStarted,
    ClockStopped,
    GiveUp,
    Hinted,
    Put,
    PutDown,
    PuzzleDealt,
    SoloCommand,
    SoloEnded,
    StartClock,
    StopClock,
    TakeBack,
    TakenBack,
)
from skep.laruche.solver import can_be_built, count_layouts, standing
from skep.laruche.tiles import Placement, Pose


def refusal(solitaire: Solitaire, command: SoloCommand, at_ms: int = 0) -> str:
    before = solitaire.view()
    checked = solitaire.check(command, at_ms)
    with pytest.raises(RefusedError) as caught:
        solitaire.apply(command, at_ms)
    assert solitaire.view() == before
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
@pytest.mark.medium
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
    assert solitaire.apply(GiveUp(), 7) == (SoloEnded(False, 7, 1, 0, 0, 1),)


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


def started(**options: Any) -> Solitaire:
    solitaire = Solitaire(Puzzle.deal(SolitaireOptions(**options), seed=7))
    for placement in solitaire.puzzle.solution[:-1]:
        solitaire.apply(Put.of(placement), solitaire.now_ms + 1_000)
    return solitaire


def is_by_the_rules(solitaire: Solitaire) -> bool:
    return can_be_built(solitaire.table.tiles, loose=solitaire.puzzle.options.loose)


@pytest.mark.parametrize("reading", ["third", "fourth"])
def test_any_tile_is_taken_back_with_those_that_cannot_lie_without_it(reading: str) -> None:
    for number in range(11):
        solitaire = started(reading=reading)
        before = dict(solitaire.table.tiles)
        cell = list(before)[number]
        assert solitaire.check(TakeBack(cell), solitaire.now_ms) is None
        lifted = solitaire.apply(TakeBack(cell), solitaire.now_ms)
        assert solitaire.undos == 1
        assert isinstance(lifted[0], TakenBack)
        assert lifted[0].cell == cell
        after = dict(solitaire.table.tiles)
        assert is_by_the_rules(solitaire)
        gone = {}
        for effect in lifted:
            assert isinstance(effect, TakenBack)
            gone[effect.cell] = Pose.parse(effect.pose)
        assert {**after, **gone} == before
        assert len(solitaire.hand) == 1 + len(lifted)
        # None of those that went could have stayed.
        for other in set(gone) - {cell}:
            assert not can_be_built([*after, other], loose=solitaire.puzzle.options.loose)


def test_what_rests_on_a_tile_goes_with_it() -> None:
    cells = [Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1), Cell(0, 2), Cell(1, 2)]
    assert standing(cells[1:]) == set(cells[1:])
    bridge = [Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(-1, 1), Cell(-1, 2)]
    assert can_be_built(bridge)
    # Without the third, any two that touch may stay: those that were laid first do.
    del bridge[2]
    assert standing(bridge) == set(bridge[:2])
    assert standing([Cell(0, 0), Cell(1, 0), Cell(5, 0), Cell(6, 0)]) == {Cell(0, 0), Cell(1, 0)}
    assert standing([Cell(5, 0), Cell(6, 0), Cell(0, 0), Cell(1, 0)]) == {Cell(5, 0), Cell(6, 0)}
    row = [Cell(0, 0), Cell(1, 0), Cell(2, 0)]
    assert standing(row) == {Cell(0, 0), Cell(1, 0)}
    assert standing(row, loose=3) == set(row)
    assert standing([]) == frozenset()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.builds(Cell, st.integers(0, 3), st.integers(0, 3)), unique=True, max_size=8))
def test_no_greater_part_would_stand(cells: list[Cell]) -> None:
    for loose in (2, 3):
        left = standing(cells, loose=loose)
        greatest = max(
            (size for size in range(len(cells) + 1) for part in combinations(cells, size)
             if can_be_built(part, loose=loose)),
            default=0,
        )  # fmt: skip
        assert can_be_built(left, loose=loose)
        assert len(left) == greatest


def test_only_what_lies_can_be_taken_back() -> None:
    solitaire = started()
    assert refusal(solitaire, TakeBack(Cell(90, 90)), solitaire.now_ms) == "NO_TILE_THERE"


def test_the_clock_counts_only_while_the_page_is_shown() -> None:
    puzzle = Puzzle.deal(SolitaireOptions(size=6), seed=7)
    solitaire = Solitaire(puzzle, start_ms=1_000)
    first, *rest = puzzle.solution
    solitaire.apply(Put.of(first), 3_000)
    assert refusal(solitaire, StartClock(), 3_500) == "NOT_PAUSED"
    assert solitaire.apply(StopClock(), 4_000) == (ClockStopped(3_000),)
    assert refusal(solitaire, StopClock(), 4_500) == "ALREADY"
    for command in (Put.of(rest[0]), TakeBack(), AskHint()):
        assert refusal(solitaire, command, 5_000) == "PAUSED"
    view = solitaire.view()
    assert (view.table, view.hand, view.laid) == ((), (), 1)
    assert (view.time_ms, view.running_since_ms) == (3_000, None)
    assert solitaire.apply(StartClock(), 100_000) == (ClockStarted(3_000),)
    view = solitaire.view()
    assert (len(view.table), len(view.hand)) == (1, 5)
    assert (view.time_ms, view.running_since_ms) == (3_000, 100_000)
    for placement in rest:
        solitaire.apply(Put.of(placement), 102_000)
    score = solitaire.outcome()
    assert score is not None
    assert (score.solved, score.time_ms) == (True, 5_000)
    assert (solitaire.view().time_ms, solitaire.view().running_since_ms) == (5_000, None)


def test_giving_up_in_a_pause_shows_the_tiles_again() -> None:
    solitaire = started()
    solitaire.apply(StopClock(), solitaire.now_ms)
    (ended,) = solitaire.apply(GiveUp(), solitaire.now_ms + 60_000)
    assert isinstance(ended, SoloEnded)
    assert (ended.solved, ended.time_ms, ended.laid) == (False, 11_000, 11)
    assert len(solitaire.view().table) == 11


def test_joins_are_the_edges_that_touch() -> None:
    solitaire = Solitaire(Puzzle.deal(SolitaireOptions(), seed=7))
    for placement in solitaire.puzzle.solution:
        touching = solitaire.table.contacts(placement.cell)
        before = solitaire.joins
        put = solitaire.apply(Put.of(placement), 0)[0]
        assert isinstance(put, PutDown)
        assert put.joins == solitaire.joins == before + touching
    score = solitaire.outcome()
    assert score is not None
    assert 21 <= score.joins <= (solitaire.puzzle.best or 0)
    assert score.laid == 12


def test_a_hint_is_stored_with_what_it_was() -> None:
    puzzle = Puzzle.deal(SolitaireOptions(), seed=7)
    solitaire = Solitaire(puzzle)
    hint = solitaire.hint()
    assert hint is not None
    assert solitaire.apply(AskHint.of(hint), 0) == (Hinted(hint.cell, hint.pose.name),)
    assert (solitaire.hints, solitaire.hinted) == (1, frozenset({hint}))
    solitaire.apply(Put.of(hint), 0)
    # What no longer can be laid is no hint.
    assert refusal(solitaire, AskHint.of(hint), 0) == "NOT_YOUR_TILE"
    with pytest.raises(ValueError, match="both"):
        AskHint(hint.cell)


@pytest.mark.parametrize("options", [{}, {"silhouette": "fox"}, {"size": 8, "reading": "fourth"}])
def test_a_puzzle_comes_out_of_its_log_without_being_solved(
    options: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle.deal(SolitaireOptions(**options), seed=7)
    stored = msgspec.json.encode(puzzle.to_store())
    solution = puzzle.solution
    for name in ("fill", "solve", "count_layouts", "best_joins", "blind_grade"):
        monkeypatch.delattr(f"skep.laruche.puzzles.{name}")
    again = Puzzle.of(puzzle.options, msgspec.json.decode(stored, type=PuzzleDealt), puzzle.seed)
    assert again == puzzle
    assert (again.grade, again.best) == (puzzle.grade, puzzle.best)
    solitaire = Solitaire(again)
    for placement in solution:
        solitaire.apply(AskHint.of(placement), 0)
        solitaire.apply(Put.of(placement), 0)
    assert solitaire.outcome() is not None


@pytest.mark.parametrize(
    "dealt",
    [
        {"tiles": ["ROYGBV"], "shape": None, "grade": "easy", "best": 1},
        {"tiles": ["ROYGBB"] * 6, "shape": None, "grade": "easy", "best": 1},
        {"tiles": ["ROYGBV"] * 6, "shape": [[0, 2000]] * 6, "grade": "easy", "best": 1},
        {"tiles": ["ROYGBV"] * 6, "shape": None, "grade": "mild", "best": 1},
    ],
)
def test_a_damaged_deal_is_unreadable(dealt: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"kind": "puzzle_dealt", **dealt}, PuzzleDealt)


@pytest.mark.parametrize("size", [6, 9, 12, 20])
@pytest.mark.parametrize("grade", ["easy", "expert"])
def test_deals_by_grade(size: int, grade: str) -> None:
    options = SolitaireOptions(size=size, grade=grade)  # type: ignore[arg-type]
    puzzle = Puzzle.deal(options, seed=3)
    assert puzzle.grade == grade
    assert puzzle == Puzzle.deal(options, seed=3)
    assert puzzle.search().is_solvable


def test_a_view_is_plain_and_comes_back_as_it_was() -> None:
    for solitaire in (started(), started(silhouette="pot")):
        view = solitaire.view()
        assert msgspec.json.decode(msgspec.json.encode(view), type=SoloView) == view


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
     "silhouette=pot size=13", "silhouette=shadow size=21", "grade=mild", "grade=easy size=21",
     "grade=easy silhouette=pot"],
)  # fmt: skip
def test_impossible_options_are_refused(options: str) -> None:
    with pytest.raises(InvalidOptionsError):
        SolitaireOptions.parse(options)


def test_options_round_trip() -> None:
    options = SolitaireOptions(size=20, reading="fourth", strict=True, silhouette="shadow")
    assert SolitaireOptions.parse(str(options)) == options
    graded = SolitaireOptions(size=8, grade="hard")
    assert SolitaireOptions.parse(str(graded)) == graded
    assert SolitaireOptions.parse("size=8 reading=third strict=off silhouette=none").grade == "any"


def test_a_crooked_drawing_is_refused() -> None:
    with pytest.raises(InvalidOptionsError):
        parse_shape("# #\n# #")
