"""Steps per second of 256 games in a batch, Base+MLP, beside OpenSpiel's `hive`, on one core.

A step of ours: random legal actions, played, then masks (256 × 688 bytes of bits) and planes
(256 × 23 × 17 × 17 bytes), in our encoding and in OpenSpiel's. A step of theirs: a random legal
action, played, then the legal actions and the observation tensor (23 × 17 × 17 floats). Give a
Python that has `pyspiel` as an argument or by SKEP_OPENSPIEL. All take turns; CPU seconds, medians
over the repeats.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import time
from statistics import median

import numpy as np

from benchmarks.playouts import moves_in_bulk
from skep.hive.arena.turns import alone
from skep.hive.batch import MASK_BYTES, PLANES, Batch, Encoding

__all__: list[str] = []

_GAMES = 256
_MAX_PLIES = 500  # as OpenSpiel has it
_BARS = {"steps with observations": 50, "the same in OpenSpiel's encoding": 0, "playouts": 300}

_OPENSPIEL = """
import random, sys, time, pyspiel
game = pyspiel.load_game("hive(uses_mosquito=true,uses_ladybug=true,uses_pillbug=true)")
observing = sys.argv[3] == "1"
chance, moves, start = random.Random(int(sys.argv[2])), 0, time.process_time()
while time.process_time() - start < float(sys.argv[1]):
    state = game.new_initial_state()
    while not state.is_terminal():
        if observing:
            state.observation_tensor()
        legal = state.legal_actions()
        state.apply_action(legal[int(chance.random() * len(legal))])
        moves += 1
print(moves / (time.process_time() - start))
"""


def _openspiel(python: str, seconds: float, seed: int, *, observing: bool) -> float:
    command = [python, "-c", _OPENSPIEL, str(seconds), str(seed), str(int(observing))]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _steps(seconds: float, seed: int, encoding: Encoding) -> float:
    batch = Batch(_GAMES, "Base+MLP", max_plies=_MAX_PLIES, restart=True, encoding=encoding)
    masks = np.empty((_GAMES, MASK_BYTES), np.uint8)
    planes = np.empty((_GAMES, PLANES, 17, 17), np.uint8)
    # Games of all ages from the beginning, as in a run of hours.
    for ply in range(200):
        batch.step(batch.random_actions(seed + ply))
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        seed += 1
        batch.step(batch.random_actions(seed))
        batch.masks(out=masks)
        if encoding == "skep":
            batch.planes(out=planes)
        else:
            batch.openspiel_tensors(out=planes)
        steps += _GAMES
    return steps / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("python", nargs="?", default=os.environ.get("SKEP_OPENSPIEL", ""))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0)
    arguments = parser.parse_args()
    ours: dict[str, list[float]] = {name: [] for name in _BARS}
    theirs: dict[str, list[float]] = {name: [] for name in _BARS}
    for seed in range(1, arguments.repeats + 1):
        own, foreign, playouts = _BARS
        ours[own].append(_steps(arguments.seconds, 1000 * seed, "skep"))
        ours[foreign].append(_steps(arguments.seconds, 1000 * seed, "openspiel"))
        ours[playouts].append(moves_in_bulk(arguments.seconds, 1000 * seed))
        if arguments.python:
            observed = _openspiel(arguments.python, arguments.seconds, seed, observing=True)
            plain = _openspiel(arguments.python, arguments.seconds, seed, observing=False)
            for name, figure in zip(_BARS, (observed, observed, plain), strict=True):
                theirs[name].append(figure)
    for name, bar in _BARS.items():
        line = f"{name}: {median(ours[name]):,.0f} plies/s"
        if arguments.python:
            ratio = median(ours[name]) / median(theirs[name])
            line += f"; OpenSpiel {median(theirs[name]):,.0f}; {ratio:,.0f}×"
            line += f" (bar: {bar}×)" if bar else ""
        print(line)
    if not arguments.python:
        print("no OpenSpiel given (a Python by argument or SKEP_OPENSPIEL): no ratios")


if __name__ == "__main__":
    with alone():
        main()
