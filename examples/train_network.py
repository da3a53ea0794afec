"""A small network that learns Hive from games, with NumPy alone, and then beats a random mover.

    python examples/train_network.py --minutes 2 --save network.npz

It learns from random games what a position is worth to the side to move, and plays by looking one
move ahead. Both are done for many games at once.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from skep.hive.batch import ACTIONS, NO_ACTION, PLANES, RESERVES, Batch

RADIUS = 3
INPUTS = 2 * PLANES * (2 * RADIUS + 1) ** 2 + RESERVES
HIDDEN = 64
DISCOUNT = 0.98  # a win soon is worth more than one later
MAX_PLIES = 120
CARELESS = 0.03  # of its moves are random, so that it does not go in circles
KEPT = 12_000  # positions of one round of play, so that the memory stays small
Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]


def seen(games: Batch) -> Bytes:
    """What the network is given: the cells around both queens, and what is left to place."""
    mine = games.planes("mine", RADIUS).reshape(len(games), -1)
    theirs = games.planes("theirs", RADIUS).reshape(len(games), -1)
    return np.concatenate([mine != 0, theirs != 0, games.reserves()], axis=1)


@dataclass
class Network:
    """One hidden layer; the output is the expected result for the side to move, from -1 to 1."""

    first: Floats
    bias: Floats
    second: Floats
    moments: list[tuple[Floats, Floats]] = field(default_factory=list)
    steps: int = 0

    @classmethod
    def new(cls, seed: int) -> Network:
        chance = np.random.default_rng(seed)
        first = chance.normal(0, 0.05, (INPUTS, HIDDEN)).astype(np.float32)
        second = chance.normal(0, 0.05, HIDDEN).astype(np.float32)
        return cls(first, np.zeros(HIDDEN, np.float32), second)

    def values(self, inputs: Bytes) -> Floats:
        hidden = np.maximum(inputs.astype(np.float32) @ self.first + self.bias, 0)
        return np.asarray(np.tanh(hidden @ self.second))

    def learn(self, given: Bytes, results: Floats, rate: float = 1e-3) -> float:
        """One step of Adam towards these results; the mean square error before it."""
        inputs = given.astype(np.float32)
        before = inputs @ self.first + self.bias
        hidden = np.maximum(before, 0)
        values = np.tanh(hidden @ self.second)
        error = values - results
        slope = (error * (1 - values**2) / len(results)).astype(np.float32)
        back = np.outer(slope, self.second) * (before > 0)
        weights = (self.first, self.bias, self.second)
        gradients = (inputs.T @ back, back.sum(axis=0), hidden.T @ slope)
        if not self.moments:
            self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in weights]
        self.steps += 1
        for weight, gradient, (mean, square) in zip(weights, gradients, self.moments, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            scale = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            weight -= scale * mean / (np.sqrt(square) + 1e-8)
        return float((error**2).mean())


def best_actions(network: Network, games: Batch, which: NDArray[np.bool_]) -> NDArray[np.int16]:
    """The action in each of these games that leaves the other side worst off; else NO_ACTION."""
    masks = np.unpackbits(games.masks(), axis=1, count=ACTIONS, bitorder="little").astype(bool)
    masks[~which] = False
    owners, actions = np.nonzero(masks)
    chosen = np.full(len(games), NO_ACTION, np.int16)
    if not len(owners):
        return chosen
    ahead = Batch(len(owners), games.options, max_plies=2**30)
    for game in np.unique(owners):
        position = games.position(int(game))
        for place in np.flatnonzero(owners == game).tolist():
            ahead.put(place, position)
    step = ahead.step(actions)
    own = np.where(games.turns[owners] == 0, 1, -1)
    worth = np.where(step.over, own * step.results, -network.values(seen(ahead)))
    worth = worth - 1e-3 * (step.over & (step.results == 0))
    order = np.lexsort((worth, owners))
    last = np.flatnonzero(np.diff(owners[order], append=-1))
    chosen[owners[order[last]]] = actions[order[last]]
    return chosen


@dataclass
class Played:
    """Positions with what became of their games, for the side to move."""

    inputs: Bytes
    results: Floats


def play_randomly(games: int, options: str, seed: int) -> Played:
    """Games of random moves, and a share of their positions."""
    batch, chance = Batch(games, options, max_plies=MAX_PLIES), np.random.default_rng(seed)
    inputs, turns, going = [], [], []
    while not (standing := batch.standing).over.all():
        inputs.append(seen(batch))
        turns.append(batch.turns)
        going.append(~standing.over)
        batch.step(batch.random_actions(seed=int(chance.integers(2**32))))
    results, lengths = batch.standing.results.astype(np.float32), batch.plies
    targets = [
        results * np.where(turn == 0, 1, -1) * DISCOUNT ** (lengths - ply)
        for ply, turn in enumerate(turns)
    ]
    kept = np.flatnonzero(np.concatenate(going))
    kept = chance.permutation(kept)[:KEPT]
    return Played(np.concatenate(inputs)[kept], np.concatenate(targets)[kept].astype(np.float32))


def against_random(network: Network, games: int, options: str, seed: int) -> float:
    """The share of games that the network wins, half of them with white; a draw is no win."""
    batch, chance = Batch(games, options, max_plies=300), np.random.default_rng(seed)
    side = np.arange(games) % 2
    while not (standing := batch.standing).over.all():
        actions = batch.random_actions(seed=int(chance.integers(2**32)))
        mine = ~standing.over & (batch.turns == side) & (chance.random(games) >= CARELESS)
        actions[mine] = best_actions(network, batch, mine)[mine]
        batch.step(actions)
    won = batch.standing.results == np.where(side == 0, 1, -1)
    return float(won.mean())


def train(minutes: float, options: str, seed: int) -> Network:
    """Learn for so many minutes of processor time."""
    network, began = Network.new(seed), time.process_time()
    chance = np.random.default_rng(seed)
    memory: list[Played] = []
    number = 0
    while (passed := (time.process_time() - began) / 60) < minutes:
        number += 1
        memory = [*memory[-15:], play_randomly(256, options, seed + number)]
        inputs = np.concatenate([each.inputs for each in memory])
        results = np.concatenate([each.results for each in memory])
        decided = np.flatnonzero(results)
        errors = []
        for _ in range(40):
            picked = chance.choice(decided, min(1024, len(decided)))
            errors.append(network.learn(inputs[picked], results[picked]))
        if number % 10 == 0:
            print(f"{passed:4.1f} min, round {number}: error {np.mean(errors):.3f}", flush=True)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--options", default="Base+MLP")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=200, help="to play against a random mover")
    parser.add_argument("--save", help="a file for the weights")
    chosen = parser.parse_args()
    network = train(chosen.minutes, chosen.options, chosen.seed)
    won = against_random(network, chosen.games, chosen.options, chosen.seed + 10**6)
    print(f"won {won:.1%} of {chosen.games} games against a random mover")
    if chosen.save:
        np.savez(chosen.save, first=network.first, bias=network.bias, second=network.second)


if __name__ == "__main__":
    main()
