"""The rows of a match: the commands of `skep.laruche` as they are, and what all games have.

Rows of schema version 1 were written in the words that clients are told (`laid` for `lay`); they
are read as the same commands. A log may hold rows of both.
"""

from __future__ import annotations

import msgspec

from skep import protocol
from skep.geometry import Cell
from skep.laruche import events as ev
from skep.laruche.tiles import Pose
from skep.server.games.laruche import messages as m
from skep.server.rules.contract import Event

__all__ = ["Row", "capitals", "read_row"]

Row = (
    protocol.Started
    | ev.Lay
    | ev.Give
    | ev.Ready
    | ev.AskPause
    | ev.Resume
    | ev.Away
    | ev.Back
    | protocol.Joined
    | protocol.Aborted
    | protocol.TimePassed
    | protocol.Outage
)

_Version1 = (
    protocol.Started
    | m.Laid
    | m.Given
    | m.ReadySaid
    | m.PauseAsked
    | m.ResumeAsked
    | protocol.Left
    | protocol.Returned
    | protocol.Joined
    | protocol.Aborted
    | protocol.TimePassed
    | protocol.Outage
)

_read = msgspec.json.Decoder(Row).decode
_read_version_1 = msgspec.json.Decoder(_Version1).decode


def read_row(payload: str, schema_version: int) -> Event:
    row: Event = _read(payload) if schema_version > 1 else _command(_read_version_1(payload))
    return row


def _command(event: Event) -> Event:
    """What was told of a command in version 1, as that command."""
    match event:
        case m.Laid(seat=seat, round=round_, cell=(q, r), pose=pose):
            return ev.Lay(seat, round_, Cell(q, r), capitals(pose))
        case m.Given(seat=seat, round=round_, to=to, tile=tile):
            return ev.Give(seat, round_, None if tile is None else capitals(tile), to)
        case m.ReadySaid(seat=seat):
            return ev.Ready(seat)
        case m.PauseAsked(seat=seat):
            return ev.AskPause(seat)
        case m.ResumeAsked(seat=seat):
            return ev.Resume(seat)
        case protocol.Left(seat=seat):
            return ev.Away(seat)
        case protocol.Returned(seat=seat):
            return ev.Back(seat)
    return event


def capitals(tile: str) -> str:
    """A tile or pose as it is logged; NotationError for what is none."""
    return Pose.parse(tile).name
