"""The rows of a solitaire: what was dealt, then the commands of `skep.laruche` as they are.

A hint is stored with the placement it was, so that reading a log solves nothing. Rows of schema
version 1 were written in the words that clients are told, and neither tiles nor hints stand in
them: see `kind`, which lets a child process find those again.
"""

from __future__ import annotations

import msgspec

from skep import protocol
from skep.geometry import Cell
from skep.laruche import solo_events as ev
from skep.laruche.tiles import Pose
from skep.server.games.solitaire import messages as m
from skep.server.rules.contract import Event

__all__ = ["NEEDS_SOLVER_UP_TO", "Row", "capitals", "read_row"]

NEEDS_SOLVER_UP_TO = 1  # the schema versions whose rows leave something to be solved

Row = (
    ev.PuzzleDealt
    | ev.Put
    | ev.TakeBack
    | ev.AskHint
    | ev.GiveUp
    | ev.StopClock
    | ev.StartClock
    | protocol.Left
    | protocol.Returned
    | protocol.Outage
)

_Version1 = protocol.Started | m.PutDown | m.TakenBack | m.HintAsked | m.GivenUp | protocol.Outage

_read = msgspec.json.Decoder(Row).decode
_read_version_1 = msgspec.json.Decoder(_Version1).decode


def read_row(payload: str, schema_version: int) -> Event:
    row: Event = _read(payload) if schema_version > 1 else _command(_read_version_1(payload))
    return row


def _command(event: Event) -> Event:
    """What was told of a command in version 1, as that command."""
    match event:
        case m.PutDown(cell=(q, r), pose=pose):
            return ev.Put(Cell(q, r), capitals(pose))
        case m.TakenBack():
            return ev.TakeBack()
        case m.HintAsked():
            return ev.AskHint()
        case m.GivenUp():
            return ev.GiveUp()
    return event


def capitals(pose: str) -> str:
    """A pose as it is logged; NotationError for what is none."""
    return Pose.parse(pose).name
