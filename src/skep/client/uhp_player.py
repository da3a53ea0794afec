"""A UHP engine at a seat: whoever speaks the protocol can play at a server."""

from __future__ import annotations

from skep.client.session import Session
from skep.errors import CommandRefusedError
from skep.hive import Position
from skep.hive.engine import Limit
from skep.hive.uhp_client import AsyncUhpClient
from skep.protocol.refusals import RefusalCode

__all__ = ["play_with_engine"]

_OLD = (RefusalCode.STALE, RefusalCode.NOT_YOUR_TURN, RefusalCode.GAME_OVER)


async def play_with_engine(session: Session, engine: AsyncUhpClient, limit: Limit) -> None:
    """Play the session's seats with this engine until the game is over."""
    mirror = session.mirror
    answered = -1  # the head for which a move was last made

    def is_due() -> bool:
        started = session.mirror.head > 0
        return started and mirror.status.turn in session.seats and mirror.head != answered

    while True:
        await session.until(lambda: mirror.outcome is not None or is_due())
        if mirror.outcome is not None:
            return
        answered = mirror.head
        await _play_one(session, engine, limit)


async def _play_one(session: Session, engine: AsyncUhpClient, limit: Limit) -> None:
    ply = session.mirror.ply
    position = Position.from_game_string(session.game_string)
    await engine.new_game(position.game_string)
    answer = await engine.best_move(position, limit)
    try:
        await session.play(position.format_move(answer.move), ply=ply)
    except CommandRefusedError as refusal:
        if refusal.code not in _OLD:  # a takeback crossed the move: look again
            raise
