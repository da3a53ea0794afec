"""A UHP engine at a seat: whoever speaks the protocol can play at a server."""

from __future__ import annotations

from typing import Final

from skep.client.session import Session
from skep.errors import CommandRefusedError
from skep.hive import Position
from skep.hive.engine import Limit, budget
from skep.hive.uhp_client import AsyncUhpClient
from skep.protocol import Clock, TimeControl, Timed
from skep.protocol.refusals import RefusalCode

__all__ = ["UNHURRIED", "limit_by_clock", "play_with_engine"]

UNHURRIED: Final = Limit(seconds=1.0)  # for a move where nobody counts minutes
_OVERHEAD_SECONDS: Final = 0.3  # of a move: the way to the server and back
_LEAST_SECONDS: Final = 0.01  # to some engines 0 means no limit
_OLD = (RefusalCode.STALE, RefusalCode.NOT_YOUR_TURN, RefusalCode.GAME_OVER)


def limit_by_clock(
    control: TimeControl, clock: Clock | None, seat: int, *, ply: int, at_ms: int
) -> Limit:
    """The time for a move of this seat, by its clock as it stands at `at_ms`.

    >>> limit_by_clock(Timed(300_000), Clock((300_000, 300_000), 0, 0), 0, ply=10, at_ms=10_000)
    Limit(seconds=6.5..., soft_seconds=None, depth=None, nodes=None)
    """
    if not isinstance(control, Timed) or clock is None:
        return UNHURRIED
    spent_ms = max(0, at_ms - clock.since_ms) if clock.running == seat else 0
    left = max(0, clock.left_ms[seat] - spent_ms) / 1000
    share = budget(left, control.increment_ms / 1000, ply=ply, overhead=_OVERHEAD_SECONDS)
    # UHP has no soft limit: an engine takes all that it is given, hard as the move may be.
    return Limit(seconds=max(_LEAST_SECONDS, share.soft_seconds or 0.0))


async def play_with_engine(
    session: Session, engine: AsyncUhpClient, limit: Limit | None = None
) -> None:
    """Play the session's seats with this engine until the game is over.

    Without a limit the clock of the seat gives one for each move.
    """
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


async def _play_one(session: Session, engine: AsyncUhpClient, limit: Limit | None) -> None:
    mirror, ply = session.mirror, session.mirror.ply
    if limit is None and session.info is not None:
        status = mirror.status
        limit = limit_by_clock(
            session.info.time, status.clock, status.turn, ply=ply, at_ms=mirror.at_ms
        )
    position = Position.from_game_string(session.game_string)
    await engine.new_game(position.game_string)
    answer = await engine.best_move(position, limit or UNHURRIED)
    try:
        await session.play(position.format_move(answer.move), ply=ply)
    except CommandRefusedError as refusal:
        if refusal.code not in _OLD:  # a takeback crossed the move: look again
            raise
