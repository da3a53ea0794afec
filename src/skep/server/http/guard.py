"""What stands before every request: own hosts, own origins, size, time, rate and headers."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from skep.errors import CommandRefusedError, RefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.http.answers import error_response
from skep.server.rules.limits import Buckets, client_address
from skep.server.rules.turns import Admission, address_served
from skep.server.settings import Settings

__all__ = ["CONTENT_POLICY", "Guard", "OwnHosts", "guarded"]

MAX_BODY = 64 * 1024
AT_A_TIME = 16  # requests of one address that are worked on
FILE_COST = 0.1  # of a request: a page is many small files
BYTES_A_REQUEST = 8 * 1024  # so many of a body or a query count as another request
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
    # Whatever says nothing else is for this visitor alone: their seats, their names, their keys.
    (b"cache-control", b"no-store"),
]
_ONLY_BY_TLS = (b"strict-transport-security", b"max-age=31536000")


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
        if "@" in host:
            return False
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:
            return False
        if name in self._names or _is_loopback(name):
            return True
        return self._listens_beyond and _is_address(name)

    def is_own_origin(self, origin: str, host: str, *, by_tls: bool) -> bool:
        """Does a page of this origin belong to us, who were called by the name `host`?"""
        if origin.lower() in self._origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        scheme = "https" if by_tls else "http"
        return parts.scheme == scheme and parts.netloc.lower() == host.lower()


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
        self._body_seconds = settings.request_seconds
        self._admission = Admission(AT_A_TIME)
        self._requests = Buckets(
            settings.requests_per_second, burst=settings.requests_per_second * 5
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        try:
            _check_one_host(scope)
            self._check(scope, headers)
        except RefusedError as refusal:
            await _refuse(scope, send, refusal)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        address = client_address(scope)
        address_served.set(address)
        charge = partial(self._requests.check, address)
        scope["charge"] = charge
        body = _Body(receive, self._body_seconds, charge)
        # Who hangs up amid a body has no answer to wait for, and is no error of ours.
        async with self._admission.of(address) as has_waited:
            with contextlib.suppress(ClientDisconnect):
                if has_waited and scope["method"] == "GET":
                    await _check_still_waits(scope, body.receive)
                await self._app(scope, body.receive, _with_headers(send, _headers_of(scope)))

    def _check(self, scope: Scope, headers: dict[bytes, str]) -> None:
        host = headers.get(b"host", "")
        if not self._hosts.is_own_host(host):
            raise CommandRefusedError(
                RefusalCode.WRONG_HOST, "This server does not answer to that name."
            )
        origin = headers.get(b"origin")
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            by_tls = scope["scheme"] in ("https", "wss")
            if origin is not None and not self._hosts.is_own_origin(origin, host, by_tls=by_tls):
                raise CommandRefusedError(
                    RefusalCode.WRONG_ORIGIN, "That page does not belong to this server."
                )
            if origin is None and headers.get(b"sec-fetch-site") in ("cross-site", "same-site"):
                raise CommandRefusedError(
                    RefusalCode.WRONG_ORIGIN, "That page does not belong to this server."
                )
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY:
            raise _too_large()
        path = scope.get("path", "")
        if path not in ("/health", "/ready", "/metrics"):
            cost = FILE_COST if path.startswith("/static/") else 1
            cost += len(scope.get("query_string", b"")) / BYTES_A_REQUEST
            self._requests.check(client_address(scope), cost=cost)


async def _check_still_waits(scope: Scope, receive: Receive) -> None:
    """Many requests, given up at once, are not all worked on."""
    if await Request(scope, receive).is_disconnected():
        raise ClientDisconnect


def _check_one_host(scope: Scope) -> None:
    """Two would be one for us and another for whoever stands before us."""
    if sum(name == b"host" for name, _ in scope["headers"]) > 1:
        raise CommandRefusedError(RefusalCode.WRONG_HOST, "A request is meant for one host.")


async def _refuse(scope: Scope, send: Send, refusal: RefusedError) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})
        return
    await guarded(scope, error_response(refusal))(scope, _nothing, send)


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


def guarded(scope: Scope, answer: Response) -> Response:
    """An answer that is given outside of the guard, with the headers of those inside."""
    answer.raw_headers.extend(_headers_of(scope))
    return answer


def _headers_of(scope: Scope) -> list[tuple[bytes, bytes]]:
    return [*_HEADERS, _ONLY_BY_TLS] if scope["scheme"] == "https" else _HEADERS


class _Body:
    """A request's body as it comes in: so many bytes at most, in so much time, and not for nothing.

    What follows is read and dropped by the connection, which has a limit of its own
    (`http.punctual`): who sends can so read the refusal first.
    """

    def __init__(self, receive: Receive, seconds: float, charge: Callable[..., None]) -> None:
        self._receive = receive
        self._charge = charge
        self._due = asyncio.get_running_loop().time() + seconds
        self._seen = 0
        self._is_complete = False

    async def receive(self) -> Message:
        if self._is_complete:  # whoever asks again waits for the end of the connection
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._due):
                message = await self._receive()
        except TimeoutError:
            raise CommandRefusedError(
                RefusalCode.TOO_SLOW, "The request did not come to its end in time."
            ) from None
        size = len(message.get("body", b""))
        self._seen += size
        if self._seen > MAX_BODY:
            raise _too_large()
        if size:
            self._charge(cost=size / BYTES_A_REQUEST)
        self._is_complete = not message.get("more_body", False)
        return message


def _too_large() -> CommandRefusedError:
    return CommandRefusedError(RefusalCode.TOO_LARGE, f"A request has at most {MAX_BODY} bytes.")


def _with_headers(send: Send, headers: list[tuple[bytes, bytes]]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            extra = [header for header in headers if header[0] not in present]
            message = {**message, "headers": [*message["headers"], *extra]}
        await send(message)

    return sending
