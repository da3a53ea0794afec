"""Several processes joined by Redis: what happens at one is known at the others at once.

The comparison with the database is slowed down to an hour here, so that only the bus can have
brought what arrives; where Redis is away it is as quick as usual, and brings everything.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from skep import protocol
from skep.client import Person, Session
from skep.server.games.hive import messages as hive_messages
from skep.server.redis_server import connect, described
from skep.server.settings import load_settings
from skep.server.site import Site
from skep.server.tables import redis_bus
from skep.server.tables.bus import MOST_BYTES, Message, RowWritten, SeatsChanged
from skep.server.tables.redis_bus import RedisBus
from tests.server.databases import Cluster
from tests.server.live import ServerProcess, events_of, serve
from tests.server.redis_process import PASSWORD, RedisProcess
from tests.server.tables.test_commands import skep
from tests.server.tables.test_tables import follow, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

SECRET = "the same secret for both"
BY_THE_BUS_ALONE: dict[str, Any] = {"secret": SECRET, "compare_heads_seconds": 3600.0}


async def until(is_true: Callable[[], bool], seconds: float = 20) -> None:
    async with asyncio.timeout(seconds):
        while not is_true():
            await asyncio.sleep(0.01)


async def heard(session: Session, fits: Callable[[Any], bool]) -> Any:
    async with asyncio.timeout(20):
        while not fits(frame := await session.others.get()):
            pass
    return frame


@contextlib.asynccontextmanager
async def two_processes(
    folder: Path, cluster: Cluster, redis: RedisProcess, **settings: Any
) -> AsyncIterator[tuple[ServerProcess, ServerProcess]]:
    url = cluster.new_database()
    chosen = {**BY_THE_BUS_ALONE, "redis_url": redis.url, **settings}
    both = []
    for name in ("a", "b"):
        (folder / name).mkdir()
        both.append(ServerProcess(folder / name, url, settings=chosen))
    try:
        for server in both:
            await server.start()
        yield both[0], both[1]
        for server in both:
            assert PASSWORD not in (server.folder / "server.log").read_text()
    finally:
        for server in both:
            await server.stop()


async def test_moves_offers_chat_rematch_and_presence_cross(
    tmp_path: Path, cluster: Cluster, redis: RedisProcess
) -> None:
    async with (
        two_processes(tmp_path, cluster, redis) as (one, two),
        Person(one.url) as ann,
        Person(two.url) as bob,
    ):
        created = await ann.create(
            {"game": "hive", "seats": [{"who": "me"}, {"who": "open"}], "listed": True}
        )
        game = created.game.id
        async with ann.sit(game) as white:
            await bob.join(game, created.key)
            await white.until(lambda: white.mirror.head > 0, seconds=20)  # the seat, the start
            async with bob.sit(game) as black:
                await heard(white, _present([0, 1]))
                await white.play("wS1")
                await follow(black, 1)
                await black.play("bS1 wS1-")
                await follow(white, 2)
                await white.say("good luck")
                said = await heard(black, lambda frame: isinstance(frame, protocol.Said))
                assert (said.text, said.seat) == ("good luck", 0)
                await white.unsay(said.n)
                assert await heard(black, lambda frame: isinstance(frame, protocol.Unsaid))
                await white.do(hive_messages.OfferDraw(ply=2))
                await black.until(lambda: black.mirror.status.draw_offer == 0, seconds=20)
                await black.do(hive_messages.Resign())
                await white.until(lambda: white.mirror.outcome is not None, seconds=20)
                await black.want_rematch()
                offered = protocol.Rematch(offered_by=1)
                assert await heard(white, _is_rematch) == offered
                await white.decline_rematch()
                declined = protocol.Rematch(offered_by=1, declined_by=0)
                assert await heard(black, lambda frame: frame == declined)
                await black.want_rematch()
                assert await heard(white, lambda frame: frame == offered)
                await white.want_rematch()
                accepted = await heard(black, lambda frame: _is_rematch(frame) and frame.next_game)
                assert (await bob.read(accepted.next_game)).game.status == "live"
            await heard(white, _present([0]))


def _present(seats: list[int]) -> Callable[[Any], bool]:
    return lambda frame: isinstance(frame, protocol.Present) and frame.present == seats


def _is_rematch(frame: Any) -> bool:
    return isinstance(frame, protocol.Rematch)


async def test_redis_dies_and_comes_back(
    tmp_path: Path, cluster: Cluster, redis: RedisProcess
) -> None:
    url = cluster.new_database()
    settings = {"secret": SECRET, "compare_heads_seconds": 0.5, "redis_url": redis.url}
    async with (
        serve(tmp_path / "a", url, **settings) as one,
        serve(tmp_path / "b", url, **settings) as two,
        one.person() as ann,
        two.person() as bob,
    ):
        sites = (one.site, two.site)
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            await until(lambda: all(site.bus.is_connected for site in sites))
            redis.kill()
            try:
                await until(lambda: not any(site.bus.is_connected for site in sites))
                await white.play("wS1")
                await follow(black, 1)  # by the database
                await black.say("still here")
                said = await heard(white, lambda frame: isinstance(frame, protocol.Said))
                await black.unsay(said.n)
                await heard(white, lambda frame: isinstance(frame, protocol.Unsaid))
            finally:
                redis.start()
            await until(lambda: all(site.bus.is_connected for site in sites))
            _slow_down(sites)
            await black.play("bS1 wS1-")
            await follow(white, 2)
            await white.do(hive_messages.Resign())
            await black.until(lambda: black.mirror.outcome is not None, seconds=20)
            await white.want_rematch()
            assert await heard(black, _is_rematch) == protocol.Rematch(offered_by=0)
            assert [row.seq for row in await events_of(two.site, game)] == [1, 2, 3, 4]


async def test_a_redis_that_hangs_is_as_one_that_is_away(
    tmp_path: Path, redis: RedisProcess
) -> None:
    """Its socket is open and takes everything, but it never answers."""
    engine = {"game": "hive", "seats": [{"who": "me"}, {"who": "engine", "level": 1}]}
    async with serve(tmp_path, redis_url=redis.url) as live, live.person() as ann:
        await until(lambda: live.site.bus.is_connected)
        assert redis.process is not None
        redis.process.send_signal(signal.SIGSTOP)
        try:
            game = (await ann.create(engine)).game.id  # limits are counted here alone
            async with ann.sit(game) as white:
                await white.play("wS1")
                await white.until(lambda: white.mirror.ply == 2, seconds=60)
            await until(lambda: not live.site.bus.is_connected)
            async with httpx.AsyncClient() as http:
                ready = await http.get(f"{live.url}/ready")
            assert (ready.status_code, ready.json()["parts"]["redis"]) == (200, False)
        finally:
            redis.process.send_signal(signal.SIGCONT)
        await until(lambda: live.site.bus.is_connected)


async def test_the_bus_comes_back_although_the_client_swallowed_a_cancellation(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `asyncio.wait_for` of Python 3.11 does when both happen at the same moment."""

    async def swallow(_bus: RedisBus, _line: object) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(3600)

    bus = RedisBus(redis.url)
    bus.start()
    await until(lambda: bus.is_connected)
    assert redis.process is not None
    with monkeypatch.context() as patched:
        patched.setattr(RedisBus, "_publish_waiting", swallow)
        bus.publish(SeatsChanged("one"))
        bus.follow("one")
        redis.process.send_signal(signal.SIGSTOP)
        try:
            await until(lambda: not bus.is_connected)
        finally:
            redis.process.send_signal(signal.SIGCONT)
    await until(lambda: bus.is_connected)
    await bus.close()


