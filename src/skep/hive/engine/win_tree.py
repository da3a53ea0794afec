"""How a proven win goes on, whatever the other side answers."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from skep._core import Solver
from skep.hive.engine.limits import most_hash_mib
from skep.hive.engine.solving import MOST_MOVES, Solution, answer_of
from skep.hive.moves import Move
from skep.hive.position import Position
from skep.hive.values import expect, expect_number

__all__ = ["MOST_SHOWN", "Answers", "WinTree", "win_tree"]

MOST_SHOWN = 3  # own moves; a fourth would have a hundred thousand branches


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers of the other side that are met in the same way."""

    moves: tuple[Move, ...]
    then: WinTree


@dataclass(frozen=True, slots=True)
class WinTree:
    """A move that wins in so many, and what follows each answer.

    `answers` is empty when the move ends the game, or when no more was asked for. Answers that
    close in the answerer's own queen have nothing to follow, and are left out.
    """

    move: Move
    wins_in: int
    answers: tuple[Answers, ...] = ()


def win_tree(
    position: Position,
    *,
    within: int = 3,
    shown: int = 2,
    nodes: int | None = None,
    seconds: float | None = None,
    hash_mib: int = 16,
    found: Solution | None = None,
) -> WinTree | None:
    """The proof of a win within so many moves, as far as `shown` own moves; None: none was found.

    `found` is what `solve` has said of the position, if it was asked before. Nodes and seconds are
    for the whole tree: where they end, so does it.

    >>> win_tree(Position("Base"), within=1) is None
    True
    """
    expect(position, Position, "what is solved is a Position")
    expect_number("within", within, 1, MOST_MOVES)
    expect_number("shown", shown, 1, MOST_SHOWN)
    expect_number("hash_mib", hash_mib, 1, most_hash_mib())
    if not position.legal_moves:
        return None
    questions = _Questions(Solver(hash_mib), nodes, seconds)
    found = found or questions.ask(position, within)
    return _tree(position.copy(), found, shown, questions)


@dataclass(slots=True)
class _Questions:
    """A solver and what is left of its limits."""

    solver: Solver
    nodes: int | None
    seconds: float | None

    def ask(self, position: Position, within: int) -> Solution | None:
        for left in (self.nodes, self.seconds):
            if left is not None and left <= 0:
                return None
        found = answer_of(
            self.solver, position, within=within, nodes=self.nodes, seconds=self.seconds
        )
        if self.nodes is not None:
            self.nodes -= found.nodes
        if self.seconds is not None:
            self.seconds -= found.seconds
        return found


def _tree(
    position: Position, found: Solution | None, shown: int, questions: _Questions
) -> WinTree | None:
    if found is None or found.wins_in is None:
        return None
    wins_in, move = found.wins_in, found.line[0]
    if wins_in == 1 or shown == 1:
        return WinTree(move, wins_in)
    position.play(move)
    met: list[tuple[Move, WinTree]] = []
    hint: Move | None = None
    for answer in list(position.legal_moves):
        position.play_unchecked(answer)
        if position.outcome() is None:
            if hint is not None and _ends(position, hint):
                then: WinTree | None = WinTree(hint, 1)
            else:
                asked = questions.ask(position, wins_in - 1)
                then = _tree(position, asked, shown - 1, questions)
            if then is None:  # a limit came first
                position.undo()
                position.undo()
                return WinTree(move, wins_in)
            met.append((answer, then))
            hint = then.move
        position.undo()
    position.undo()
    return WinTree(move, wins_in, _gathered(met))


def _ends(position: Position, move: Move) -> bool:
    """Does this move win at once? The same one often does, whatever was answered."""
    if move not in position.legal_moves:
        return False
    mover = position.turn
    position.play_unchecked(move)
    outcome = position.outcome()
    position.undo()
    return outcome is not None and outcome.winner is mover


def _gathered(met: list[tuple[Move, WinTree]]) -> tuple[Answers, ...]:
    """The longest defences first; those that are met alike together."""
    order = {tree: n for n, (_, tree) in reversed(list(enumerate(met)))}
    met = sorted(met, key=lambda one: (-one[1].wins_in, order[one[1]]))
    return tuple(
        Answers(tuple(move for move, _ in same), tree)
        for tree, same in groupby(met, key=lambda one: one[1])
    )
