"""The same legal moves as another UHP engine: `make test-full PEER="path arguments"`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest
from tests.hive.perft_cases import bench_cases
from tests.hive.uhp_peer import PeerError, UhpPeer

from skep.hive import Position
from skep.hive.notation import read_move
from skep.hive.options import HIVE_SETS

GAMES = 60
PLIES = 70

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def peer() -> Iterator[UhpPeer]:
    command = os.environ.get("SKEP_PEER", "")
    if not command:
        pytest.skip("no engine to compare with: give one by PEER=path (or SKEP_PEER)")
    with UhpPeer(command) as peer:
        yield peer


def assert_same_moves(peer: UhpPeer, position: Position) -> None:
    listed = peer.ask("validmoves")[0].split(";")
    theirs = {read_move(position, text) for text in listed}
    assert theirs == set(position.legal_moves), position.game_string


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game_type", HIVE_SETS)
def test_random_games(peer: UhpPeer, game_type: str) -> None:
    missing = set(game_type.partition("+")[2]) - peer.letters
    if missing:
        pytest.skip(f"{peer.name} does not know {', '.join(sorted(missing))}")
    random = Random(game_type)
    compared = 0
    for _ in range(GAMES):
        position = Position(game_type)
        peer.ask(f"newgame {game_type}")
        for _ in range(PLIES):
            if position.outcome() is not None:
                break
            assert_same_moves(peer, position)
            compared += 1
            moves = list(position.legal_moves)
            in_play = [move for move in moves if move.origin is not None]
            chosen = random.choice(in_play if in_play and random.random() < 0.5 else moves)
            text = position.format_move(chosen)
            position.play_unchecked(chosen)
            state = peer.ask("pass" if text == "pass" else f"play {text}")[0].split(";")[1]
            over = position.outcome() is not None
            assert over == (state not in ("NotStarted", "InProgress")), position.game_string
    assert compared > GAMES * 10


def test_bench_positions(peer: UhpPeer) -> None:
    for case in bench_cases():
        if set(case.game.partition(";")[0].partition("+")[2]) <= peer.letters:
            peer.ask(f"newgame {case.game}")
            assert_same_moves(peer, case.position)


def test_a_move_that_we_refuse_is_refused_there_too(peer: UhpPeer) -> None:
    peer.ask("newgame Base")
    for text in ("wS1", "bS1 wS1-"):
        peer.ask(f"play {text}")
    with pytest.raises(PeerError):
        peer.ask("play wS1 bS1-")