@pytest.mark.parametrize("problem", [RuntimeError("the handler is closed"), ValueError("?")])
async def test_whatever_ends_a_line_the_bus_comes_back(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch, problem: Exception
) -> None:
    """uvloop says the first of what is written to a line that broke just before."""

    async def fail(_bus: RedisBus, _line: object) -> None:
        raise problem

    bus = RedisBus(redis.url)
    bus.start()
    await until(lambda: bus.is_connected)
    with monkeypatch.context() as patched:
        patched.setattr(RedisBus, "_publish_waiting", fail)
        bus.publish(SeatsChanged("one"))
        await until(lambda: not bus.is_connected)
    await until(lambda: bus.is_connected)
    await bus.close()


async def test_a_line_that_broke_leaves_no_mark_on_the_bus(redis: RedisProcess) -> None:
    """In Python 3.11.2, which Debian 12 has, the next time limit ends a task with such a mark."""
    bus = RedisBus(redis.url)
    bus.start()
    await until(lambda: bus.is_connected)
    async with connect(redis.url) as other:
        await other.client_kill_filter(_type="pubsub")
    await until(lambda: not bus.is_connected)
    await until(lambda: bus.is_connected)
    assert bus._task is not None
    assert bus._task.cancelling() == 0
    await bus.close()
    assert bus._task.cancelled()


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:6379",
        "redis://127.0.0.1:port",
        "redis://127.0.0.1:99999",
        "redis://[::1",
        "redis://127.0.0.1:6379/x",
        "redis://",
        "127.0.0.1:6379",
    ],
)
async def test_an_address_that_is_none_is_one_sentence(tmp_path: Path, address: str) -> None:
    settings = {"SKEP_DATA_DIR": str(tmp_path), "SKEP_REDIS_URL": address}
    for command in (("serve", "--port", "0"), ("worker",)):
        code, said = await skep(*command, **settings)
        assert (code, "SKEP_REDIS_URL" in said) == (2, True), said
        assert "Traceback" not in said


