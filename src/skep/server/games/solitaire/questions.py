"""What pages ask about the solitaire: the day, its list, the calendar, the lamp, a challenge."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Annotated, Literal

import msgspec

from skep.errors import CommandRefusedError
from skep.laruche.daily import FIRST_DAY, grade_of_day, number_of
from skep.laruche.deal_codes import code_of_tiles
from skep.laruche.grades import Grade
from skep.laruche.streaks import Solved, Streak, streak_of
from skep.protocol import GameId, Key
from skep.protocol.refusals import RefusalCode
from skep.server.games.solitaire.kind import SolitaireKind
from skep.server.games.solitaire.options import OFFSETS, day_on_calendar
from skep.server.games.solitaire.results import Attempt, Entry, Results, attempt_at
from skep.server.games.solitaire.rules import SolitaireRules
from skep.server.games.solitaire.solver import position_of
from skep.server.rules.contract import no_such_game
from skep.server.rules.kind import Asking, Question
from skep.server.rules.limits import Buckets
from skep.server.secrecy import is_same_secret
from skep.server.tables.tables import Tables, now_ms

__all__ = [
    "CalendarDay",
    "CalendarTold",
    "ChallengeTold",
    "DayTold",
    "Lamp",
    "Ranked",
    "StreakTold",
    "solitaire_questions",
]

LIST_LENGTH = 100
LEAST_MS_A_TILE = 800  # nobody looks for a tile, turns it and lays it in less, twelve times

Offset = Annotated[int, msgspec.Meta(ge=OFFSETS[0], le=OFFSETS[-1])]


class DayAsked(msgspec.Struct, frozen=True):
    """GET /api/solitaire/day; without `day` that of today."""

    utc_offset_min: Offset = 0
    day: date | None = None


class MonthAsked(msgspec.Struct, frozen=True):
    """GET /api/solitaire/calendar."""

    month: Annotated[str, msgspec.Meta(pattern="^2[0-9]{3}-(0[1-9]|1[0-2])$")]
    utc_offset_min: Offset = 0


class GameAsked(msgspec.Struct, frozen=True):
    """GET /api/solitaire/lamp and /api/solitaire/challenge."""

    game: GameId
    key: Key = ""


class StreakTold(msgspec.Struct, frozen=True):
    """Days solved on time in a row up to today; `at_risk`: it ends unless today is solved."""

    days: int
    longest: int
    at_risk: bool


class Ranked(msgspec.Struct, frozen=True):
    """A line in the list of a day. Equal joins and times share a rank."""

    rank: int
    name: str
    you: bool
    attempt: Attempt


class DayTold(msgspec.Struct, frozen=True):
    """The puzzle of a day and how it went. The lists are null until you have played.

    `yours` is the attempt that counts, or would if it were over: go on with it instead of beginning
    another.
    """

    day: date
    number: int | None
    is_today: bool
    grade: Grade
    best: int | None
    tiles: list[str]
    yours: Attempt | None
    played: int  # by so many people
    without_hints: list[Ranked] | None
    with_hints: list[Ranked] | None
    streak: StreakTold


class CalendarDay(msgspec.Struct, frozen=True):
    """`state` is that of your best attempt; `on_time`: solved on that very day."""

    day: date
    number: int | None
    grade: Grade | None
    state: Literal["none", "begun", "given up", "solved", "gold"]
    on_time: bool
    attempt: Attempt | None


class CalendarTold(msgspec.Struct, frozen=True):
    """A month up to today, from the first numbered day on."""

    month: str
    days: list[CalendarDay]
    streak: StreakTold


class Lamp(msgspec.Struct, frozen=True):
    """Can the rest still be laid? Null when the search ended before it knew. `head`: of the log."""

    head: int
    solvable: bool | None


class ChallengeTold(msgspec.Struct, frozen=True):
    """Somebody's finished attempt without its layout, and the options that deal the same tiles."""

    name: str
    options: dict[str, str | int | bool]
    attempt: Attempt


