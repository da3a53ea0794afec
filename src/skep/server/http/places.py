"""Pages of a kind of game that are about no game in particular, each at an address of its own."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from skep.server.http.pages import Handler, Pages
from skep.server.rules.kind import Kinds, Place

__all__ = ["place_routes"]


def place_routes(pages: Pages, kinds: Kinds) -> list[BaseRoute]:
    return [
        Route(place.path, pages.shown(_handler(pages, place)))
        for kind in kinds
        for place in kind.places()
    ]


def _handler(pages: Pages, place: Place) -> Handler:
    template, values, data = place.page

    async def show(request: Request) -> Response:
        return pages.with_token(request, template, data=data, **values)

    return show