async def test_a_wrong_password_is_said_and_the_site_plays_on(
    tmp_path: Path, redis: RedisProcess, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = redis.url.replace(PASSWORD, "another-password")
    async with serve(tmp_path, redis_url=wrong) as live, live.person() as ann:
        game = (await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})).game.id
        async with ann.sit(game) as both:
            await both.play("wS1")
        await until(lambda: "password refused" in caplog.text)
    assert "another-password" not in caplog.text


def _slow_down(sites: tuple[Site, ...]) -> None:
    """From here on the bus alone can bring anything."""

    async def nothing() -> None:
        pass

    for site in sites:
        site.following.compare = nothing  # type: ignore[method-assign]
        site.chat.compare = nothing  # type: ignore[method-assign]
        site.rematches.compare = nothing  # type: ignore[method-assign]


@contextlib.asynccontextmanager
async def two_without_a_bus(folder: Path, cluster: Cluster) -> AsyncIterator[tuple[Person, Person]]:
    """Two people, each at a process of their own."""
    url = cluster.new_database()
    settings = {"secret": SECRET, "compare_heads_seconds": 0.2}
    async with (
        serve(folder / "a", url, **settings) as one,
        serve(folder / "b", url, **settings) as two,
        one.person() as ann,
        two.person() as bob,
    ):
        yield ann, bob