class _Desk:
    """Answers the questions."""

    def __init__(self, kind: SolitaireKind, results: Results, tables: Tables) -> None:
        self._kind = kind
        self._results = results
        self._tables = tables
        self._pace = Buckets(rate=2.0, burst=20)
        self._looks = Buckets(rate=2.0, burst=10)

    async def day(self, asked: DayAsked, asking: Asking) -> DayTold:
        self._pace.check(asking.address)
        today = day_on_calendar(now_ms(), asked.utc_offset_min)
        day = asked.day or today
        if day > today:
            raise CommandRefusedError(RefusalCode.NOT_FOUND, "That day has not come.")
        if day < FIRST_DAY:
            raise CommandRefusedError(RefusalCode.NOT_FOUND, "That was before the first puzzle.")
        dealt = await self._kind.solver.day(day, asking.address)
        entries = await self._results.of_day(day)
        mine = await self._of(asking)
        yours = await self._yours(asking, mine, day)
        # Not by a second attempt while the first one, which counts, is still open.
        has_played = any(entry.day == day and entry.counts for entry in mine)
        return DayTold(
            day=day,
            number=number_of(day),
            is_today=day == today,
            grade=dealt.grade,
            best=dealt.best,
            tiles=list(dealt.tiles),
            yours=yours,
            played=len(entries),
            without_hints=_ranked(entries, asking.user, hints=False) if has_played else None,
            with_hints=_ranked(entries, asking.user, hints=True) if has_played else None,
            streak=_streak(mine, today),
        )

    async def _of(self, asking: Asking) -> list[Entry]:
        return [] if asking.user is None else await self._results.of_person(asking.user)

    async def _yours(self, asking: Asking, mine: Sequence[Entry], day: date) -> Attempt | None:
        counted = [entry.attempt for entry in mine if entry.day == day and entry.counts]
        if counted or asking.user is None:
            return counted[0] if counted else None
        return (await self._results.under_way(asking.user, day.isoformat())).get(day)

    async def month(self, asked: MonthAsked, asking: Asking) -> CalendarTold:
        self._pace.check(asking.address)
        today = day_on_calendar(now_ms(), asked.utc_offset_min)
        mine = await self._of(asking)
        begun = (
            {} if asking.user is None else await self._results.under_way(asking.user, asked.month)
        )
        return CalendarTold(
            month=asked.month,
            days=[
                _calendar_day(day, [entry for entry in mine if entry.day == day], begun.get(day))
                for day in _days_of(asked.month)
                if FIRST_DAY <= day <= today
            ],
            streak=_streak(mine, today),
        )

    async def lamp(self, asked: GameAsked, asking: Asking) -> Lamp:
        table = await self._tables.get(asked.game)
        rules = table.rules
        if not isinstance(rules, SolitaireRules) or not table.seats_of(asking.user):
            raise no_such_game()
        game, head = rules.game, table.head
        if game is None or rules.outcome() is not None:
            raise CommandRefusedError(RefusalCode.GAME_OVER, "Nothing is left to be laid.")
        self._looks.check(asking.user)
        position = position_of(game.puzzle, game.placed)
        return Lamp(head, await self._kind.solver.can_be_solved(position, ("lamp", asking.user)))

    async def challenge(self, asked: GameAsked, asking: Asking) -> ChallengeTold:
        table = await self._tables.get(asked.game)
        rules, stored = table.rules, table.stored
        may_see = stored.info.listed or table.seats_of(asking.user)
        if not isinstance(rules, SolitaireRules) or rules.game is None:
            raise no_such_game()
        if not may_see and not is_same_secret(asked.key, stored.key):
            raise no_such_game()
        if rules.outcome() is None:
            raise CommandRefusedError(RefusalCode.NOT_OVER, "This attempt is not over yet.")
        options = dict(rules.all_options())
        if rules.wanted.day is None:
            options |= {"deal": code_of_tiles(rules.game.puzzle.tiles), "grade": "any"}
        return ChallengeTold(
            name=stored.info.seats[0].name,
            options=options,
            attempt=attempt_at(rules.game, asked.game),
        )


def solitaire_questions(kind: SolitaireKind, results: Results, tables: Tables) -> list[Question]:
    desk = _Desk(kind, results, tables)
    return [
        Question(
            "GET",
            "/api/solitaire/day",
            "The puzzle of a day, your attempt, and everyone's results once you have played",
            DayAsked,
            desk.day,
            DayTold,
        ),
        Question(
            "GET",
            "/api/solitaire/calendar",
            "Your month of daily puzzles, and your streak",
            MonthAsked,
            desk.month,
            CalendarTold,
        ),
        Question(
            "GET",
            "/api/solitaire/lamp",
            "Can your solitaire still be solved?",
            GameAsked,
            desk.lamp,
            Lamp,
        ),
        Question(
            "GET",
            "/api/solitaire/challenge",
            "A finished solitaire for whoever wants to beat it",
            GameAsked,
            desk.challenge,
            ChallengeTold,
        ),
    ]


def _ranked(entries: Sequence[Entry], user: int | None, *, hints: bool) -> list[Ranked]:
    lines: list[Ranked] = []
    ranks: dict[tuple[bool, bool, int, int], int] = {}
    helped = [entry for entry in entries if bool(entry.attempt.hints) is hints]
    # Tiles laid faster than anybody can were known before: seen by who laid them, behind all.
    there = [entry for entry in helped if not _is_too_fast(entry.attempt)]
    there += [entry for entry in helped if _is_too_fast(entry.attempt) and entry.user == user]
    for place, entry in enumerate(there, 1):
        key = _is_too_fast(entry.attempt), *entry.order
        rank = ranks.setdefault(key, place)
        if place <= LIST_LENGTH or entry.user == user:
            lines.append(Ranked(rank, entry.name, entry.user == user, entry.attempt))
    return lines


def _is_too_fast(attempt: Attempt) -> bool:
    return attempt.time_ms < attempt.laid * LEAST_MS_A_TILE


def _streak(mine: Iterable[Entry], today: date) -> StreakTold:
    solved = [Solved(entry.day, entry.on) for entry in mine if entry.attempt.solved]
    streak: Streak = streak_of(solved, today)
    return StreakTold(streak.days, streak.longest, streak.is_at_risk)


def _days_of(month: str) -> Iterable[date]:
    year, number = int(month[:4]), int(month[5:])
    return [date(year, number, day) for day in range(1, calendar.monthrange(year, number)[1] + 1)]


def _calendar_day(day: date, entries: Sequence[Entry], begun: Attempt | None) -> CalendarDay:
    best = min(entries, key=lambda entry: entry.order, default=None)
    attempt = begun if best is None else best.attempt
    if begun is not None and (best is None or not best.attempt.solved):
        attempt = begun
    state: Literal["none", "begun", "given up", "solved", "gold"] = "none"
    if attempt is not None:
        state = (
            "gold"
            if attempt.gold
            else "solved"
            if attempt.solved
            else "given up"
            if attempt.is_over
            else "begun"
        )
    on_time = any(entry.attempt.solved and entry.on == day for entry in entries)
    return CalendarDay(day, number_of(day), grade_of_day(day), state, on_time, attempt)
