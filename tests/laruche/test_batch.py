"""Many solitaires at once lay by the same rules as one."""

from __future__ import annotations

import numpy as np
import pytest

from skep.errors import InvalidOptionsError, RefusedError
from skep.geometry import ORIGIN
from skep.laruche import solo_events as ev
from skep.laruche.batch import NO_ACTION, SolitaireBatch
from skep.laruche.puzzles import Puzzle, Reading, SolitaireOptions
from skep.laruche.solitaire import Solitaire
from skep.laruche.tiles import Placement


@pytest.mark.parametrize("reading", ["third", "fourth"])
@pytest.mark.parametrize("size", [6, 12])
def test_legal_actions_are_those_of_a_solitaire(size: int, reading: Reading) -> None:
    """Every action of the mask is accepted by a solitaire, and every legal placement is in it."""
    batch = SolitaireBatch.deal(6, 5, SolitaireOptions(size=size, reading=reading))
    singles = [Solitaire(puzzle) for puzzle in batch.puzzles]
    while not batch.over.all():
        for game, (single, mask) in enumerate(zip(singles, batch.masks(), strict=True)):
            legal = {batch.placement_of(game, action) for action in np.flatnonzero(mask).tolist()}
            assert legal == all_legal(single)
            assert all(
                batch.placement_of(game, batch.action_of(game, each)) == each for each in legal
            )
        actions = batch.random_actions(seed=int(batch.laid.sum()))
        step = batch.step(actions)
        for game, action in enumerate(actions.tolist()):
            if action != NO_ACTION:
                singles[game].apply(ev.Put.of(batch.placement_of(game, action)), 0)
            assert batch.joins[game] == singles[game].joins
            assert batch.laid[game] == len(singles[game].table)
            assert batch.table(game) == singles[game].table
            assert step.solved[game] == (singles[game].outcome() is not None)


def all_legal(single: Solitaire) -> set[Placement]:
    """What one solitaire takes, asked placement by placement through its table."""
    laid = len(single.table)
    if laid == 0:
        return {Placement(ORIGIN, pose) for tile in single.hand for pose in tile.poses[:6]}
    placements = single.table.placements(single.hand)
    if laid < single.puzzle.options.loose:
        placements += single.table.edge_placements(single.hand)
    found = {each for each in placements if each.pose.has_bee}
    for each in list(found)[:5]:
        assert single.check(ev.Put.of(each), 0) is None
    return found


def test_solutions_can_be_laid() -> None:
    """The board is wide enough, and what a solver found is legal here."""
    batch = SolitaireBatch.deal(4, 9)
    solutions = []
    for puzzle in batch.puzzles:
        first = puzzle.solution[0].cell
        solutions.append(
            [
                each._replace(cell=each.cell.translated(-first.q, -first.r))
                for each in puzzle.solution
            ]
        )
    for ply in range(batch.size):
        step = batch.step(
            [batch.action_of(game, solution[ply]) for game, solution in enumerate(solutions)]
        )
    assert step.solved.all()
    assert step.over.all()
    assert (batch.hands() == 0).all()
    assert ((batch.planes()[:, 0] > 0).sum(axis=(1, 2)) == batch.size).all()
    batch.restart()
    assert not batch.laid.any()
    assert not batch.over.any()


def test_long_strips_stay_on_the_board() -> None:
    """As far as tiles can reach in any of many random games, with both readings."""
    for reading in ("third", "fourth"):
        options = SolitaireOptions(size=6, reading=reading)
        batch = SolitaireBatch([Puzzle.deal(options, 1)] * 400)
        while not batch.over.all():
            batch.step(batch.random_actions(seed=int(batch.laid.sum())))
        lying = batch.planes()[:, 0] > 0
        edge = np.ones((batch.side, batch.side), bool)
        edge[1:-1, 1:-1] = False
        assert not (lying & edge).any()


def test_what_is_refused() -> None:
    batch = SolitaireBatch.deal(2, 1, SolitaireOptions(size=6))
    legal = batch.random_actions(seed=1)
    for wrong in (0, NO_ACTION, batch.actions):
        with pytest.raises(RefusedError):
            batch.step([int(legal[0]), wrong])
    assert not batch.laid.any()
    for actions in ([1], [0.5, 0.5]):
        with pytest.raises(InvalidOptionsError):
            batch.step(actions)
    with pytest.raises(InvalidOptionsError):
        SolitaireBatch([])
    with pytest.raises(InvalidOptionsError):
        batch.placement_of(0, batch.actions)
    with pytest.raises(InvalidOptionsError, match="one size"):
        SolitaireBatch([Puzzle.deal(SolitaireOptions(size=size), 1) for size in (6, 7)])
