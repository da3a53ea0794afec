"""What stands before every request: own hosts, own origins, size, rate and headers."""

from __future__ import annotations

import ipaddress
import socket
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from skep.errors import CommandRefusedError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.http.answers import error_response
from skep.server.rules.limits import Buckets
from skep.server.settings import Settings

__all__ = ["CONTENT_POLICY", "Guard", "OwnHosts"]

MAX_BODY = 64 * 1024
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class OwnHosts:
    """Which names this server answers to, and which pages may talk to it.

    A name that is not ours is refused although it leads here: that is how a foreign page would
    reach a server on the reader's own machine (DNS rebinding). Addresses written as numbers cannot
    be rebound, so they are all ours once the server listens beyond the loopback.
    """

    def __init__(self, settings: Settings) -> None:
        self._origins = {origin.rstrip("/").lower() for origin in settings.origins}
        self._names = {"localhost"}
        for origin in self._origins:
            name = urlsplit(origin).hostname
            if name:
                self._names.add(name)
        self._listens_beyond = not _is_loopback(settings.host)
        if self._listens_beyond:
            own = socket.gethostname().lower()
            self._names |= {own, own.partition(".")[0] + ".local", settings.host.lower()}

    def is_own_host(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        if name in self._names or _is_loopback(name):
            return True
        return self._listens_beyond and _is_address(name)

    def is_own_origin(self, origin: str, host: str) -> bool:
        """Does a page of this origin belong to us, who were called by the name `host`?"""
        if origin.lower() in self._origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(name: str) -> bool:
    return name == "localhost" or (_is_address(name) and ipaddress.ip_address(name).is_loopback)


class Guard:
    """ASGI middleware around the whole site."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._hosts = OwnHosts(settings)
        self._requests = Buckets(
            settings.requests_per_second, burst=settings.requests_per_second * 5
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        try:
            self._check(scope, headers)
        except RefusedError as refusal:
            await _refuse(scope, send, refusal)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        await self._app(scope, _limited(receive), _with_headers(send))

    def _check(self, scope: Scope, headers: dict[bytes, str]) -> None:
        host = headers.get(b"host", "")
        if not self._hosts.is_own_host(host):
            raise CommandRefusedError(
                RefusalCode.WRONG_HOST, "This server does not answer to that name."
            )
        origin = headers.get(b"origin")
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            if origin is not None and not self._hosts.is_own_origin(origin, host):
                raise CommandRefusedError(
                    RefusalCode.WRONG_ORIGIN, "That page does not belong to this server."
                )
            if origin is None and headers.get(b"sec-fetch-site") in ("cross-site", "same-site"):
                raise CommandRefusedError(
                    RefusalCode.WRONG_ORIGIN, "That page does not belong to this server."
                )
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY:
            raise CommandRefusedError(
                RefusalCode.TOO_LARGE, f"A request has at most {MAX_BODY} bytes."
            )
        client = scope.get("client")
        if scope.get("path") not in ("/health", "/ready", "/metrics"):
            self._requests.check(client[0] if client else "")


async def _refuse(scope: Scope, send: Send, refusal: RefusedError) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
        return
    answer = error_response(refusal)
    answer.raw_headers.extend(_HEADERS)
    await answer(scope, _nothing, send)


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


def _limited(receive: Receive) -> Receive:
    """Stop reading a body that is longer than it said."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > MAX_BODY:
                return {"type": "http.disconnect"}
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            extra: list[Any] = [header for header in _HEADERS if header[0] not in present]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return sending
