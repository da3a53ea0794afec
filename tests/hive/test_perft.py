"""The rule book counts as many positions as are known to exist."""

from pathlib import Path

import pytest

from skep.hive.notation import format_game, parse_game
from skep.hive.options import HiveOptions, OpeningQueen
from skep.hive.reference import ReferencePosition

BENCH = Path(__file__).parent.parent / "cases" / "hive" / "bench"

KNOWN: dict[str, dict[OpeningQueen, list[int]]] = {
    "Base": {"forbidden": [4, 96, 1440], "allowed": [5, 150, 2220]},
    "Base+M": {"forbidden": [5, 150, 2610], "allowed": [6, 216, 3744]},
    "Base+L": {"forbidden": [5, 150, 2610], "allowed": [6, 216, 3744]},
    "Base+P": {"forbidden": [5, 150, 2610], "allowed": [6, 216, 3744]},
    "Base+ML": {"forbidden": [6, 216, 4320], "allowed": [7, 294, 5880]},
    "Base+MP": {"forbidden": [6, 216, 4320], "allowed": [7, 294, 5880]},
    "Base+LP": {"forbidden": [6, 216, 4320], "allowed": [7, 294, 5880]},
    "Base+MLP": {"forbidden": [7, 294, 6678], "allowed": [8, 384, 8736]},
}


def perft(position: ReferencePosition, depth: int) -> int:
    moves = position.legal_moves
    if depth == 1:
        return len(moves)
    leaves = 0
    for move in moves:
        position.play_unchecked(move)
        leaves += perft(position, depth - 1)
        position.undo()
    return leaves


def replayed(game_string: str) -> ReferencePosition:
    game = parse_game(game_string)
    position = ReferencePosition(game.options)
    for move in game.moves:
        position.play_unchecked(move)
    return position


def bench_positions() -> list[tuple[str, list[int]]]:
    rows = []
    for path in sorted(BENCH.glob("*.txt")):
        for line in path.read_text().splitlines():
            if not line.startswith("#"):
                game_string, *leaves = line.split("\t")
                rows.append((game_string, [int(count) for count in leaves]))
    return rows


@pytest.mark.parametrize("game_type", KNOWN)
@pytest.mark.parametrize("opening_queen", ["forbidden", "allowed"])
def test_start_positions(game_type: str, opening_queen: OpeningQueen) -> None:
    position = ReferencePosition(HiveOptions.parse(game_type, opening_queen=opening_queen))
    counts = [perft(position, depth) for depth in (1, 2, 3)]
    assert counts == KNOWN[game_type][opening_queen]


def test_gate_between_stacks() -> None:
    position = replayed(
        "Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ"
    )
    assert [perft(position, depth) for depth in (1, 2)] == [36, 965]


def test_bench_positions_are_there() -> None:
    assert len(bench_positions()) == 32


@pytest.mark.parametrize(("game_string", "leaves"), bench_positions())
def test_bench_positions(game_string: str, leaves: list[int]) -> None:
    position = replayed(game_string)
    assert [perft(position, depth) for depth in (1, 2)] == leaves[:2]


@pytest.mark.parametrize(("game_string", "leaves"), bench_positions())
def test_bench_games_are_written_as_they_were(game_string: str, leaves: list[int]) -> None:
    game = parse_game(game_string)
    assert format_game(game.options, game.moves) == game_string


@pytest.mark.slow
@pytest.mark.parametrize(("game_string", "leaves"), bench_positions())
def test_bench_positions_to_depth_three(game_string: str, leaves: list[int]) -> None:
    assert perft(replayed(game_string), 3) == leaves[2]
