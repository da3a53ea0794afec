"""Choosing a language, and better words that readers suggest."""

from __future__ import annotations

import re
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from skep.server.http.pages import Pages
from skep.server.http.rendering import Preferences
from skep.server.http.visitors import is_by_tls
from skep.server.site import Site
from skep.server.talk.suggestions import LONGEST
from skep.words import CODES, PSEUDO

__all__ = ["Wording", "own_address"]

# An address that has a language in it would answer in that one again.
_LANGUAGE_IN_ADDRESS = re.compile(rf"^/rules/(?:{'|'.join(CODES)})/")


def own_address(text: str) -> str:
    """An address of this server and of no other, as a form names it.

    >>> own_address("/mine?x=1"), own_address("//elsewhere/"), own_address("https://elsewhere/")
    ('/mine?x=1', '/', '/')
    """
    is_own = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable()
    return text[:500] if is_own else "/"


class Wording:
    def __init__(self, site: Site, pages: Pages) -> None:
        self._site = site
        self._pages = pages

    def routes(self) -> list[BaseRoute]:
        shown = self._pages.shown
        return [
            Route("/language", shown(self.choose), methods=["POST"]),
            Route("/better-word", shown(self.better_word)),
            Route("/better-word", shown(self.suggest), methods=["POST"]),
        ]

    async def choose(self, request: Request) -> Response:
        """Without a token: foreign pages are kept out by the guard, and a language harms nobody."""
        form = await request.form(max_files=0, max_fields=4)
        code = str(form.get("code", ""))
        back = _LANGUAGE_IN_ADDRESS.sub("/rules/", own_address(str(form.get("back", ""))))
        response = RedirectResponse(back, 303)
        if code in (*CODES, PSEUDO):
            look = replace(Preferences.of(request), language=code)
            look.remember(response, secure=is_by_tls(request))
            visitor = self._pages.visitor(request)
            await self._site.reception.choose_language(visitor, code)
        return response

    async def better_word(self, request: Request) -> Response:
        about = own_address(request.query_params.get("page", ""))
        thanks = "thanks" in request.query_params
        return self._pages.with_token(
            request, "better_word.html", about=about, thanks=thanks, longest=LONGEST
        )

    async def suggest(self, request: Request) -> Response:
        form = await self._pages.form(request)
        about = own_address(str(form.get("page", "")))
        await self._site.suggestions.add(
            self._pages.visitor(request).address,
            Preferences.of(request).language,
            about,
            str(form.get("text", "")),
        )
        return RedirectResponse("/better-word?thanks", 303)
