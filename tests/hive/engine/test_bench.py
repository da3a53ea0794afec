"""The signature of the engine: written down, so that no change of it goes unseen."""

from __future__ import annotations

from pathlib import Path

from skep.hive.engine.bench import bench_positions, signature

WRITTEN = Path(__file__).parents[2] / "cases/hive/engine/signature.txt"


def test_the_signature_is_the_one_written_down() -> None:
    assert signature() == int(WRITTEN.read_text()), (
        "the search or the evaluation has changed: if that is meant, write the number of"
        f" `skep bench` into {WRITTEN.name} and into the commit message"
    )


def test_the_bench_has_both_sets_and_all_phases() -> None:
    positions = bench_positions()
    assert {position.options.game_type for position in positions} == {"Base", "Base+MLP"}
    assert min(position.ply for position in positions) == 0
    assert max(position.ply for position in positions) >= 60
