from itertools import pairwise

from tests.laruche.test_solver import draw

from skep.laruche.grades import GRADES, blind_grade, grade_of
from skep.laruche.solver import solve, try_blindly


def test_grades_follow_from_the_number_of_layouts() -> None:
    for (grade, least), (harder, _) in pairwise(GRADES):
        assert (grade_of(least + 1), grade_of(least)) == (grade, harder)


def test_blind_tries_repeat_and_come_through_only_where_there_is_a_way() -> None:
    for seed in range(20):
        tiles = draw(seed, 6)
        for loose in (2, 3):
            solved = try_blindly(tiles, 300, loose=loose)
            assert solved == try_blindly(tiles, 300, loose=loose)
            assert 0 <= solved <= 300
            assert (solved > 0) <= bool(solve(tiles, loose=loose).layouts)
    assert try_blindly(draw(1, 12), 300, seed=1) != try_blindly(draw(1, 12), 300, seed=2)


def test_all_grades_are_dealt_in_all_sizes() -> None:
    for size in (6, 10, 20):
        grades = {blind_grade(draw(seed, size), loose=2) for seed in range(120)}
        assert grades == {"easy", "medium", "hard", "expert"}
