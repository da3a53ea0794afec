"""A client of protocol version 1 in plain JSON. It shares no type with the server.

So it is a client as somebody wrote it when version 1 was published: what breaks it breaks theirs.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
from collections.abc import Callable
from typing import Any, Self

import httpx
from websockets.asyncio.client import ClientConnection, connect

__all__ = ["PlainPerson", "PlainRefusedError", "PlainSocket"]

PATIENCE_SECONDS = 30.0


class PlainRefusedError(Exception):
    """The server said no."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__(f"{answer['code']}: {answer.get('message', '')} {answer.get('params')}")
        self.code: str = answer["code"]


class PlainPerson:
    """Somebody with a cookie, or without one yet."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self._url = url
        self.cookie = cookie
        # To read the system's certificates takes longer than all that is asked here.
        self._http = httpx.AsyncClient(
            base_url=url,
            timeout=PATIENCE_SECONDS,
            limits=httpx.Limits(max_keepalive_connections=0),
            verify=False,
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def request(self, method: str, path: str, body: Any = None) -> httpx.Response:
        """As it is answered, be it a refusal."""
        self._http.cookies.clear()  # the header alone says who this is
        headers = {"Cookie": self.cookie} if self.cookie else {}
        response = await self._http.request(method, path, json=body, headers=headers)
        given = response.headers.get("set-cookie", "").partition(";")[0]
        if given.startswith("skep_guest="):
            self.cookie = given
        return response

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        response = await self.request(method, path, body)
        if response.status_code >= 400:
            raise PlainRefusedError(response.json())
        return response.json()

    async def read(self, game: str, key: str = "") -> dict[str, Any]:
        read: dict[str, Any] = await self.ask("GET", f"/api/games/{game}?key={key}")
        return read

    def sit(self, game: str, **hello: Any) -> PlainSocket:
        address = f"{self._url.replace('http', 'ws', 1)}/ws/game/{game}"
        return PlainSocket(address, self.cookie, {"type": "hello", "version": 1, **hello})


class PlainSocket:
    """One socket at one game, with every frame that came."""

    def __init__(self, address: str, cookie: str, hello: dict[str, Any]) -> None:
        self._address = address
        self._cookie = cookie
        self._hello = hello
        self._ids = itertools.count(1)
        self._prefix = secrets.token_hex(4)
        self._news = asyncio.Condition()
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self.frames: list[dict[str, Any]] = []

    async def __aenter__(self) -> Self:
        self._socket = await connect(
            self._address,
            additional_headers={"Cookie": self._cookie} if self._cookie else {},
            compression=None,
            ping_interval=None,
            max_size=1 << 22,
        )
        self._reader = asyncio.create_task(self._read(self._socket))
        await self.send(self._hello)
        first = await self.until(lambda frame: frame["type"] in ("welcome", "refused"))
        if first["type"] == "refused":
            await self.__aexit__()
            raise PlainRefusedError(first)
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._socket is not None and self._reader is not None:
            await self._socket.close()
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)

    @property
    def welcome(self) -> dict[str, Any]:
        return next(frame for frame in self.frames if frame["type"] == "welcome")

    async def _read(self, socket: ClientConnection) -> None:
        async for message in socket:
            frame = json.loads(message)
            if frame["type"] == "heartbeat":
                await self.send({"type": "pong", "n": frame["n"]})
            async with self._news:
                self.frames.append(frame)
                self._news.notify_all()

    async def send(self, frame: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(frame))

    async def until(self, is_it: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first frame, of all that came or will come, of which this is true."""
        seen = 0
        async with asyncio.timeout(PATIENCE_SECONDS), self._news:
            while True:
                for frame in self.frames[seen:]:
                    if is_it(frame):
                        return frame
                seen = len(self.frames)
                await self._news.wait()

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a frame with an id and wait for its acknowledgement."""
        identity = f"{self._prefix}-{next(self._ids)}"
        await self.send({"type": kind, "id": identity, **fields})
        answer = await self.until(
            lambda frame: frame.get("id") == identity and frame["type"] in ("ack", "refused")
        )
        if answer["type"] == "refused":
            raise PlainRefusedError(answer)
        return answer

    async def do(self, kind: str, **fields: Any) -> int:
        """A command; the seq under which it is stored."""
        seq: int = (await self.ask("do", command={"kind": kind, **fields}))["seq"]
        return seq

    async def told_of(self, seq: int) -> dict[str, Any]:
        """The event with this seq, as it was sent here."""
        return await self.until(lambda frame: frame["type"] == "event" and frame["seq"] == seq)
