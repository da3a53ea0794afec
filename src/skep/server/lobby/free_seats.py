"""Taking the free seats of a game away before it begins."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.server.storage.schema import seats

__all__ = ["keep_taken_seats"]

_FREE = seats.c.user.is_(None) & seats.c.who.in_(["open", "invited"])
_TERMS = ("who", "level", "user", "handicap_ms", "show")


async def keep_taken_seats(connection: AsyncConnection, game: str) -> list[dict[str, Any]]:
    """Close the gaps too; what is left of the seats, in their order."""
    here = seats.c.game == game
    await connection.execute(delete(seats).where(here, _FREE))
    rows = (await connection.execute(select(seats).where(here).order_by(seats.c.seat))).all()
    for number, row in enumerate(rows):
        if row.seat != number:
            moved = update(seats).where(here, seats.c.seat == row.seat).values(seat=number)
            await connection.execute(moved)
    return [{name: getattr(row, name) for name in _TERMS} for row in rows]
