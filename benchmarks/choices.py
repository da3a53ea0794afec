"""What a board is told after a move: the choices of both sides, and the way of the move."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeVar

import msgspec

from benchmarks.positions import FILES, bench_positions
from skep.hive import Choices, Move, Position
from skep.hive.arena.turns import alone
from skep.hive.ways import way_of, ways_of

__all__ = ["run"]

Given = TypeVar("Given")
_encode = msgspec.json.Encoder().encode


def run(rounds: int = 200) -> None:
    for name in FILES:
        positions = [Position.from_game_string(row.game) for row in bench_positions(name)[:10]]
        print(f"{name}: {len(positions)} positions, microseconds of processor time each")
        _report("choices", rounds, positions, lambda p: p.choices())
        _report("choices as JSON", rounds, positions, lambda p: _json(p.choices()))
        _report("choices ahead as JSON", rounds, positions, lambda p: _json(p.choices(ahead=True)))
        _report("the way of the last move", rounds, _last_moves(positions), lambda m: way_of(*m))
        few = max(1, rounds // 20)
        _report("the ways of all", few, positions, lambda p: list(ways_of(p, p.legal_moves)))
        sizes = [len(_json(position.choices())) for position in positions]
        print(f"  bytes of JSON: mean {sum(sizes) / len(sizes):.0f}, most {max(sizes)}")


def _last_moves(positions: list[Position]) -> list[tuple[Position, Move]]:
    befores = [position.copy() for position in positions]
    return [(before, before.undo()) for before in befores]


def _json(choices: Choices) -> bytes:
    return _encode(
        {
            "moves": {
                piece.name: {kind.value: cells for kind, cells in kinds.items()}
                for piece, kinds in choices.moves.items()
            },
            "placeable": [piece.name for piece in choices.placeable],
            "places": choices.places,
            "pinned": [piece.name for piece in choices.pinned],
            "must_pass": choices.must_pass,
            "queen_due": choices.queen_due,
        }
    )


def _report(what: str, rounds: int, given: list[Given], work: Callable[[Given], object]) -> None:
    start = time.process_time()
    for _ in range(rounds):
        for item in given:
            work(item)
    each = (time.process_time() - start) / rounds / len(given)
    print(f"  {what}: {each * 1e6:.1f}")


if __name__ == "__main__":
    with alone():
        run(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
