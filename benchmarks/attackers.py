"""Whoever attacks in `benchmarks.attacks`: a process of its own, as fast as it can.

    python -m benchmarks.attackers NAME URL SECONDS CORE ADDRESSES < prepared.json

It prints what it was answered, as counts.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import itertools
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import uvloop
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

HOTSEAT = {"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]}
AT_ONCE = 16
ANALYSES = 60
HALF_OPEN = 500
TROUBLE = (OSError, EOFError, WebSocketException, asyncio.IncompleteReadError, TimeoutError)


class Attacker:
    """Requests and sockets without any manners: nothing is waited for that need not be."""

    def __init__(self, url: str, seconds: float, addresses: int, prepared: dict[str, Any]) -> None:
        self._host = urlsplit(url).netloc
        self._port = int(self._host.rpartition(":")[2])
        self._end = time.monotonic() + seconds
        # None of them is the one of those who play.
        self._addresses = itertools.cycle(f"127.0.0.{n + 2}" for n in range(addresses))
        self.prepared = prepared
        self.answers: Counter[str] = Counter()
        self.cookies: dict[str, str] = {}

    @property
    def goes_on(self) -> bool:
        return time.monotonic() < self._end

    @property
    def left_seconds(self) -> float:
        return max(0.0, self._end - time.monotonic())

    @property
    def _from(self) -> tuple[str, int]:
        return next(self._addresses), 0

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._from)

    async def ask(self, method: str, path: str, body: bytes = b"", kind: str = "json") -> bytes:
        """One request on a connection of its own; its status is counted."""
        types = {"json": "application/json", "form": "application/x-www-form-urlencoded"}
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {self._host}\r\nConnection: close\r\n"
            f"Content-Type: {types[kind]}\r\nContent-Length: {len(body)}\r\n"
            f"Cookie: {cookies}\r\n\r\n"
        )
        reader, writer = await self.connect()
        try:
            writer.write(head.encode() + body)
            answer = await reader.read(-1)
        finally:
            writer.transport.abort()
        head_, _, content = answer.partition(b"\r\n\r\n")
        for line in head_.split(b"\r\n"):
            name, _, value = line.partition(b": ")
            if name.lower() == b"set-cookie":
                cookie, _, text = value.partition(b";")[0].decode().partition("=")
                self.cookies[cookie] = text
        self.answers[head_[9:12].decode() or "hung up"] += 1
        return content

    async def create(self) -> str:
        """A game of one's own, for which it waits as long as it must."""
        while True:
            answer = await self.ask("POST", "/api/games", json.dumps(HOTSEAT).encode())
            with contextlib.suppress(ValueError, KeyError):
                game: str = json.loads(answer)["game"]["id"]
                return game
            await asyncio.sleep(0.2)

    async def socket(self, game: str, key: str = "") -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        socket = await connect(
            f"ws://{self._host}/ws/game/{game}",
            additional_headers={"Cookie": cookies},
            compression=None,
            ping_interval=None,
            max_size=None,
            local_addr=self._from,
        )
        await socket.send(json.dumps({"type": "hello", "version": 1, "key": key}))
        return socket

    async def again(self, what: Callable[[], Awaitable[None]]) -> None:
        """The same thing again and again until the time is over."""
        while self.goes_on:
            try:
                await what()
            except TROUBLE as trouble:
                self.answers[type(trouble).__name__] += 1
                await asyncio.sleep(0.01)

    async def all_at_once(self, *whats: Callable[[], Awaitable[None]]) -> None:
        await asyncio.gather(*(self.again(what) for what in whats))


async def long_games(attacker: Attacker) -> None:
    """1: exports and pages of the longest games, and pastes of the longest texts."""
    games: list[tuple[str, str]] = attacker.prepared["games"]
    page = (await attacker.ask("GET", "/replay")).decode()
    token = page.split('name="csrf" value="')[1].split('"')[0]
    paths = [
        path.format(game) + f"key={quote(key)}"
        for game, key in games
        for path in (
            "/api/games/{}/export?format=pgn&",
            "/api/games/{}/export?format=text&",
            "/g/{}?",
            "/g/{}/replay?",
            "/api/games/{}?",
        )
    ]
    pastes = [
        urlencode({"csrf": token, "text": text}).encode() for text in attacker.prepared["texts"]
    ]

    async def export() -> None:
        for path in paths:
            await attacker.ask("GET", path)

    async def paste() -> None:
        for body in pastes:
            await attacker.ask("POST", "/replay", body, "form")

    await attacker.all_at_once(*[export] * AT_ONCE, *[paste] * AT_ONCE)


async def analyses(attacker: Attacker) -> None:
    """8: connect, ask for half a minute of the engine, hang up."""
    game = await attacker.create()

    async def ask_and_hang_up() -> None:
        socket = await attacker.socket(game)
        await socket.send('{"type":"analyse","id":"1","ply":0,"seconds":30}')
        attacker.answers["asked"] += 1
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.05):
                await socket.recv()
        socket.transport.abort()

    await attacker.all_at_once(*[ask_and_hang_up] * ANALYSES)


