"""Better words: what readers suggest of a page's language, kept for the operator."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.rules.limits import Buckets
from skep.server.storage.schema import suggestions
from skep.server.storage.writer import Writer
from skep.server.tables.tables import now_ms

__all__ = ["LONGEST", "Suggestion", "Suggestions", "read_suggestions"]

LONGEST = 500
LONGEST_PAGE = 200
MOST = 10_000  # then somebody has to read them first


class Suggestion(NamedTuple):
    at_ms: int
    language: str
    page: str
    text: str


class Suggestions:
    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._pace = Buckets(rate=1 / 60, burst=5)

    async def add(self, address: str, language: str, page: str, text: str) -> None:
        """Keep what somebody at an address wrote; too much or too often is refused."""
        words = " ".join(text.split())
        if not words or not words.isprintable():
            raise CommandRefusedError(RefusalCode.UNREADABLE, "A suggestion is printable text.")
        if len(words) > LONGEST:
            raise CommandRefusedError(
                RefusalCode.TOO_LARGE, f"A suggestion has at most {LONGEST} characters."
            )
        self._pace.check(address)
        row = {"language": language, "page": page[:LONGEST_PAGE], "text": words}

        async def work(connection: AsyncConnection) -> None:
            count = await connection.scalar(select(func.count()).select_from(suggestions))
            if (count or 0) >= MOST:
                raise CommandRefusedError(RefusalCode.BUSY, "There are too many to read already.")
            await connection.execute(insert(suggestions).values(at_ms=now_ms(), **row))

        await self._writer.run(work)


async def read_suggestions(engine: AsyncEngine) -> list[Suggestion]:
    """For the operator: all of them, the oldest first."""
    columns = (getattr(suggestions.c, name) for name in Suggestion._fields)
    async with engine.connect() as connection:
        rows = await connection.execute(select(*columns).order_by(suggestions.c.id))
        return [Suggestion(*row) for row in rows]
