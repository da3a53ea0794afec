"""The HTTP API for what is not live. JSON in and out; GET never changes anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError, RefusedError
from skep.server.lobby.lobby import NewGame
from skep.server.rules.limits import Buckets

if TYPE_CHECKING:
    from skep.server.site import Site

__all__ = ["Api", "Endpoint", "error_response"]

_encode = msgspec.json.Encoder().encode
_STATUS = {
    "NOT_FOUND": 404,
    "UNREADABLE": 400,
    "INVALID_OPTIONS": 400,
    "TOO_LARGE": 413,
    "TOO_FAST": 429,
    "STORAGE_FULL": 503,
    "BUSY": 503,
    "FORBIDDEN": 403,
}


class ChatLines(msgspec.Struct, frozen=True):
    lines: list[protocol.Said]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One entry of the API, from which the route and its description are made."""

    method: str
    path: str
    summary: str
    handler: Callable[[Request, Any], Awaitable[Response]]
    body: Any = None
    answer: Any = None  # None: plain text
    query: tuple[tuple[str, str, str], ...] = ()  # name, type, meaning


def _json(value: Any, status: int = 200) -> Response:
    return Response(_encode(value), status, media_type="application/json")


def error_response(problem: Exception) -> Response:
    """The one place that turns an error into an HTTP answer."""
    if isinstance(problem, InvalidOptionsError):
        problem = CommandRefusedError("INVALID_OPTIONS", str(problem))
    if not isinstance(problem, RefusedError):
        raise problem
    body = protocol.ErrorBody(code=problem.code, message=str(problem), params=problem.params)
    response = _json(body, _STATUS.get(problem.code, 409))
    if "wait_ms" in problem.params:
        response.headers["retry-after"] = str(problem.params["wait_ms"] // 1000 + 1)
    return response


class Api:
    """The endpoints, over one site."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._creations = Buckets(site.settings.creations_per_minute / 60, burst=20)
        self._codes = Buckets(rate=0.2, burst=10)  # guessing four letters must stay hopeless
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
                answer=ChatLines,
                query=(("after", "integer", "the last line you have"),),
            ),
            Endpoint(
                "GET",
                "/api/games/{game}/export",
                "The game as a file",
                self._export,
                query=(*key, ("format", "string", "text, pgn or sgf for Hive; text for La Ruche")),
            ),
        )

    def routes(self) -> list[Route]:
        return [
            Route(endpoint.path, _route(endpoint), methods=[endpoint.method])
            for endpoint in self.endpoints
        ]

    # --- people

    async def _me(self, request: Request, _body: Any) -> Response:
        user = self._site.guests.user_of(request)
        name = None if user is None else await self._site.store.user_name(user)
        return _json(protocol.Person(id=user if name else None, name=name or ""))

    async def _rename(self, request: Request, body: protocol.ChangeName) -> Response:
        name = " ".join(body.name.split())
        if not name or not name.isprintable():
            raise CommandRefusedError("UNREADABLE", "A name has 1 to 40 printable characters.")
        user = await self.rename(request, name)
        return self.remember(request, _json(protocol.Person(id=user, name=name)), user)

    async def rename(self, request: Request, name: str) -> int:
        """For the page's form as well."""
        user = await self._person(request)
        await self._site.guests.rename(user, name)
        return user

    async def _person(self, request: Request) -> int:
        """The guest behind an action; made now if need be, and only so many a minute."""
        user = self._site.guests.user_of(request)
        if user is not None and await self._site.store.user_name(user) is not None:
            return user
        self._creations.check(("guest", request.client.host if request.client else ""))
        return await self._site.guests.create()

    def remember(self, request: Request, response: Response, user: int) -> Response:
        if self._site.guests.user_of(request) != user:
            secure = request.url.scheme == "https"
            self._site.guests.remember(response, user, secure=secure)
        return response

    # --- games

    async def _list(self, request: Request, _body: Any) -> Response:
        if request.query_params.get("mine", "") not in ("1", "true"):
            return _json(protocol.GameList(games=await self._site.lobby.listed()))
        user = self._site.guests.user_of(request)
        mine = [] if user is None else await self._site.store.games_of(user)
        return _json(protocol.GameList(games=[stored.info for stored in mine]))

    async def create_game(self, request: Request, wish: protocol.CreateGame) -> tuple[int, NewGame]:
        """For the page's form as well: the guest and their new game."""
        user = await self._person(request)
        self._creations.check(("user", user))
        self._creations.check(("address", request.client.host if request.client else ""))
        return user, await self._site.lobby.create(wish, user)

    async def _create(self, request: Request, body: protocol.CreateGame) -> Response:
        user, new = await self.create_game(request, body)
        stored = (await self._site.tables.get(new.id)).stored
        created = protocol.GameCreated(
            game=stored.info, key=new.key, code=new.code, link=f"/g/{new.id}?key={new.key}"
        )
        return self.remember(request, _json(created, 201), user)

    async def _read(self, request: Request, _body: Any) -> Response:
        user = self._site.guests.user_of(request)
        game = request.path_params["game"]
        table = await self._site.tables.catch_up(game)
        self._site.lobby.check_access(table.stored, user, request.query_params.get("key", ""))
        mine = table.seats_of(user)
        async with table.lock:
            read = protocol.GameRead(
                game=await self._info(game),
                you=list(mine),
                head=table.head,
                view=table.rules.view(mine[0] if mine else None),
            )
        return _json(read)

    async def _info(self, game: str) -> protocol.GameInfo:
        stored = await self._site.store.game(game)
        if stored is None:
            raise CommandRefusedError("NOT_FOUND", "There is no such game.")
        return stored.info

    async def _join(self, request: Request, body: protocol.JoinGame) -> Response:
        game = request.path_params["game"]
        user, seat = await self.take_seat(request, game, body)
        return await self._joined(request, user, game, seat)

    async def take_seat(
        self, request: Request, game: str, wish: protocol.JoinGame
    ) -> tuple[int, int]:
        """For the page's form as well: the guest and their seat."""
        # Looked up first: a wrong address must not make a guest.
        stored = await self._site.store.game(game)
        if stored is None:
            raise CommandRefusedError("NOT_FOUND", "There is no such game.")
        user = await self._person(request)
        return user, await self._site.lobby.join_by_key(game, user, wish)

    async def _join_by_code(self, request: Request, body: protocol.JoinByCode) -> Response:
        user, game, seat = await self.take_seat_by_code(request, body.code)
        return await self._joined(request, user, game, seat)

    async def take_seat_by_code(self, request: Request, code: str) -> tuple[int, str, int]:
        """For the page's form as well: the guest, the game and the seat."""
        self._codes.check(request.client.host if request.client else "")
        user = await self._person(request)
        game, seat = await self._site.lobby.join_by_code(code, user)
        return user, game, seat

    async def _joined(self, request: Request, user: int, game: str, seat: int) -> Response:
        stored = (await self._site.tables.get(game)).stored
        joined = protocol.GameJoined(game=await self._info(game), seat=seat, key=stored.key)
        return self.remember(request, _json(joined), user)

    async def _chat(self, request: Request, _body: Any) -> Response:
        user = self._site.guests.user_of(request)
        table = await self._site.tables.get(request.path_params["game"])
        if not table.seats_of(user):
            raise CommandRefusedError("NOT_FOUND", "There is no such game of yours.")
        text = request.query_params.get("after", "0")
        after = int(text) if text.isascii() and text.isdigit() and len(text) < 16 else 0
        return _json(ChatLines(lines=await self._site.chat.after(table, after)))

    async def _export(self, request: Request, _body: Any) -> Response:
        user = self._site.guests.user_of(request)
        table = await self._site.tables.catch_up(request.path_params["game"])
        self._site.lobby.check_access(table.stored, user, request.query_params.get("key", ""))
        rows = await self._site.store.tail(table.id, 0)
        wanted = request.query_params.get("format", "text")
        async with table.lock:
            read = [table.read(row) for row in rows]
            export = table.kind.export(table.rules, table.stored.info, read, wanted)
        return Response(export.text, media_type=export.media_type)


def _route(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    decoder = None if endpoint.body is None else msgspec.json.Decoder(endpoint.body)

    async def handle(request: Request) -> Response:
        try:
            body = None
            if decoder is not None:
                body = _read_body(decoder, await _json_body(request))
            return await endpoint.handler(request, body)
        except (RefusedError, InvalidOptionsError) as problem:
            return error_response(problem)

    return handle


async def _json_body(request: Request) -> bytes:
    # A form of a foreign page cannot send this type without asking first: that is the CSRF
    # protection of the API, beside the origin check.
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise CommandRefusedError("UNREADABLE", "Send JSON, as content type application/json.")
    return await request.body()


def _read_body(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        raise CommandRefusedError("UNREADABLE", f"The body is not as expected: {problem}") from None
