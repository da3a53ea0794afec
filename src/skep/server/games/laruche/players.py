"""Bots at La Ruche: a bot's next glance is a deadline, and what it does then depends on then."""

from __future__ import annotations

import logging
import secrets

from skep.errors import RefusedError
from skep.laruche.bots import STAND_IN_LEVEL, Bot
from skep.laruche.sight import look
from skep.server.games.laruche.rules import LaRucheRules
from skep.server.rules.contract import Circumstances, Event
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import Tables, now_ms

__all__ = ["LaRuchePlayers"]

log = logging.getLogger(__name__)


class _Player:
    """A bot at a seat, and when it looks next. A cache: a new one looks again after a restart."""

    __slots__ = ("bot", "level", "look_ms")

    def __init__(self, level: int) -> None:
        self.level = level
        self.bot = Bot(level, secrets.randbits(64))
        self.look_ms = 0


class LaRuchePlayers:
    """Plays for bots, and at level 2 for players who are away."""

    def __init__(self, tables: Tables, speed: float) -> None:
        self._tables = tables
        self._speed = speed

    def due_ms(self, table: LiveTable) -> int | None:
        players = self._players(table)
        return min((player.look_ms for player in players.values()), default=None)

    def notice(self, table: LiveTable) -> None:
        """Bots are not called: each looks when its time comes."""

    async def wake(self, table: LiveTable) -> None:
        """Let everyone look whose time has come."""
        for seat, player in list(self._players(table).items()):
            if player.look_ms <= now_ms():
                player.look_ms = self._next_look_ms(player)
                await self._glance(table, seat, player)

    async def _glance(self, table: LiveTable, seat: int, player: _Player) -> None:
        async with table.lock:  # what is not committed yet has not happened
            rules = table.rules
            if not isinstance(rules, LaRucheRules) or rules.match is None or not table.is_live:
                return
            wish = player.bot.act(look(rules.match, seat), now_ms())
        if wish is None:
            return

        def decide(table: LiveTable, at_ms: int) -> Event:
            return table.rules.check((seat,), wish, Circumstances(at_ms=at_ms))

        try:
            await self._tables.submit(
                table.id,
                actor=f"seat{seat}",
                command_id=f"b{secrets.token_hex(8)}",
                decide=decide,
            )
        except RefusedError as refusal:
            log.debug("bot at %s: %s", table.id, refusal.code)  # somebody was quicker

    def _players(self, table: LiveTable) -> dict[int, _Player]:
        rules = table.rules
        if not isinstance(rules, LaRucheRules) or rules.match is None or not table.is_live:
            return {}
        if table.players is None:
            table.players = {}
        players: dict[int, _Player] = table.players
        for seat, person in enumerate(rules.match.players):
            level = STAND_IN_LEVEL if person.stand_in else person.seat.bot
            if level is None:
                players.pop(seat, None)
            elif seat not in players or players[seat].level != level:
                players[seat] = _Player(level)
                players[seat].look_ms = self._next_look_ms(players[seat])
        return players

    def _next_look_ms(self, player: _Player) -> int:
        return now_ms() + max(1, round(player.bot.next_look_ms(0) / self._speed))
