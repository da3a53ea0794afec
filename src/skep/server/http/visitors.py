"""Who sends a request, and how they are remembered."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from skep.server.people.guests import Guests
from skep.server.rules.kind import Asking
from skep.server.rules.limits import client_address

__all__ = ["is_by_tls", "remember", "visitor_of"]


def is_by_tls(request: Request) -> bool:
    """Did it come encrypted, here or, by its word, to a proxy that is trusted?"""
    return request.url.scheme == "https"


def visitor_of(request: Request, guests: Guests) -> Asking:
    return Asking(guests.user_of(request), client_address(request.scope))


def remember(request: Request, response: Response, guests: Guests, user: int) -> Response:
    """Set the cookie of somebody who has just become known."""
    if guests.user_of(request) != user:
        guests.remember(response, user, secure=is_by_tls(request))
    return response
