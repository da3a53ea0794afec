"""Who is at a table right now. Not in the log: it is true only while a socket is open.

Each process writes down whom it has, and reads whom the others have. A person is away when no
process has them; what a process wrote counts while its heart beats, and after that for as long as
those who were cut off are waited for (`tables.losses`).
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import delete
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from skep import protocol
from skep.errors import CommandRefusedError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.rules.contract import Circumstances, Event, SeatAway
from skep.server.storage.schema import presence
from skep.server.storage.store import Store
from skep.server.storage.writer import Writer
from skep.server.tables.audience import NEWS_SECONDS, Audience
from skep.server.tables.bus import Bus, Message, SomebodyThere, Watching
from skep.server.tables.losses import HOLD_MS, is_lost
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import Tables, now_ms

__all__ = ["READ_SECONDS", "WRITE_SECONDS", "Presence"]

log = logging.getLogger(__name__)
WRITE_SECONDS = 0.25
READ_SECONDS = 1.0
_encode = msgspec.json.Encoder().encode


class Presence:
    """Counts the sockets of each (game, user) and tells the table when a player comes or goes."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        tables: Tables,
        bus: Bus,
        *,
        process: str,
        dialect: str,
    ) -> None:
        self._store = store
        self._writer = writer
        self._tables = tables
        self._bus = bus
        self._process = process
        self._insert = (sqlite if dialect == "sqlite" else postgresql).insert
        self._is_alone = dialect == "sqlite"
        self._audience = Audience(store, writer, bus, process=process, is_alone=self._is_alone)
        self._sockets: Counter[tuple[str, int]] = Counter()
        self._elsewhere: dict[tuple[str, int], set[str]] = {}  # by which processes
        self._cut_off: set[tuple[str, int]] = set()  # their process died a moment ago
        self._since_ms: dict[tuple[str, int], int] = {}
        self._news: dict[tuple[str, int, str], tuple[float, bool]] = {}
        self._unwritten: set[tuple[str, int]] = set()
        self._has_left = False
        bus.listeners.append(self._hear)
        tables.hearing.seats.append(self.look_around)
        tables.hearing.changes.append(self._tell_claim)

    def present_seats(self, table: LiveTable) -> list[int]:
        return [
            n
            for n, seat in enumerate(table.seats)
            if seat.user is not None and self._is_here(table, seat.user)
        ]

    def people_not_away(self, table: LiveTable) -> set[int]:
        """Those at the table, and those who were cut off from it by our own fault."""
        users = {seat.user for seat in table.seats if seat.user is not None}
        return {user for user in users if not self._is_away(table, user)}

    async def look_now(self, table: LiveTable) -> None:
        """Something is going to follow from who is here: tell the others, and ask them."""
        await self.tick()
        await self._ask_others([table])

    def _is_here(self, table: LiveTable, user: int) -> bool:
        key = (table.id, user)
        return self._sockets[key] > 0 or bool(self._elsewhere.get(key))

    def _is_away(self, table: LiveTable, user: int) -> bool:
        """Not who was cut off by our own fault: for a while nothing follows from that."""
        return not self._is_here(table, user) and (table.id, user) not in self._cut_off

    def here_since_ms(self, game: str, user: int) -> int | None:
        return self._since_ms.get((game, user))

    def shown(self, table: LiveTable) -> protocol.Present:
        table.claim_told = self._claim(table)
        return protocol.Present(
            present=self.present_seats(table),
            spectators=self._audience.size(table),
            claim=table.claim_told,
        )

    def _claim(self, table: LiveTable) -> protocol.ClaimDue | None:
        if not table.away_since_ms or not table.is_live:
            return None
        return table.rules.claim(table.away_since_ms, self._tables.claim_after_ms(table))

    def claim_after_ms(self, table: LiveTable) -> int | None:
        """How long a player may be away on their turn here; None: nobody claims anything."""
        people = {n: 0 for n, seat in enumerate(table.seats) if seat.user is not None}
        after_ms = self._tables.claim_after_ms(table)
        can_claim = table.is_live and table.rules.claim(people, after_ms) is not None
        return after_ms if can_claim else None

    def _tell_claim(self, table: LiveTable) -> None:
        """A move has changed who may claim: both players hear of it long before it is possible."""
        if self._claim(table) != table.claim_told:
            table.tell(_encode(self.shown(table)))

    def came(self, table: LiveTable, user: int | None) -> None:
        seats = table.seats_of(user)
        if user is not None and seats:
            self._sockets[table.id, user] += 1
            self._since_ms.setdefault((table.id, user), now_ms())
            self._unwritten.add((table.id, user))
            self._publish(table.id, user)
            for seat in seats:
                self._end_absence(table, seat)
        self._tell(table)

    def _tell(self, table: LiveTable) -> None:
        self._audience.count(table)
        table.tell(_encode(self.shown(table)))

    def leave(self) -> None:
        """Everybody is sent to other processes: what is written stays, so that they are held."""
        self._has_left = not self._is_alone

    def _publish(self, game: str, user: int) -> None:
        if self._has_left:
            return
        sockets = self._sockets[game, user]
        self._bus.publish(SomebodyThere(game, user, self._process, sockets))

    def _hear(self, message: Message) -> None:
        """Another process tells before it has written it down."""
        if not isinstance(message, SomebodyThere | Watching) or message.process == self._process:
            return
        table = self._tables.known(message.game)
        if table is None:
            return
        if isinstance(message, Watching):
            self._audience.hear(message)
            table.tell(_encode(self.shown(table)))
        elif table.seats_of(message.user):
            self._hear_of_player(table, message)

    def _hear_of_player(self, table: LiveTable, message: SomebodyThere) -> None:
        key = (message.game, message.user)
        self._news[*key, message.process] = (time.monotonic(), message.sockets > 0)
        processes = self._elsewhere.setdefault(key, set())
        if message.sockets > 0:
            processes.add(message.process)
        else:
            processes.discard(message.process)
        self._settle(table)
        table.tell(_encode(self.shown(table)))

    def went(self, table: LiveTable, user: int | None) -> None:
        seats = table.seats_of(user)
        if user is not None and seats:
            key = (table.id, user)
            self._sockets[key] -= 1
            self._unwritten.add(key)
            self._publish(*key)
            if self._sockets[key] <= 0:
                del self._sockets[key], self._since_ms[key]
                if self._is_away(table, user):
                    for seat in seats:
                        self._start_absence(table, seat)
        self._tell(table)

    def look_around(self, table: LiveTable) -> None:
        """A table came into memory, began, or has a new player: whoever is not here is away."""
        for n, seat in enumerate(table.seats):
            if seat.user is not None and self._is_away(table, seat.user):
                self._start_absence(table, n)
        self._tell_claim(table)

    def _start_absence(self, table: LiveTable, seat: int) -> None:
        table.away_since_ms.setdefault(seat, now_ms())
        if table.rules.notes_absence and table.is_live:
            self._tables.spawn(self._note_absence(table, seat))

    def _end_absence(self, table: LiveTable, seat: int) -> None:
        table.away_since_ms.pop(seat, None)
        if table.rules.notes_absence:
            self._tables.spawn(self._note(table, seat, away=False))

    async def _note_absence(self, table: LiveTable, seat: int) -> None:
        """It is going to be in the log, so the others are asked now and not in a second."""
        await self._ask_others([table])
        if seat in table.away_since_ms:
            await self._note(table, seat, away=True)

    async def look_elsewhere(self) -> None:
        """Whom the other processes have is not away, and whom they have no longer may be."""
        tables = [t for t in self._tables.in_memory() if t.is_live or t.listeners]
        asked = {table.id for table in tables}
        self._cut_off = {key for key in self._cut_off if key[0] in asked}
        self._elsewhere = {key: who for key, who in self._elsewhere.items() if key[0] in asked}
        since = time.monotonic() - NEWS_SECONDS
        self._news = {key: news for key, news in self._news.items() if news[0] >= since}
        await self._ask_others(tables)
        watched = {table.id: table for table in tables if table.listeners}
        for game in await self._audience.look_elsewhere(watched):
            watched[game].tell(_encode(self.shown(watched[game])))

    async def _ask_others(self, tables: Sequence[LiveTable]) -> None:
        if self._is_alone or not tables:
            return
        games = {table.id: table for table in tables}
        rows = await self._store.present_elsewhere(games, self._process)
        now = now_ms()
        lost = {(r.game, r.user) for r in rows if is_lost(r) and now - r.beat_ms <= HOLD_MS}
        self._cut_off = {key for key in self._cut_off if key[0] not in games} | lost
        living = {(row.game, row.user, row.process) for row in rows if not is_lost(row)}
        found = self._with_news(living, games)
        known = {
            (*key, process)
            for key, processes in self._elsewhere.items()
            if key[0] in games
            for process in processes
        }
        for game, user, process in known - found:
            self._elsewhere[game, user].discard(process)
        for game, user, process in found - known:
            self._elsewhere.setdefault((game, user), set()).add(process)
        changed = {game for game, _, _ in known ^ found}
        for table in tables:
            if self._settle(table) or table.id in changed:
                table.tell(_encode(self.shown(table)))

    def _with_news(
        self, found: set[tuple[str, int, str]], games: Collection[str]
    ) -> set[tuple[str, int, str]]:
        """What was told a moment ago may not be written yet: it is newer than what is."""
        since = time.monotonic() - NEWS_SECONDS
        news = {
            key: is_there
            for key, (at, is_there) in self._news.items()
            if at >= since and key[0] in games
        }
        return {key for key in found if news.get(key, True)} | {key for key in news if news[key]}

    def _settle(self, table: LiveTable) -> bool:
        """Bring what is noted of absences in line with who is here; has anything changed?"""
        changed = False
        for n, seat in enumerate(table.seats):
            if seat.user is None or self._is_away(table, seat.user) == (n in table.away_since_ms):
                continue
            changed = True
            if n in table.away_since_ms:
                self._end_absence(table, n)
            else:
                self._start_absence(table, n)
        return changed

    async def _note(self, table: LiveTable, seat: int, *, away: bool) -> None:
        at = now_ms()

        def decide(table: LiveTable, at_ms: int) -> Event:
            if away != (seat in table.away_since_ms):
                raise CommandRefusedError(
                    RefusalCode.STALE, "The player came or went again meanwhile."
                )
            return table.rules.check((seat,), SeatAway(away), Circumstances(at_ms=at_ms))

        try:
            await self._tables.submit(
                table.id,
                actor=f"seat{seat}",
                command_id=f"{'away' if away else 'back'}{at}",
                decide=decide,
                at_ms=at,
            )
        except RefusedError as refusal:
            log.debug("presence at %s: %s", table.id, refusal.code)

    def write_all_again(self) -> None:
        """The others may have taken this process for dead, and struck out whom it has."""
        self._unwritten |= set(self._sockets)
        self._audience.write_all_again()

    async def tick(self) -> None:
        """Write the counts for other processes to read."""
        changed, self._unwritten = self._unwritten, set()
        try:
            if changed and not self._has_left:
                await self._write(changed)
        except BaseException:
            self._unwritten |= changed
            raise
        if not self._has_left:  # after what clocks and claims go by
            await self._audience.tick()

    async def _write(self, changed: set[tuple[str, int]]) -> None:
        rows = [
            {"game": game, "user": user, "process": self._process, "sockets": count}
            for game, user in changed
            if (count := self._sockets[game, user]) > 0
        ]
        gone = [key for key in changed if self._sockets[key] <= 0]
        upsert = self._insert(presence)
        upsert = upsert.on_conflict_do_update(
            index_elements=["game", "user", "process"],
            set_={"sockets": upsert.excluded.sockets},
        )

        async def work(connection: AsyncConnection) -> None:
            if rows:
                await connection.execute(upsert, rows)
            for game, user in gone:
                await connection.execute(
                    delete(presence).where(
                        presence.c.game == game,
                        presence.c.user == user,
                        presence.c.process == self._process,
                    )
                )

        await self._writer.run(work)

    async def leave_nothing(self) -> None:
        """There is no other process that would have to wonder where its people are."""
        if not self._is_alone:
            return
        own = delete(presence).where(presence.c.process == self._process)

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(own)

        try:
            await self._writer.run(work)
        except RefusedError as refusal:
            log.warning("presence was left behind: %s", refusal.code)
