"""Cases for the page's own `fit.js`: `python -m tests.laruche.fit_vectors` writes them anew."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from skep.geometry import ORIGIN
from skep.laruche.fit import Wanted, best_turn, mismatches
from skep.laruche.table import Spot, Table
from skep.laruche.tiles import ALL_POSES, ALL_TILES, Placement, Pose

PATH = Path(__file__).parents[1] / "cases" / "laruche" / "fit.json"
SPOTS = 480


def vectors() -> dict[str, Any]:
    random = Random(2026)
    spots = [_spot(random, 1 + number % 6, number) for number in range(SPOTS)]
    tiles = []
    for tile in ALL_TILES:
        bee = random.choice(tile.poses[:6])
        tiles.append({"tile": tile.name, "bee": bee.name, "blank": bee.flipped().name})
    return {"spots": spots, "tiles": tiles}


def _spot(random: Random, neighbours: int, number: int) -> dict[str, Any]:
    """A spot among random tiles; every other one is made for the tile held, in some rotation."""
    held = random.choice(ALL_POSES)
    directions = sorted(random.sample(range(6), neighbours))
    around: list[Pose | None] = [None] * 6
    fitting = held.turned(random.choice((0, 0, 1, 2, 3, 4, 5)))
    for direction in directions:
        wishes = [
            pose
            for pose in ALL_POSES
            if number % 2 or pose.colors[(direction + 3) % 6] == fitting.colors[direction]
        ]
        around[direction] = random.choice(wishes)
    table = Table(
        Placement(cell, pose)
        for cell, pose in zip(ORIGIN.neighbours(), around, strict=True)
        if pose is not None
    )
    wanted: Wanted = table.wanted(ORIGIN)
    return {
        "around": [pose.name if pose is not None else None for pose in around],
        "held": held.name,
        "wanted": "".join(color.letter if color is not None else "." for color in wanted),
        "differs": [
            [int(d), own.letter, theirs.letter] for d, own, theirs in mismatches(held, wanted)
        ],
        "best": best_turn(held, wanted).name,
        "dead": Spot(ORIGIN, wanted).is_dead,
    }


def text() -> str:
    """One case a line, so that a difference shows which."""
    parts = []
    for name, cases in vectors().items():
        lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
        parts.append(f'"{name}": [\n{lines}\n]')
    return "{" + ",\n".join(parts) + "}\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
