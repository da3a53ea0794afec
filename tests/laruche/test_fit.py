from hypothesis import given
from hypothesis import strategies as st
from tests.laruche import fit_vectors

from skep.geometry import DIRECTIONS
from skep.laruche.fit import Mismatch, Wanted, best_turn, mismatches
from skep.laruche.table import poses_fitting
from skep.laruche.tiles import ALL_POSES, Color, Pose

poses = st.sampled_from(ALL_POSES)
spots = st.tuples(*[st.none() | st.sampled_from(Color)] * 6)


def matching(pose: Pose, wanted: Wanted) -> int:
    return sum(
        color is not None and color == own for own, color in zip(pose.colors, wanted, strict=True)
    )


@given(poses, spots)
def test_what_differs_is_what_does_not_match(pose: Pose, wanted: Wanted) -> None:
    asked = sum(color is not None for color in wanted)
    found = mismatches(pose, wanted)
    assert len(found) == asked - matching(pose, wanted)
    for direction, own, theirs in found:
        assert (pose.colors[direction], wanted[direction]) == (own, theirs)
    assert (not found) == (pose in poses_fitting(wanted))


@given(poses, spots)
def test_the_best_turn_keeps_the_face_and_matches_most(held: Pose, wanted: Wanted) -> None:
    best = best_turn(held, wanted)
    assert (best.tile, best.has_bee) == (held.tile, held.has_bee)
    rivals = [held.turned(sixths) for sixths in range(6)]
    assert matching(best, wanted) == max(matching(rival, wanted) for rival in rivals)
    turn = rivals.index(best)
    for sixths, rival in enumerate(rivals):
        if matching(rival, wanted) == matching(best, wanted):
            assert min(turn, 6 - turn) <= min(sixths, 6 - sixths)


@given(poses, spots)
def test_a_tile_that_fits_is_turned_so_that_it_does(held: Pose, wanted: Wanted) -> None:
    can = any(held.turned(sixths) in poses_fitting(wanted) for sixths in range(6))
    assert (best_turn(held, wanted) in poses_fitting(wanted)) == can


def test_of_two_turns_alike_the_clockwise_one_is_taken() -> None:
    held = Pose.parse("ROYGBV")
    assert best_turn(held, (None,) * 6) is held
    # Red stands north-east and orange east; turned either way, one of two edges matches.
    wanted: list[Color | None] = [None] * 6
    wanted[0], wanted[2] = Color.RED, Color.RED
    assert best_turn(held, tuple(wanted)) is held.turned(-1)


def test_a_mismatch_names_both_colors() -> None:
    pose = Pose.parse("ROYGBV")
    wanted: Wanted = (Color.GREEN, Color.RED, None, None, None, None)
    assert mismatches(pose, wanted) == [Mismatch(DIRECTIONS[0], Color.ORANGE, Color.GREEN)]


def test_the_cases_of_the_pages_are_up_to_date() -> None:
    written = fit_vectors.PATH.read_text(encoding="utf-8")
    assert written == fit_vectors.text(), "run: python -m tests.laruche.fit_vectors"
