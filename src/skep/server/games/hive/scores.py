"""The engine's score of any position, for replay. Nothing is kept: the question holds the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skep.errors import CommandRefusedError, EngineError
from skep.server.games.hive.questions import Line, answering, position_of_line, read_body
from skep.server.rules.limits import Buckets

if TYPE_CHECKING:
    from skep.server.site import Site

__all__ = ["Scored", "score_routes"]

SECONDS = 1.0
GRACE_SECONDS = 8.0
MOST_WAITING = 8  # more would let a game against the computer wait for its move


class Scored(msgspec.Struct, frozen=True):
    """POST /api/hive/score: a position as the engine sees it, from the side to move."""

    score: int
    chance: float
    ends_in: int | None
    depth: int
    nodes: int
    line: list[str]


def score_routes(site: Site) -> list[Route]:
    pace = Buckets(rate=1.0, burst=6)
    waiting = 0

    async def score(request: Request) -> Response:
        nonlocal waiting
        line = read_body(request, Line, await request.body())
        position = position_of_line(line)
        if position.outcome() is not None:
            raise CommandRefusedError("GAME_OVER", "The game is over in this position.")
        pace.check(request.client.host if request.client else "")
        if waiting >= MOST_WAITING:
            raise CommandRefusedError("BUSY", "The computer has too much to think about.")
        waiting += 1
        try:
            answer = await site.pool.ask(
                {
                    "do": "analyse",
                    "seconds": SECONDS,
                    "game_type": line.game_type,
                    "opening_queen": position.options.opening_queen,
                    "repetition": position.options.repetition,
                    "moves": line.moves,
                },
                seconds=SECONDS + GRACE_SECONDS,
            )
            scored = msgspec.convert(answer, Scored)
        except (EngineError, msgspec.ValidationError) as problem:
            raise CommandRefusedError("BUSY", "The computer gave no answer.") from problem
        finally:
            waiting -= 1
        return Response(msgspec.json.encode(scored), media_type="application/json")

    handler: Callable[[Request], object] = answering(score)
    return [Route("/api/hive/score", handler, methods=["POST"])]
