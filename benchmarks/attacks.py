"""Attacks on `skep serve`, and what those who play meanwhile notice of them.

Four honest pairs move all the time; the server and they share one core, the attacker has the other
one, and an address (or several) of its own. Limits are the defaults. The bars: the acknowledgement
of a move takes at most 250 ms (p99), and the server's processes grow by at most 64 MiB.

    python -m benchmarks.attacks [NAME …] [--seconds 20] [--addresses 1]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import httpx
import uvloop

from benchmarks.attackers import ATTACKS
from benchmarks.server_load import Game, Server, free_port, open_loop, percentile, playouts, set_up
from skep import protocol
from skep.client import Person
from skep.hive.arena.turns import alone
from skep.hive.records import Format, format_record, parse_record
from skep.server.games.hive import messages as hive_messages
from skep.server.lobby.lobby import NewGame
from skep.server.rules.contract import no_lag
from skep.server.settings import load_settings
from skep.server.site import Site
from skep.server.tables.tables import now_ms

PAIRS, EVERY_SECONDS = 4, 0.25
LONG_GAMES, LONG_PLIES = 4, 499
PASTED_BYTES = 60_000
MOST_MS, MOST_KIB = 250.0, 64 * 1024
SERVED_CORE, ATTACKING_CORE = 0, 1
OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-")
CYCLE = (r"wA1 \wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-")


def shuffled(plies: int) -> list[str]:
    """Moves of a game that goes nowhere."""
    more = plies - len(OPENING)
    return [*OPENING, *(CYCLE * (more // len(CYCLE) + 1))[:more]]


def long_texts() -> list[str]:
    """Games as long as can be pasted, as GameString and as PGN."""

    def as_game_string(plies: int) -> str:
        return f"Base+MLP;InProgress;White[1];{';'.join(shuffled(plies))}"

    def as_pgn(plies: int) -> str:
        return format_record(parse_record(as_game_string(plies)), Format.PGN)

    texts = []
    for written in (as_game_string, as_pgn):
        plies = 5_000
        while len(quote_plus(written(plies))) > PASTED_BYTES:
            plies -= 100
        texts.append(written(plies))
    return texts


async def play_long_game(site: Site, user: int) -> NewGame:
    seats: list[protocol.SeatRequest] = [protocol.Me(), protocol.Me()]
    wish = protocol.CreateGame(game="hive", seats=seats, options={"repetition": "offer"})
    new = await site.lobby.create(wish, user)
    for ply, move in enumerate(shuffled(LONG_PLIES)):
        await site.tables.command(
            new.id,
            user=user,
            command=hive_messages.Play(move=move, ply=ply),
            command_id=str(ply),
            lag_before=no_lag,
            received_ms=now_ms(),
            acknowledge=lambda seq: None,
        )
    return new


async def prepare(folder: str) -> dict[str, Any]:
    """What the attacker has got ready: long games on the server, and long texts."""
    site = Site(load_settings(environ={}, data_dir=folder))
    async with site.running():
        user = await site.guests.create()
        games = [await play_long_game(site, user) for _ in range(LONG_GAMES)]
    return {"games": [(game.id, game.key) for game in games], "texts": long_texts()}


class ServedSite(Server):
    """The server with all of its processes: the engine's are its children."""

    @property
    def rss_kib(self) -> int:
        pids, total = [self.process.pid], 0
        while pids:
            pid = pids.pop()
            with contextlib.suppress(OSError):
                pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
                total += pages * os.sysconf("SC_PAGE_SIZE") // 1024
                for task in Path(f"/proc/{pid}/task").iterdir():
                    pids += map(int, (task / "children").read_text().split())
        return total


@contextlib.asynccontextmanager
async def serving(folder: str) -> AsyncIterator[ServedSite]:
    port = free_port()
    plain = {name: value for name, value in os.environ.items() if not name.startswith("SKEP_")}
    with Path(folder, "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "skep.cli", "serve", "--port", str(port)],
            env={**plain, "SKEP_DATA_DIR": folder, "SKEP_LOG_FORMAT": "json"},
            stdout=log,
            stderr=log,
            preexec_fn=lambda: os.sched_setaffinity(0, {SERVED_CORE}),
        )
    server = ServedSite(process, f"http://127.0.0.1:{port}")
    try:
        async with httpx.AsyncClient() as http:
            for _ in range(400):
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get(f"{server.url}/ready")).status_code == 200:
                        break
                await asyncio.sleep(0.05)
        yield server
    finally:
        process.terminate()
        process.wait(60)


