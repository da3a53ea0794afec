"""Pages on the way into a game: home, the open tables, one's own games, and what their forms do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from skep import protocol
from skep.errors import CommandRefusedError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.http.pages import Pages
from skep.server.http.rendering import Preferences
from skep.server.lobby.open_tables import OpenTable
from skep.server.rules.kind import Kind
from skep.server.site import Site
from skep.server.storage.schema import games

__all__ = ["LobbyPages"]


class LobbyPages:
    """The handlers, over one site."""

    def __init__(self, site: Site, pages: Pages) -> None:
        self._site = site
        self._pages = pages

    def routes(self) -> list[BaseRoute]:
        shown = self._pages.shown
        return [
            Route("/", shown(self.home)),
            Route("/play", shown(self.play), methods=["POST"]),
            Route("/join", shown(self.join_by_code), methods=["POST"]),
            Route("/mine", shown(self.mine)),
            Route("/g/{game}/join", shown(self.join), methods=["POST"]),
            Route("/g/{game}/close", shown(self.close), methods=["POST"]),
        ]

    def _has_page(self, info: protocol.GameInfo) -> bool:
        return self._site.kinds[info.game].has_pages

    async def home(self, request: Request) -> Response:
        user = self._site.guests.user_of(request)
        mine = [] if user is None else await self._site.store.games_of(user)
        going = [g.info for g in mine if g.info.status == "live" and self._has_page(g.info)][:3]
        tables = await self._open_tables(user)
        show = await self._shown_game([table.info for table in tables])
        return self._pages.with_token(
            request,
            "home.html",
            going=[self._line(info, user) for info in going],
            rows=self._pages.rows(Preferences.of(request).language, tables, user),
            choices={kind.name: kind.choices() for kind in self._site.kinds},
            show=show,
            data={"show": show},
        )

    async def _open_tables(self, user: int | None) -> list[OpenTable]:
        tables = await self._site.open_tables.now()
        own = [] if user is None else await self._site.open_tables.of(user)
        known = {table.info.id for table in tables}
        return [table for table in own if table.info.id not in known] + tables

    async def _shown_game(self, listed: list[protocol.GameInfo]) -> dict[str, Any]:
        """A game for the window of the home page: a live one, or the last that was finished."""
        for info in listed:
            if info.status != "live":
                continue
            table = await self._site.tables.get(info.id)
            if (shown := table.kind.showcase(table.rules)) is not None:
                async with table.lock:
                    view, head = table.rules.view(None), table.head
                seen = {"game": table.stored.info, "you": [], "head": head, "view": view}
                return {"live": info.id, **seen, **shown}
        finished = await self._site.store.games(
            (games.c.status == "finished") & games.c.listed.is_(True), limit=3
        )
        for stored in finished:
            table = await self._site.tables.get(stored.info.id)
            if (shown := table.kind.showcase(table.rules)) is not None:
                return {"live": None, **shown}
        samples = (kind.showcase(None) for kind in self._site.kinds)
        return {"live": None, **next(sample for sample in samples if sample is not None)}

    def _line(self, info: protocol.GameInfo, user: int | None) -> dict[str, Any]:
        mine = [n for n, seat in enumerate(info.seats) if seat.user == user and user is not None]
        return {"info": info, "mine": mine, "turn": None}

    async def mine(self, request: Request) -> Response:
        user = self._site.guests.user_of(request)
        found = [] if user is None else await self._site.store.games_of(user)
        lines = []
        for stored in found[:60]:
            if not self._has_page(stored.info):
                continue
            line = self._line(stored.info, user)
            if stored.info.status == "live":
                rules = (await self._site.tables.get(stored.info.id)).rules
                line["turn"] = bool(set(rules.awaited()) & set(line["mine"]))
            lines.append(line)
        order = {"live": 1, "open": 2}
        lines.sort(key=lambda g: 0 if g["turn"] else order.get(g["info"].status, 3))
        due = sum(1 for line in lines if line["turn"])
        return self._pages.with_token(request, "mine.html", games=lines, due=due)

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
        code = "".join(str(form.get("code", "")).split()).upper()
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
        seated = await self._site.reception.join(self._pages.visitor(request), game, wish)
        return self._pages.leading_to(request, f"/g/{game}", seated.user)

    async def close(self, request: Request) -> Response:
        await self._pages.form(request)
        user = self._site.guests.user_of(request)
        await self._site.lobby.close(request.path_params["game"], user)
        return RedirectResponse("/#tables", 303)
