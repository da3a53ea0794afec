"""The solver's own process: reads jobs as JSON lines, answers each with one.

It runs at low priority and may be killed at any time. Run as
`python -m skep.server.games.solitaire.worker`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import msgspec

from skep import protocol
from skep.errors import SkepError
from skep.geometry import Cell
from skep.laruche import solo_events as ev
from skep.laruche.daily import puzzle_of
from skep.laruche.deal_codes import tiles_of_code
from skep.laruche.puzzles import Puzzle, SolitaireOptions
from skep.laruche.silhouettes import SILHOUETTES
from skep.laruche.solver import Search, solve
from skep.laruche.tiles import Placement, Pose, Tile
from skep.server.games.solitaire.log import read_row
from skep.server.games.solitaire.rules import SolitaireRules
from skep.server.rules.contract import Event, SeatTerms, Terms

__all__ = ["answer", "main"]

NICENESS = 10
BEST_OF_OLD_SIZES = range(6, 13)  # in old logs it is looked for only where that is quick
_write = msgspec.json.Encoder().encode


def answer(job: dict[str, Any]) -> dict[str, Any]:
    """What is to be said to a job."""
    match job["do"]:
        case "deal":
            return {"dealt": _deal(job).to_store()}
        case "day":
            return {"dealt": puzzle_of(date.fromisoformat(job["day"])).to_store()}
        case "hint":
            found, placed = _search(job)
            first = found.first[len(placed)] if len(found.first) > len(placed) else None
            return {"hint": first and (first.cell.q, first.cell.r, first.pose.name)}
        case "look":
            return {"solvable": _search(job)[0].is_solvable}
        case "resolve":
            return {"rows": _resolved(job)}
        case other:
            return {"error": f"there is no job {other!r}"}


def _deal(job: dict[str, Any]) -> Puzzle:
    options = SolitaireOptions(**job["options"])
    if not job["tiles"]:
        return Puzzle.deal(options, job["seed"])
    tiles = tiles_of_code(job["tiles"])
    shape = SILHOUETTES.get(options.silhouette)
    if options.silhouette == "shadow":
        found = solve(tiles, loose=options.loose)
        shape = frozenset(each.cell for each in found.first) if found.layouts else None
    if options.silhouette == "none" or shape is not None:
        puzzle = Puzzle(options, tiles, shape)
        if puzzle.search().is_solvable:
            return puzzle
    raise SkepError("these tiles cannot be laid")


def _search(job: dict[str, Any]) -> tuple[Search, tuple[Placement, ...]]:
    placed = tuple(Placement(Cell(q, r), Pose.parse(pose)) for q, r, pose in job["placed"])
    shape = None if job["shape"] is None else frozenset(Cell(q, r) for q, r in job["shape"])
    tiles = tuple(Tile.parse(name) for name in job["tiles"])
    puzzle = Puzzle(SolitaireOptions(**job["options"]), tiles, shape)
    return puzzle.search(placed), placed


def _resolved(job: dict[str, Any]) -> list[str]:
    """A log by the rules that it was written with, each row as it would be written today."""
    seats = (SeatTerms("person"),)
    rules = SolitaireRules(
        Terms(
            "solitaire",
            job["options"],
            protocol.Untimed(),
            seats,
            bytes.fromhex(job["seed"]),
            job["rules_version"],
        )
    )
    payloads = []
    for at_ms, payload, schema_version in job["rows"]:
        event = read_row(payload, schema_version)
        effects = rules.apply(event, at_ms)
        payloads.append(_write(_whole(event, effects, rules)).decode())
    return payloads


def _whole(event: Event, effects: Any, rules: SolitaireRules) -> Event:
    match event:
        case protocol.Started():
            assert rules.game is not None
            return _as_stored(rules.game.puzzle)
        case ev.AskHint(cell=None):
            hinted = next(effect for effect in effects if isinstance(effect, ev.Hinted))
            return ev.AskHint(hinted.cell, hinted.pose)
    return event


def _as_stored(puzzle: Puzzle) -> ev.PuzzleDealt:
    if len(puzzle.tiles) in BEST_OF_OLD_SIZES or puzzle.shape is not None:
        return puzzle.to_store()
    return ev.PuzzleDealt(tuple(tile.name for tile in puzzle.tiles), None, puzzle.grade, None)


def main(
    read: Iterator[str] = sys.stdin, write: Callable[[str], object] = sys.stdout.write
) -> None:
    os.nice(NICENESS)
    write("\n")  # started
    sys.stdout.flush()
    for line in read:
        job = json.loads(line)
        try:
            told = answer(job)
        except SkepError as problem:
            told = {"error": str(problem)}
        write(_write({"id": job["id"], **told, "done": True}).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
