"""The engine's score of any position, for replay. Nothing is kept: the question holds the game."""

from __future__ import annotations

import asyncio

import msgspec

from skep.errors import CommandRefusedError, EngineError
from skep.protocol.refusals import RefusalCode
from skep.server.engines.thinking import Thinking
from skep.server.games.hive.questions import PlayedLine, board_questions, position_of_line
from skep.server.rules.kind import Asking, Kind, Question
from skep.server.rules.shared_limits import SharedLimits
from skep.server.rules.turns import Turns
from skep.server.tables.fairness import FairPlay

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
    kind: Kind, pool: Thinking, fair_play: FairPlay, long_work: Turns, pace: SharedLimits
) -> list[Question]:
    """All that pages ask about Hive."""
    return [*board_questions(long_work), _score_question(kind, pool, fair_play, pace)]


def _score_question(
    kind: Kind, pool: Thinking, fair_play: FairPlay, pace: SharedLimits
) -> Question:
    async def score(line: PlayedLine, asking: Asking) -> Scored:
        position = await asyncio.to_thread(position_of_line, line)
        if position.outcome() is not None:
            raise CommandRefusedError(RefusalCode.GAME_OVER, "The game is over in this position.")
        await pace.check(asking.address)
        job = {
            "do": "analyse",
            "seconds": SECONDS,
            "game_type": line.game_type,
            "opening_queen": position.options.opening_queen,
            "repetition": position.options.repetition,
            "moves": line.moves,
        }
        await fair_play.check(asking, kind, job)
        whose = asking.user or asking.address
        try:
            answer = await pool.analyse(
                job, seconds=SECONDS + GRACE_SECONDS, whose=whose, address=asking.address
            )
            return msgspec.convert(answer, Scored)
        except (EngineError, msgspec.ValidationError) as problem:
            raise CommandRefusedError(RefusalCode.BUSY, "The computer gave no answer.") from problem

    return Question(
        "POST", "/api/hive/score", "A position as the engine sees it", PlayedLine, score, Scored
    )
