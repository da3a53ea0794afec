"""Train the network that corrects the hand-written evaluation, and write its file.

    python -m training.network positions/ network.bin

Needs PyTorch. The shape is that of core/hive/network.h. Filters are trained once and seen from all
twelve sides, so nothing needs to be turned to make more of it. A twentieth of the games is kept
apart. Running it again goes on from the last state beside the file.
"""

from __future__ import annotations

import json
import math
import struct
import time
from pathlib import Path

import click
import numpy as np
import torch
from torch import Tensor, nn

from training.positions import SCALE, read_rows

RADIUS, VIEW_CELLS, KINDS, FILTERS, SIDES = 4, 62, 64, 8, 12
FEATURES = KINDS * VIEW_CELLS
TERMS, HIDDEN = 128, 32
VIEW_ONE, HIDDEN_ONE, OUTPUT_ONE = 2047, 1024, 8
BATCH = 4096
MAGIC = b"SKEPNET1"


def turned_cells() -> Tensor:
    """As in core/hive/network.cpp: where each cell of a view gets to on each of the sides."""
    cells = [
        (q, r)
        for r in range(-RADIUS, RADIUS + 1)
        for q in range(-RADIUS, RADIUS + 1)
        if abs(q + r) <= RADIUS
    ]
    number = {cell: index for index, cell in enumerate(cells)}
    turned = torch.full((SIDES, VIEW_CELLS), VIEW_CELLS - 1)
    for side in range(SIDES):
        for index, (q, r) in enumerate(cells):
            to_q, to_r = (q, r) if side < 6 else (r, q)
            for _ in range(side % 6):
                to_q, to_r = -to_r, to_q + to_r
            turned[side, index] = number[to_q, to_r]
    return turned


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
        self.turned = turned_cells()

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
        def whole(values: Tensor, one: float) -> bytes:
            numbers = np.round(values.numpy().astype(np.float64) * one)
            if np.abs(numbers).max() > 32767:
                raise ValueError("a weight is too large for sixteen bits")
            return bytes(numbers.astype("<i2"))

        body = whole(self.filters, VIEW_ONE) + whole(self.view_bias, VIEW_ONE)
        body += whole(self.terms, HIDDEN_ONE)
        body += whole(self.found, HIDDEN_ONE * 65536 / VIEW_ONE)
        body += whole(self.hidden_bias, HIDDEN_ONE) + whole(self.output, 100 * OUTPUT_ONE)
        body += struct.pack("<i", round(float(self.output_bias) * 100 * OUTPUT_ONE * HIDDEN_ONE))
        checksum = 0xCBF29CE484222325
        for byte in body:
            checksum = (checksum ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        path.write_bytes(MAGIC + struct.pack("<Q", checksum) + body)


class Material:
    """Positions in memory, in batches of tensors."""

    def __init__(self, folders: tuple[Path, ...]) -> None:
        rows, games, first = [], [], 0
        for folder in folders:
            for chunk in read_rows(folder):
                rows.append(chunk)
                games.append(chunk["game"].astype(np.int64) + first)
                first += int(chunk["game"].max()) + 1
        self.games = first
        every = np.concatenate(rows)
        held = np.concatenate(games) % 20 == 0
        self.held, self.train = every[held], every[~held]

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
    torch.manual_seed(1)
    material = Material(folders)
    network = Network()
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=decay)
    state_file, curve_file = file.with_suffix(".state"), file.with_suffix(".curve.json")
    step, curve = 0, []
    if state_file.exists():
        state = torch.load(state_file)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        step, curve = state["step"], state["curve"]
    click.echo(f"{material.games} games, {len(material.train)} + {len(material.held)} positions")
    chance = np.random.default_rng(step)
    shares = torch.tensor([1 - outlook - result, outlook, result])
    before = held_losses(None, material.held)
    click.echo(f"hand-written: {before}")
    running, began = None, time.monotonic()
    while step < steps:
        for group in optimizer.param_groups:
            group["lr"] = rate * 0.5 * (1 + math.cos(math.pi * step / steps)) + rate * 0.01
        rows = material.train[chance.integers(len(material.train), size=BATCH)]
        inputs, target = Material.tensors(rows)
        losses = losses_of(network(*inputs), target)
        loss = (losses * shares).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        network.keep_in_range()
        losses = losses.detach()
        running = losses if running is None else 0.99 * running + 0.01 * losses
        step += 1
        if step % 50 == 0 or step == steps:
            held = held_losses(network, material.held)
            shown = [round(float(each), 6) for each in running]
            curve.append((step, shown, held))
            click.echo(f"{step}: {shown}, held {held}, {time.monotonic() - began:.0f} s")
            network.write(file)
            torch.save(
                {
                    "network": network.state_dict(),
                    "optimizer": optimizer.state_dict(),
                    "step": step,
                    "curve": curve,
                },
                state_file,
            )
            curve_file.write_text(json.dumps({"hand_written": before, "curve": curve}))


if __name__ == "__main__":
    main()
