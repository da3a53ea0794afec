"""What clients are told. All that is hidden is cut here, by way of `skep.laruche.views`."""

from __future__ import annotations

from collections.abc import Sequence

from skep import protocol
from skep.laruche import events as ev
from skep.laruche.match import Match
from skep.laruche.views import effect_for, event_for, view_for
from skep.server.games.laruche import messages as m
from skep.server.rules.contract import Event

__all__ = ["effect_told", "event_told", "status_told", "view_told"]

_STATUS_FIELDS = m.LaRucheStatus.__struct_fields__
_WAITING = m.LaRucheStatus(
    phase="waiting",
    round=0,
    rounds=0,
    now_ms=0,
    next_deadline_ms=None,
    turn=None,
    turn_until_ms=None,
    paused=False,
    resumes_ms=None,
    pause_asked=(),
    ready=(),
    hand=(),
    help="turn",
    gifts=(),
    players=(),
    results=(),
    outcome=None,
)


def event_told(seat: int | None, event: Event, effects: Sequence[ev.Effect]) -> Event:
    """A row as this seat is told of it, in the words of the protocol."""
    match event:
        case ev.Lay():
            # Whether the tile lies, for all to see, or was missed, only the effects know.
            if not any(isinstance(effect, ev.Laid | ev.Missed) for effect in effects):
                raise ValueError("a tile cannot be told of without what came of it")
            cut = event_for(seat, event, effects)
            if not isinstance(cut, ev.Lay):
                return cut
            return m.Laid(cut.seat, cut.round, (cut.cell.q, cut.cell.r), cut.pose)
        case ev.Give():
            gift = event_for(seat, event, effects)
            assert isinstance(gift, ev.Give)
            return m.Given(gift.seat, gift.round, gift.to, gift.tile)
        case ev.Ready():
            return m.ReadySaid(event.seat)
        case ev.AskPause():
            return m.PauseAsked(event.seat)
        case ev.Resume():
            return m.ResumeAsked(event.seat)
        case ev.Away():
            return protocol.Left(event.seat)
        case ev.Back():
            return protocol.Returned(event.seat)
    return event  # of the words that all games share none tells a tile


def effect_told(seat: int | None, effect: ev.Effect) -> ev.Effect:
    return effect_for(seat, effect)


def view_told(seat: int | None, match: Match | None) -> m.LaRucheView:
    if match is None:
        return m.LaRucheView(table=(), status=_WAITING)
    return m.LaRucheView(table=view_for(match, seat).table, status=status_told(seat, match))


def status_told(seat: int | None, match: Match | None) -> m.LaRucheStatus:
    if match is None:
        return _WAITING
    view = view_for(match, seat)
    return m.LaRucheStatus(**{name: getattr(view, name) for name in _STATUS_FIELDS})