async def snapshots(attacker: Attacker) -> None:
    """9: sockets that ask for the longest snapshots and do not read."""
    game, key = attacker.prepared["games"][0]

    async def ask_and_not_read() -> None:
        socket = await attacker.socket(game, key)
        socket.transport.pause_reading()
        attacker.answers["sockets"] += 1
        while attacker.goes_on and not socket.transport.is_closing():
            await socket.send('{"type":"resync"}')
            attacker.answers["asked"] += 1
        socket.transport.abort()

    await attacker.all_at_once(*[ask_and_not_read] * AT_ONCE)


async def frames(attacker: Attacker) -> None:
    """9: sockets that send without end."""
    game = await attacker.create()

    async def flood() -> None:
        socket = await attacker.socket(game)
        attacker.answers["sockets"] += 1
        try:
            while attacker.goes_on:
                for _ in range(100):
                    await socket.send('{"type":"pong","n":0}')
                attacker.answers["frames"] += 100
                await asyncio.sleep(0)
        finally:
            socket.transport.abort()

    await attacker.all_at_once(*[flood] * AT_ONCE)


async def pings(attacker: Attacker) -> None:
    """Sockets that send empty pings and empty parts of a message, by the thousand."""
    game = await attacker.create()
    many = {"pings": _frame(9) * 2000, "parts": _frame(0, last=False) * 2000}

    async def flood(kind: str) -> None:
        socket = await attacker.socket(game)
        attacker.answers["sockets"] += 1
        transport = socket.transport
        try:
            transport.write(_frame(1, last=False))
            while attacker.goes_on and not transport.is_closing():
                if transport.get_write_buffer_size() < 1 << 20:
                    transport.write(many[kind])
                    attacker.answers[kind] += 2000
                await asyncio.sleep(0)
        finally:
            transport.abort()

    floods = [functools.partial(flood, kind) for kind in many]
    await attacker.all_at_once(*floods * (AT_ONCE // 2))


def _frame(opcode: int, *, last: bool = True) -> bytes:
    """An empty frame of a client."""
    return bytes([(0x80 if last else 0) | opcode, 0x80, 0, 0, 0, 0])


async def headers(attacker: Attacker) -> None:
    """Requests whose headers have no end."""

    async def send() -> None:
        _, writer = await attacker.connect()
        attacker.answers["opened"] += 1
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            while attacker.goes_on:
                writer.write(b"a: b\r\n" * 10_000)
                await writer.drain()
                attacker.answers["KiB"] += 60
        finally:
            writer.transport.abort()

    await attacker.all_at_once(*[send] * AT_ONCE)


async def deals(attacker: Attacker) -> None:
    """Solitaires that take the solver longest, by new guests, and the puzzles of all days."""
    hardest = {"size": 20, "grade": "expert"}
    wish = {"game": "solitaire", "seats": [{"who": "me"}], "options": hardest}
    days = itertools.count(1)

    async def deal() -> None:
        attacker.cookies.clear()
        await attacker.ask("POST", "/api/games", json.dumps(wish).encode())

    async def day() -> None:
        some = date.min + timedelta(days=next(days))
        await attacker.ask("GET", f"/api/solitaire/day?day={some.isoformat()}")

    await attacker.all_at_once(*[deal] * AT_ONCE, *[day] * AT_ONCE)


async def creations(attacker: Attacker) -> None:
    """10: games without end, by asking for them and by rematch after abort, from game to game."""
    chains = [[await attacker.create()] for _ in range(4)]

    async def create() -> None:
        await attacker.ask("POST", "/api/games", json.dumps(HOTSEAT).encode())

    async def rematch(chain: list[str]) -> None:
        socket = await attacker.socket(chain[-1])
        try:
            await socket.send('{"type":"do","id":"a","command":{"kind":"abort"}}')
            await socket.send('{"type":"want_rematch","id":"b"}')
            async with asyncio.timeout(min(1.0, attacker.left_seconds)):
                async for message in socket:
                    answer = json.loads(message)
                    if answer["type"] == "refused" and answer.get("id") == "b":
                        attacker.answers[answer["code"]] += 1
                        return
                    if answer["type"] == "rematch" and answer.get("next_game"):
                        attacker.answers["rematches"] += 1
                        chain.append(answer["next_game"])
                        return
        finally:
            socket.transport.abort()

    rematches = [functools.partial(rematch, chain) for chain in chains]
    await attacker.all_at_once(*[create] * AT_ONCE, *rematches)


async def half_open(attacker: Attacker) -> None:
    """10: connections that never finish their request."""

    async def open_and_wait() -> None:
        reader, writer = await attacker.connect()
        attacker.answers["opened"] += 1
        try:
            writer.write(b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
            async with asyncio.timeout(attacker.left_seconds):
                while True:
                    writer.write(b"x")
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(0.5):
                            if not await reader.read(1):
                                attacker.answers["hung up"] += 1
                                return
        finally:
            writer.transport.abort()

    await attacker.all_at_once(*[open_and_wait] * HALF_OPEN)


ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "long_games": long_games,
    "analyses": analyses,
    "snapshots": snapshots,
    "frames": frames,
    "creations": creations,
    "half_open": half_open,
    "pings": pings,
    "headers": headers,
    "deals": deals,
}


async def main() -> None:
    name, url, seconds, core, addresses = sys.argv[1:]
    os.sched_setaffinity(0, {int(core)})
    attacker = Attacker(url, float(seconds), int(addresses), json.load(sys.stdin))
    await ATTACKS[name](attacker)
    print(json.dumps(attacker.answers))


if __name__ == "__main__":
    uvloop.run(main())
