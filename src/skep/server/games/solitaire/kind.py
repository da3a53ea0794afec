"""The solitaire as the server's registry knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, get_args

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError, RefusedError
from skep.laruche.daily import FIRST_DAY
from skep.laruche.puzzles import Reading, WantedGrade
from skep.laruche.refusals import Refusal
from skep.laruche.silhouettes import SILHOUETTES
from skep.laruche.solo_events import SoloEffect
from skep.protocol.refusals import RefusalCode
from skep.server.games.solitaire import messages as m
from skep.server.games.solitaire.log import NEEDS_SOLVER_UP_TO, Row, read_row
from skep.server.games.solitaire.options import OFFSETS, SIZES, Wanted, day_on_calendar
from skep.server.games.solitaire.page import attempt_page, places
from skep.server.games.solitaire.rules import HintFound, SolitaireRules
from skep.server.games.solitaire.solver import Solver, position_of
from skep.server.rules.contract import Command, Event, Rules, SeatTerms, Terms
from skep.server.rules.kind import Export, Kind, LogRow, Page, Place, TimedEvent
from skep.server.tables.tables import now_ms

__all__ = ["SolitaireKind"]


class SolitaireKind(Kind):
    name = "solitaire"
    command = m.Command
    event = m.Event
    logged = Row
    view = m.View
    status = m.Status
    effect = SoloEffect
    schema_version = 2
    rules_version = 2

    def __init__(self) -> None:
        super().__init__()
        self.solver = Solver()

    async def stop(self) -> None:
        await self.solver.stop()

    def rules(self, terms: Terms) -> SolitaireRules:
        return SolitaireRules(terms)

    def read_event(self, payload: str, schema_version: int) -> Event:
        return read_row(payload, schema_version)

    async def read_log(self, terms: Terms, rows: Sequence[LogRow]) -> list[TimedEvent]:
        """What rows of version 1 left to be solved, a child finds again."""
        if all(row.schema_version > NEEDS_SOLVER_UP_TO for row in rows):
            return await super().read_log(terms, rows)
        try:
            payloads = await self.solver.resolve(terms, rows)
        except CommandRefusedError:  # a child died: the log is as good as before
            payloads = await self.solver.resolve(terms, rows)
        return [
            TimedEvent(row.seq, row.at_ms, read_row(payload, self.schema_version))
            for row, payload in zip(rows, payloads, strict=True)
        ]

    async def opening(self, terms: Terms, address: str = "") -> Event:
        """What is dealt, as the first row of the log."""
        wanted = Wanted.read(terms.options)
        if wanted.day is not None:
            return await self.solver.day(wanted.day, address)
        seed = int.from_bytes(terms.seed, "big")
        return await self.solver.deal(
            wanted.options,
            seed=seed,
            tiles=wanted.deal,
            whose=terms.seats[0].user,
            address=address,
        )

    async def look_ahead(self) -> None:
        """The puzzles that are asked for next: today's, wherever that is, and tomorrow's."""
        latest = day_on_calendar(now_ms(), OFFSETS[-1])
        for ahead in (0, 1):
            await self.solver.day(latest + timedelta(days=ahead))

    def needs_thought(self, command: Command) -> bool:
        return isinstance(command, m.AskHint)

    async def prepared(
        self, rules: Rules, seats: tuple[int, ...], user: int, command: Command
    ) -> Command:
        assert isinstance(rules, SolitaireRules)
        game = rules.check_hint(seats)
        placed = game.placed
        hint = await self.solver.hint(position_of(game.puzzle, placed), user)
        if hint is None:
            raise RefusedError(Refusal.NOT_SOLVABLE)
        return HintFound(hint, placed)

    def check_wish(self, wish: protocol.CreateGame, seats: Sequence[SeatTerms]) -> dict[str, Any]:
        if wish.rated:
            raise InvalidOptionsError("a rated game is Hive between two people")
        if any(seat.handicap_ms or seat.show for seat in seats):
            raise InvalidOptionsError("a handicap is for seats of La Ruche")
        wanted = Wanted.read(wish.options)
        today = day_on_calendar(now_ms(), wanted.utc_offset_min)
        if wanted.day is not None and wanted.day > today:
            raise InvalidOptionsError(f"that day has not come: it is {today.isoformat()}")
        if wanted.day is not None and wanted.day < FIRST_DAY:
            raise InvalidOptionsError(f"the first puzzle is of {FIRST_DAY.isoformat()}")
        return dict(wish.options)

    # --- pages

    has_pages = True
    words = "solitaire_words.html"
    day_card = "solitaire_day.html"

    def page(self, rules: Rules, info: protocol.GameInfo, seats: Sequence[int]) -> Page:
        return attempt_page(info)

    def places(self) -> list[Place]:
        return places(self.choices())

    def choices(self) -> Mapping[str, Any]:
        """What a free deal offers."""
        return {
            "sizes": [SIZES[0], SIZES[-1]],
            "readings": get_args(Reading),
            "grades": get_args(WantedGrade),
            "silhouettes": {
                name: [tuple(cell) for cell in sorted(cells)] for name, cells in SILHOUETTES.items()
            },
        }

    def export(
        self, rules: Rules, info: protocol.GameInfo, rows: Sequence[TimedEvent], wanted: str
    ) -> Export:
        if rules.outcome() is None:
            raise CommandRefusedError(
                RefusalCode.NOT_OVER, "The record is open once the match is over."
            )
        raise CommandRefusedError(RefusalCode.NOT_FOUND, "A solitaire has no file.", format=wanted)
