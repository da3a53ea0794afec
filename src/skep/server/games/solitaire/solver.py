"""The solver in child processes: nothing is solved on the event loop, and what hangs is killed.

There are three children, so that whoever asks for a hint or for the puzzle of a day does not wait
for somebody's new deal. Each has a queue with an end, nobody stands in it twice, and addresses take
turns: who sends many wait for themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator, Hashable, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any, Final

import msgspec

from skep.errors import CommandRefusedError, EngineError, InvalidOptionsError
from skep.geometry import Cell
from skep.laruche.puzzles import Puzzle, SolitaireOptions
from skep.laruche.solo_events import PuzzleDealt
from skep.laruche.tiles import Placement, Pose
from skep.protocol.refusals import RefusalCode
from skep.server.engines.child import Child
from skep.server.metrics import JOBS
from skep.server.rules.contract import Terms
from skep.server.rules.kind import LogRow

__all__ = ["Lane", "Solver", "Turns", "position_of"]

WORKER: Final = "skep.server.games.solitaire.worker"
MOST_WAITING: Final = 16
MOST_OF_ADDRESS: Final = 6
MOST_NEWCOMERS: Final = 64  # of addresses with nobody in the queue, also when it is full
DEAL_SECONDS: Final = 90.0  # twenty tiles of the highest grade have taken 12 s of a processor
HINT_SECONDS: Final = 20.0
DAYS_KEPT: Final = 500


class Turns:
    """One at a time; the next is of the address that has waited longest for its last turn."""

    def __init__(self) -> None:
        self._is_taken = False
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._served: dict[str, int] = {}
        self._count = itertools.count(1)

    @contextlib.asynccontextmanager
    async def taken(self, address: str) -> AsyncIterator[None]:
        if self._is_taken:
            await self._wait(address)
        self._is_taken = True
        self._served[address] = next(self._count)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, address: str) -> None:
        place = address, asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            await place[1]
        except asyncio.CancelledError:
            if not place[1].cancelled():
                self._pass_on()  # it was this one's turn in that very moment
            raise

    def _pass_on(self) -> None:
        self._waiting = [place for place in self._waiting if not place[1].cancelled()]
        if not self._waiting:
            self._is_taken = False
            self._served.clear()
            return
        place = min(self._waiting, key=lambda place: self._served.get(place[0], 0))
        self._waiting.remove(place)
        place[1].set_result(None)


class Lane:
    """A child, and whoever waits for it."""

    def __init__(self) -> None:
        self.child = Child(WORKER)
        self._turns = Turns()
        self._waiting: dict[Hashable, str] = {}  # and from which address
        self._strangers = itertools.count()
        self._is_stopped = False

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting)

    async def ask(
        self, job: dict[str, Any], *, seconds: float, whose: Hashable | None, address: str = ""
    ) -> dict[str, Any]:
        """The answer to a job. `whose` None: it has to be done, however many wait."""
        asker = ("log", next(self._strangers)) if whose is None else whose
        if asker in self._waiting:
            raise CommandRefusedError(
                RefusalCode.BUSY, "The solver is at work for you already.", wait_ms=1_000
            )
        if whose is not None and self._is_full_for(address):
            raise CommandRefusedError(
                RefusalCode.BUSY, "The solver has too much to do.", wait_ms=2_000
            )
        self._waiting[asker] = address
        try:
            async with self._turns.taken(address):
                answer = await self._ask_child(job, seconds)
            JOBS.labels("done").inc()
        except EngineError as problem:
            JOBS.labels("failed").inc()
            raise CommandRefusedError(
                RefusalCode.NO_ANSWER, f"The solver gave no answer ({problem}). Try again."
            ) from problem
        finally:
            del self._waiting[asker]
        if "error" in answer:
            raise InvalidOptionsError(str(answer["error"]))
        return answer

    def _is_full_for(self, address: str) -> bool:
        if not address:
            return len(self._waiting) >= MOST_WAITING
        own = sum(one == address for one in self._waiting.values())
        if own == 0:
            return len(self._waiting) >= MOST_NEWCOMERS
        return own >= MOST_OF_ADDRESS or len(self._waiting) >= MOST_WAITING

    async def _ask_child(self, job: dict[str, Any], seconds: float) -> dict[str, Any]:
        if self._is_stopped:
            raise EngineError("the server stops")
        return await self.child.ask(job, seconds=seconds)

    async def stop(self) -> None:
        self._is_stopped = True
        await self.child.stop()


class Solver:
    """What takes long. Every answer comes from a child."""

    def __init__(self) -> None:
        self.hints = Lane()
        self.deals = Lane()
        self.days = Lane()
        self._days: dict[date, asyncio.Future[PuzzleDealt]] = {}

    async def deal(
        self,
        options: SolitaireOptions,
        *,
        seed: int,
        tiles: str,
        whose: Hashable,
        address: str = "",
    ) -> PuzzleDealt:
        """New tiles, or those that `tiles` names; InvalidOptionsError if nothing solves them."""
        job = {"do": "deal", "options": asdict(options), "seed": seed, "tiles": tiles}
        answer = await self.deals.ask(job, seconds=DEAL_SECONDS, whose=whose, address=address)
        return _dealt(answer)

    async def day(self, day: date, address: str = "") -> PuzzleDealt:
        """The puzzle of a day: however many ask, it is looked for once."""
        known = self._days.get(day)
        if known is None or (known.done() and (known.cancelled() or known.exception())):
            if len(self._days) >= DAYS_KEPT:
                del self._days[next(iter(self._days))]
            known = self._days[day] = asyncio.ensure_future(self._day(day, address))
        return await asyncio.shield(known)

    async def _day(self, day: date, address: str) -> PuzzleDealt:
        job = {"do": "day", "day": day.isoformat()}
        answer = await self.days.ask(job, seconds=DEAL_SECONDS, whose=None, address=address)
        return _dealt(answer)

    async def hint(self, position: dict[str, Any], whose: Hashable) -> Placement | None:
        """A placement from which a solution exists."""
        job = {"do": "hint", **position}
        answer = await self.hints.ask(job, seconds=HINT_SECONDS, whose=whose)
        if answer["hint"] is None:
            return None
        q, r, pose = answer["hint"]
        return Placement(Cell(q, r), Pose.parse(pose))

    async def can_be_solved(self, position: dict[str, Any], whose: Hashable) -> bool | None:
        """None when the search ended before it knew."""
        job = {"do": "look", **position}
        answer = await self.hints.ask(job, seconds=HINT_SECONDS, whose=whose)
        solvable: bool | None = answer["solvable"]
        return solvable

    async def resolve(self, terms: Terms, rows: Sequence[LogRow]) -> list[str]:
        """The rows of a log with what older ones left to be solved, as payloads of today."""
        job = {
            "do": "resolve",
            "options": dict(terms.options),
            "seed": terms.seed.hex(),
            "rules_version": terms.rules_version,
            "rows": [(row.at_ms, row.payload, row.schema_version) for row in rows],
        }
        answer = await self.hints.ask(job, seconds=DEAL_SECONDS, whose=None)
        resolved: list[str] = answer["rows"]
        return resolved

    async def stop(self) -> None:
        await self.hints.stop()
        await self.deals.stop()
        await self.days.stop()


def position_of(puzzle: Puzzle, placed: Sequence[Placement]) -> dict[str, Any]:
    """A table as a child is told of it."""
    shape = puzzle.shape
    return {
        "options": asdict(puzzle.options),
        "tiles": [tile.name for tile in puzzle.tiles],
        "shape": None if shape is None else [tuple(cell) for cell in sorted(shape)],
        "placed": [(each.cell.q, each.cell.r, each.pose.name) for each in placed],
    }


def _dealt(answer: dict[str, Any]) -> PuzzleDealt:
    return msgspec.convert(answer["dealt"], PuzzleDealt)
