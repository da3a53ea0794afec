"""The HTTP API for what is not live. JSON in and out; GET never changes anything."""

from __future__ import annotations

import asyncio
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skep import protocol
from skep.server.http.answers import json_response
from skep.server.http.endpoint import Endpoint, export_response, question_endpoint
from skep.server.http.learning import learning_endpoints
from skep.server.http.visitors import charge_for_length, remember, visitor_of
from skep.server.kinds import all_questions
from skep.server.lobby.reception import Seated
from skep.server.rules.contract import no_such_game
from skep.server.rules.kind import Asking
from skep.server.site import Site

__all__ = ["Api"]


class Api:
    """The endpoints, over one site."""

    def __init__(self, site: Site) -> None:
        self._site = site
        key = (("key", "string", "from the private link, for an unlisted game"),)
        self.endpoints = (
            Endpoint("GET", "/api/me", "Who you are", self._me, answer=protocol.Person),
            Endpoint(
                "POST",
                "/api/me",
                "Change your name",
                self._rename,
                protocol.ChangeName,
                protocol.Person,
            ),
            Endpoint(
                "GET",
                "/api/games",
                "Games to join or watch, or your own",
                self._list,
                answer=protocol.GameList,
                query=(("mine", "boolean", "only games you sit at or made"),),
            ),
            Endpoint(
                "POST",
                "/api/games",
                "Create a game",
                self._create,
                protocol.CreateGame,
                protocol.GameCreated,
            ),
            Endpoint(
                "GET",
                "/api/games/{game}",
                "Read a game",
                self._read,
                answer=protocol.GameRead,
                query=key,
            ),
            Endpoint(
                "POST",
                "/api/games/{game}/join",
                "Take a seat",
                self._join,
                protocol.JoinGame,
                protocol.GameJoined,
            ),
            Endpoint(
                "POST",
                "/api/games/{game}/start",
                "Begin without those who have not come",
                self._start_now,
                answer=protocol.GameRead,
            ),
            Endpoint(
                "POST",
                "/api/join",
                "Take a seat by the four-letter code",
                self._join_by_code,
                protocol.JoinByCode,
                protocol.GameJoined,
            ),
            Endpoint(
                "GET",
                "/api/games/{game}/chat",
                "The chat of a game you play",
                self._chat,
                answer=protocol.ChatLines,
                query=(("after", "integer", "the last line you have"),),
            ),
            Endpoint(
                "GET",
                "/api/games/{game}/export",
                "The game as a file",
                self._export,
                query=(*key, ("format", "string", "text, or what else its kind has")),
            ),
            *learning_endpoints(site),
            *(question_endpoint(question, site.guests) for question in all_questions(site.parts)),
        )

    def routes(self) -> list[Route]:
        return [endpoint.route() for endpoint in self.endpoints]

    def _remembering(self, request: Request, response: Response, user: int) -> Response:
        return remember(request, response, self._site.guests, user)

    def _visitor(self, request: Request) -> Asking:
        return visitor_of(request, self._site.guests)

    # --- people

    async def _me(self, request: Request, _body: Any) -> Response:
        visitor = self._visitor(request)
        name = await self._site.reception.name_of(visitor)
        return json_response(protocol.Person(id=visitor.user if name else None, name=name))

    async def _rename(self, request: Request, body: protocol.ChangeName) -> Response:
        person = await self._site.reception.rename(self._visitor(request), body.name)
        assert person.id is not None
        return self._remembering(request, json_response(person), person.id)

    # --- games

    async def _list(self, request: Request, _body: Any) -> Response:
        if request.query_params.get("mine", "") not in ("1", "true"):
            listed = await self._site.lobby.listed()
            away = await self._site.open_tables.away([info.id for info in listed])
            return json_response(protocol.GameList(games=listed, away=sorted(away)))
        user = self._site.guests.user_of(request)
        mine = [] if user is None else await self._site.store.games_of(user)
        return json_response(protocol.GameList(games=[stored.info for stored in mine]))

    async def _create(self, request: Request, body: protocol.CreateGame) -> Response:
        user, new = await self._site.reception.create(self._visitor(request), body)
        stored = (await self._site.tables.get(new.id)).stored
        created = protocol.GameCreated(
            game=stored.info, key=new.key, code=new.code, link=f"/g/{new.id}?key={new.key}"
        )
        return self._remembering(request, json_response(created, 201), user)

    async def _read(self, request: Request, _body: Any) -> Response:
        user = self._site.guests.user_of(request)
        game = request.path_params["game"]
        table = await self._site.tables.catch_up(game)
        self._site.lobby.check_access(table.stored, user, request.query_params.get("key", ""))
        charge_for_length(request, table.head)
        mine = table.seats_of(user)
        async with table.lock:
            read = protocol.GameRead(
                game=await self._info(game),
                you=list(mine),
                head=table.head,
                view=table.rules.view(mine[0] if mine else None),
            )
        return json_response(read)

    async def _info(self, game: str) -> protocol.GameInfo:
        stored = await self._site.store.game(game)
        if stored is None:
            raise no_such_game()
        return stored.info

    async def _join(self, request: Request, body: protocol.JoinGame) -> Response:
        game = request.path_params["game"]
        visitor = self._visitor(request)
        seated = await self._site.reception.join(visitor, game, body)
        return await self._joined(request, seated, body.key)

    async def _start_now(self, request: Request, body: Any) -> Response:
        game = request.path_params["game"]
        await self._site.reception.start_now(self._visitor(request), game)
        return await self._read(request, body)

    async def _join_by_code(self, request: Request, body: protocol.JoinByCode) -> Response:
        visitor = self._visitor(request)
        seated = await self._site.reception.join_by_code(visitor, body.code)
        key = (await self._site.tables.get(seated.game)).stored.key
        return await self._joined(request, seated, key)

    async def _joined(self, request: Request, seated: Seated, key: str) -> Response:
        """The key goes to those alone who came by it or by the code: it opens invited seats."""
        joined = protocol.GameJoined(game=await self._info(seated.game), seat=seated.seat, key=key)
        return self._remembering(request, json_response(joined), seated.user)

    async def _chat(self, request: Request, _body: Any) -> Response:
        user = self._site.guests.user_of(request)
        table = await self._site.tables.get(request.path_params["game"])
        if not table.seats_of(user):
            raise no_such_game()
        text = request.query_params.get("after", "0")
        after = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
        return json_response(protocol.ChatLines(lines=await self._site.chat.after(table, after)))

    async def _export(self, request: Request, _body: Any) -> Response:
        user = self._site.guests.user_of(request)
        table = await self._site.tables.catch_up(request.path_params["game"])
        self._site.lobby.check_access(table.stored, user, request.query_params.get("key", ""))
        charge_for_length(request, table.head)
        rows = await self._site.store.tail(table.id, 0)
        wanted = request.query_params.get("format", "text")
        async with self._site.long_work, table.lock:
            read = [table.read(row) for row in rows]
            info = table.stored.info
            export = await asyncio.to_thread(table.kind.export, table.rules, info, read, wanted)
        return export_response(export)
