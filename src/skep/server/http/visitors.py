"""Who sends a request, and how they are remembered."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from skep.server.http.rendering import Preferences
from skep.server.people.guests import Guests
from skep.server.rules.kind import Asking
from skep.server.rules.limits import client_address

__all__ = ["charge_for_length", "is_by_tls", "remember", "visitor_of"]

ROWS_A_REQUEST = 100


def is_by_tls(request: Request) -> bool:
    """Did it come encrypted, here or, by its word, to a proxy that is trusted?"""
    return request.url.scheme == "https"


def visitor_of(request: Request, guests: Guests) -> Asking:
    chosen = Preferences.chosen_language(request)
    return Asking(guests.user_of(request), client_address(request.scope), chosen)


def charge_for_length(request: Request, rows: int) -> None:
    """To show or write a whole game takes as long as it is: a long one counts as several requests.

    The `Guard` has counted the first one, and says here whether the sender has so much left.
    """
    more = rows / ROWS_A_REQUEST - 1
    if more > 0:
        request.scope["charge"](cost=more)


def remember(request: Request, response: Response, guests: Guests, user: int) -> Response:
    """Set the cookie of somebody who has just become known."""
    if guests.user_of(request) != user:
        guests.remember(response, user, secure=is_by_tls(request))
    return response
