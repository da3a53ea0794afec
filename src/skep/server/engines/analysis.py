"""Analyses of single positions for one client, with their progress."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from skep import protocol
from skep.errors import CommandRefusedError, EngineError
from skep.protocol.refusals import RefusalCode
from skep.server.engines.thinking import Thinking
from skep.server.metrics import JOBS
from skep.server.tables.table import LiveTable

__all__ = ["Analysis", "Asker"]

GRACE_SECONDS = 5.0
_encode = msgspec.json.Encoder().encode


class Asker(Protocol):
    """Whoever wants an analysis: a socket."""

    number: int
    user: int | None
    address: str

    def send(self, frame: bytes) -> None: ...


class Analysis:
    """One analysis at a time for each person; hanging up ends it."""

    def __init__(self, pool: Thinking) -> None:
        self._pool = pool
        self._under_way: dict[int, tuple[asyncio.Task[Any], asyncio.Task[None]]] = {}

    def start(self, asker: Asker, table: LiveTable, wish: protocol.Analyse) -> None:
        """Begin; what is found goes to the asker as it grows."""
        position = table.kind.analysis_job(table.rules, wish.ply)
        if table.is_live and not _plays_alone(table, asker.user):
            raise CommandRefusedError(RefusalCode.NOT_OVER, "No help while two people play.")
        job = {"do": "analyse", "seconds": wish.seconds, **position}

        def report(answer: dict[str, Any]) -> None:
            asker.send(_encode(_progress(wish, answer)))

        work = self._pool.analyse(
            job,
            seconds=wish.seconds + GRACE_SECONDS,
            whose=_whose(asker),
            address=asker.address,
            on_progress=report,
        )
        asker.send(_encode(protocol.Ack(id=wish.id)))
        task = asyncio.ensure_future(self._answer(work, report))
        self._under_way[asker.number] = work, task
        task.add_done_callback(lambda _: self._ended(asker.number, work))

    def hung_up(self, number: int) -> None:
        """The socket is gone: nobody wants its analysis any more."""
        under_way = self._under_way.pop(number, None)
        for task in under_way or ():
            task.cancel()

    def _ended(self, number: int, work: asyncio.Task[dict[str, Any]]) -> None:
        if self._under_way.get(number, (None,))[0] is work:
            del self._under_way[number]

    async def _answer(
        self, work: asyncio.Task[dict[str, Any]], report: Callable[[dict[str, Any]], None]
    ) -> None:
        try:
            answer = await work
            JOBS.labels("done").inc()
        except (EngineError, CommandRefusedError) as problem:
            JOBS.labels("failed").inc()
            answer = {"done": True, "error": str(problem)}
        report(answer)


def _whose(asker: Asker) -> int | str:
    return asker.user or asker.address


def _progress(wish: protocol.Analyse, answer: dict[str, Any]) -> protocol.AnalysisProgress:
    return protocol.AnalysisProgress(
        id=wish.id,
        ply=wish.ply,
        depth=answer.get("depth", 0),
        nodes=answer.get("nodes", 0),
        score=answer.get("score"),
        line=answer.get("line", []),
        done=bool(answer.get("done")),
        chance=answer.get("chance"),
        ends_in=answer.get("ends_in"),
    )


def _plays_alone(table: LiveTable, user: int | None) -> bool:
    people = {seat.user for seat in table.seats if seat.user is not None}
    return user is not None and people == {user}
