"""Somebody at a server: known by a cookie, asks over HTTP, sits down at games."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Any, Self

import httpx
import msgspec

from skep import protocol
from skep.client.mirrors import typed_view
from skep.client.session import Session
from skep.errors import CommandRefusedError, Told, UnreachableError

__all__ = ["Person"]

_encode = msgspec.json.Encoder().encode


class Person:
    """Somebody, known to the server by a cookie: with the same `cookie`, the same person again."""

    def __init__(self, url: str, *, cookie: str = "") -> None:
        self.url = url.rstrip("/")
        # No idle connections: one that the server closes in the moment of a request would fail it.
        limits = httpx.Limits(max_keepalive_connections=0)
        self._http = httpx.AsyncClient(base_url=self.url, timeout=30, limits=limits)
        for name, morsel in SimpleCookie(cookie).items():
            self._http.cookies.set(name, morsel.value)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    @property
    def cookie(self) -> str:
        return "; ".join(f"{c.name}={c.value}" for c in self._http.cookies.jar)

    async def _ask(self, method: str, path: str, answer: Any, body: Any = None) -> Any:
        response = await self._request(
            method,
            path,
            content=None if body is None else _encode(body),
            headers={"content-type": "application/json"},
        )
        self._remember(response)
        self._refuse_errors(response)
        return msgspec.json.decode(response.content, type=answer)

    def _refuse_errors(self, response: httpx.Response) -> None:
        if response.status_code >= 400:
            try:
                error = msgspec.json.decode(response.content, type=protocol.ErrorBody)
            except msgspec.MsgspecError:
                status = response.status_code
                words = f"whatever answers at {self.url} is no server of skep: HTTP {status}"
                error = protocol.ErrorBody(f"HTTP_{status}", words)
            raise CommandRefusedError(error.code, error.message, **error.params)

    async def _request(self, method: str, path: str, **more: Any) -> httpx.Response:
        try:
            return await self._http.request(method, path, **more)
        except (httpx.TransportError, httpx.InvalidURL) as error:
            why = str(error) or type(error).__name__
            raise UnreachableError(
                Told(
                    "no server can be reached at {address}: {problem}",
                    address=self.url,
                    problem=why,
                )
            ) from error

    def _remember(self, response: httpx.Response) -> None:
        """A cookie that was set takes the place of the one that was given."""
        if response.cookies:
            known = {cookie.name: cookie.value or "" for cookie in self._http.cookies.jar}
            self._http.cookies.clear()
            self._http.cookies.update({**known, **response.cookies})

    async def create(self, wish: protocol.CreateGame | dict[str, Any]) -> protocol.GameCreated:
        created: protocol.GameCreated = await self._ask(
            "POST", "/api/games", protocol.GameCreated, wish
        )
        return created

    async def join(self, game: str, key: str = "", seat: int | None = None) -> protocol.GameJoined:
        body = protocol.JoinGame(key=key, seat=seat)
        joined: protocol.GameJoined = await self._ask(
            "POST", f"/api/games/{game}/join", protocol.GameJoined, body
        )
        return joined

    async def join_by_code(self, code: str) -> protocol.GameJoined:
        joined: protocol.GameJoined = await self._ask(
            "POST", "/api/join", protocol.GameJoined, protocol.JoinByCode(code)
        )
        return joined

    async def read(self, game: str, key: str = "") -> protocol.GameRead:
        read: protocol.GameRead = await self._ask(
            "GET", f"/api/games/{game}?key={key}", protocol.GameRead
        )
        return msgspec.structs.replace(read, view=typed_view(read.game.game, read.view))

    async def games(self, *, mine: bool = False) -> list[protocol.GameInfo]:
        answer: protocol.GameList = await self._ask(
            "GET", f"/api/games?mine={int(mine)}", protocol.GameList
        )
        return answer.games

    async def rename(self, name: str) -> protocol.Person:
        person: protocol.Person = await self._ask(
            "POST", "/api/me", protocol.Person, protocol.ChangeName(name)
        )
        return person

    async def export(self, game: str, format_: str = "text", key: str = "") -> str:
        path = f"/api/games/{game}/export?format={format_}&key={key}"
        response = await self._request("GET", path)
        self._refuse_errors(response)
        return response.text

    def sit(
        self, game: str, *, key: str = "", legal: bool = False, choices: bool = False
    ) -> Session:
        """A socket at a game: to play where one has a seat, else to watch."""
        return Session(self.url, game, cookie=self.cookie, key=key, legal=legal, choices=choices)
