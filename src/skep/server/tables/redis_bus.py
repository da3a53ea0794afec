"""The bus over Redis: a channel for each game that somebody listens to here, and one of our own.

Who follows a game says so on its channel, and hears from the others who do. From then on what
happens there goes to just these: to nobody, when all who play it are here. Who does not follow a
game tells all who do. Whoever is overlooked finds out by comparing.

It connects again by itself. While it cannot, what is published is lost on purpose: the database
has it, and who waits for it finds it there by the next comparison.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from math import inf
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from skep.server.loops import is_cancelled
from skep.server.metrics import BUS_CONNECTED, BUS_LOST, BUS_MESSAGES
from skep.server.redis_server import connect, described, named, redis_problems
from skep.server.tables.bus import MOST_BYTES, Message, RowWritten

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub
    from redis.asyncio.connection import AbstractConnection

__all__ = ["RedisBus"]

log = logging.getLogger(__name__)
T = TypeVar("T")
PULSE_SECONDS = 1.0
SILENCE_SECONDS = 3.0  # our own pulse has not come back for so long: the line is dead
RETRY_SECONDS = 0.5
SETTLED_SECONDS = 2.0  # by then all who follow a game have answered
MOST_WAITING = 10_000
MOST_WAITING_BYTES = 8 * 1024 * 1024
_AT_ONCE = 500  # messages in a pipeline, channels in a command
_encode = msgspec.msgpack.Encoder().encode


class Follows(msgspec.Struct, frozen=True, array_like=True, tag="follows"):
    """The sender follows this game, too."""

    game: str
    is_answer: bool


class Unfollows(msgspec.Struct, frozen=True, array_like=True, tag="unfollows"):
    game: str


_decode = msgspec.msgpack.Decoder(Message | Follows | Unfollows).decode


class RedisBus:
    """Three tasks around one subscription; when one of them fails, all begin anew."""

    def __init__(self, url: str) -> None:
        self.listeners: list[Callable[[Message], None]] = []
        self.resumed: list[Callable[[], object]] = []
        self.followed: list[Callable[[str], None]] = []
        self.letters: list[Callable[[bytes], None]] = []  # told what is for this process alone
        self._client = connect(url)
        self._where = described(url)
        # Subscriptions know no numbered databases: sites that share a Redis are kept apart by name.
        number = self._client.connection_pool.connection_kwargs.get("db") or 0
        self._prefix = f"skep:{number}:".encode()
        self._sender = secrets.token_bytes(8)
        self._own_channel = self._prefix + b"process:" + self._sender.hex().encode()
        self._inbox = self._inbox_of(self._sender)
        self._games: set[str] = set()
        self._subscribed: set[str] = set()
        self._followers: dict[str, set[bytes]] = {}  # of the games that are followed here
        self._settled_at: dict[str, float] = {}  # from then on these are all
        self._waiting: list[tuple[bytes, bytes]] = []
        self._waiting_bytes = 0
        self._wake = asyncio.Event()
        self._heard_at = 0.0
        self._is_connected = False
        self._task: asyncio.Task[None] | None = None

    @property
    def is_connected(self) -> bool:
        return self._is_connected

    @property
    def own_channel(self) -> str:
        """Where this process gets letters."""
        return self._own_channel.decode()

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="bus")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        self._set_connected(False)
        await self._client.aclose()

    # --- what the process says

    def publish(self, message: Message) -> None:
        data = self._sender + _encode(message)
        if len(data) > MOST_BYTES:
            if not isinstance(message, RowWritten):
                BUS_LOST.inc()
                return
            data = self._sender + _encode(msgspec.structs.replace(message, payload=None))
        if time.monotonic() < self._settled_at.get(message.game, inf):
            self._put(self._channel(message.game), data)
            return
        for sender in self._followers.get(message.game, ()):
            self._put(self._inbox_of(sender), data)

    def _put(self, channel: bytes, data: bytes) -> None:
        is_full = (
            len(self._waiting) >= MOST_WAITING
            or self._waiting_bytes + len(data) > MOST_WAITING_BYTES
        )
        if not self._subscribed_once or is_full:
            BUS_LOST.inc()
            return
        self._waiting.append((channel, data))
        self._waiting_bytes += len(data)
        self._wake.set()

    @property
    def _subscribed_once(self) -> bool:
        return self._heard_at > 0

    def follow(self, game: str) -> None:
        self._games.add(game)
        self._wake.set()

    def follow_again(self, game: str) -> None:
        """Say once more what was lost, or what somebody's answer that was lost would have told."""
        if game in self._followers:
            self._put(self._channel(game), self._sender + _encode(Follows(game, is_answer=False)))

    def unfollow(self, game: str) -> None:
        self._games.discard(game)
        self._settled_at.pop(game, None)
        if self._followers.pop(game, None) is not None:
            self._put(self._channel(game), self._sender + _encode(Unfollows(game)))
        self._wake.set()

    def _inbox_of(self, sender: bytes) -> bytes:
        return self._prefix + b"inbox:" + sender.hex().encode()

    def _channel(self, game: str) -> bytes:
        return self._prefix + b"game:" + game.encode()

    # --- the line

    async def _run(self) -> None:
        was_warned = False
        while True:
            try:
                await _apart(self._session())
            except* redis_problems() as problems:
                kinds = ", ".join(sorted(map(named, problems.exceptions)))
                if self._is_connected or not was_warned:
                    log.warning("no connection to Redis at %s (%s)", self._where, kinds)
                was_warned = True
            except* Exception:
                log.exception("the line to Redis ended; it begins anew")
            self._forget_line()
            await asyncio.sleep(RETRY_SECONDS)

    def _forget_line(self) -> None:
        self._set_connected(False)
        BUS_LOST.inc(len(self._waiting))
        self._waiting, self._waiting_bytes = [], 0
        self._subscribed = set()
        self._followers, self._settled_at = {}, {}
        self._heard_at = 0.0

    def _set_connected(self, is_connected: bool) -> None:
        self._is_connected = is_connected
        BUS_CONNECTED.set(is_connected)

    async def _session(self) -> None:
        async with self._client.pubsub() as subscription, self._mute_line() as line:
            async with asyncio.timeout(SILENCE_SECONDS):
                await subscription.subscribe(self._own_channel, self._inbox)
                await self._follow_all(subscription)
            self._heard_at = time.monotonic()
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._read(subscription))
                tasks.create_task(self._write(subscription, line))
                tasks.create_task(self._watch())

    @contextlib.asynccontextmanager
    async def _mute_line(self) -> AsyncIterator[AbstractConnection]:
        """A line on which Redis answers nothing: our own pulse tells whether it is there.

        To wait for an answer to every message cost as much as the rest of sending it.
        """
        pool: Any = self._client.connection_pool  # one of its methods has no types
        async with asyncio.timeout(SILENCE_SECONDS):
            line = await pool.get_connection()
        try:
            async with asyncio.timeout(SILENCE_SECONDS):
                await line.send_command("CLIENT", "REPLY", "OFF")
            yield line
        finally:
            await line.disconnect(nowait=True)
            await pool.release(line)

    async def _watch(self) -> None:
        """Only what comes back proves that the line is there: a broken one may look idle."""
        while True:
            self._put(self._own_channel, b"")
            await asyncio.sleep(PULSE_SECONDS)
            if time.monotonic() - self._heard_at > SILENCE_SECONDS:
                raise TimeoutError

    async def _write(self, subscription: PubSub, line: AbstractConnection) -> None:
        # The client's time limits may swallow that this task is to end, in Python before 3.12.
        while not is_cancelled():
            await self._wake.wait()
            self._wake.clear()
            async with asyncio.timeout(SILENCE_SECONDS):
                if self._games != self._subscribed:
                    await self._follow_all(subscription)
                while self._waiting and not is_cancelled():
                    await self._publish_waiting(line)

    async def _publish_waiting(self, line: AbstractConnection) -> None:
        batch, self._waiting = self._waiting[:_AT_ONCE], self._waiting[_AT_ONCE:]
        self._waiting_bytes -= sum(len(data) for _, data in batch)
        commands = line.pack_commands([("PUBLISH", channel, data) for channel, data in batch])
        await line.send_packed_command(commands, check_health=False)
        BUS_MESSAGES.labels("out").inc(len(batch))

    async def _follow_all(self, subscription: PubSub) -> None:
        """Subscribe to what is followed, and to nothing else."""
        new, old = self._games - self._subscribed, self._subscribed - self._games
        self._subscribed = set(self._games)
        for some in _chunks(map(self._channel, new)):
            await subscription.subscribe(*some)
        for some in _chunks(map(self._channel, old)):
            await subscription.unsubscribe(*some)

    async def _read(self, subscription: PubSub) -> None:
        while not is_cancelled():
            answer: Any = await subscription.parse_response()
            if not isinstance(answer, list | tuple) or len(answer) != 3:
                continue
            kind, channel, data = answer
            if kind == b"message":
                self._hear(channel, data)
            elif kind == b"subscribe" and channel.startswith(self._prefix + b"game:"):
                self._announce(channel.removeprefix(self._prefix + b"game:").decode())

    def _announce(self, game: str) -> None:
        if game not in self._games:
            return
        self._followers[game] = set()
        self._settled_at[game] = time.monotonic() + SETTLED_SECONDS
        self.follow_again(game)
        if self._is_connected:
            self._tell_followed(game)

    def _tell_followed(self, game: str) -> None:
        for tell in self.followed:
            tell(game)

    def _hear(self, channel: bytes, data: bytes) -> None:
        if channel == self._own_channel and data:
            if len(data) <= MOST_BYTES:
                _tell_all(self.letters, data)
            return
        if channel == self._own_channel:
            self._heard_at = time.monotonic()
            if not self._is_connected:
                # All was subscribed to before this pulse went out: from now on nothing is missed.
                self._set_connected(True)
                log.info("connected to Redis at %s", self._where)
                for tell in self.resumed:
                    tell()
            return
        if data.startswith(self._sender) or len(data) > MOST_BYTES:
            return
        BUS_MESSAGES.labels("in").inc()
        try:
            message = _decode(memoryview(data)[len(self._sender) :])
        except (msgspec.MsgspecError, UnicodeDecodeError):
            log.warning("a message that is none came over Redis")  # or one of a newer version
            return
        if channel not in (self._inbox, self._channel(message.game)):
            return
        if isinstance(message, Follows | Unfollows):
            self._note(data[: len(self._sender)], message)
        else:
            _tell_all(self.listeners, message)

    def _note(self, sender: bytes, message: Follows | Unfollows) -> None:
        """Who else follows a game. What they did before they heard of us is stored by now."""
        followers = self._followers.get(message.game)
        if followers is None:
            return
        if isinstance(message, Unfollows):
            followers.discard(sender)
            return
        followers.add(sender)
        if message.is_answer:
            self._tell_followed(message.game)
        else:
            answer = Follows(message.game, is_answer=True)
            self._put(self._inbox_of(sender), self._sender + _encode(answer))


async def _apart(session: Coroutine[Any, Any, None]) -> None:
    """In a task of its own, which goes with it.

    A group of tasks that failed leaves the task around it marked as cancelled; in Python before
    3.11.3 the next time limit that is reached there ends that task for good.
    """
    task = asyncio.create_task(session)
    try:
        await asyncio.wait({task})
    finally:
        task.cancel()
        await asyncio.wait({task})
    if task.cancelled():
        raise TimeoutError
    task.result()


def _tell_all(listeners: Iterable[Callable[[T], None]], message: T) -> None:
    for listener in listeners:
        try:
            listener(message)
        except Exception:
            log.exception("a message of another process could not be taken in")


def _chunks(channels: Iterable[bytes]) -> Iterable[list[bytes]]:
    every = list(channels)
    for begin in range(0, len(every), _AT_ONCE):
        yield every[begin : begin + _AT_ONCE]
