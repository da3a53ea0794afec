"""Why a match or a solitaire refuses a command: codes that tests, server and pages share."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Refusal"]


class Refusal(StrEnum):
    """The value is the code; the error that carries it also carries the facts named here."""

    TAKEN = "TAKEN"  # a tile lies on that cell already
    MISMATCH = "MISMATCH"  # edges: [direction, own colour, their colour], …
    TOO_FEW_NEIGHBOURS = "TOO_FEW_NEIGHBOURS"  # touching, needed
    TOO_MANY_NEIGHBOURS = "TOO_MANY_NEIGHBOURS"  # touching; by a single edge is asked for
    OFF_TABLE = "OFF_TABLE"  # the first tile is too far out; reach
    OUTSIDE_SHAPE = "OUTSIDE_SHAPE"  # a silhouette has no such cell
    BEE_DOWN = "BEE_DOWN"  # in solitaire every tile lies bee up
    DEAD_START = "DEAD_START"  # the last set-up tile would leave no live spot
    NOT_YOUR_TILE = "NOT_YOUR_TILE"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"  # turn: whose it is
    TOO_SOON = "TOO_SOON"  # ready_ms, wait_ms: when the handicap is over
    MISSED = "MISSED"  # ready_ms, wait_ms: when the seat may lay again after a miss
    ROUND_OVER = "ROUND_OVER"  # that round is not being played
    MATCH_OVER = "MATCH_OVER"
    NO_GIFT_DUE = "NO_GIFT_DUE"
    GIFT_EXPIRED = "GIFT_EXPIRED"  # until_ms: when it lapsed
    BAD_RECEIVER = "BAD_RECEIVER"  # no other seat, or the gift is bound to one opponent
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    PAUSED = "PAUSED"  # or the clock of a solitaire stands
    NOT_PAUSED = "NOT_PAUSED"
    NOT_IN_BREAK = "NOT_IN_BREAK"  # this is for between two rounds
    ALREADY = "ALREADY"  # that is so already
    TABLE_FULL = "TABLE_FULL"
    BAD_NAME = "BAD_NAME"  # a newcomer's name, bot level or handicap is impossible
    NOTHING_DUE = "NOTHING_DUE"  # time alone changes nothing yet
    TIME_REVERSED = "TIME_REVERSED"  # now_ms: the match is later than that
    NO_UNDO = "NO_UNDO"  # strict solitaire, or nothing to take back
    NO_TILE_THERE = "NO_TILE_THERE"  # cell: nothing to take back from it
    NOT_SOLVABLE = "NOT_SOLVABLE"  # no hint: nothing can be laid from which a solution exists
