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

from skep.server.http.api import Api
from skep.server.http.guard import Guard
from skep.server.http.openapi import describe
from skep.server.http.pages import page_routes
from skep.server.metrics import exposition
from skep.server.settings import Settings
from skep.server.site import Site

__all__ = ["create_app"]


def create_app(settings: Settings) -> Starlette:
    """The whole server as one application; `app.state.site` has its parts."""
    site = Site(settings)
    api = Api(site)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[Mapping[str, Any]]:
        async with site.running():
            yield {}

    async def openapi(_request: Request) -> Response:
        return Response(msgspec.json.encode(describe(api.endpoints)), media_type="application/json")

    routes: list[BaseRoute] = [
        *api.routes(),
        Route("/api/openapi.json", openapi),
        WebSocketRoute("/ws/game/{game}", site.connections),
        *_operating_routes(site),
        *page_routes(site, api),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Guard, settings=settings)],
        exception_handlers={404: _not_found, 405: _not_allowed},
    )
    app.state.site = site
    return app


def _operating_routes(site: Site) -> list[BaseRoute]:
    async def health(_request: Request) -> Response:
        return PlainTextResponse("alive\n")

    async def ready(_request: Request) -> Response:
        if not site.is_ready:
            return JSONResponse({"ready": False, "why": "starting or stopping"}, 503)
        if not site.writer.is_writable:
            return JSONResponse({"ready": False, "why": "storage"}, 503)
        return JSONResponse({"ready": True})

    async def metrics(_request: Request) -> Response:
        return Response(exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return [Route("/health", health), Route("/ready", ready), Route("/metrics", metrics)]


async def _not_found(request: Request, _problem: Exception) -> Response:
    body = {"code": "NOT_FOUND", "message": "There is nothing at this address.", "params": {}}
    return JSONResponse(body, 404)


async def _not_allowed(request: Request, problem: Exception) -> Response:
    body = {"code": "NOT_ALLOWED", "message": "Not by this method.", "params": {}}
    return JSONResponse(body, 405, headers=getattr(problem, "headers", None))
