"""The server's CPU time for a move of Hive as two pages make it, beside another checkout.

A move is over when it is acknowledged, both pages were told of it, and both know what may be chosen
next. What a page asks for that is in one class for each way of asking. The checkouts take turns.

    python -m benchmarks.server_pages --before PATH_OF_OTHER_CHECKOUT
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import time
from collections.abc import AsyncIterator
from statistics import median
from typing import Any, ClassVar

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.checkouts import Served, sides
from benchmarks.positions import bench_positions
from skep.hive import Position
from skep.hive.arena.turns import alone
from skep.hive.notation import format_move

BAR = 0.35
IDLE_SECONDS = 5.0
# What Chromium sends with a question of a page.
HEADERS = {
    "accept": "*/*",
    "accept-encoding": "gzip, deflate, br, zstd",
    "accept-language": "en-GB,en;q=0.9",
    "sec-ch-ua": '"Chromium";v="140", "Not=A?Brand";v="24"',
    "sec-ch-ua-mobile": "?0",
    "sec-ch-ua-platform": '"Linux"',
    "sec-fetch-dest": "empty",
    "sec-fetch-mode": "cors",
    "sec-fetch-site": "same-origin",
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0",
}


class Page:
    """One person's page at a game: a socket, and connections that stay open for questions."""

    hello: ClassVar[dict[str, Any]] = {}

    def __init__(self, url: str, cookie: str, game: str, line: list[str]) -> None:
        self._address = f"{url.replace('http', 'ws', 1)}/ws/game/{game}"
        self._cookie = cookie
        self._moves = line  # shared by both pages, which only ever read it
        headers = {**HEADERS, "cookie": cookie, "origin": url, "referer": f"{url}/g/{game}"}
        self._http = httpx.AsyncClient(base_url=url, headers=headers, timeout=30, verify=False)
        self._socket: ClientConnection | None = None

    async def open(self) -> dict[str, Any]:
        self._socket = await connect(
            self._address,
            additional_headers={"Cookie": self._cookie},
            compression=None,
            ping_interval=None,
        )
        await self._send({"type": "hello", "version": 1, "key": "", **self.hello})
        return await self._until("welcome")

    async def close(self) -> None:
        await self._http.aclose()
        if self._socket is not None:
            await self._socket.close()

    async def _send(self, frame: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(frame))

    async def _until(self, kind: str) -> dict[str, Any]:
        assert self._socket is not None
        async with asyncio.timeout(30):
            while True:
                frame: dict[str, Any] = json.loads(await self._socket.recv())
                if frame["type"] == "heartbeat":
                    await self._send({"type": "pong", "n": frame["n"]})
                elif frame["type"] == "refused":
                    raise SystemExit(f"refused: {frame}")
                elif frame["type"] == kind:
                    return frame

    async def play(self, move: str, ply: int) -> None:
        """Up to the acknowledgement."""
        command = {"kind": "play", "move": move, "ply": ply}
        await self._send({"type": "do", "id": f"m{ply}", "command": command})
        await self._until("ack")

    async def hear(self) -> dict[str, Any]:
        """Of a move that was played; the status after it."""
        event = await self._until("event")
        assert event["event"]["kind"] == "played"
        status: dict[str, Any] = event["status"]
        return status

    async def follow(self, ply: int, *, waits: bool) -> None:
        """Hear of the move before this ply, and find out what may be chosen now."""
        await self._prepare(await self.hear(), ply, waits=waits)

    async def _prepare(self, status: dict[str, Any], ply: int, *, waits: bool) -> None:
        raise NotImplementedError


class AsksAfterMove(Page):
    """The moves are asked for with the whole game, by both; who waits asks for premoves too."""

    async def _prepare(self, status: dict[str, Any], ply: int, *, waits: bool) -> None:
        line: dict[str, Any] = {
            "game_type": "Base+MLP",
            "opening_queen": "allowed",
            "moves": self._moves[:ply],
        }
        questions = [line, {**line, "passed": True}] if waits else [line]
        await asyncio.gather(*(self._look(question) for question in questions))

    async def _look(self, question: dict[str, Any]) -> None:
        answer = await self._http.post("/api/hive/look", json=question)
        assert answer.raise_for_status().json()["ways"] is not None


class ChoicesInStatus(Page):
    """The status after a move has all that may be chosen."""

    hello: ClassVar[dict[str, Any]] = {"choices": True}

    async def _prepare(self, status: dict[str, Any], ply: int, *, waits: bool) -> None:
        if status.get("choices") is None:
            raise SystemExit(f"the status after ply {ply} has no choices: {status}")


