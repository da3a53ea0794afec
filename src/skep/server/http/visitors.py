"""Who sends a request, and how they are remembered."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from skep.server.people.guests import Guests
from skep.server.rules.kind import Asking

__all__ = ["remember", "visitor_of"]


def visitor_of(request: Request, guests: Guests) -> Asking:
    return Asking(guests.user_of(request), request.client.host if request.client else "")


def remember(request: Request, response: Response, guests: Guests, user: int) -> Response:
    """Set the cookie of somebody who has just become known."""
    if guests.user_of(request) != user:
        guests.remember(response, user, secure=request.url.scheme == "https")
    return response
