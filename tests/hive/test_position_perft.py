"""The core counts what is known to exist, in each mode and on each CPU path."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import get_args

import pytest
from tests.hive.perft_cases import PerftCase, bench_cases, known_cases

from skep import _core
from skep.hive.position import PerftMode, Position

MODES: tuple[PerftMode, ...] = get_args(PerftMode)

# What a child process on another CPU path counts: the whole table to depth 5 and every bench
# position, in list mode, with the checksums of the lists.
_COUNT_ALL = """
from tests.hive.perft_cases import bench_cases, known_cases
from skep import _core
print(_core.cpu())
for case in known_cases():
    for depth, leaves in enumerate(case.leaves[:5], start=1):
        if leaves < 10_000_000:
            print(*case.position._perft(depth, "list", 1), leaves)
for case in bench_cases():
    print(*case.position._perft(3, "list", 1), case.leaves[2])
"""


def count_all(cpu: str) -> list[str]:
    child = subprocess.run(
        [sys.executable, "-c", _COUNT_ALL],
        env={**os.environ, "SKEP_CPU": cpu},
        check=True,
        capture_output=True,
        text=True,
    )
    name, *lines = child.stdout.splitlines()
    assert name == cpu
    return lines


def test_the_table_is_there() -> None:
    assert [len(case.leaves) for case in known_cases()] == [7] * 8 + [4] * 8 + [5]
    assert len(bench_cases()) == 32


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", known_cases(), ids=lambda case: case.title)
def test_known_counts_to_depth_five(case: PerftCase, mode: PerftMode) -> None:
    leaves = [count for count in case.leaves[:5] if count < 10_000_000]
    position = case.position
    assert [position.perft(depth, mode) for depth in range(1, len(leaves) + 1)] == leaves


@pytest.mark.medium
@pytest.mark.parametrize("case", known_cases(), ids=lambda case: case.title)
def test_known_counts_to_depth_six(case: PerftCase) -> None:
    if len(case.leaves) == 7:
        assert case.position.perft(6) == case.leaves[5]
    else:
        assert case.position.perft(len(case.leaves)) == case.leaves[-1]


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", known_cases(), ids=lambda case: case.title)
def test_known_counts_to_depth_seven(case: PerftCase, mode: PerftMode) -> None:
    for depth, leaves in enumerate(case.leaves[5:], start=6):
        if mode != "full" or leaves < 1_000_000_000:
            assert case.position.perft(depth, mode, threads=2) == leaves
    if len(case.leaves) == 5:
        assert case.position.perft(5, mode, threads=2) == case.leaves[4]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("case", bench_cases(), ids=range(len(bench_cases())))
def test_bench_positions(case: PerftCase, mode: PerftMode) -> None:
    position = case.position
    assert [position.perft(depth, mode) for depth in (1, 2, 3)] == case.leaves


@pytest.mark.parametrize("threads", [2, 3, 64])
def test_threads_change_nothing(threads: int) -> None:
    position = bench_cases()[0].position
    assert position._perft(3, "list", threads) == position._perft(3, "list", 1)


def test_counting_leaves_the_position_alone() -> None:
    position = bench_cases()[0].position
    before = position.copy()
    position.perft(3, "full", threads=2)
    assert position == before
    assert position.hash == before.hash
    assert position.moves == before.moves


def test_depth_zero_is_the_position_itself() -> None:
    for mode in MODES:
        assert Position("Base").perft(0, mode) == 1
    with pytest.raises(ValueError, match="from 0 to 1000"):
        Position("Base").perft(-1)


def test_a_finished_game_has_nothing_below_it() -> None:
    position = Position.from_game_string(
        "Base;WhiteWins;Black[10];wG1;bA1 -wG1;wB1 wG1/;bG1 -bA1;wS1 wG1\\;bS1 \\bA1;wQ wB1-;"
        "bQ /bG1;wS1 bQ\\;bS1 -bQ;wG2 wS1-;bB1 -bS1;wG2 bS1\\;bA2 \\bB1;wA1 \\wB1;bA2 /wA1;"
        "wG1 -bG1;bA3 /bB1;wA1 bG1\\"
    )
    for mode in MODES:
        assert [position.perft(depth, mode) for depth in (1, 2, 3)] == [0, 0, 0]
    last = position.undo()
    assert last in position.legal_moves
    assert position.perft(2) == sum(_moves_after(position, move) for move in position.legal_moves)


def _moves_after(position: Position, move: _core.Move) -> int:
    after = position.copy()
    after.play_unchecked(move)
    return len(after.legal_moves)


@pytest.mark.medium
def test_both_cpu_paths_list_the_same_moves() -> None:
    baseline = count_all("baseline")
    for line in baseline:
        leaves, _, known = line.split()
        assert leaves == known
    if _core.cpu() == "baseline":
        pytest.skip("this CPU has no other path")
    assert count_all("avx2") == baseline
