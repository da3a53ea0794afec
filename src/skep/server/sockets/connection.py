"""One socket at one game: hello, commands in, events out, heartbeat, resync."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.types import Receive, Scope, Send

from skep import protocol
from skep.errors import CommandRefusedError, RefusedError, StorageAwayError
from skep.protocol.refusals import RefusalCode
from skep.server.metrics import COMMANDS
from skep.server.rules.contract import NOTHING_MORE, Wants
from skep.server.rules.kind import Asking
from skep.server.rules.limits import RateLimit, client_address
from skep.server.tables.table import LiveTable
from skep.server.tables.tables import now_ms

if TYPE_CHECKING:
    from skep.server.sockets.connections import Connections

__all__ = ["Connection"]

log = logging.getLogger(__name__)
_decode = msgspec.json.Decoder(protocol.ClientFrame).decode
_encode = msgspec.json.Encoder().encode
_ID = re.compile(rb'"id"\s*:\s*"([\x21\x23-\x5b\x5d-\x7e]{1,32})"')

HELLO_SECONDS = 10.0
MAX_QUEUED_BYTES = 512 * 1024  # a snapshot has a few tens of thousands
MAX_BAD_FRAMES = 50
MAX_TAIL = 200
CLOSE_SECONDS, CLOSE_STEPS = 1.0, 50
PINGS_COUNTED = 4
PINGS_KEPT = 64  # of the last minutes: a turn may take long
GOING_AWAY, POLICY, TRY_AGAIN = 1012, 1008, 1013


class Connection:
    """Reads frames one after another; a command is answered before the next is read.

    Only what has to be thought about is answered later.
    """

    __slots__ = (
        "_bad_frames",
        "_closing",
        "_commands",
        "_cut_transport",
        "_flushing",
        "_hub",
        "_key",
        "_outbox",
        "_pings",
        "_receive",
        "_send",
        "_sent_at",
        "_task",
        "address",
        "game",
        "heartbeats",
        "number",
        "queued_bytes",
        "received_ms",
        "seat",
        "table",
        "unanswered",
        "user",
        "wants",
    )

    def __init__(
        self,
        hub: Connections,
        scope: Scope,
        receive: Receive,
        send: Send,
        user: int | None,
        number: int,
    ) -> None:
        self.number = number
        self._hub = hub
        self._receive = receive
        self._send = send
        self.game: str = scope["path_params"]["game"]
        self.user = user
        self.address = client_address(scope)
        self.received_ms = 0  # when the frame that is being answered came in
        self.seat: int | None = None
        self.table: LiveTable | None = None
        self.wants = NOTHING_MORE
        self.heartbeats = 0
        self.unanswered = 0
        self._key = ""
        self._sent_at = 0.0
        self._pings: deque[tuple[int, float]] | None = None
        self._outbox: deque[bytes] = deque()
        self.queued_bytes = 0
        self._flushing = False
        self._closing = False
        self._bad_frames = 0
        self._task: asyncio.Task[Any] | None = None
        self._cut_transport: Callable[[], None] | None = scope.get("cut_off")
        rate = hub.settings.commands_per_second
        self._commands = RateLimit(rate, burst=rate * 2)

    # --- life

    async def run(self) -> None:
        """From the handshake to the end of the socket."""
        await self._receive()  # websocket.connect
        await self._send({"type": "websocket.accept"})
        self._task = asyncio.current_task()
        try:
            await self._talk()
        except asyncio.CancelledError:
            if not self._closing:
                raise
        except RefusedError as refusal:
            self._refuse(refusal, None)
            await self.close(POLICY, refusal.code)
        except StorageAwayError:
            await self.close(TRY_AGAIN, "TRY_AGAIN")
        finally:
            self._leave()

    async def _talk(self) -> None:
        first = await self._next_frame(HELLO_SECONDS)
        if first is None:
            return
        hello = self._read(first)
        if hello is None:
            await self.close(POLICY, "HELLO_EXPECTED")
            return
        if not isinstance(hello, protocol.Hello):
            raise CommandRefusedError(RefusalCode.HELLO_EXPECTED, "The first frame is a hello.")
        await self._enter(hello)
        while (data := await self._next_frame()) is not None:
            frame = self._read(data)
            if frame is not None:
                await self._answer(frame)
            elif self._bad_frames > MAX_BAD_FRAMES:
                await self.close(POLICY, "TOO_MANY_BAD_FRAMES")
                return

    async def _next_frame(self, seconds: float | None = None) -> bytes | None:
        if seconds is None:
            message = await self._receive()
        else:
            try:
                async with asyncio.timeout(seconds):
                    message = await self._receive()
            except TimeoutError:
                await self.close(POLICY, "HELLO_EXPECTED")
                return None
        if message["type"] == "websocket.disconnect":
            return None
        self.received_ms = now_ms()  # before any limit or lock: that is when it counts
        text = message.get("text")
        return text.encode() if text is not None else message.get("bytes") or b""

    def _read(self, data: bytes) -> Any:
        """A frame, or None when it cannot be read (which has been answered then)."""
        try:
            return _decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            self._bad_frames += 1
            found = _ID.search(data[:200])
            refusal = CommandRefusedError(RefusalCode.UNREADABLE, f"No such frame: {problem}")
            self._refuse(refusal, found.group(1).decode() if found else None)
            return None

    async def _enter(self, hello: protocol.Hello) -> None:
        if hello.version != protocol.PROTOCOL_VERSION:
            raise CommandRefusedError(
                RefusalCode.WRONG_VERSION,
                "This server speaks another version.",
                version=protocol.PROTOCOL_VERSION,
            )
        self._key = hello.key
        self.wants = Wants(legal=hello.legal, choices=hello.choices)
        while not await self._try_to_enter(hello):
            pass

    async def _try_to_enter(self, hello: protocol.Hello) -> bool:
        """False when the table was put out of memory in that very moment."""
        table = await self._hub.tables.catch_up(self.game)
        self._hub.lobby.check_access(table.stored, self.user, self._key)
        await self._hub.lobby.ensure_started(table)
        rematch = await self._hub.rematches.offered(table)
        async with table.lock:
            if not self._hub.tables.holds(table):
                return False
            self.table = table
            self.take_seat(table)
            self._hub.following.add(table, self)
            self._send_welcome(table, await self._tail(table, hello.have), rematch)
        self._hub.entered(self, table)
        return True

    async def _tail(self, table: LiveTable, have: int | None) -> list[protocol.EventSent] | None:
        """What the client missed; None when it had better take a snapshot."""
        if have is None or have > table.head or table.head - have > MAX_TAIL:
            return None
        rows = await self._hub.store.tail(table.id, have) if have < table.head else []
        missed = [table.read(row) for row in rows]
        if not table.rules.tail_suffices([row.event for row in missed]):
            return None
        return [table.event_sent(row, (), self.seat, self.wants) for row in missed]

    def take_seat(self, table: LiveTable) -> None:
        """Find out which seat this is; who watches may take one."""
        seats = table.seats_of(self.user)
        watched, self.seat = self.seat is None, seats[0] if seats else None
        if watched and seats and self in table.listeners:
            self._send_welcome(table, None)
            self._hub.presence.came(table, self.user)

    def _send_welcome(
        self,
        table: LiveTable,
        events: list[protocol.EventSent] | None,
        rematch: protocol.Rematch | None = None,
    ) -> None:
        view = table.rules.view(self.seat, self.wants) if events is None else None
        shown = self._hub.presence.shown(table)
        welcome = protocol.Welcome(
            version=protocol.PROTOCOL_VERSION,
            game=table.stored.info,
            you=list(table.seats_of(self.user)),
            head=table.head,
            at_ms=now_ms(),
            view=view,
            events=events,
            present=shown.present,
            spectators=shown.spectators,
            claim=shown.claim,
            claim_after_ms=self._hub.presence.claim_after_ms(table),
            grace_until_ms=self._hub.tables.grace.until_ms(table.terms, now_ms()),
            rematch=rematch,
            build=self._hub.build,
        )
        self.send(_encode(welcome))

    def _leave(self) -> None:
        self._closing = True
        self._outbox.clear()
        table, self.table = self.table, None
        if table is not None:
            self._hub.following.remove(table, self)
            self._hub.left(self, table)

    # --- frames in

    async def _answer(self, frame: Any) -> None:
        if isinstance(frame, protocol.Pong):
            self._pong(frame)
            return
        await self._answered(self._carry_out(frame), getattr(frame, "id", None))

    async def _answered(self, work: Coroutine[Any, Any, Any], identity: str | None) -> None:
        """Do some work for a frame; what goes wrong is told the client."""
        try:
            await work
        except RefusedError as refusal:
            self._refuse(refusal, identity)
        except Exception as problem:
            # Whether it was stored is not known: the client reconnects and sends it again.
            if not isinstance(problem, StorageAwayError):
                log.exception("a command failed")
            await self.close(TRY_AGAIN, "TRY_AGAIN")

    async def _carry_out(self, frame: Any) -> None:
        self._commands.check()
        table = self.table
        if table is None:
            return
        match frame:
            case protocol.Do(id=identity, command=raw):
                command = table.kind.read_command(raw)
                work = self._hub.tables.command(
                    table.id,
                    user=self._player(),
                    command=command,
                    command_id=identity,
                    lag_before=self.lag_before,
                    received_ms=self.received_ms,
                    acknowledge=lambda seq: self.send(_encode(protocol.Ack(id=identity, seq=seq))),
                )
                if table.kind.needs_thought(command):
                    self._hub.tables.spawn(self._answered(work, identity))  # and read on meanwhile
                else:
                    await work
            case protocol.Resync(have=have):
                await self._hub.tables.catch_up(table.id)
                rematch = await self._hub.rematches.offered(table)
                async with table.lock:
                    self._send_welcome(table, await self._tail(table, have), rematch)
            case protocol.Say(id=identity, text=text):
                await self._hub.chat.say(table, self._player(), identity, text)
                self.send(_encode(protocol.Ack(id=identity)))
            case protocol.Unsay(id=identity, n=number):
                await self._hub.chat.unsay(table, self._player(), number)
                self.send(_encode(protocol.Ack(id=identity)))
            case protocol.WantRematch(id=identity):
                asking = Asking(self.user, self.address)
                await self._hub.reception.rematch(asking, table, self._player())
                self.send(_encode(protocol.Ack(id=identity)))
            case protocol.DeclineRematch(id=identity):
                await self._hub.rematches.decline(table, self._player())
                self.send(_encode(protocol.Ack(id=identity)))
            case protocol.Analyse():
                job = table.kind.analysis_job(table.rules, frame.ply)
                await self._hub.analysis_pace.check(self.address)
                asking = Asking(self.user, self.address)
                await self._hub.fair_play.check(asking, table.kind, job)
                self._hub.analysis.start(self, table, frame)
            case _:
                raise CommandRefusedError(RefusalCode.UNEXPECTED, "Hello was said already.")

    def _player(self) -> int:
        if self.user is None or self.seat is None:
            raise CommandRefusedError(
                RefusalCode.NOT_YOUR_SEAT, "You watch; only players may do that."
            )
        return self.user

    def _pong(self, pong: protocol.Pong) -> None:
        if pong.n != self.heartbeats or not self._sent_at:
            return
        ping = time.monotonic() - self._sent_at
        self._sent_at = 0.0
        self.unanswered = 0
        if self._pings is None:
            self._pings = deque(maxlen=PINGS_KEPT)
        self._pings.append((now_ms(), ping))

    def lag_before(self, before_ms: int) -> int:
        """Half the shortest ping of those that were answered last before this time.

        What is answered later does not count: whoever holds answers back while it is their turn
        would look like somebody with a poor line.
        """
        shown = [ping for at_ms, ping in self._pings or () if at_ms <= before_ms]
        return int(min(shown[-PINGS_COUNTED:]) * 500) if shown else 0

    # --- frames out

    def heartbeat(self) -> None:
        """Carries the head, so that a client behind notices, and measures the ping."""
        if self.table is None:
            return
        self.heartbeats += 1
        self.unanswered += 1
        self._sent_at = time.monotonic()
        latency = None if self._pings is None else int(self._pings[-1][1] * 1000)
        head = self.table.told
        self.send(_encode(protocol.Heartbeat(self.heartbeats, head, now_ms(), latency)))

    def _refuse(self, refusal: RefusedError, identity: str | None) -> None:
        COMMANDS.labels(refusal.code).inc()
        self.send(
            _encode(
                protocol.Refused(
                    code=refusal.code,
                    message=str(refusal),
                    params=refusal.params,
                    id=identity,
                )
            )
        )

    def send(self, frame: bytes) -> None:
        """Queue a frame; a client that does not read is cut off and may come back."""
        if self._closing:
            return
        self._outbox.append(frame)
        self.queued_bytes += len(frame)
        if not self._flushing:
            self._flushing = True
            self._start_flush()
        if self.queued_bytes > MAX_QUEUED_BYTES:
            self._cut_off()

    def _start_flush(self) -> None:
        """Run the flush at once; only when the socket is full does it need a task of its own.

        A task for every frame was a tenth of the processor time of a move.
        """
        flush = self._flush()
        try:
            waiting_for = flush.send(None)
        except StopIteration:
            return
        self._hub.spawn(_resume(flush, waiting_for))

    async def _flush(self) -> None:
        try:
            while self._outbox:
                frame = self._outbox.popleft()
                await self._send({"type": "websocket.send", "text": frame.decode()})
                self.queued_bytes -= len(frame)
        except Exception as problem:  # noqa: BLE001 - a broken socket must not reach the table
            log.debug("a socket is gone: %r", problem)
            self._closing = True  # the reader will notice
        finally:
            self._flushing = False

    def _cut_off(self) -> None:
        """The client does not read, so it would not hear a goodbye either."""
        self._closing = True
        self._outbox.clear()
        self.queued_bytes = 0
        if self._task is not None:
            self._task.cancel()
        if self._cut_transport is not None:
            self._cut_transport()  # a close would wait until all is read that was written

    async def close(self, code: int, reason: str) -> None:
        """Send what is queued, then close; but do not wait for long."""
        if self._closing:
            return
        self._closing = True
        for _ in range(CLOSE_STEPS):
            if not self._flushing:
                break
            await asyncio.sleep(CLOSE_SECONDS / CLOSE_STEPS)
        try:
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (RuntimeError, OSError):
            log.debug("a socket was gone before it could be closed")


async def _resume(suspended: Coroutine[Any, Any, None], waiting_for: Any) -> None:
    """Go on with a coroutine that was started by hand and waits for something."""
    await _Suspended(suspended, waiting_for)


class _Suspended:
    def __init__(self, suspended: Coroutine[Any, Any, None], waiting_for: Any) -> None:
        self._suspended = suspended
        self._waiting_for = waiting_for

    def __await__(self) -> Generator[Any, Any, None]:
        yield self._waiting_for
        yield from self._suspended.__await__()
