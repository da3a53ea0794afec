"""Players who never rest: they keep commands in flight while the server is being killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Self, TextIO, TypeVar

import msgspec

from skep.client import Person, Session
from skep.errors import CommandRefusedError
from skep.geometry import Cell
from skep.laruche import Placement, Pose, Table, Tile
from skep.laruche.tiles import mask_of
from skep.protocol.refusals import RefusalCode
from skep.server.games.hive import messages as hive_messages
from skep.server.games.laruche import messages as laruche_messages
from tests.faults.compare import read_heads
from tests.faults.proxy import SERVED_BY

__all__ = ["REST_MS", "Crowd", "served_by"]

T = TypeVar("T")
PATIENCE = 240.0  # seconds: only what hangs takes so long, also on a machine with much else to do
LEVEL_SECONDS = 15.0  # heartbeats, by which a client sees that it is behind, come every five
REST_MS = 5_000  # what those with little time leave of it: a slow machine takes less, a fault more


async def _insist(ask: Callable[..., Awaitable[T]], *arguments: object) -> T:
    """A new game is refused while nothing can be stored: a moment later it is not."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                return await ask(*arguments)
            except CommandRefusedError as refusal:
                if refusal.code != RefusalCode.STORAGE_FULL:
                    raise
                await asyncio.sleep(0.1)


def served_by(session: Session) -> str:
    """The server that has this socket, as the proxy says; empty: there is none."""
    response = None if session._socket is None else session._socket.response
    return "" if response is None else response.headers.get(SERVED_BY, "").rpartition(", ")[2]


