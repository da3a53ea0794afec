"""A socket at one game that survives whatever the network and the server do."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from types import TracebackType
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from skep import protocol
from skep.client.mirrors import GameMirror
from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.games.hive import messages as hive_messages

__all__ = ["Session"]

_decode = msgspec.json.Decoder(protocol.ServerFrame).decode
_encode = msgspec.json.Encoder().encode
_AGAIN = (RefusalCode.BUSY, RefusalCode.TOO_FAST)
MAX_ANSWER = 1 << 22


class Session:
    """One client at one game, with its own copy of what it may know."""

    def __init__(
        self,
        url: str,
        game: str,
        *,
        cookie: str = "",
        key: str = "",
        legal: bool = False,
        choices: bool = False,
    ) -> None:
        self.game = game
        self._address = f"{url.replace('http', 'ws', 1)}/ws/game/{game}"
        self._cookie = cookie
        self._key = key
        self._legal = legal
        self._choices = choices
        self._ids = itertools.count(1)
        self._prefix = secrets.token_hex(4)
        self._socket: ClientConnection | None = None
        self._pending: dict[str, tuple[bytes, asyncio.Future[int | None]]] = {}
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._retry_seconds = 0.0
        self._welcomed = asyncio.Event()
        self._welcomes = 0
        self.mirror = GameMirror()
        self.info: protocol.GameInfo | None = None
        self.seats: list[int] = []
        self.reconnects = -1
        self.failure: Exception | None = None
        self.on_frame: Callable[[bytes], None] = lambda data: None
        self.on_answer: Callable[[str, int | None], None] = lambda identity, seq: None
        self.others: asyncio.Queue[Any] = asyncio.Queue(maxsize=1000)  # chat, presence, analysis

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        await self.until(lambda: self._welcomed.is_set())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for _, future in self._pending.values():
            future.cancel()

    # --- playing

    @property
    def head(self) -> int:
        return self.mirror.head

    @property
    def game_string(self) -> str:
        """Hive: the game as UHP writes it, as far as it is known here."""
        options = {} if self.info is None else self.info.options
        ply = self.mirror.ply
        turn = f"{'Black' if ply % 2 else 'White'}[{1 + ply // 2}]"
        state = "InProgress" if ply else "NotStarted"
        return ";".join([options.get("game_type", "Base+MLP"), state, turn, *self.mirror.moves])

    @property
    def is_connected(self) -> bool:
        return self._socket is not None

    @property
    def in_flight(self) -> int:
        """Commands sent and not yet answered."""
        return len(self._pending)

    async def play(self, move: str, *, ply: int | None = None) -> int | None:
        """Hive: play a move, by default for the position as it is known here."""
        return await self.do(
            hive_messages.Play(move=move, ply=self.mirror.ply if ply is None else ply)
        )

    async def do(
        self, command: msgspec.Struct | Mapping[str, Any], *, identity: str | None = None
    ) -> int | None:
        """Send a command, or its JSON, until it is answered; its seq, or CommandRefusedError.

        When it returns, `mirror` has what the command did: the answer may come before the event.
        """
        identity = identity or self.new_id()
        seq = await self._send_until_answered(
            identity, protocol.Do(id=identity, command=msgspec.Raw(_encode(command)))
        )
        if seq is not None:
            await self.until(lambda: self.mirror.head >= seq)
        return seq

    async def say(self, text: str) -> None:
        identity = self.new_id()
        await self._send_until_answered(identity, protocol.Say(id=identity, text=text))

    async def unsay(self, number: int) -> None:
        """Delete a line of one's own."""
        identity = self.new_id()
        await self._send_until_answered(identity, protocol.Unsay(id=identity, n=number))

    async def want_rematch(self) -> None:
        identity = self.new_id()
        await self._send_until_answered(identity, protocol.WantRematch(id=identity))

    async def decline_rematch(self) -> None:
        """Decline the other's offer, or withdraw one's own."""
        identity = self.new_id()
        await self._send_until_answered(identity, protocol.DeclineRematch(id=identity))

    async def analyse(
        self, ply: int, seconds: float = 1.0
    ) -> AsyncIterator[protocol.AnalysisProgress]:
        """The engine's view of a position as it grows."""
        identity = self.new_id()
        wish = protocol.Analyse(id=identity, ply=ply, seconds=seconds)
        await self._send_until_answered(identity, wish)
        while True:
            frame = await self.others.get()
            if isinstance(frame, protocol.AnalysisProgress) and frame.id == identity:
                yield frame
                if frame.done:
                    return

    async def catch_up(self) -> None:
        """Wait until the server has told everything that is stored by now."""
        seen = self._welcomes
        while self._welcomes == seen:
            await self._send(_encode(protocol.Resync(have=self.mirror.head)))
            with contextlib.suppress(TimeoutError):
                await self.until(lambda: self._welcomes > seen, seconds=2)

    def new_id(self) -> str:
        return f"{self._prefix}-{next(self._ids)}"

    async def _send_until_answered(self, identity: str, frame: Any) -> int | None:
        future: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        data = _encode(frame)
        self._pending[identity] = (data, future)
        try:
            await self._send(data)
            return await future
        finally:
            self._pending.pop(identity, None)

    async def until(self, condition: Callable[[], bool], *, seconds: float | None = None) -> None:
        """Wait until something is true of what this client knows."""
        async with asyncio.timeout(seconds), self._changed:
            while not condition():
                if self.failure is not None:
                    raise self.failure
                await self._changed.wait()

    async def drop(self) -> None:
        """Lose the connection, as a bad network would."""
        if self._socket is not None:
            self._socket.transport.abort()

    # --- the socket

    async def _run(self) -> None:
        attempt = 0
        while True:
            try:
                await self._connect_and_read()
                attempt = 0
            except (OSError, WebSocketException, InvalidHandshake, TimeoutError, EOFError):
                attempt += 1
            except CommandRefusedError as refusal:
                if refusal.code not in (RefusalCode.STORAGE_FULL, RefusalCode.TRY_AGAIN):
                    await self._fail(refusal)
                    return
                attempt += 1
            except Exception as problem:  # noqa: BLE001 - whoever waits must hear of it
                await self._fail(problem)
                return
            finally:
                self._socket = None
            wait = self._retry_seconds or random.uniform(0.02, min(0.05 * 2**attempt, 2.0))
            self._retry_seconds = 0.0
            await asyncio.sleep(wait)

    async def _fail(self, refusal: Exception) -> None:
        self.failure = refusal
        for _, future in self._pending.values():
            if not future.done():
                future.set_exception(refusal)
        async with self._changed:
            self._changed.notify_all()

    async def _connect_and_read(self) -> None:
        headers = {"Cookie": self._cookie} if self._cookie else {}
        async with connect(
            self._address,
            additional_headers=headers,
            compression=None,
            ping_interval=None,
            max_size=MAX_ANSWER,
            open_timeout=10,
            close_timeout=1,
        ) as socket:
            have = self.mirror.head if self._welcomed.is_set() else None
            hello = protocol.Hello(
                version=protocol.PROTOCOL_VERSION,
                have=have,
                legal=self._legal,
                choices=self._choices,
                key=self._key,
            )
            await socket.send(_encode(hello), text=True)
            entered = False
            async for message in socket:
                data = message.encode() if isinstance(message, str) else message
                self.on_frame(data)
                frame = _decode(data)
                if isinstance(frame, protocol.Welcome) and not entered:
                    entered = True
                    self._socket = socket
                    self.reconnects += 1
                if not entered and isinstance(frame, protocol.Refused):
                    raise CommandRefusedError(frame.code, frame.message, **frame.params)
                await self._take(frame, socket)

    async def _take(self, frame: Any, socket: ClientConnection) -> None:
        match frame:
            case protocol.EventSent():
                if not self.mirror.take(frame):
                    await socket.send(_encode(protocol.Resync(have=self.mirror.head)), text=True)
            case protocol.Welcome():
                await self._welcome(frame, socket)
            case protocol.Ack(id=identity, seq=seq):
                self._settle(identity, seq)
            case protocol.Refused():
                self._refused(frame)
            case protocol.Heartbeat(n=n, head=head):
                await socket.send(_encode(protocol.Pong(n)), text=True)
                if head > self.mirror.head:
                    await socket.send(_encode(protocol.Resync(have=self.mirror.head)), text=True)
            case protocol.GoingAway(retry_ms=retry_ms):
                self._retry_seconds = retry_ms / 1000
            case protocol.GameChanged(game=game):
                self.info = game
            case _:
                with contextlib.suppress(asyncio.QueueFull):
                    self.others.put_nowait(frame)
        async with self._changed:
            self._changed.notify_all()

    async def _welcome(self, welcome: protocol.Welcome, socket: ClientConnection) -> None:
        self.info = welcome.game
        self.seats = welcome.you
        self._welcomes += 1
        self.mirror.welcome(welcome)
        if not self._welcomed.is_set() or self._pending:
            for data, future in list(self._pending.values()):
                if not future.done():
                    await socket.send(data, text=True)
        self._welcomed.set()

    def _settle(self, identity: str, seq: int | None) -> None:
        self.on_answer(identity, seq)
        pending = self._pending.get(identity)
        if pending is not None and not pending[1].done():
            pending[1].set_result(seq)

    def _refused(self, refused: protocol.Refused) -> None:
        pending = self._pending.get(refused.id or "")
        if pending is None or pending[1].done():
            return
        if refused.code in _AGAIN:
            wait = refused.params.get("wait_ms", 50) / 1000
            asyncio.get_running_loop().call_later(wait, self._resend, refused.id or "")
            return
        pending[1].set_exception(
            CommandRefusedError(refused.code, refused.message, **refused.params)
        )

    def _resend(self, identity: str) -> None:
        pending = self._pending.get(identity)
        if pending is not None and not pending[1].done():
            asyncio.ensure_future(self._send(pending[0]))  # noqa: RUF006

    async def _send(self, data: bytes) -> None:
        """Send now if there is a connection; otherwise the next welcome does."""
        socket = self._socket
        if socket is not None:
            with contextlib.suppress(WebSocketException, OSError):
                await socket.send(data, text=True)
