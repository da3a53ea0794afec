"""Why the server refuses: the codes that sockets, the API, pages and clients share.

A match of La Ruche adds the codes of its own rules (`skep.laruche.refusals`), Hive's `ILLEGAL_MOVE`
names the rule in its parameters.
"""

from __future__ import annotations

from enum import StrEnum

__all__ = ["RefusalCode"]


class RefusalCode(StrEnum):
    """The value is the code; what its parameters hold stands beside it."""

    # about what was asked
    UNREADABLE = "UNREADABLE"
    UNREADABLE_MOVE = "UNREADABLE_MOVE"  # move
    UNREADABLE_TILE = "UNREADABLE_TILE"
    INVALID_OPTIONS = "INVALID_OPTIONS"
    BAD_CODE = "BAD_CODE"
    TOO_LARGE = "TOO_LARGE"
    TOO_SLOW = "TOO_SLOW"  # the request did not come to its end in time
    UNKNOWN_COMMAND = "UNKNOWN_COMMAND"
    UNEXPECTED = "UNEXPECTED"
    HELLO_EXPECTED = "HELLO_EXPECTED"
    WRONG_VERSION = "WRONG_VERSION"  # version
    # about who asks, and how often
    NOT_FOUND = "NOT_FOUND"  # also for what this visitor may not see
    NOT_ALLOWED = "NOT_ALLOWED"  # not by this method
    FORBIDDEN = "FORBIDDEN"
    WRONG_HOST = "WRONG_HOST"
    WRONG_ORIGIN = "WRONG_ORIGIN"
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    NO_FREE_SEAT = "NO_FREE_SEAT"
    TOO_FAST = "TOO_FAST"  # wait_ms
    BUSY = "BUSY"
    NO_ANSWER = "NO_ANSWER"  # a program that was asked to think failed; asking again may help
    TRY_AGAIN = "TRY_AGAIN"
    STORAGE_FULL = "STORAGE_FULL"
    # about the game as it stands
    NOT_STARTED = "NOT_STARTED"
    GAME_OVER = "GAME_OVER"
    NOT_OVER = "NOT_OVER"  # game: the one that is still played
    NOT_DUE = "NOT_DUE"
    STALE = "STALE"  # ply
    NOT_YOUR_TURN = "NOT_YOUR_TURN"  # turn
    ILLEGAL_MOVE = "ILLEGAL_MOVE"  # move, rule
    FLAG_FALLEN = "FLAG_FALLEN"
    TOO_EARLY = "TOO_EARLY"  # wait_ms
    TOO_LATE = "TOO_LATE"
    NO_OFFER = "NO_OFFER"
    ALREADY_OFFERED = "ALREADY_OFFERED"
    ENGINE_DECLINES = "ENGINE_DECLINES"
    NOTHING_TO_TAKE_BACK = "NOTHING_TO_TAKE_BACK"
    NOTHING_TO_CLAIM = "NOTHING_TO_CLAIM"
