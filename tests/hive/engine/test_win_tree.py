"""The tree of a win has an answer to every answer, and each way ends as it says."""

from __future__ import annotations

import pytest
from tests.hive.engine.test_wins import wins_in

from skep.errors import InvalidOptionsError
from skep.hive import Move, Position
from skep.hive.engine import WinTree, solve, win_tree


def ends(position: Position, move: Move) -> bool:
    """As it must be: by closing in the own queen."""
    answerer = position.turn
    position.play(move)
    outcome = position.outcome()
    position.undo()
    assert outcome is None or outcome.winner is answerer.other
    return outcome is not None


def check(position: Position, tree: WinTree) -> None:
    """Every way through the tree ends in time; every answer that does not end it is in it."""
    mover = position.turn
    position.play(tree.move)
    outcome = position.outcome()
    if tree.wins_in == 1:
        assert outcome is not None
        assert outcome.winner is mover
    else:
        assert outcome is None
        answered = [move for same in tree.answers for move in same.moves]
        open_ones = [move for move in position.legal_moves if not ends(position, move)]
        assert sorted(map(str, answered)) == sorted(map(str, open_ones))
        assert max(same.then.wins_in for same in tree.answers) == tree.wins_in - 1
        for same in tree.answers:
            for move in same.moves:
                position.play(move)
                check(position, same.then)
                position.undo()
    position.undo()


@pytest.mark.parametrize("moves", [1, 2])
def test_all_of_a_short_win(moves: int) -> None:
    for text in wins_in(moves)[:8]:
        position = Position.from_game_string(text)
        tree = win_tree(position, within=moves, shown=moves)
        assert tree is not None
        assert tree.wins_in == moves
        check(position, tree)


@pytest.mark.medium
def test_all_of_a_longer_win() -> None:
    position = Position.from_game_string(wins_in(3)[1])
    tree = win_tree(position, shown=3)
    assert tree is not None
    check(position, tree)


def test_no_win_no_tree() -> None:
    assert win_tree(Position("Base"), within=2) is None
    won = Position.from_game_string(wins_in(2)[0])
    assert win_tree(won, within=1) is None
    with pytest.raises(InvalidOptionsError, match="shown is a whole number from 1 to 3"):
        win_tree(won, shown=4)


def test_limits_are_for_the_whole_tree() -> None:
    position = Position.from_game_string(wins_in(3)[1])
    found = solve(position, within=3)
    for spent in ({"nodes": 0}, {"seconds": 0.0}):
        assert win_tree(position, found=found, **spent) == WinTree(found.line[0], 3)
        assert win_tree(position, **spent) is None
    whole = win_tree(position, found=found)
    assert whole is not None
    assert whole.answers
    assert win_tree(position, nodes=10**9, seconds=1e9, hash_mib=64) == whole
