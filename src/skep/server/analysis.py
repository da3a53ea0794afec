"""Analyses of single positions for one client, with their progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from skep.errors import CommandRefusedError
from skep.server import messages as m
from skep.server.hive_rules import HiveRules
from skep.server.jobs import Jobs, position_of
from skep.server.table import Table

if TYPE_CHECKING:
    from skep.server.connection import Connection

__all__ = ["Analysis"]

_encode = msgspec.json.Encoder().encode


class Analysis:
    """One analysis at a time for each socket."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._busy: set[int] = set()

    async def start(self, connection: Connection, table: Table, wish: m.Analyse) -> None:
        rules = table.rules
        if not isinstance(rules, HiveRules):
            raise CommandRefusedError("UNKNOWN_COMMAND", "Only Hive is analysed.")
        if table.is_live and not _plays_alone(table, connection.user):
            raise CommandRefusedError("NOT_OVER", "No help while two people play.")
        if wish.ply > rules.ply:
            raise CommandRefusedError("STALE", "The game is shorter than that.", ply=rules.ply)
        if connection.number in self._busy:
            raise CommandRefusedError("BUSY", "One analysis at a time.")
        self._busy.add(connection.number)
        connection.send(_encode(m.Ack(id=wish.id)))

        def report(answer: dict[str, Any]) -> None:
            done = bool(answer.get("done"))
            if done:
                self._busy.discard(connection.number)
            connection.send(
                _encode(
                    m.AnalysisProgress(
                        id=wish.id,
                        ply=wish.ply,
                        depth=answer.get("depth", 0),
                        nodes=answer.get("nodes", 0),
                        score=answer.get("score"),
                        line=answer.get("line", []),
                        done=done,
                        chance=answer.get("chance"),
                        ends_in=answer.get("ends_in"),
                    )
                )
            )

        job = {"do": "analyse", "seconds": wish.seconds, **position_of(rules, wish.ply)}
        identity = f"{connection.number}-{wish.id}"
        await self._jobs.want_analysis(identity, job, wish.seconds, report)


def _plays_alone(table: Table, user: int | None) -> bool:
    people = {seat.user for seat in table.seats if seat.user is not None}
    return user is not None and people == {user}
