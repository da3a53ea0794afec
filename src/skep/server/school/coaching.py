"""The coach of a first game, as its page asks: what to say now, and at the end."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from skep.hive import Color, Position
from skep.school.coach import (
    CoachWords,
    Remark,
    advice_after,
    coach_words,
    praise_after,
    remark_now,
)
from skep.server.games.hive.questions import PlayedLine

__all__ = ["CoachAsked", "CoachSaid", "Told", "coach_says"]


class CoachAsked(PlayedLine, frozen=True):
    """POST /api/school/coach: what has the coach to say to this side?"""

    pupil: Literal["w", "b"] = "w"
    ended: bool = False  # by whatever: someone may have given up


class Told(msgspec.Struct, frozen=True):
    """A sentence, with the names of facts in braces: a page says a bug in its own words."""

    key: str
    sentence: str
    facts: dict[str, Any]


class CoachSaid(msgspec.Struct, frozen=True):
    """A remark for this turn, mostly none; after the game one praise and one piece of advice."""

    remark: Told | None = None
    praise: Told | None = None
    advice: Told | None = None


def coach_says(asked: CoachAsked, game: Position, language: str) -> CoachSaid:
    pupil = Color(asked.pupil)
    words: CoachWords = coach_words(language)
    if asked.ended:
        return CoachSaid(
            praise=_told(praise_after(game, pupil), words.praise),
            advice=_told(advice_after(game, pupil), words.advice),
        )
    remark = remark_now(game, pupil)
    return CoachSaid(None if remark is None else _told(remark, words.remarks))


def _told(remark: Remark, words: dict[Any, str]) -> Told:
    return Told(remark.key, words[remark.key], remark.facts)
