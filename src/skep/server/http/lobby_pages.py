"""Pages on the way into a game: home, the open tables, one's own games, and what their forms do."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from skep import protocol
from skep.errors import CommandRefusedError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.school.lessons import first_course
from skep.server.http.pages import Pages
from skep.server.http.rendering import Preferences
from skep.server.lobby.open_tables import OpenTable
from skep.server.rules.kind import Kind
from skep.server.site import Site
from skep.server.storage.store import StoredGame

__all__ = ["LobbyPages"]

MOST_GOING = 5  # so many games are asked whether they wait for somebody


class LobbyPages:
    """The handlers, over one site."""

    def __init__(self, site: Site, pages: Pages) -> None:
        self._site = site
        self._pages = pages

    def routes(self) -> list[BaseRoute]:
        shown = self._pages.shown
        return [
            Route("/", shown(self.home)),
            Route("/tables", shown(self.tables)),
            Route("/start/{kind}", shown(self.start)),
            Route("/play", shown(self.play), methods=["POST"]),
            Route("/join", shown(self.join_by_code), methods=["POST"]),
            Route("/mine", shown(self.mine)),
            Route("/g/{game}/join", shown(self.join), methods=["POST"]),
            Route("/g/{game}/close", shown(self.close), methods=["POST"]),
        ]

    # --- home

    async def home(self, request: Request) -> Response:
        user = self._site.guests.user_of(request)
        found = await self._games_of(user)
        going = [game for game in found if game.info.status == "live"][:MOST_GOING]
        # A table that waits for others waits for who made it too.
        going += [game for game in found if game.info.status == "open" and game.creator == user][:1]
        lines = await self._lines(going, user)
        kinds = list(self._site.kinds)
        return self._pages.with_token(
            request,
            "home.html",
            going=sorted(lines, key=lambda line: not line["turn"]),
            rows=await self._rows(request, user),
            starts=[kind for kind in kinds if kind.start],
            days=[kind for kind in kinds if kind.day_card],
            courses=await self._courses_to_take(user),
        )

    async def _courses_to_take(self, user: int | None) -> dict[str, str]:
        """By the name of a kind its first course, as long as it was not gone through."""
        progress = await self._site.teaching.progress_of(user)
        courses = {kind.name: first_course(kind.name) for kind in self._site.kinds}
        return {
            name: course.id
            for name, course in courses.items()
            if course is not None and not progress.has_done(course)
        }

    async def tables(self, request: Request) -> Response:
        """The list of open tables by itself: on a phone home has no room for it."""
        user = self._site.guests.user_of(request)
        starts = [kind for kind in self._site.kinds if kind.start]
        rows = await self._rows(request, user)
        return self._pages.with_token(request, "tables.html", rows=rows, starts=starts)

    async def start(self, request: Request) -> Response:
        """The form for a new game as a page, for browsers that open no sheet on the home page."""
        kind = self._site.kinds[request.path_params["kind"]]
        if not kind.start:
            raise CommandRefusedError(RefusalCode.NOT_FOUND, "That is not started by a form.")
        wanted = request.query_params.get("with", "")[:20]  # a friend, anyone …: as the form says
        courses = await self._courses_to_take(self._site.guests.user_of(request))
        return self._pages.with_token(
            request, "start.html", kind=kind, wanted=wanted, courses=courses
        )

    async def _rows(self, request: Request, user: int | None) -> list[protocol.TableRow]:
        tables = await self._open_tables(user)
        return self._pages.rows(Preferences.of(request).language, tables, user)

    async def _open_tables(self, user: int | None) -> list[OpenTable]:
        tables = await self._site.open_tables.now()
        own = [] if user is None else await self._site.open_tables.of(user)
        known = {table.info.id for table in tables}
        return [table for table in own if table.info.id not in known] + tables

    # --- the games of a person

    async def _games_of(self, user: int | None) -> list[StoredGame]:
        found = [] if user is None else await self._site.store.games_of(user)
        return [stored for stored in found if self._site.kinds[stored.info.game].has_pages]

    async def _lines(self, found: list[StoredGame], user: int | None) -> list[dict[str, Any]]:
        """Each with the seats of this person, and whether it waits for them."""
        lines = []
        for stored in found:
            info = stored.info
            mine = [n for n, seat in enumerate(info.seats) if seat.user == user]
            turn = False
            if info.status == "live":
                rules = (await self._site.tables.get(info.id)).rules
                turn = bool(set(rules.awaited()) & set(mine))
            words = self._site.kinds[info.game].words
            lines.append({"info": info, "words": words, "mine": mine, "turn": turn})
        return lines

    async def mine(self, request: Request) -> Response:
        user = self._site.guests.user_of(request)
        lines = await self._lines((await self._games_of(user))[:60], user)
        order = {"live": 1, "open": 2}
        lines.sort(key=lambda line: 0 if line["turn"] else order.get(line["info"].status, 3))
        due = sum(1 for line in lines if line["turn"])
        name = await self._site.reception.name_of(self._pages.visitor(request))
        return self._pages.with_token(
            request, "mine.html", games=lines, due=due, user=user, name=name
        )

    # --- forms

    async def play(self, request: Request) -> Response:
        """All the forms that make a game: against the computer, at one screen, with a friend."""
        form = {name: str(value) for name, value in (await self._pages.form(request)).items()}
        wish = self._kind_of(form).wish(form)
        user, new = await self._site.reception.create(self._pages.visitor(request), wish)
        invited = any(isinstance(seat, protocol.Invited) for seat in wish.seats)
        target = f"/g/{new.id}?key={new.key}" if invited else f"/g/{new.id}"
        return self._pages.leading_to(request, target, user)

    def _kind_of(self, form: Mapping[str, str]) -> Kind:
        return self._site.kinds[form["game"]] if "game" in form else next(iter(self._site.kinds))

    async def join_by_code(self, request: Request) -> Response:
        form = await self._pages.form(request)
        code = "".join(filter(str.isalnum, str(form.get("code", "")))).upper()
        try:
            if len(code) != 4:
                raise CommandRefusedError(RefusalCode.BAD_CODE, "A code has four letters.")
            game, key = await self._site.reception.invitation(self._pages.visitor(request), code)
        except RefusedError as refusal:
            what = "WRONG_CODE" if refusal.code == RefusalCode.NOT_FOUND else ""
            return self._pages.error(request, refusal, what=what, typed=code[:4])
        return RedirectResponse(f"/g/{game}?key={key}", 303)

    async def join(self, request: Request) -> Response:
        form = await self._pages.form(request)
        wish = protocol.JoinGame(key=str(form.get("key", ""))[:32])
        game = request.path_params["game"]
        visitor = self._pages.visitor(request)
        seated = await self._site.reception.join(visitor, game, wish)
        name = str(form.get("name", "")).strip()
        if name:
            with contextlib.suppress(CommandRefusedError):  # a poor name keeps nobody from playing
                await self._site.reception.rename(visitor._replace(user=seated.user), name)
                await self._site.tables.seats_changed(game)
        return self._pages.leading_to(request, f"/g/{game}", seated.user)

    async def close(self, request: Request) -> Response:
        await self._pages.form(request)
        user = self._site.guests.user_of(request)
        await self._site.lobby.close(request.path_params["game"], user)
        return RedirectResponse("/", 303)