class Crowd:
    """Pairs at Hive and people among bots at La Ruche, with a journal of what each was told.

    With several addresses those of one game have different ones.
    """

    def __init__(
        self, urls: tuple[str, ...], folder: Path, *, seed: int, pace: float = 0.0
    ) -> None:
        self._pace = pace  # seconds of thought before a move: many play long, few play fast
        self._urls = urls
        self._folder = folder
        self._chance = random.Random(seed)
        self._people: list[Person] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._journals: list[TextIO] = []
        self.sessions: list[Session] = []
        self._addresses: dict[Session, str] = {}
        self._against_engines: list[Session] = []
        self._seated: list[tuple[Session, Callable[[], Awaitable[None]]]] = []
        self.answered = 0
        self.rested_ms = 0
        self._resting = asyncio.Event()

    async def seat_hive(self, pairs: int, *, hurry: bool = False, **more: Any) -> None:
        play = _play_in_a_hurry if hurry else _play_hive
        wish = {"game": "hive", "seats": [{"who": "me"}, {"who": "open"}], **more}
        for _ in range(pairs):
            ann, bob = self._people_at_a_table(2)
            created = await _insist(ann.create, wish)
            await _insist(bob.join, created.game.id, created.key)
            for person in (ann, bob):
                session = self._start(person, created.game.id, created.key, play)
            again = partial(self.seat_hive, 1, hurry=hurry, **more)
            self._seated.append((session, again))

    async def seat_laruche(self, tables: int, people: int = 2) -> None:
        for _ in range(tables):
            host, *guests = self._people_at_a_table(people)
            seats = [{"who": "me"}, *({"who": "open"} for _ in guests), {"who": "bot", "level": 3}]
            options = {"rounds": 20, "bee_gift": True, "triple_gift": "split", "break_ms": 200}
            wish = {"game": "laruche", "seats": seats, "options": options}
            created = await _insist(host.create, wish)
            for guest in guests:
                await _insist(guest.join, created.game.id, created.key)
            for person in (host, *guests):
                session = self._start(person, created.game.id, created.key, _play_laruche)
            self._seated.append((session, partial(self.seat_laruche, 1, people)))

    async def seat_engine(self, games: int) -> None:
        for _ in range(games):
            (person,) = self._people_at_a_table(1)
            seats = [{"who": "me"}, {"who": "engine", "level": 4}]
            created = await _insist(person.create, {"game": "hive", "seats": seats})
            self._against_engines.append(
                self._start(person, created.game.id, created.key, _play_hive)
            )

    def _people_at_a_table(self, count: int) -> list[Person]:
        people = [Person(self._urls[n % len(self._urls)]) for n in range(count)]
        self._people += people
        return people

    def _start(self, person: Person, game: str, key: str, play: Any) -> Session:
        session = person.sit(game, key=key, legal=play is not _play_laruche)
        self._addresses[session] = person.url
        number = len(self.sessions)
        journal = (self._folder / f"journal-{number}.jsonl").open("w", buffering=1)
        self._journals.append(journal)

        def note(identity: str, seq: int | None) -> None:
            self.answered += 1
            journal.write(json.dumps({"game": game, "id": identity, "seq": seq}) + "\n")

        session.on_answer = note
        self.sessions.append(session)
        chance = random.Random(self._chance.random())
        self._tasks.append(asyncio.create_task(self._play(session, play, chance)))
        return session

    async def _play(self, session: Session, play: Any, chance: random.Random) -> None:
        await session.__aenter__()
        while not self._resting.is_set() and session.mirror.outcome is None:
            try:
                if self._pace and play is not _play_in_a_hurry and not _has_gifts(session):
                    await asyncio.sleep(chance.uniform(0, 2 * self._pace))
                await play(session, chance)
            except CommandRefusedError:
                await asyncio.sleep(0.01)  # somebody was quicker, or the state here is old

    @property
    def in_flight(self) -> int:
        return sum(session.in_flight for session in self.sessions)

    async def refill(self) -> None:
        """New games for those that have ended, so that the load stays what it was."""
        ended = [seated for seated in self._seated if seated[0].mirror.outcome is not None]
        self._seated = [seated for seated in self._seated if seated not in ended]
        for _, again in ended:
            await again()

    async def refill_engines(self, games: int) -> None:
        """So that an engine thinks soon: who plays at random loses to it in a few moves."""
        mirrors = (session.mirror for session in self._against_engines)
        young = sum(mirror.outcome is None and len(mirror.moves) < 6 for mirror in mirrors)
        await self.seat_engine(max(0, games - young))

    async def until_connected(self, seconds: float = PATIENCE) -> None:
        async with asyncio.timeout(seconds):
            while not all(session.is_connected for session in self.sessions):
                self.check()
                await asyncio.sleep(0.02)

    async def until_home(self, homes: Mapping[str, str]) -> None:
        """Who is not at the server of their address goes there: those of a game are apart again."""
        async with asyncio.timeout(PATIENCE):
            while away := [s for s in self.sessions if served_by(s) != homes[self._addresses[s]]]:
                self.check()
                for session in away:
                    await session.drop()
                await asyncio.sleep(0.5)

    async def behind(self, database: str) -> list[Session]:
        """Whose screen does not come by itself to what is stored now, within a while."""
        heads = await asyncio.to_thread(read_heads, database)

        def late() -> list[Session]:
            return [s for s in self.sessions if s.head < heads.get(s.game, 0)]

        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEVEL_SECONDS):
                while late():
                    await asyncio.sleep(0.05)
        return late()

    def check(self) -> None:
        """Nobody has given up."""
        for session in self.sessions:
            if session.failure is not None:
                raise session.failure

    async def until_answered(self, count: int, seconds: float = PATIENCE) -> None:
        """Wait until so many more commands were answered."""
        goal = self.answered + count
        async with asyncio.timeout(seconds):
            while self.answered < goal:
                await asyncio.sleep(0.01)

    async def until_in_flight(self, count: int, seconds: float = PATIENCE) -> None:
        """Wait for a moment in which so many commands are under way."""
        async with asyncio.timeout(seconds):
            while self.in_flight < count:
                await asyncio.sleep(0.001)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for session in self.sessions:
            await session.__aexit__(None, None, None)
        for person in self._people:
            await person.__aexit__()
        for journal in self._journals:
            journal.close()

    async def rest(self, database_url: str = "") -> None:
        """Stop playing, let everything be answered, and write down what everybody sees.

        Nobody asks for what was missed: a screen that has stayed behind is to be found.
        """
        self._resting.set()
        self.rested_ms = time.time_ns() // 1_000_000
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._tasks)
        behind = await self.behind(database_url or str(self._folder / "skep.db"))
        for session, journal in zip(self.sessions, self._journals, strict=True):
            journal.write(json.dumps(_final(session, is_behind=session in behind)) + "\n")


