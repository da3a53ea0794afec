"""A bot that searches by Monte Carlo, behind UHP: any viewer or `skep arena` can play it.

    python examples/mcts_bot.py
    skep arena "python examples/mcts_bot.py" "skep uhp --level 3" --games 10 --time 1

A tree grows towards what did well (UCT); at each new leaf the core plays random games in bulk.
"""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass, field

from skep.hive import Color, Move, Position
from skep.hive.batch import playouts
from skep.hive.uhp import serve_bot

PLAYOUTS = 16  # at each leaf
PLIES = 60  # of each
CURIOSITY = 0.8


@dataclass
class Node:
    """What is known of a position: how often it was seen, and how well it did for who moved."""

    move: Move | None = None
    visits: int = 0
    total: float = 0.0
    untried: list[Move] | None = None
    children: list[Node] = field(default_factory=list)

    def best_child(self) -> Node:
        """The one to look at next: good so far, or seldom looked at."""
        log = math.log(self.visits)
        return max(
            self.children,
            key=lambda node: node.total / node.visits + CURIOSITY * math.sqrt(log / node.visits),
        )


def choose(position: Position, seconds: float, seed: int = 1, *, rounds: int = 10**9) -> Move:
    """The move that was looked at most when the time is over."""
    chance, root, until = random.Random(seed), Node(), time.monotonic() + seconds
    if len(position.legal_moves) == 1:
        return position.legal_moves[0]
    for number in range(rounds):
        if number > 1 and time.monotonic() >= until:
            break
        grow(root, position.copy(), chance)
    best = max(root.children, key=lambda node: node.visits)
    assert best.move is not None
    return best.move


def grow(root: Node, position: Position, chance: random.Random) -> None:
    """Walk down to a leaf, add a node, play out, and tell everybody on the way."""
    way, node = [root], root
    while True:
        if node.untried is None:
            node.untried = list(position.legal_moves)
            chance.shuffle(node.untried)
        if node.untried:
            node.children.append(Node(node.untried.pop()))
            node = node.children[-1]
        elif node.children:
            node = node.best_child()
        else:
            break  # the game is over here
        assert node.move is not None
        position.play_unchecked(node.move)
        way.append(node)
        if node.visits == 0:
            break
    outcome = position.outcome()
    if outcome is not None:
        white = 0.0 if outcome.winner is None else 1.0 if outcome.winner is Color.WHITE else -1.0
    else:
        played = playouts(position, PLAYOUTS, chance.getrandbits(32), max_plies=PLIES)
        white = float(played.results.mean())
    mover = 1 if position.turn is Color.BLACK else -1  # who has just moved at the end of the way
    for visited in reversed(way):
        visited.visits += 1
        visited.total += white * mover
        mover = -mover


if __name__ == "__main__":
    serve_bot(
        lambda position, limit: choose(position, limit.seconds or 1.0), "skep-mcts-example 1.0"
    )