async def ask_engine(server: Server, moves: int) -> list[float]:
    """How long the engine takes to answer somebody who plays against it."""
    seats = [{"who": "me"}, {"who": "engine", "level": 1}]
    seconds = []
    async with Person(server.url) as person:
        game = (await person.create({"game": "hive", "seats": seats})).game.id
        async with person.sit(game, legal=True) as white:
            for _ in range(moves):
                started, answered = time.perf_counter(), white.mirror.ply + 2
                await white.play(white.mirror.status.legal[0])
                async with asyncio.timeout(60):
                    while white.mirror.ply < answered:
                        await asyncio.sleep(0.01)
                seconds.append(time.perf_counter() - started)
    return seconds


async def attack(
    name: str, server: Server, seconds: float, addresses: int, prepared: Any
) -> dict[str, int]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "benchmarks.attackers"),
        *(name, server.url, str(seconds), str(ATTACKING_CORE), str(addresses)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    output, _ = await process.communicate(json.dumps(prepared).encode())
    if process.returncode:
        raise RuntimeError(f"the attacker {name} failed")
    answers: dict[str, int] = json.loads(output)
    return answers


async def watch_memory(server: Server, most: list[int]) -> None:
    while True:
        most[0] = max(most[0], server.rss_kib)
        await asyncio.sleep(0.1)


async def measure(name: str | None, seconds: float, addresses: int) -> bool:
    """One attack on a server of its own; True when the bars hold."""
    with tempfile.TemporaryDirectory(prefix="skep-attacks-") as folder:
        prepared = await prepare(folder)
        async with serving(folder) as server:
            await ask_engine(server, 2)
            games = await set_up(server, playouts(PAIRS))
            await open_loop(games[:1], 1, EVERY_SECONDS)
            before, most = server.rss_kib, [0]
            watching = asyncio.create_task(watch_memory(server, most))
            attacking = asyncio.create_task(
                attack(name, server, seconds + 2, addresses, prepared) if name else quiet()
            )
            await asyncio.sleep(1)
            engine = asyncio.create_task(ask_engine(server, 5))
            latencies = await open_loop(games, seconds, EVERY_SECONDS)
            answers, engine_seconds = await attacking, await engine
            watching.cancel()
            await asyncio.gather(*(game.close() for game in games))
            return tell(name, latencies, games, most[0] - before, engine_seconds, answers)


async def quiet() -> dict[str, int]:
    return {}


def tell(
    name: str | None,
    latencies: list[float],
    games: list[Game],
    grown_kib: int,
    engine_seconds: list[float],
    answers: dict[str, int],
) -> bool:
    p50, p99 = (percentile(latencies, share) * 1000 for share in (0.5, 0.99))
    errors = sum(game.errors for game in games)
    holds = p99 <= MOST_MS and grown_kib <= MOST_KIB and not errors
    got = ", ".join(f"{count} {what}" for what, count in sorted(answers.items()))
    print(
        f"{name or 'nobody attacks'}: p50 {p50:.1f} ms, p99 {p99:.1f} ms,"
        f" max {max(latencies) * 1000:.0f} ms of {len(latencies)} moves, {errors} errors,"
        f" memory {grown_kib / 1024:+.1f} MiB,"
        f" the engine answers within {max(engine_seconds):.1f} s"
        f"{'' if holds else '  <-- over the bar'}\n    the attacker got: {got or 'nothing'}",
        flush=True,
    )
    return holds


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *ATTACKS], default=[])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--addresses", type=int, default=1, help="of the attacker")
    chosen = parser.parse_args()
    if len(os.sched_getaffinity(0)) < 2:
        sys.exit("two cores are needed: one to serve, one to attack")
    os.sched_setaffinity(0, {SERVED_CORE})
    wanted: list[str | None] = [None, *(chosen.names or ATTACKS)]
    return (
        0 if all([await measure(name, chosen.seconds, chosen.addresses) for name in wanted]) else 1
    )


if __name__ == "__main__":
    with alone():
        sys.exit(uvloop.run(main()))
