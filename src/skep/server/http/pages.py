"""Pages for people. GET shows, POST of a form with its token acts and leads on with a redirect."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import Any
from urllib.parse import urlencode

import segno
from sqlalchemy import select
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from skep import protocol
from skep.errors import CommandRefusedError, RefusedError, SkepError
from skep.protocol.refusals import RefusalCode
from skep.school.lessons import first_course
from skep.server.http.rendering import Preferences, Renderer
from skep.server.http.static_files import StaticFiles
from skep.server.http.table_rows import TableRows
from skep.server.http.visitors import charge_for_length, is_by_tls, remember, visitor_of
from skep.server.people.names import is_guest_name, shown_name
from skep.server.rules.contract import Wants
from skep.server.rules.kind import Asking, Page
from skep.server.rules.limits import Buckets
from skep.server.rules.refusals import http_status, refusal_of, retry_after_seconds
from skep.server.site import Site
from skep.server.storage.schema import codes
from skep.server.tables.table import LiveTable
from skep.web.languages import language_name
from skep.words import CODES, PSEUDO, words_in

__all__ = ["Pages"]

CSRF_COOKIE = "skep_form"
PASTE_UNIT = 4096  # so many characters of a pasted game cost as much as a request
# How a broken rule is called by programs, at the end of its sentence: people read the sentence.
_RULE_CODE = re.compile(r" \([A-Z_]+\)$")
Handler = Callable[[Request], Awaitable[Response]]


class Pages:
    """The handlers, over one site."""

    def __init__(self, site: Site) -> None:
        self._site = site
        web = resources.files("skep.web")
        files = StaticFiles(web / "static", site.kinds.art(), site.settings.folder / "builds")
        self._pastes = Buckets(rate=1.0, burst=30)
        symbols = site.kinds.symbols()
        self.renderer = Renderer(
            web / "templates",
            files,
            symbols,
            has_days=any(kind.day_card and kind.has_pages for kind in site.kinds),
            development=site.settings.development,
        )
        self.rows = TableRows(self.renderer, site.kinds)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/replay", self.shown(self.replay), methods=["GET", "POST"]),
            Route("/settings", self.shown(self.settings)),
            Route("/settings", self.shown(self.change_settings), methods=["POST"]),
            Route("/g/{game}", self.shown(self.game)),
            Route("/g/{game}/replay", self.shown(self.replay_game)),
            Route("/g/{game}/screen", self.shown(self.screen)),
            Route("/g/{game}/qr.svg", self.shown(self.code_picture)),
            Route("/static/{build}/{path:path}", self.renderer.files.serve),
        ]

    def shown(self, handler: Handler) -> Handler:
        """A page, or the error as a page that says what to do next."""

        async def handle(request: Request) -> Response:
            asked = False
            try:
                asked = await self._language_of_person(request)
                response = await handler(request)
            except SkepError as problem:
                response = self.error(request, refusal_of(problem))
            if asked and request.method == "GET":  # a form that was sent sets what it says
                Preferences.of(request).remember(response, secure=is_by_tls(request))
            return response

        return handle

    async def _language_of_person(self, request: Request) -> bool:
        """On a device where nothing was chosen yet, a person has the language of their others."""
        user = self._site.guests.user_of(request)
        if user is None or Preferences.chosen_language(request) is not None:
            return False
        language = await self._site.store.user_language(user)
        if language is None:
            return False
        Preferences.take_language(request, language)
        return True

    def error(
        self, request: Request, refusal: RefusedError, *, what: str = "", typed: str = ""
    ) -> Response:
        """`what` went wrong, where the code of the refusal says too little; `typed`: a code."""
        wait = retry_after_seconds(refusal)
        response = self.with_token(
            request,
            "error.html",
            status=http_status(refusal),
            code=what or refusal.code,
            typed=typed,
            seconds=wait or 1,
            detail=str(refusal),
        )
        if wait is not None:
            response.headers["retry-after"] = str(wait)
        return response

    def visitor(self, request: Request) -> Asking:
        return visitor_of(request, self._site.guests)

    def leading_to(self, request: Request, address: str, user: int) -> Response:
        return remember(request, RedirectResponse(address, 303), self._site.guests, user)

    # --- forms

    def with_token(
        self, request: Request, template: str, *, status: int = 200, **values: Any
    ) -> Response:
        """A page with forms: each carries a token that fits only this visitor's cookie."""
        nonce = request.cookies.get(CSRF_COOKIE) or secrets.token_urlsafe(16)
        csrf = self._site.guests.csrf_token(nonce)
        page = self.renderer.page(request, template, status=status, csrf=csrf, **values)
        # lax: a link from a chat opens the page with its cookie, a foreign form does not send it
        page.set_cookie(
            CSRF_COOKIE, nonce, httponly=True, samesite="lax", secure=is_by_tls(request)
        )
        return page

    async def _long_page(self, request: Request, template: str, **values: Any) -> Response:
        """A page as long as its game is written in a thread as well."""
        async with self._site.long_work:
            return await asyncio.to_thread(self.with_token, request, template, **values)

    async def form(self, request: Request) -> FormData:
        form = await request.form(max_files=0, max_fields=40)
        nonce = request.cookies.get(CSRF_COOKIE, "")
        if not self._site.guests.is_csrf_token(nonce, str(form.get("csrf", ""))):
            raise CommandRefusedError(
                RefusalCode.FORBIDDEN, "This form is too old. Load the page again."
            )
        return form

    # --- one game

    async def game(self, request: Request) -> Response:
        table, key = await self.table_of(request)
        charge_for_length(request, table.head)
        user = self._site.guests.user_of(request)
        stored = await self._site.store.game(table.id)
        assert stored is not None
        info = stored.info
        mine = list(table.seats_of(user))
        async with self._site.long_work, table.lock:
            page = await asyncio.to_thread(table.kind.page, table.rules, info, mine)
            view = table.rules.view(mine[0] if mine else None, Wants(choices=True))
            head = table.head
        seats = info.seats if info.status == "open" else []
        free = [n for n, seat in enumerate(seats) if seat.who in ("open", "invited")]
        waiting = {}
        if free and mine:
            link = f"{request.url.scheme}://{request.url.netloc}/g/{info.id}?key={stored.key}"
            waiting = {"link": link, "code": await self._code(info.id), "key": stored.key}
        # Whoever sits at an unlisted game may hand on its whole address, so that others can watch.
        key = key or (stored.key if mine and not info.listed else "")
        is_new = bool(mine) and await self._is_new(user, info)
        seen = {"game": info, "you": mine, "head": head, "view": view, "key": key, "is_new": is_new}
        return await self._long_page(
            request,
            page.template,
            info=info,
            mine=mine,
            free=free,
            waiting=waiting,
            key=key,
            is_maker=stored.creator == user,
            host=next((seat.name for seat in info.seats if seat.user == stored.creator), ""),
            nameless=is_guest_name(await self._site.reception.name_of(self.visitor(request))),
            data={**seen, **page.data},
            **page.values,
        )

    async def _is_new(self, user: int | None, info: protocol.GameInfo) -> bool:
        """Has this person neither learned this kind of game nor finished one?"""
        course = first_course(info.game)
        if course is None or user is None:
            return False
        if (await self._site.teaching.progress_of(user)).has_done(course):
            return False
        found = (stored.info for stored in await self._site.store.games_of(user))
        return not any(
            one.status == "finished" and one.game == info.game and one.id != info.id
            for one in found
        )

    async def screen(self, request: Request) -> Response:
        """A game on a large screen in the room: as whoever watches sees it, whoever opens it."""
        table, key = await self.table_of(request)
        if table.seats_of(self._site.guests.user_of(request)):
            key = table.stored.key  # who plays may show the room how to join
        async with table.lock:
            info = table.stored.info
            page = table.kind.screen(table.rules, info)
            view, head = table.rules.view(None), table.head
        seen = {"game": info, "you": [], "head": head, "view": view, "key": key}
        return self.renderer.page(
            request, page.template, info=info, key=key, data={**seen, **page.data}, **page.values
        )

    async def table_of(self, request: Request) -> tuple[LiveTable, str]:
        """The game of an address and the key in it, if this visitor may see it."""
        table = await self._site.tables.get(request.path_params["game"])
        key = request.query_params.get("key", "")[:32]
        user = self._site.guests.user_of(request)
        self._site.lobby.check_access(table.stored, user, key)
        return table, key

    async def _code(self, game: str) -> str | None:
        rows = await self._site.store.all(select(codes.c.code).where(codes.c.game == game))
        return rows[0].code if rows else None

    async def code_picture(self, request: Request) -> Response:
        table, key = await self.table_of(request)
        if self.visitor(request).user == table.stored.creator:
            key = table.stored.key  # whose invitation it is
        link = f"{request.url.scheme}://{request.url.netloc}/g/{table.id}?key={key}"
        picture = segno.make(link, error="m").svg_inline(scale=4, border=3, omitsize=True)
        picture = picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "no-store"})

    # --- replay

    async def replay(self, request: Request) -> Response:
        if request.method == "POST":
            text = str((await self.form(request)).get("text", ""))
        else:
            text = request.query_params.get("game", "")
        page, problem = None, ""
        if text.strip():
            try:
                self._pastes.check(self.visitor(request).address, cost=1 + len(text) / PASTE_UNIT)
                async with self._site.long_work:
                    page = await asyncio.to_thread(self._read_record, text)
            except SkepError as trouble:
                told = trouble.sentence(words_in(Preferences.of(request).language))
                problem = _RULE_CODE.sub("", told)
        preview = ""
        if page is not None and request.method == "GET":
            preview = f"/replay/preview.png?{urlencode(request.query_params)}"
        return await self._replay_page(request, page, text=text, problem=problem, preview=preview)

    def _read_record(self, text: str) -> Page:
        """By the first kind that can read it; if none can, the first one's reason is told."""
        reason: SkepError | None = None
        for kind in self._site.kinds:
            if not kind.has_pages:
                continue
            try:
                return kind.read_record(text)
            except SkepError as problem:
                reason = reason or problem
        assert reason is not None
        raise reason

    async def replay_game(self, request: Request) -> Response:
        table, key = await self.table_of(request)
        charge_for_length(request, table.head)
        async with self._site.long_work, table.lock:
            info = table.stored.info
            page = await asyncio.to_thread(table.kind.replay, table.rules, info)
            you = list(table.seats_of(self.visitor(request).user))
        page = page._replace(data={**page.data, "you": you})
        query = urlencode({"ply": len(page.data.get("moves", ())), **({"key": key} if key else {})})
        preview = f"/g/{table.id}/preview.png?{query}"
        return await self._replay_page(request, page, back=table.id, key=key, preview=preview)

    async def _replay_page(
        self,
        request: Request,
        page: Page | None,
        *,
        text: str = "",
        problem: str = "",
        back: str | None = None,
        key: str = "",
        preview: str = "",
    ) -> Response:
        template, values, data = page or Page("replay.html", {"record": None}, {})
        return await self._long_page(
            request,
            template,
            text=text,
            problem=problem,
            back=back,
            key=key,
            preview=preview,
            data=data or None,
            **values,
        )

    # --- settings

    async def settings(self, request: Request) -> Response:
        name = await self._site.reception.name_of(self.visitor(request))
        saved, refused = ("saved" in request.query_params, "name" in request.query_params)
        codes = (*CODES, *((PSEUDO,) if self._site.settings.development else ()))
        return self.with_token(
            request,
            "settings.html",
            name=name,
            saved=saved,
            refused=refused,
            choices={code: language_name(code) for code in codes},
        )

    async def change_settings(self, request: Request) -> Response:
        form = await self.form(request)
        given = "&".join(f"{key}={value}" for key, value in form.items() if key != "name")
        visitor, reception = self.visitor(request), self._site.reception
        wanted = Preferences.parse(given)
        name, person = str(form.get("name", "")), None
        refused = False
        known = await reception.name_of(visitor)
        if name not in (known, shown_name(words_in(Preferences.of(request).language), known)):
            try:
                person = await reception.rename(visitor, name)
            except CommandRefusedError as refusal:
                if refusal.code != RefusalCode.UNREADABLE:
                    raise
                refused = True
        if person is not None:
            visitor = visitor._replace(user=person.id)
        await reception.choose_language(visitor, wanted.language)
        response = RedirectResponse(f"/settings?{'name' if refused else 'saved'}", 303)
        wanted.remember(response, secure=is_by_tls(request))
        if person is not None:
            assert person.id is not None
            remember(request, response, self._site.guests, person.id)
        return response
