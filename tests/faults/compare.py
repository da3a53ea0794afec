"""Compares journals with the database: `python -m tests.faults.compare FOLDER DATABASE`.

A program of its own that shares nothing with the server but the rules: the rows are read by plain
SQL, folded into games, and held against what every client was told and saw at the end.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import msgspec

from skep import protocol
from skep.server.games.hive import messages as hive_messages
from skep.server.kinds import all_kinds
from skep.server.rules.contract import Event, Rules, SeatTerms, Terms

__all__ = ["Archive", "compare", "read_database", "read_heads", "wrong"]

_ROWS = """SELECT game, seq, at_ms, actor, command_id, payload, schema_version FROM events
           ORDER BY game, seq"""
_GAMES = "SELECT id, kind, options, time_control, seed, rules_version FROM games"
_SEATS = """SELECT game, seat, who, level, "user", handicap_ms, "show" FROM seats
            WHERE who <> 'newcomer' ORDER BY game, seat"""
_WRONG = ("lost", "doubled", "differing", "behind")


def _ask(database: str, *questions: str) -> list[list[Any]]:
    if not database.startswith("postgresql"):
        with contextlib.closing(sqlite3.connect(database)) as connection:
            return [connection.execute(question).fetchall() for question in questions]

    async def ask() -> list[list[Any]]:
        connection = await asyncpg.connect(database)
        answers = [[tuple(row) for row in await connection.fetch(q)] for q in questions]
        await connection.close()
        return answers

    return asyncio.run(ask())


def read_database(database: str) -> tuple[list[Any], list[Any], list[Any]]:
    """All rows, games and seats, by plain SQL."""
    rows, games, seats = _ask(database, _ROWS, _GAMES, _SEATS)
    return rows, games, seats


def read_heads(database: str) -> dict[str, int]:
    """How many rows each game has."""
    (heads,) = _ask(database, "SELECT game, max(seq) FROM events GROUP BY game")
    return dict(heads)


class Archive:
    """Every game as its rows make it, at any head."""

    def __init__(self, rows: list[Any], games: list[Any], seats: list[Any]) -> None:
        self.games = {game: rest for game, *rest in games}
        self.seats: dict[str, list[SeatTerms]] = {}
        for game, _, who, level, user, handicap_ms, show in seats:
            who = who if user is None else "person"
            person = SeatTerms(who, level, user, handicap_ms, bool(show))
            self.seats.setdefault(game, []).append(person)
        self._kinds = all_kinds()
        self._rows: dict[str, list[tuple[int, Event]]] = {}
        for game, _, at_ms, _, _, payload, schema in rows:
            event = self._kinds[self.games[game][0]].read_event(payload, schema)
            self._rows.setdefault(game, []).append((at_ms, event))

    def fold(self, game: str, head: int | None = None) -> Rules:
        return self.watch(game, None, head)[0]

    def watch(
        self, game: str, seat: int | None, head: int | None = None
    ) -> tuple[Rules, list[dict[str, Any]]]:
        """The game, and all that this seat was told of it on the way."""
        rules = self.begin(game)
        told = [
            _plain(rules.event_for(seat, event, effects))
            for _, event, effects in self.steps(game, rules, head)
        ]
        return rules, told

    def begin(self, game: str) -> Rules:
        kind, options, control, seed, version = self.games[game]
        return self._kinds[kind].rules(
            Terms(
                kind,
                msgspec.json.decode(options),
                msgspec.json.decode(control, type=protocol.TimeControl),
                tuple(self.seats[game]),
                bytes(seed),
                version,
            )
        )

    def steps(
        self, game: str, rules: Rules, head: int | None = None
    ) -> Iterator[tuple[int, Event, Sequence[Any]]]:
        """Play the rows one after another: when, what, and what followed from it."""
        for at_ms, event in self._rows.get(game, [])[:head]:
            if rules.outcome() is not None:
                raise SystemExit(f"{game}: a row follows the outcome")
            yield at_ms, event, rules.apply(event, at_ms)

    def fold_all(self) -> None:
        """Everything that is stored must be playable to its end."""
        for game in self.games:
            self.fold(game)


def compare(folder: Path, database: str) -> dict[str, int]:
    """What was lost, doubled or seen differently. All zero is what must be."""
    rows, games, seats = read_database(database)
    archive = Archive(rows, games, seats)
    archive.fold_all()
    stored = {(game, command): seq for game, seq, _, _, command, _, _ in rows}
    doubled = Counter((game, actor, command) for game, _, _, actor, command, _, _ in rows)
    heads = {(game, seq) for game, seq, *_ in rows}
    found = dict.fromkeys(("acknowledged", *_WRONG, "views"), 0)
    found["rows"] = len(rows)
    found["doubled"] = sum(1 for count in doubled.values() if count > 1)
    for game, seq in heads:
        if seq > 1 and (game, seq - 1) not in heads:
            found["lost"] += 1
    for path in sorted(folder.glob("journal-*.jsonl")):
        for line in path.read_text().splitlines():
            entry = json.loads(line)
            if "final" in entry:
                found["views"] += 1
                found["differing"] += _differences(entry, archive)
                found["behind"] += entry["is_behind"]
            elif entry["seq"] is not None:
                found["acknowledged"] += 1
                found["lost"] += stored.get((entry["game"], entry["id"])) != entry["seq"]
    return found


def wrong(found: Mapping[str, int]) -> int:
    return sum(found[name] for name in _WRONG)


def _plain(event: Event) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(msgspec.json.encode(event))
    return plain


def _differences(entry: dict[str, Any], archive: Archive) -> int:
    seat = entry["seats"][0] if entry["seats"] else None
    rules, told = archive.watch(entry["final"], seat, entry["head"])
    view = rules.view(seat)
    wrong: int = 0
    if isinstance(view, hive_messages.HiveView):
        wrong += view.moves != entry["moves"]
    else:
        wrong += sorted([list(cell), pose] for cell, pose in view.table) != entry["table"]
        wrong += sorted(view.status.hand) != entry["hand"]
    for seq, seen in entry["seen"].items():
        wrong += int(seen != told[int(seq) - 1])
    return wrong


if __name__ == "__main__":
    result = compare(Path(sys.argv[1]), sys.argv[2])
    print(json.dumps(result))
    sys.exit(1 if wrong(result) else 0)