def _has_gifts(session: Session) -> bool:
    """They lapse after a while, so nobody thinks before giving."""
    return bool(getattr(session.mirror.status, "gifts", ()))


def _final(session: Session, *, is_behind: bool) -> dict[str, Any]:
    mirror = session.mirror
    return {
        "final": session.game,
        "is_behind": is_behind,
        "seats": session.seats,
        "head": mirror.head,
        "moves": mirror.moves,
        "table": sorted([list(cell), pose] for cell, pose in mirror.table.items()),
        "hand": sorted(getattr(mirror.status, "hand", [])),
        "seen": {seq: msgspec.to_builtins(event) for seq, event in mirror.seen.items()},
    }


async def _play_hive(session: Session, chance: random.Random) -> None:
    mirror = session.mirror
    status: hive_messages.HiveStatus = mirror.status
    if status.takeback_offer is not None and status.takeback_offer not in session.seats:
        await session.do(hive_messages.AnswerTakeback(accept=chance.random() < 0.5, ply=status.ply))
        return
    if status.legal:
        await session.play(chance.choice(status.legal), ply=status.ply)
        if chance.random() < 0.05:
            await session.do(hive_messages.OfferTakeback(ply=status.ply + 1))
        return
    head = mirror.head
    with contextlib.suppress(TimeoutError):
        await session.until(lambda: mirror.head != head, seconds=1)


async def _play_in_a_hurry(session: Session, chance: random.Random) -> None:
    """Each turn takes all the time but a rest, so that a fault which counted would be too much."""
    status: hive_messages.HiveStatus = session.mirror.status
    clock = status.clock
    if status.legal and clock is not None and clock.running is not None:
        due_ms = clock.since_ms + clock.left_ms[clock.running] - REST_MS
        await asyncio.sleep(max(0, due_ms - time.time_ns() // 1_000_000) / 1000)
    await _play_hive(session, chance)


async def _play_laruche(session: Session, chance: random.Random) -> None:
    status: laruche_messages.LaRucheStatus = session.mirror.status
    seat = session.seats[0]
    if status.phase == "break":
        await asyncio.sleep(0.05)
        return
    if status.gifts and status.hand:
        other = chance.choice([n for n in range(len(status.players)) if n != seat])
        tile = chance.choice(status.hand)
        await session.do(laruche_messages.Give(round=status.round, tile=tile, to=other))
        return
    placement = _placement(session, seat, chance)
    if placement is None:
        await asyncio.sleep(0.05)
        return
    cell = (placement.cell.q, placement.cell.r)
    await session.do(laruche_messages.Lay(round=status.round, cell=cell, pose=placement.pose.name))


def _placement(session: Session, seat: int, chance: random.Random) -> Placement | None:
    mirror = session.mirror
    hand = [Tile.parse(name) for name in mirror.status.hand]
    if not hand or mirror.status.turn not in (None, seat):
        return None
    if not mirror.table:
        return Placement(Cell(0, 0), hand[0].poses[0])
    table = Table(Placement(Cell(*at), Pose.parse(pose)) for at, pose in mirror.table.items())
    mask = mask_of(hand)
    if mirror.status.turn is not None:
        choices = list(table.edge_placements(mask))
    else:
        choices = table.placements(mask)
    return chance.choice(choices) if choices else None
