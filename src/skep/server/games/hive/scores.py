"""The engine's score of any position, for replay. Nothing is kept: the question holds the game."""

from __future__ import annotations

import asyncio

import msgspec

from skep.errors import CommandRefusedError, EngineError
from skep.hive import Position
from skep.protocol.refusals import RefusalCode
from skep.server.engines.pool import EnginePool
from skep.server.games.hive.questions import PlayedLine, board_questions, position_of_line
from skep.server.games.hive.rules import HiveRules
from skep.server.rules.kind import Asking, Question
from skep.server.rules.limits import Buckets
from skep.server.storage.store import Store
from skep.server.tables.fairness import check_help_is_fair
from skep.server.tables.tables import Tables

__all__ = ["Scored", "hive_questions"]

SECONDS = 1.0
GRACE_SECONDS = 8.0


class Scored(msgspec.Struct, frozen=True):
    """POST /api/hive/score: a position as the engine sees it, from the side to move."""

    score: int
    chance: float
    ends_in: int | None
    depth: int
    nodes: int
    line: list[str]


def hive_questions(
    pool: EnginePool, store: Store, tables: Tables, long_work: asyncio.Semaphore
) -> list[Question]:
    """All that pages ask about Hive."""
    return [*board_questions(long_work), _score_question(pool, store, tables)]


def _positions_of_line(line: PlayedLine) -> tuple[Position, frozenset[int]]:
    """The last position of a line, and the numbers of all that it goes through."""
    seen: list[int] = []
    position = position_of_line(line, seen.append)
    return position, frozenset(seen)


def _check_is_not_copied(tables: Tables, address: str, seen: frozenset[int]) -> None:
    """RefusedError `NOT_OVER` for a position that somebody of this address has before them.

    Who plays against a person could leave the cookie away, and ask as nobody. Only that very
    position is refused: a family or a school has one address.
    """
    for table in tables.in_memory():
        rules = table.rules
        if not isinstance(rules, HiveRules) or not table.is_live or not rules.ply:
            continue
        people = {seat.user for seat in table.terms.seats if seat.user is not None}
        sits_here = any(
            each.seat is not None and each.address == address for each in table.listeners
        )
        if len(people) > 1 and sits_here and rules.position_hash in seen:
            raise CommandRefusedError(
                RefusalCode.NOT_OVER, "No help while you play against somebody.", game=table.id
            )


def _score_question(pool: EnginePool, store: Store, tables: Tables) -> Question:
    pace = Buckets(rate=1.0, burst=6)

    async def score(line: PlayedLine, asking: Asking) -> Scored:
        position, seen = await asyncio.to_thread(_positions_of_line, line)
        if position.outcome() is not None:
            raise CommandRefusedError(RefusalCode.GAME_OVER, "The game is over in this position.")
        pace.check(asking.address)
        await check_help_is_fair(store, asking.user, "hive")
        _check_is_not_copied(tables, asking.address, seen)
        job = {
            "do": "analyse",
            "seconds": SECONDS,
            "game_type": line.game_type,
            "opening_queen": position.options.opening_queen,
            "repetition": position.options.repetition,
            "moves": line.moves,
        }
        whose = asking.user or asking.address
        try:
            answer = await pool.analyse(job, seconds=SECONDS + GRACE_SECONDS, whose=whose)
            return msgspec.convert(answer, Scored)
        except (EngineError, msgspec.ValidationError) as problem:
            raise CommandRefusedError(RefusalCode.BUSY, "The computer gave no answer.") from problem

    return Question(
        "POST", "/api/hive/score", "A position as the engine sees it", PlayedLine, score, Scored
    )
