"""Watching a search: snapshots, the answer, and stops that come at any moment."""

from __future__ import annotations

import subprocess
import sys
import threading
from random import Random

import pytest

from skep._core import Search, default_weights
from skep.errors import CoreError, GameOverError, InvalidOptionsError
from skep.hive import Position
from skep.hive.engine import Analysis, Engine, Limit
from skep.hive.engine.bench import bench_positions


def middle_game() -> Position:
    return bench_positions()[5]


def test_the_last_snapshot_is_the_answer() -> None:
    engine = Engine(hash_mib=4)
    limit = Limit(nodes=20_000)
    seen = list(engine.watch(middle_game(), limit, lines=2, every=0.001))
    direct = Engine(hash_mib=4).analyse(middle_game(), limit, lines=2)
    assert (seen[-1].lines, seen[-1].nodes) == (direct.lines, direct.nodes)
    depths = [analysis.depth for analysis in seen]
    assert depths == sorted(depths)
    assert all(analysis.lines for analysis in seen)


def test_an_endless_search_is_watched_and_stopped() -> None:
    engine = Engine(hash_mib=4)
    position = middle_game()
    with engine.watch(position, Limit(), every=0.01) as watch:
        for analysis in watch:
            if analysis.depth >= 2:
                watch.stop()
    assert watch.is_done
    assert watch.answer.best.move in position.legal_moves
    assert analysis == watch.answer


def test_leaving_early_frees_the_engine() -> None:
    engine = Engine(hash_mib=1)
    for analysis in engine.watch(middle_game(), Limit(), every=0.001):
        assert analysis.lines
        break
    assert engine.analyse(middle_game(), Limit(nodes=100)).lines
    with engine.watch(middle_game(), Limit()) as watch:
        assert next(iter(watch)).lines
    assert engine.analyse(middle_game(), Limit(nodes=100)).lines


def test_a_watch_that_is_never_begun_costs_nothing() -> None:
    engine = Engine(hash_mib=1)
    with engine.watch(middle_game(), Limit()):
        pass
    assert engine.analyse(middle_game(), Limit(nodes=100)).lines


def test_a_stop_before_the_run_begins_is_not_lost() -> None:
    engine = Engine(hash_mib=1)
    watch = engine.watch(middle_game(), Limit())  # endless, if the stop were lost
    watch.stop()
    assert watch.answer.best.move in middle_game().legal_moves


def test_a_stop_between_announcement_and_run_is_not_lost() -> None:
    engine = Engine(hash_mib=1)
    may_search = threading.Event()

    def ask() -> Analysis:
        may_search.wait()
        return engine.analyse(middle_game(), Limit())  # endless, if the stop were lost

    watch = engine.watching(ask)
    waiting = threading.Thread(target=lambda: watch.answer)
    waiting.start()
    while not watch.has_begun:
        pass
    watch.stop()
    may_search.set()
    waiting.join()
    assert watch.answer.lines


def test_the_core_keeps_a_stop_for_an_announced_run_only() -> None:
    search = Search(hash_mib=1)
    search.stop()  # nobody is meant
    whole = search.run(middle_game(), max_nodes=3_000)
    assert whole.nodes >= 3_000
    search.announce_run()
    search.stop()
    stopped = search.run(middle_game(), max_nodes=3_000)
    assert stopped.nodes < 3_000
    assert stopped.lines
    assert search.run(middle_game(), max_nodes=3_000).nodes >= 3_000  # used up
    search.announce_run()
    search.stop()
    search.withdraw_run()
    assert search.run(middle_game(), max_nodes=3_000).nodes >= 3_000


def test_a_late_stop_does_not_end_a_later_search() -> None:
    engine = Engine(hash_mib=1)
    first = engine.watch(middle_game(), Limit(nodes=500))
    assert first.answer.lines
    with engine.watch(middle_game(), Limit(nodes=50_000)) as second:
        first.stop()
        assert second.answer.nodes >= 50_000


def test_errors_come_out_where_the_answer_is_asked_for() -> None:
    engine = Engine(hash_mib=1)
    position = finished_game()
    with pytest.raises(GameOverError):
        list(engine.watch(position, Limit()))
    with pytest.raises(GameOverError):
        engine.watch(position, Limit()).answer  # noqa: B018


def finished_game() -> Position:
    chance = Random(5)
    while True:
        position = Position("Base", repetition="offer")
        while position.legal_moves and position.ply < 400:
            position.play_unchecked(chance.choice(list(position.legal_moves)))
        if position.outcome() is not None:
            return position


def test_the_table_cannot_change_under_a_search() -> None:
    engine = Engine(hash_mib=1)
    with engine.watch(middle_game(), Limit(), every=0.001) as watch:
        assert next(iter(watch)).lines
    begun = engine.watch(middle_game(), Limit(), every=0.001)
    snapshots = iter(begun)
    next(snapshots)
    search = engine._search
    for change in (
        lambda: engine.resize(2),
        engine.forget,
        lambda: search.set_weights([(0, 0)] * len(default_weights())),
        lambda: engine.analyse(middle_game(), Limit(nodes=1)),
    ):
        with pytest.raises(CoreError, match="running"):
            change()
    begun.close()
    engine.resize(2)
    engine.forget()
    assert engine.analyse(middle_game(), Limit(nodes=100)).lines


def test_a_size_that_cannot_be_had_leaves_the_engine_usable() -> None:
    engine = Engine(hash_mib=1)
    for size in (1 << 40, 1 << 55):
        with pytest.raises(InvalidOptionsError, match="hash_mib is a whole number"):
            engine.resize(size)
        assert engine.analyse(middle_game(), Limit(nodes=1_000)).lines


@pytest.mark.parametrize("nodes", [1, 30, 700, 3_000, 20_000])
def test_lines_of_the_core_are_in_order_however_early_it_ends(nodes: int) -> None:
    search = Search(hash_mib=1)
    for position in bench_positions()[:8]:
        report = search.run(position, max_nodes=nodes, lines=6)
        assert report.lines
        firsts = [line.moves[0] for line in report.lines]
        scores = [line.score for line in report.lines]
        assert len(set(firsts)) == len(firsts)
        assert scores == sorted(scores, reverse=True)
        if report.lines[0].depth:
            assert all(line.depth for line in report.lines)
        for line in report.lines:
            board = position.copy()
            for move in line.moves:
                board.play(move)


def test_a_program_may_end_in_the_middle_of_a_search() -> None:
    script = (
        "from skep.hive import Position\n"
        "from skep.hive.engine import Engine, Limit\n"
        "engine = Engine(hash_mib=1)\n"
        "snapshots = iter(engine.watch(Position('Base'), Limit(), every=0.01))\n"
        "next(snapshots)\n"
        "raise ValueError('the program fails')\n"
    )
    child = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert child.returncode == 1
    assert "the program fails" in child.stderr
    assert "Fatal" not in child.stderr
