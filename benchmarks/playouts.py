"""Moves per second of random games, Base+MLP, beside OpenSpiel's `hive`.

Give a Python that has `pyspiel` as an argument or by SKEP_OPENSPIEL. The three take turns; CPU
seconds, medians over the repeats. OpenSpiel lists some moves several times, so its random games
are not quite ours.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import time
from random import Random
from statistics import median

from skep.hive import HiveOptions, Position, random_playouts
from skep.hive.arena.turns import alone

__all__: list[str] = []

_MAX_PLIES = 500  # as OpenSpiel has it
_BAR_PICKED = 20
_BAR_BULK = 300

_OPENSPIEL = """
import random, sys, time, pyspiel
game = pyspiel.load_game("hive(uses_mosquito=true,uses_ladybug=true,uses_pillbug=true)")
chance, moves, start = random.Random(int(sys.argv[2])), 0, time.process_time()
while time.process_time() - start < float(sys.argv[1]):
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(legal[int(chance.random() * len(legal))])
        moves += 1
print(moves / (time.process_time() - start))
"""


def _openspiel(python: str, seconds: float, seed: int) -> float:
    command = [python, "-c", _OPENSPIEL, str(seconds), str(seed)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _picked(seconds: float, seed: int) -> float:
    options = HiveOptions.parse("Base+MLP")
    chance, moves = Random(seed), 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        position = Position(options)
        for _ in range(_MAX_PLIES):
            legal = position.legal_moves
            if not legal:
                break
            position.play_unchecked(legal[int(chance.random() * len(legal))])
            moves += 1
    return moves / (time.process_time() - start)


def moves_in_bulk(seconds: float, seed: int) -> float:
    """Moves a second of random playouts, in processor time."""
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        moves += random_playouts(200, seed, max_plies=_MAX_PLIES).moves
        seed += 1
    return moves / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", nargs="?", default=os.environ.get("SKEP_OPENSPIEL", ""))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0)
    arguments = parser.parse_args()
    picked, bulk, theirs = [], [], []
    for seed in range(1, arguments.repeats + 1):
        picked.append(_picked(arguments.seconds, seed))
        bulk.append(moves_in_bulk(arguments.seconds, 1000 * seed))
        if arguments.python:
            theirs.append(_openspiel(arguments.python, arguments.seconds, seed))
    print(f"picked by index: {median(picked):,.0f} moves/s; in bulk: {median(bulk):,.0f} moves/s")
    if not theirs:
        print("no OpenSpiel given (a Python by argument or SKEP_OPENSPIEL): no ratios")
        return
    print(f"OpenSpiel: {median(theirs):,.0f} moves/s")
    for name, speeds, bar in (("picked", picked, _BAR_PICKED), ("bulk", bulk, _BAR_BULK)):
        print(f"{name} / OpenSpiel: {median(speeds) / median(theirs):,.0f}× (bar: at least {bar}×)")


if __name__ == "__main__":
    with alone():
        main()
