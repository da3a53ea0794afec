"""Why a command is refused. Nothing here changes anything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skep.errors import InvalidOptionsError, RefusedError
from skep.laruche import events as ev
from skep.laruche.options import MAX_SEATS, Seat
from skep.laruche.refusals import Refusal
from skep.laruche.state import Phase
from skep.laruche.table import Table
from skep.laruche.tiles import Placement, Tile

if TYPE_CHECKING:
    from skep.laruche.match import Match

__all__ = ["REACH", "check_command", "check_time", "differing", "newcomer"]

REACH = 100  # how far out the first tile may be laid


def check_time(match: Match, at_ms: int) -> None:
    """Time does not run backwards."""
    if at_ms < match.now_ms:
        raise RefusedError(Refusal.TIME_REVERSED, now_ms=match.now_ms)


def check_command(match: Match, command: ev.Command, at_ms: int, *, timed: bool) -> None:
    """Raise RefusedError if the rules forbid a command. `timed`: time just changed something."""
    check_time(match, at_ms)
    if isinstance(command, ev.TimePassed):
        if not timed:
            raise RefusedError(Refusal.NOTHING_DUE, next_deadline_ms=match.next_deadline_ms)
        return
    if match.phase is Phase.OVER:
        raise RefusedError(Refusal.MATCH_OVER)
    if isinstance(command, ev.Outage):
        if not command.from_ms <= command.to_ms <= at_ms:
            raise RefusedError(Refusal.TIME_REVERSED, now_ms=match.now_ms)
    elif isinstance(command, ev.Join):
        _check_join(match, command)
    else:
        if not 0 <= command.seat < len(match.players):
            raise RefusedError(Refusal.NO_SUCH_SEAT, seat=command.seat)
        if isinstance(command, ev.Lay):
            _check_lay(match, command, at_ms)
        elif isinstance(command, ev.Give):
            _check_give(match, command, at_ms)
        else:
            _check_wish(match, command)


def _check_join(match: Match, command: ev.Join) -> None:
    _check_break(match)
    if len(match.players) >= MAX_SEATS:
        raise RefusedError(Refusal.TABLE_FULL, seats=MAX_SEATS)
    try:
        newcomer(command)
    except InvalidOptionsError as error:
        raise RefusedError(Refusal.BAD_NAME, reason=str(error)) from None


def newcomer(command: ev.Join) -> Seat:
    """The seat that a newcomer takes; InvalidOptionsError if there is no such seat."""
    return Seat(
        name=command.name,
        bot=command.bot,
        handicap_ms=command.handicap_ms,
        show=command.show,
    )


def _check_break(match: Match) -> None:
    if match.phase is not Phase.BREAK:
        raise RefusedError(Refusal.NOT_IN_BREAK)


def _check_wish(
    match: Match, command: ev.Ready | ev.AskPause | ev.Resume | ev.Away | ev.Back
) -> None:
    seat = command.seat
    player = match.players[seat]
    already = False
    match command:
        case ev.Ready():
            _check_break(match)
            already = seat in match.ready
        case ev.AskPause():
            _check_running(match)
            already = seat in match.pause_asked
        case ev.Resume():
            if match.paused_since_ms is None:
                raise RefusedError(Refusal.NOT_PAUSED)
            already = match.resumes_ms is not None
        case ev.Away():
            already = player.away_since_ms is not None
        case ev.Back():
            already = player.away_since_ms is None
    if already:
        raise RefusedError(Refusal.ALREADY)


def _check_running(match: Match, round_: int | None = None) -> None:
    if match.phase is Phase.BREAK or round_ not in (None, match.round):
        raise RefusedError(Refusal.ROUND_OVER, round=match.round)
    if match.paused_since_ms is not None:
        raise RefusedError(Refusal.PAUSED)


def _check_lay(match: Match, command: ev.Lay, at_ms: int) -> None:
    _check_running(match, command.round)
    if match.turn is not None and match.turn != command.seat:
        raise RefusedError(Refusal.NOT_YOUR_TURN, turn=match.turn)
    player, placement = match.players[command.seat], command.placement
    tile = placement.pose.tile
    if tile not in player.hand:
        raise RefusedError(Refusal.NOT_YOUR_TILE, tile=tile.name)
    if match.turn is None:
        _check_waited(Refusal.MISSED, player.missed_until_ms, at_ms)
        _check_waited(Refusal.TOO_SOON, player.ready_ms, at_ms)
    table = match.table
    if command.cell in table:
        raise RefusedError(Refusal.TAKEN, cell=tuple(command.cell))
    if not len(table):
        if max(abs(command.cell.q), abs(command.cell.r)) > REACH:
            raise RefusedError(Refusal.OFF_TABLE, reach=REACH)
        return
    contacts = table.contacts(command.cell)
    needed = 2 if match.turn is None else 1
    if contacts < needed:
        raise RefusedError(Refusal.TOO_FEW_NEIGHBOURS, touching=contacts, needed=needed)
    if match.turn is not None and contacts > 1:
        raise RefusedError(Refusal.TOO_MANY_NEIGHBOURS, touching=contacts)
    if table.mismatches(placement):
        if match.is_miss(command.seat, placement, at_ms):
            return  # accepted: it costs time
        raise RefusedError(Refusal.MISMATCH, edges=differing(table, placement))
    if match.is_last_of_setup and not match.leaves_live_spot(placement):
        raise RefusedError(Refusal.DEAD_START)


def _check_waited(code: Refusal, ready_ms: int, at_ms: int) -> None:
    if at_ms < ready_ms:
        raise RefusedError(code, ready_ms=ready_ms, wait_ms=ready_ms - at_ms)


def differing(table: Table, placement: Placement) -> tuple[ev.Differing, ...]:
    """The edges that do not match, in plain values."""
    return tuple(
        ev.Differing(int(direction), own.letter, theirs.letter)
        for direction, own, theirs in table.mismatches(placement)
    )


def _check_give(match: Match, command: ev.Give, at_ms: int) -> None:
    _check_running(match, command.round)
    player = match.players[command.seat]
    mine = [due for due in match.dues if due.seat == command.seat]
    if not mine:
        if player.lapsed_ms is not None:
            raise RefusedError(Refusal.GIFT_EXPIRED, until_ms=player.lapsed_ms)
        raise RefusedError(Refusal.NO_GIFT_DUE)
    if command.tile is None or Tile.parse(command.tile) not in player.hand:
        raise RefusedError(Refusal.NOT_YOUR_TILE, tile=command.tile)
    if command.to == command.seat or not 0 <= command.to < len(match.players):
        raise RefusedError(Refusal.BAD_RECEIVER, to=command.to)
    if match.due_for(command) is None:
        raise RefusedError(Refusal.BAD_RECEIVER, to=command.to, bound_to=mine[0].bound_to)
