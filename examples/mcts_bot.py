"""A bot that searches by Monte Carlo, behind UHP: any viewer or `skep arena` can play it.

    python examples/mcts_bot.py
    skep arena "python examples/mcts_bot.py" "skep uhp --level 3" --games 10 --time 1

A tree grows towards what did well (UCT); at each new leaf the core plays random games in bulk.
"""

from __future__ import annotations

import math
import random
import sys
import time
from dataclasses import dataclass, field

from skep.errors import SkepError
from skep.hive import Color, Move, Position
from skep.hive.batch import playouts

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


def seconds_of(words: list[str]) -> float:
    """`time 00:00:05`, or a second for whatever else was asked for."""
    if words[:1] == ["time"] and len(words) == 2:
        hours, minutes, seconds = words[1].split(":")
        return 3600 * int(hours) + 60 * int(minutes) + float(seconds)
    return 1.0


def answer(position: Position, line: str) -> tuple[Position, list[str]]:
    """One command of UHP."""
    command, _, rest = line.strip().partition(" ")
    match command:
        case "info":
            return position, ["id skep-mcts-example 1.0", "Mosquito;Ladybug;Pillbug"]
        case "newgame":
            position = Position.from_game_string(rest or "Base")
        case "play":
            position.play(rest)
        case "pass":
            position.play("pass")
        case "undo":
            for _ in range(int(rest or 1)):
                position.undo()
        case "validmoves":
            return position, [";".join(position.legal_texts())]
        case "bestmove":
            return position, [position.format_move(choose(position, seconds_of(rest.split())))]
        case "options":
            return position, []
        case _:
            return position, [f"err {command} is not a command"]
    return position, [position.game_string]


def main() -> None:
    position, lines = answer(Position("Base"), "info")
    print(*lines, "ok", sep="\n", flush=True)
    for line in sys.stdin:
        if line.strip() == "exit":
            break
        try:
            position, lines = answer(position, line)
        except SkepError as error:
            lines = [
                f"invalidmove {error}" if line.startswith(("play", "pass")) else f"err {error}"
            ]
        print(*lines, "ok", sep="\n", flush=True)


if __name__ == "__main__":
    main()
