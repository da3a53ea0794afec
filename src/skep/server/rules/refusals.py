"""The one place that makes an answer of an error, for pages, the API and sockets alike."""

from __future__ import annotations

from skep import protocol
from skep.errors import (
    CommandRefusedError,
    InvalidOptionsError,
    RefusedError,
    SkepError,
    StorageAwayError,
)
from skep.protocol.refusals import RefusalCode

__all__ = ["error_body", "http_status", "refusal_of", "retry_after_seconds"]

_STATUS = {
    RefusalCode.UNREADABLE: 400,
    RefusalCode.INVALID_OPTIONS: 400,
    RefusalCode.BAD_CODE: 400,
    RefusalCode.FORBIDDEN: 403,
    RefusalCode.WRONG_ORIGIN: 403,
    RefusalCode.NOT_FOUND: 404,
    RefusalCode.NOT_ALLOWED: 405,
    RefusalCode.TOO_SLOW: 408,
    RefusalCode.TOO_LARGE: 413,
    RefusalCode.WRONG_HOST: 421,
    RefusalCode.TOO_FAST: 429,
    RefusalCode.BUSY: 503,
    RefusalCode.NO_ANSWER: 503,
    RefusalCode.STORAGE_FULL: 503,
}


def refusal_of(problem: SkepError) -> RefusedError:
    """Whatever skep raised on purpose, as a refusal with a code."""
    if isinstance(problem, RefusedError):
        return problem
    if isinstance(problem, InvalidOptionsError):
        return CommandRefusedError(RefusalCode.INVALID_OPTIONS, str(problem))
    if isinstance(problem, StorageAwayError):
        return CommandRefusedError(RefusalCode.STORAGE_FULL, "The database does not answer.")
    return CommandRefusedError(RefusalCode.UNREADABLE, str(problem))


def http_status(refusal: RefusedError) -> int:
    """409 is for what the game's state or rules forbid."""
    try:
        return _STATUS.get(RefusalCode(refusal.code), 409)
    except ValueError:  # a code of a game's own rules
        return 409


def error_body(refusal: RefusedError) -> protocol.ErrorBody:
    return protocol.ErrorBody(code=refusal.code, message=str(refusal), params=refusal.params)


def retry_after_seconds(refusal: RefusedError) -> int | None:
    """How long to wait, where that is what helps."""
    wait_ms = refusal.params.get("wait_ms")
    return None if wait_ms is None else max(1, -(-int(wait_ms) // 1000))
