"""Running the application under uvicorn, with a goodbye to every client before it stops."""

from __future__ import annotations

import contextlib
import http.client
import resource
import socket
from collections.abc import Callable, Iterator

import uvicorn
from starlette.applications import Starlette

from skep.errors import SetupError, Told
from skep.server.http.punctual import punctual
from skep.server.settings import Settings
from skep.server.sockets.metered import metered

__all__ = ["SkepServer", "check_port", "listen", "make_server"]

MAX_FRAME = 16 * 1024
FILE_HANDLES = 65_536
GRACE_SECONDS = 5.0  # a slow body is refused in words before its connection is cut off
HEALTH_SECONDS = 2.0
DRAIN_SECONDS = 5  # for requests that are under way when the server is to stop


class SkepServer(uvicorn.Server):
    """Tells the clients to come back later, then stops as uvicorn does."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self._app = app
        self.on_started: Callable[[], None] = lambda: None

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """To stop a server in order is no failure: the signal is not raised a second time."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def _serve(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn's own way of starting an application ends with a traceback in the log whatever
        # goes wrong; here a `SetupError` gets to whoever runs the server.
        async with self._app.router.lifespan_context(self._app):
            await super()._serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        _take_more_file_handles()
        await super().startup(sockets)
        if self.started:
            self.on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Nobody comes any more: whoever is told to come back later must not come to us.
        for server in self.servers:
            server.close()
        await self._app.state.connections.say_goodbye()
        await super().shutdown(sockets)


def _take_more_file_handles() -> None:
    """Many systems give a process a thousand and let it have more for the asking."""
    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILE_HANDLES if most == resource.RLIM_INFINITY else min(most, FILE_HANDLES)
    if usual != resource.RLIM_INFINITY and usual < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def listen(settings: Settings) -> socket.socket:
    """A socket bound to the address of the settings, which is free or an error."""
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            # Nobody is let in before all is ready: a proxy sends them elsewhere meanwhile.
            listening.bind(address)
        except OSError:
            listening.close()
            raise
    except OSError as problem:
        raise SetupError(
            Told(
                "cannot listen at {host}, port {port}: {problem}",
                host=settings.host,
                port=settings.port,
                problem=problem.strerror,
            )
        ) from problem
    return listening


def check_port(settings: Settings) -> Told | None:
    """SetupError when a server could not listen there; a word when one of skep does already."""
    try:
        listen(settings).close()
    except SetupError:
        if not _is_served(settings):
            raise
        return Told(
            "a server of skep runs at {host}, port {port} already",
            host=settings.host,
            port=settings.port,
        )
    return None


def _is_served(settings: Settings) -> bool:
    asking = http.client.HTTPConnection(settings.host, settings.port, timeout=HEALTH_SECONDS)
    try:
        asking.request("GET", "/health")
        return asking.getresponse().read(16) == b"alive\n"
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asking.close()


def make_server(app: Starlette, settings: Settings) -> SkepServer:
    protocol = punctual(settings.request_seconds + GRACE_SECONDS, settings.trusted_proxies)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=protocol,
        ws=metered(settings.sockets_per_address, protocol.crowd.shut_out),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,  # it costs 40 KiB a socket
        ws_ping_interval=None,  # our own heartbeat does this and carries the head
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )
    return SkepServer(config, app)
