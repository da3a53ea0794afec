"""Work that a program gives to the workers of a site: reviews of games, and finding puzzles."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from skep.errors import EngineError, SetupError, Told
from skep.hive.engine import Limit, Line, Score
from skep.hive.position import Position
from skep.hive.records import Format, Game, format_record
from skep.server.engines.queued import QueuedThinking
from skep.server.engines.thinking import Thinking
from skep.server.tables.redis_bus import RedisBus

__all__ = ["looks_by", "mine_all", "workers_at"]

CONNECT_SECONDS = 5.0
MOST_AT_ONCE = 64  # in the queue for one program
LOOK_SECONDS = 60.0  # for a position that is searched by nodes
MINE_SECONDS = 600.0


@asynccontextmanager
async def workers_at(redis_url: str) -> AsyncIterator[Thinking]:
    """Whoever takes jobs from this Redis."""
    bus = RedisBus(redis_url)
    bus.start()
    thinking = QueuedThinking(redis_url, bus, None)
    try:
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                while not bus.is_connected:
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise SetupError(Told("no Redis answers at this address")) from None
        yield thinking
    finally:
        await thinking.stop()
        await bus.close()


async def _in_order(
    thinking: Thinking, jobs: Iterable[dict[str, Any]], seconds: float
) -> AsyncIterator[dict[str, Any]]:
    """The answers in the order of the jobs, of which many are under way."""
    left = iter(jobs)
    waiting: list[asyncio.Future[dict[str, Any]]] = []
    try:
        while True:
            for job in itertools.islice(left, MOST_AT_ONCE - len(waiting)):
                ask = thinking.errand(job, seconds=seconds)
                waiting.append(asyncio.ensure_future(ask))
            if not waiting:
                return
            answer = await waiting[0]
            waiting.pop(0)
            if "error" in answer:
                raise EngineError(str(answer["error"]))
            yield answer
    finally:
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def looks_by(thinking: Thinking, game: Game, limit: Limit) -> AsyncIterator[Line | None]:
    """As `skep.hive.engine.review.look` for every position, each by whichever worker is free."""
    record = format_record(game, Format.JSON)
    nodes = [game.root, *game.main_line()]
    rest = {"record": record, "limit_seconds": limit.seconds, "nodes": limit.nodes}
    jobs = ({"do": "look", "number": number, **rest} for number in range(len(nodes)))
    places = iter(nodes)
    async for answer in _in_order(thinking, jobs, (limit.seconds or 0) + LOOK_SECONDS):
        yield _line(game.position_at(next(places)), answer["found"])


def _line(position: Position, found: dict[str, Any] | None) -> Line | None:
    if found is None:
        return None
    moves = []
    for text in found["line"]:
        moves.append(move := position.parse_move(text))
        position.play_unchecked(move)
    return Line(Score(found["score"]), found["depth"], tuple(moves))


async def mine_all(
    thinking: Thinking, game_strings: Iterable[str]
) -> AsyncIterator[dict[int, str]]:
    """As `skep.school.mining.mine`, game by game."""
    jobs = ({"do": "mine", "game": text} for text in game_strings)
    async for answer in _in_order(thinking, jobs, MINE_SECONDS):
        yield dict(answer["wins"])
