"""Analyses of single positions for one client, with their progress."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import msgspec

from skep import protocol
from skep.errors import CommandRefusedError, EngineError
from skep.protocol.refusals import RefusalCode
from skep.server.engines.pool import EnginePool
from skep.server.metrics import JOBS
from skep.server.tables.table import Table

__all__ = ["Analysis", "Asker"]

GRACE_SECONDS = 5.0
_encode = msgspec.json.Encoder().encode


class Asker(Protocol):
    """Whoever wants an analysis: a socket."""

    number: int
    user: int | None

    def send(self, frame: bytes) -> None: ...


class Analysis:
    """One analysis at a time for each socket."""

    def __init__(
        self, pool: EnginePool, spawn: Callable[[Coroutine[Any, Any, None]], object]
    ) -> None:
        self._pool = pool
        self._spawn = spawn
        self._busy: set[int] = set()

    def start(self, asker: Asker, table: Table, wish: protocol.Analyse) -> None:
        """Begin; what is found goes to the asker as it grows."""
        position = table.kind.analysis_job(table.rules, wish.ply)
        if table.is_live and not _plays_alone(table, asker.user):
            raise CommandRefusedError(RefusalCode.NOT_OVER, "No help while two people play.")
        if asker.number in self._busy:
            raise CommandRefusedError(RefusalCode.BUSY, "One analysis at a time.")
        self._busy.add(asker.number)
        asker.send(_encode(protocol.Ack(id=wish.id)))
        job = {"do": "analyse", "seconds": wish.seconds, **position}
        self._spawn(self._analyse(asker, wish, job))

    async def _analyse(self, asker: Asker, wish: protocol.Analyse, job: dict[str, Any]) -> None:
        def report(answer: dict[str, Any]) -> None:
            asker.send(
                _encode(
                    protocol.AnalysisProgress(
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
                )
            )

        limit = wish.seconds + GRACE_SECONDS
        try:
            answer = await self._pool.ask(job, seconds=limit, on_progress=report)
            JOBS.labels("done").inc()
        except EngineError as problem:
            JOBS.labels("failed").inc()
            answer = {"done": True, "error": str(problem)}
        finally:
            self._busy.discard(asker.number)
        report(answer)


def _plays_alone(table: Table, user: int | None) -> bool:
    people = {seat.user for seat in table.seats if seat.user is not None}
    return user is not None and people == {user}