async def kind_of_page(served: Served) -> type[Page]:
    """The page that this server was written for: does it send choices when asked to?"""
    async with seated(served, ChoicesInStatus, []) as pages:
        welcome = await pages[0].open()
        has_choices = welcome["view"]["status"].get("choices") is not None
    return ChoicesInStatus if has_choices else AsksAfterMove


@contextlib.asynccontextmanager
async def seated(served: Served, kind: type[Page], line: list[str]) -> AsyncIterator[list[Page]]:
    """Two people at a new game, their pages not opened yet."""
    async with httpx.AsyncClient(base_url=served.url, verify=False) as http:
        wish = {"game": "hive", "seats": [{"who": "me"}, {"who": "invited"}]}
        created = (await http.post("/api/games", json=wish)).raise_for_status().json()
        cookies = [f"skep_guest={http.cookies['skep_guest']}"]
        http.cookies.clear()
        game = created["game"]["id"]
        joined = await http.post(f"/api/games/{game}/join", json={"key": created["key"]})
        joined.raise_for_status()
        cookies.append(f"skep_guest={http.cookies['skep_guest']}")
    pages = [kind(served.url, cookie, game, line) for cookie in cookies]
    try:
        yield pages
    finally:
        for page in pages:
            await page.close()


def middle_games(count: int, plies: int) -> list[tuple[list[str], int]]:
    """Games that go on at random from a middle game, and the ply from which they do."""
    chance = random.Random(7)
    starts = [row.game.split(";")[3:] for row in bench_positions("midgame_mlp")]
    games: list[tuple[list[str], int]] = []
    while len(games) < count:
        start = starts[len(games) % len(starts)]
        position = Position("Base+MLP", opening_queen="allowed")
        line = list(start)
        for text in line:
            position.play(text)
        while len(line) < len(start) + plies and position.outcome() is None:
            move = chance.choice(list(position.legal_moves))
            line.append(format_move(position, move))
            position.play_unchecked(move)
        if len(line) == len(start) + plies:
            games.append((line, len(start)))
    return games


async def cpu_of_game(
    served: Served, kind: type[Page], line: list[str], start: int, idle: float
) -> float:
    """CPU seconds of the server for the moves from `start` on, beyond what it uses when idle."""
    async with seated(served, kind, line) as pages:
        for page in pages:
            await page.open()
        for ply in range(start):  # nobody asks anything on the way to the middle game
            await pages[ply % 2].play(line[ply], ply)
            for page in pages:
                await page.hear()
        before, began = served.cpu_seconds, time.perf_counter()
        for ply in range(start, len(line)):
            mover, other = pages[ply % 2], pages[1 - ply % 2]
            await mover.play(line[ply], ply)
            await asyncio.gather(
                mover.follow(ply + 1, waits=True), other.follow(ply + 1, waits=False)
            )
        return served.cpu_seconds - before - idle * (time.perf_counter() - began)


async def idle_share(served: Served) -> float:
    """CPU seconds a second when nobody does anything: that is no part of a move."""
    before = served.cpu_seconds
    await asyncio.sleep(IDLE_SECONDS)
    return (served.cpu_seconds - before) / IDLE_SECONDS


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", help="another checkout, set up by `make setup`")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--plies", type=int, default=60)
    chosen = parser.parse_args()
    games = middle_games(chosen.rounds + 1, chosen.plies)
    with contextlib.ExitStack() as stack:
        checkouts = {
            side.name: stack.enter_context(side.serving()) for side in sides(chosen.before)
        }
        kinds = {name: await kind_of_page(served) for name, served in checkouts.items()}
        found: dict[str, list[float]] = {name: [] for name in checkouts}
        idle = dict.fromkeys(checkouts, 0.0)
        for number, (line, start) in enumerate(games):
            for name, served in checkouts.items():
                cpu = await cpu_of_game(served, kinds[name], line, start, idle[name])
                if not number:  # the first game warms both up
                    idle[name] = await idle_share(served)
                else:
                    found[name].append(1000 * cpu / chosen.plies)
    print(f"{chosen.rounds} middle games of {chosen.plies} moves, two pages, in turns")
    for name, values in found.items():
        spread = ", ".join(f"{value:.2f}" for value in sorted(values))
        print(f"  {name}: {median(values):.2f} ms CPU a move ({kinds[name].__name__}; {spread})")
    if len(found) == 2:
        ratio = median(found["after"]) / median(found["before"])
        print(f"  after / before: {ratio:.3f} (bar: at most {BAR})")


if __name__ == "__main__":
    with alone():
        asyncio.run(main())
