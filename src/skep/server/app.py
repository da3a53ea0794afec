"""The ASGI application: routes over one site."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.development.gallery_pages import gallery_routes
from skep.server.http.answers import error_response
from skep.server.http.api import Api
from skep.server.http.guard import Guard, guarded
from skep.server.http.learning import Learning
from skep.server.http.lobby_pages import LobbyPages
from skep.server.http.openapi import describe
from skep.server.http.pages import Pages
from skep.server.http.places import place_routes
from skep.server.http.previews import Previews
from skep.server.http.rendering import language_of
from skep.server.http.wording import Wording
from skep.server.lobby.feed import LOOK_SECONDS
from skep.server.metrics import exposition
from skep.server.secrecy import is_same_secret
from skep.server.settings import Settings
from skep.server.site import Site
from skep.server.sockets.connections import SLICES, Connections

__all__ = ["create_app"]


def create_app(settings: Settings) -> Starlette:
    """The whole server as one application.

    `app.state.site` has its parts, `app.state.connections` its sockets.
    """
    site = Site(settings)
    api = Api(site)
    pages = Pages(site)
    connections = Connections(site, pages.rows, language_of, pages.renderer.files.build)
    previews = Previews(site, pages)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[Mapping[str, Any]]:
        async with site.running() as loops:
            loops.every(settings.heartbeat_seconds / SLICES, connections.tick, "sockets")
            loops.every(LOOK_SECONDS, connections.feed.look, "lobby")
            yield {}

    async def not_found(request: Request, _problem: Exception) -> Response:
        refusal = _nothing_here()
        if _is_for_people(request):
            return pages.error(request, refusal, what="NO_PAGE")
        return error_response(refusal)

    async def not_allowed(request: Request, problem: Exception) -> Response:
        refusal = CommandRefusedError(RefusalCode.NOT_ALLOWED, "Not by this method.")
        if _is_for_people(request):
            answer = pages.error(request, refusal, what="NO_PAGE")
        else:
            answer = error_response(refusal)
        answer.headers.update(getattr(problem, "headers", None) or {})
        return answer

    async def failed(request: Request, _problem: Exception) -> Response:
        return guarded(request.scope, PlainTextResponse("Internal Server Error", 500))

    description = msgspec.json.encode(describe(api.endpoints, site.kinds))

    async def openapi(_request: Request) -> Response:
        public = {"cache-control": "public, max-age=300"}
        return Response(description, media_type="application/json", headers=public)

    routes: list[BaseRoute] = [
        *api.routes(),
        Route("/api/openapi.json", openapi),
        WebSocketRoute("/ws/game/{game}", connections),
        WebSocketRoute("/ws/lobby", connections),
        *_operating_routes(site),
        *previews.routes(),
        *Learning(site, pages).routes(),
        *pages.routes(),
        *Wording(site, pages).routes(),
        *LobbyPages(site, pages).routes(),
        *place_routes(pages, site.kinds),
        *(gallery_routes(pages) if settings.development else ()),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers={404: not_found, 405: not_allowed, Exception: failed},
    )
    app.state.site = site
    app.state.connections = connections
    return app


def _operating_routes(site: Site) -> list[BaseRoute]:
    async def health(_request: Request) -> Response:
        return PlainTextResponse("alive\n")

    async def ready(_request: Request) -> Response:
        parts = site.parts_in_order()
        if not site.is_ready:
            return JSONResponse({"ready": False, "why": "starting or stopping"}, 503)
        if not parts["storage"]:
            return JSONResponse({"ready": False, "why": "storage", "parts": parts}, 503)
        # Without Redis it plays on, so nobody is sent elsewhere for that.
        return JSONResponse({"ready": True, "parts": parts})

    async def metrics(request: Request) -> Response:
        token = site.settings.metrics_token
        given = request.headers.get("authorization", "")
        if not token or not is_same_secret(given, f"Bearer {token}"):
            return error_response(_nothing_here())
        return Response(exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return [Route("/health", health), Route("/ready", ready), Route("/metrics", metrics)]


def _nothing_here() -> CommandRefusedError:
    return CommandRefusedError(RefusalCode.NOT_FOUND, "There is nothing at this address.")


def _is_for_people(request: Request) -> bool:
    """Does a browser ask that shows the answer to somebody?"""
    is_page = not request.url.path.startswith(("/api/", "/ws/", "/static/"))
    return is_page and "text/html" in request.headers.get("accept", "")
