"""Pictures for links: how a game stands, as a PNG that messengers show beside its address.

A picture takes a fifth of a second of work, and the library that paints it lets nothing else run
meanwhile: so a child process does it, one at a time, and what was painted is kept for a while.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from skep.errors import CommandRefusedError, SkepError
from skep.protocol.refusals import RefusalCode
from skep.server.http.pages import PASTE_UNIT, Pages
from skep.server.http.visitors import visitor_of
from skep.server.rules.limits import Buckets
from skep.server.site import Site

__all__ = ["PREVIEW_SIZE", "Previews"]

PREVIEW_SIZE = (1200, 630)  # what messengers show without cutting it
KEPT = 32
PATIENCE_SECONDS = 20.0
_PAINT = (
    "import resvg_py, sys; sys.stdout.buffer.write(resvg_py.svg_to_bytes("
    "svg_string=sys.stdin.read(), skip_system_fonts=True))"
)


class Previews:
    """The pictures of one process."""

    def __init__(self, site: Site, pages: Pages) -> None:
        self._site = site
        self._pages = pages
        self._buckets = Buckets(rate=0.5, burst=20)
        self._painting = asyncio.Semaphore(1)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawn: OrderedDict[tuple[str, int], str] = OrderedDict()  # by game and head

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/g/{game}/preview.png", self._pages.shown(self._game)),
            Route("/replay/preview.png", self._pages.shown(self._record)),
        ]

    async def _game(self, request: Request) -> Response:
        table, _ = await self._pages.table_of(request)
        # What is known is looked up first: to draw takes the game's lock from those who play.
        known = table.id, table.head
        picture = self._drawn.get(known)
        if picture is None:
            async with table.lock:
                known = table.id, table.head
                picture = await asyncio.to_thread(table.kind.picture, table.rules, PREVIEW_SIZE)
            self._drawn[known] = picture
            if len(self._drawn) > KEPT:
                self._drawn.popitem(last=False)
        return await self._answer(request, picture)

    async def _record(self, request: Request) -> Response:
        text = request.query_params.get("game", "")
        ply = request.query_params.get("ply", "")
        until = int(ply) if ply.isascii() and ply.isdigit() and len(ply) < 6 else None
        self._charge(request, len(text) / PASTE_UNIT)
        return await self._answer(
            request, await asyncio.to_thread(self._record_picture, text, until)
        )

    def _record_picture(self, text: str, ply: int | None) -> str:
        for kind in self._site.kinds:
            if kind.has_pages:
                try:
                    return kind.record_picture(text, ply, PREVIEW_SIZE)
                except SkepError:
                    continue
        raise CommandRefusedError(RefusalCode.NOT_FOUND, "There is no such game.")

    def _charge(self, request: Request, cost: float) -> None:
        self._buckets.check(visitor_of(request, self._site.guests).address, cost=cost)

    async def _answer(self, request: Request, picture: str) -> Response:
        png = self._kept.get(picture)
        if png is None:
            self._charge(request, 1)
            async with self._painting:
                png = self._kept.get(picture) or await painted(picture)
            self._kept[picture] = png
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        headers = {
            "cache-control": "private, max-age=3600",
            "cross-origin-resource-policy": "cross-origin",
        }
        return Response(png, media_type="image/png", headers=headers)


async def painted(picture: str) -> bytes:
    """An SVG as a PNG of its own size."""
    pipe: Any = asyncio.subprocess.PIPE
    command = [sys.executable, "-I", "-c", _PAINT]
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            png, _ = await process.communicate(picture.encode())
    except TimeoutError:
        png = b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if not png:
        raise CommandRefusedError(RefusalCode.BUSY, "The picture could not be painted.")
    return png