async def test_a_rematch_is_accepted_before_anybody_looked_who_is_where(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("WRITE_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(f"skep.server.site.{name}", 3600.0)
    async with two_without_a_bus(tmp_path, cluster) as (ann, bob):
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            await white.do(hive_messages.Resign())
            await black.until(lambda: black.mirror.outcome is not None, seconds=20)
            await black.want_rematch()
            await heard(white, _is_rematch)
            await white.want_rematch()
            assert await heard(black, lambda f: _is_rematch(f) and f.next_game is not None)


async def test_a_rematch_is_found_without_a_bus(tmp_path: Path, cluster: Cluster) -> None:
    async with two_without_a_bus(tmp_path, cluster) as (ann, bob):
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            await white.do(hive_messages.Resign())
            await black.until(lambda: black.mirror.outcome is not None, seconds=20)
            await white.want_rematch()
            assert await heard(black, _is_rematch) == protocol.Rematch(offered_by=0)
            await black.decline_rematch()
            declined = protocol.Rematch(offered_by=0, declined_by=1)
            assert await heard(white, lambda frame: frame == declined)
            await black.want_rematch()
            assert await heard(white, lambda f: _is_rematch(f) and f.declined_by is None)
            await white.want_rematch()
            assert await heard(black, lambda f: _is_rematch(f) and f.next_game is not None)


async def test_a_seat_is_taken_at_a_table_that_waits_on(tmp_path: Path, cluster: Cluster) -> None:
    wish = {"game": "laruche", "seats": [{"who": "me"}, {"who": "open"}, {"who": "open"}]}
    async with two_without_a_bus(tmp_path, cluster) as (ann, bob):
        created = await ann.create(wish)
        async with ann.sit(created.game.id) as first:
            seat = (await bob.join(created.game.id, created.key)).seat
            await first.until(lambda: _seated(first) == [0, seat], seconds=20)


def _seated(session: Session) -> list[int]:
    seats = session.info.seats if session.info is not None else []
    return [n for n, seat in enumerate(seats) if seat.user is not None]


class Ears:
    """What comes out of a bus."""

    def __init__(self, redis: RedisProcess) -> None:
        self.bus = RedisBus(redis.url)
        self.heard: list[Message] = []
        self.bus.listeners.append(self.heard.append)

    async def __aenter__(self) -> Ears:
        self.bus.start()
        await until(lambda: self.bus.is_connected)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.bus.close()


async def test_what_comes_over_the_bus_is_bounded_and_checked(redis: RedisProcess) -> None:
    async with Ears(redis) as mouth, Ears(redis) as ears:
        followed: list[str] = []
        ears.bus.followed.append(followed.append)
        ears.bus.follow("game1")
        await until(lambda: followed == ["game1"])
        client = connect(redis.url)
        channel = "skep:0:game:game1"
        for nonsense in (b"", b"12345678", b"12345678" + b"\xc1" * 50, b"x" * (MOST_BYTES + 1)):
            await client.publish(channel, nonsense)
        strange = msgspec.msgpack.encode(SeatsChanged("game2"))
        await client.publish(channel, b"12345678" + strange)  # of a game that it is not about
        await client.aclose()
        mouth.bus.publish(SeatsChanged("game3"))  # which nobody follows
        mouth.bus.publish(RowWritten("game1", 7, 1, "x" * MOST_BYTES, 2))
        mouth.bus.publish(SeatsChanged("game1"))
        await until(lambda: len(ears.heard) == 2)
        # A row that is too large is told of without what it says: that is read from the database.
        assert ears.heard == [RowWritten("game1", 7, 1, None, 2), SeatsChanged("game1")]
        assert mouth.heard == []
        ears.bus.unfollow("game1")
        ears.bus.follow("game4")
        await until(lambda: followed == ["game1", "game4"])
        mouth.bus.publish(SeatsChanged("game1"))
        mouth.bus.publish(SeatsChanged("game4"))
        await until(lambda: len(ears.heard) == 3)
        assert ears.heard[2] == SeatsChanged("game4")


async def test_what_happens_goes_to_those_who_follow_and_to_nobody_else(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "SETTLED_SECONDS", 0.0)
    client = connect(redis.url)
    async with Ears(redis) as one, Ears(redis) as two, client.pubsub() as wire:
        told: list[str] = []
        one.bus.followed.append(told.append)
        one.bus.follow("g")
        await until(lambda: told == ["g"])
        await wire.psubscribe("skep:0:game:*", "skep:0:inbox:*")
        await wire.get_message(timeout=5)
        await wire.get_message(timeout=5)
        one.bus.publish(SeatsChanged("g"))  # all who follow it are here
        await _round_trip(one)
        assert await wire.get_message(ignore_subscribe_messages=True, timeout=0.2) is None
        two.bus.publish(SeatsChanged("g"))  # who does not follow it tells all
        await until(lambda: one.heard == [SeatsChanged("g")])
        two.bus.follow("g")
        await until(lambda: one.bus._followers["g"] == {two.bus._sender})
        await until(lambda: two.bus._followers.get("g") == {one.bus._sender})
        for ears, other in ((one, two), (two, one)):
            ears.heard.clear()
            other.heard.clear()
            ears.bus.publish(RowWritten("g", 3, 1, "{}", 1))
            await until(lambda other=other: other.heard == [RowWritten("g", 3, 1, "{}", 1)])  # type: ignore[misc]
            assert ears.heard == []
        two.bus.unfollow("g")
        await until(lambda: one.bus._followers["g"] == set())
        redis.kill()
        await until(lambda: not one.bus.is_connected)
        redis.start()
        two.bus.follow("g")
        await until(lambda: one.bus._followers.get("g") == {two.bus._sender})
    await client.aclose()


async def test_who_was_overlooked_is_known_after_one_comparison(
    tmp_path: Path, cluster: Cluster, redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a game is followed was lost: the next row comes late, and those after it do not."""
    monkeypatch.setattr(redis_bus, "SETTLED_SECONDS", 0.0)
    url = cluster.new_database()
    chosen: dict[str, Any] = {"secret": SECRET, "redis_url": redis.url}
    async with (
        serve(tmp_path / "a", url, **chosen) as one,
        serve(tmp_path / "b", url, **chosen) as two,
        one.person() as ann,
        two.person() as bob,
    ):
        game = (await start_two(ann, bob)).game.id
        here, there = one.site.bus, two.site.bus
        assert isinstance(here, RedisBus)
        assert isinstance(there, RedisBus)
        async with ann.sit(game) as white, bob.sit(game) as black:
            await until(lambda: here._followers.get(game) == {there._sender})
            # Who has just come asks the database once by itself.
            await until(lambda: there._followers.get(game) == {here._sender})
            await until(lambda: not two.site.tables._tasks)
            here._followers[game].clear()
            await white.play("wS1")
            await follow(black, 1)
            await until(lambda: here._followers[game] == {there._sender})


async def _round_trip(ears: Ears) -> None:
    """What was published before has been sent."""
    heard_at = ears.bus._heard_at
    await until(lambda: ears.bus._heard_at > heard_at)


def test_the_address_of_redis_is_shown_without_its_password() -> None:
    assert described("rediss://ann:secret@cache.example:7000/2") == "cache.example:7000"
    assert described("unix://:secret@/run/redis.sock") == "/run/redis.sock"
    shown = repr(load_settings(environ={"SKEP_REDIS_URL": "redis://:secret@x"}))
    assert "secret@" not in shown
