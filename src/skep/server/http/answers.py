"""Bodies in, answers out: one reader and one writer for everything that speaks JSON."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from skep.errors import CommandRefusedError, SkepError
from skep.protocol.refusals import RefusalCode
from skep.server.rules.refusals import error_body, http_status, refusal_of, retry_after_seconds

__all__ = ["error_response", "json_response", "read_json", "read_query"]

_encode = msgspec.json.Encoder().encode


def json_response(value: Any, status: int = 200) -> Response:
    return Response(_encode(value), status, media_type="application/json")


def error_response(problem: SkepError) -> Response:
    refusal = refusal_of(problem)
    response = json_response(error_body(refusal), http_status(refusal))
    wait = retry_after_seconds(refusal)
    if wait is not None:
        response.headers["retry-after"] = str(wait)
    return response


async def read_json(request: Request, kind: Any) -> Any:
    """The body of a request as this type, or a refusal that says what was expected."""
    # A form of a foreign page cannot send this type without asking first: that is the CSRF
    # protection of the API, beside the origin check.
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise CommandRefusedError(
            RefusalCode.UNREADABLE, "Send JSON, as content type application/json."
        )
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise _not_as_expected(problem) from None


def read_query(request: Request, kind: Any) -> Any:
    """The query of an address as this type."""
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise _not_as_expected(problem) from None


def _not_as_expected(problem: Exception) -> CommandRefusedError:
    return CommandRefusedError(RefusalCode.UNREADABLE, f"The body is not as expected: {problem}")
