"""Pages for people, rendered by Jinja2, and the files they use under a name that never changes.

Only the landing page lives here so far. `/static/<build hash>/…` is served from memory with
immutable caching: the hash is taken over all files, so a new build has new addresses.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import secrets
from importlib import resources
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from skep.errors import CommandRefusedError, RefusedError
from skep.server import messages as m
from skep.server.api import Api, error_response

if TYPE_CHECKING:
    from skep.server.site import Site

__all__ = ["StaticFiles", "page_routes"]

CSRF_COOKIE = "skep_form"


class StaticFiles:
    """The package's static files, read once."""

    def __init__(self, folder: Traversable) -> None:
        self._files: dict[str, tuple[bytes, bytes, str]] = {}
        digest = hashlib.sha256()
        for path, data in sorted(_walk(folder, "")):
            digest.update(path.encode() + b"\0" + data)
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            if path.endswith(".js"):
                kind = "text/javascript"
            self._files[path] = (data, gzip.compress(data, 9, mtime=0), kind)
        self.build = digest.hexdigest()[:12]

    def url(self, path: str) -> str:
        if path not in self._files:
            raise KeyError(f"there is no static file {path}")
        return f"/static/{self.build}/{path}"

    async def serve(self, request: Request) -> Response:
        found = self._files.get(request.path_params["path"])
        if found is None or request.path_params["build"] != self.build:
            return error_response(CommandRefusedError("NOT_FOUND", "There is no such file."))
        data, packed, kind = found
        headers = {
            "cache-control": "public, max-age=31536000, immutable",
            "vary": "accept-encoding",
        }
        if "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                packed, media_type=kind, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(data, media_type=kind, headers=headers)


def _walk(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            found += _walk(entry, f"{prefix}{entry.name}/")
        elif not entry.name.endswith((".py", ".pyc")):
            found.append((prefix + entry.name, entry.read_bytes()))
    return found


def page_routes(site: Site, api: Api) -> list[BaseRoute]:
    """Routes of all pages. Issue-sized growth belongs into modules of its own beside this one."""
    web = resources.files("skep.web")
    files = StaticFiles(web / "static")
    templates = jinja2.Environment(
        loader=jinja2.PackageLoader("skep.web", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
    )
    templates.globals["static"] = files.url

    async def home(request: Request) -> Response:
        nonce = request.cookies.get(CSRF_COOKIE) or secrets.token_urlsafe(16)
        page = HTMLResponse(
            templates.get_template("home.html").render(
                games=await site.lobby.listed(), csrf=site.guests.csrf_token(nonce)
            )
        )
        page.set_cookie(CSRF_COOKIE, nonce, httponly=True, samesite="strict")
        return page

    async def play(request: Request) -> Response:
        """The form of the landing page: a game against the engine."""
        try:
            async with request.form(max_files=0, max_fields=10) as form:
                token, level = str(form.get("csrf", "")), str(form.get("level", "3"))
            nonce = request.cookies.get(CSRF_COOKIE, "")
            if not site.guests.is_csrf_token(nonce, token):
                raise CommandRefusedError("FORBIDDEN", "This form is too old. Load the page again.")
            if level not in {str(n) for n in range(1, 11)}:
                raise CommandRefusedError("UNREADABLE", "A level is 1 to 10.")
            wish = m.CreateGame(game="hive", seats=[m.Me(), m.Engine(int(level))], shuffle=True)
            user, new = await api.create_game(request, wish)
        except RefusedError as refusal:
            return error_response(refusal)
        response = RedirectResponse(f"/g/{new.id}", 303)
        return api.remember(request, response, user)

    async def game(request: Request) -> Response:
        table = await site.tables.get(request.path_params["game"])
        user = site.guests.user_of(request)
        site.lobby.check_access(table.stored, user, request.query_params.get("key", ""))
        return HTMLResponse(
            templates.get_template("game.html").render(
                game=table.stored.info, view=table.rules.view(None)
            )
        )

    async def game_page(request: Request) -> Response:
        try:
            return await game(request)
        except RefusedError as refusal:
            return error_response(refusal)

    return [
        Route("/", home),
        Route("/play", play, methods=["POST"]),
        Route("/g/{game}", game_page),
        Route("/static/{build}/{path:path}", files.serve),
    ]
