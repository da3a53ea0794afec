"""Train the network that corrects the hand-written evaluation, and write its file.

    python -m training.network positions/ network.bin

Needs PyTorch (`pip install skep[training]`). The shape is that of core/hive/network.h. Filters are
trained once and seen from all twelve sides, so nothing needs to be turned to make more of it. A
twentieth of the games is kept apart. Running it again goes on from the last state beside the file.
"""

from __future__ import annotations

import io
import json
import math
import time
from pathlib import Path

import click
import numpy as np
import torch
from torch import Tensor, nn

from training.files import read_whole, replace_file, write_whole
from training.network_file import (
    FEATURES,
    FILTERS,
    HIDDEN,
    KINDS,
    SIDES,
    TERMS,
    VIEW_CELLS,
    Weights,
    turned_cells,
)
from training.positions import SCALE, read_rows, split_by_game

BATCH = 4096


class Network(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.filters = nn.Parameter(torch.randn(KINDS, VIEW_CELLS, FILTERS) * 0.05)
        self.view_bias = nn.Parameter(torch.full((FILTERS,), 0.1))
        self.terms = nn.Parameter(torch.randn(TERMS, HIDDEN) * 0.05)
        self.found = nn.Parameter(torch.randn(2 * FILTERS, HIDDEN) * 0.05)
        self.hidden_bias = nn.Parameter(torch.full((HIDDEN,), 0.3))
        self.output = nn.Parameter(torch.zeros(HIDDEN))
        self.output_bias = nn.Parameter(torch.zeros(1))
        self.turned = torch.from_numpy(turned_cells())

    def forward(self, features: Tensor, terms: Tensor, hand_written: Tensor) -> Tensor:
        """The score; only its correction is learned."""
        seen = self.filters[:, self.turned]  # kinds, sides, cells, filters
        table = seen.permute(0, 2, 1, 3).reshape(FEATURES, SIDES * FILTERS)
        table = torch.cat([table, torch.zeros(1, SIDES * FILTERS)])
        units = nn.functional.embedding_bag(features.reshape(-1, 28), table, mode="sum")
        units = units.view(-1, SIDES, FILTERS) + self.view_bias
        found = units.clamp(0, 1).sum(1).view(-1, 2 * FILTERS)
        hidden = (terms @ self.terms + found @ self.found + self.hidden_bias).clamp(0, 1)
        return hand_written + 100 * (hidden @ self.output + self.output_bias)

    @torch.no_grad()
    def keep_in_range(self) -> None:
        """What the core's sixteen bits can hold."""
        self.filters.clamp_(-4, 4)
        self.found.clamp_(-0.99, 0.99)
        self.terms.clamp_(-2, 2)
        self.output.clamp_(-30, 30)

    @torch.no_grad()
    def write(self, path: Path) -> None:
        weights = Weights(
            filters=self.filters.numpy(),
            view_bias=self.view_bias.numpy(),
            terms=self.terms.numpy(),
            found=self.found.numpy(),
            hidden_bias=self.hidden_bias.numpy(),
            output=self.output.numpy(),
            output_bias=float(self.output_bias),
        )
        replace_file(path, weights.file())


class Material:
    """Positions in memory, in batches of tensors."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        chunks = [chunk for folder in folders for chunk in read_rows(folder)]
        self.held, self.train, self.games = split_by_game(chunks)

    @staticmethod
    def tensors(rows: np.ndarray) -> tuple[tuple[Tensor, Tensor, Tensor], Tensor]:
        """The inputs, and three rows of what is known: by the search, the outlook, the result."""
        thought = 1 / (1 + np.exp(-rows["score"].astype(np.float32) / SCALE))
        target = np.stack([thought, rows["outlook"], rows["result"]])
        inputs = (
            torch.from_numpy(rows["features"].astype(np.int64)),
            torch.from_numpy(rows["terms"].astype(np.float32)),
            torch.from_numpy(rows["hand_written"].astype(np.float32)),
        )
        return inputs, torch.from_numpy(target)


def losses_of(scores: Tensor, known: Tensor) -> Tensor:
    """How much the chances are off, squared, by what is known of them."""
    is_known = ~torch.isnan(known)
    errors = torch.sigmoid(scores / SCALE) - torch.where(is_known, known, 0)
    return (errors**2 * is_known).sum(1) / is_known.sum(1)


@torch.no_grad()
def held_losses(network: Network | None, rows: np.ndarray) -> list[float]:
    """Of the network, or of the hand-written evaluation."""
    scores, known = [], []
    for first in range(0, len(rows), BATCH):
        inputs, target = Material.tensors(rows[first : first + BATCH])
        scores.append(inputs[2] if network is None else network(*inputs))
        known.append(target)
    return [round(float(loss), 6) for loss in losses_of(torch.cat(scores), torch.cat(known, 1))]


class Training:
    """A network on its way, which goes on from the state beside its file."""

    def __init__(self, file: Path, rate: float, decay: float) -> None:
        self.file, self.rate = file, rate
        self.state_file = file.with_suffix(".state")
        torch.manual_seed(1)
        self.network = Network()
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=rate, weight_decay=decay)
        self.step, self.curve = 0, []
        if self.state_file.exists():
            state = torch.load(io.BytesIO(read_whole(self.state_file)))
            self.network.load_state_dict(state["network"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step, self.curve = state["step"], state["curve"]
        self.kept = self.step

    def run(self, material: Material, steps: int, shares: Tensor) -> None:
        """Go on until so many steps are made, and keep what there is every fiftieth."""
        chance = np.random.default_rng(self.step)
        before = held_losses(None, material.held)
        click.echo(f"hand-written: {before}")
        running, began = None, time.monotonic()
        while self.step < steps:
            for group in self.optimizer.param_groups:
                share = 0.5 * (1 + math.cos(math.pi * self.step / steps))
                group["lr"] = self.rate * share + self.rate * 0.01
            rows = material.train[chance.integers(len(material.train), size=BATCH)]
            losses = self.learn(rows, shares)
            running = losses if running is None else 0.99 * running + 0.01 * losses
            self.step += 1
            if self.step % 50 == 0 or self.step == steps:
                held = held_losses(self.network, material.held)
                shown = [round(float(each), 6) for each in running]
                self.curve.append((self.step, shown, held))
                self.keep(before)
                click.echo(f"{self.step}: {shown}, held {held}, {time.monotonic() - began:.0f} s")

    def learn(self, rows: np.ndarray, shares: Tensor) -> Tensor:
        """One step; how much each kind of what is known was off before it."""
        inputs, target = Material.tensors(rows)
        losses = losses_of(self.network(*inputs), target)
        loss = (losses * shares).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.network.keep_in_range()
        return losses.detach()

    def keep(self, before: list[float]) -> None:
        self.network.write(self.file)
        state_bytes = io.BytesIO()
        torch.save(
            {
                "network": self.network.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "step": self.step,
                "curve": self.curve,
            },
            state_bytes,
        )
        write_whole(self.state_file, state_bytes.getvalue())
        self.kept = self.step
        told = json.dumps({"hand_written": before, "curve": self.curve})
        replace_file(self.file.with_suffix(".curve.json"), told.encode())


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--steps", default=500, show_default=True, help="Batches of 4096 positions.")
@click.option("--rate", default=2e-3, show_default=True)
@click.option("--outlook", default=0.3, show_default=True, help="Share of the rest of the game.")
@click.option("--result", default=0.1, show_default=True, help="Share of the result.")
@click.option("--decay", default=0.01, show_default=True, help="Weights get smaller by themselves.")
def main(
    folders: tuple[Path, ...],
    file: Path,
    steps: int,
    rate: float,
    outlook: float,
    result: float,
    decay: float,
) -> None:
    """Train on the positions in FOLDERS and write the network to FILE."""
    training = Training(file, rate, decay)
    if training.step >= steps:
        click.echo(
            f"{training.state_file} has made {training.step} steps: nothing to do. More are made"
            " with --steps; without that file the training begins anew."
        )
        return
    try:
        material = Material(folders)
        held, train = len(material.held), len(material.train)
        click.echo(f"{material.games} games, {train} + {held} positions")
        training.run(material, steps, torch.tensor([1 - outlook - result, outlook, result]))
    except KeyboardInterrupt:
        kept = f"step {training.kept} is kept, and" if training.kept else "nothing is kept yet:"
        begins = "goes on from there" if training.kept else "begins anew"
        click.echo(f"Stopped: {kept} the same command {begins}.", err=True)
        raise SystemExit(130) from None


if __name__ == "__main__":
    main()
