"""The list of open tables: who is in it, who hears of it, and what it costs."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import update
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from skep import protocol
from skep.client import Person
from skep.errors import CommandRefusedError
from skep.server.http.rendering import Renderer
from skep.server.http.table_rows import TableRows
from skep.server.lobby.feed import LobbyFeed
from skep.server.lobby.open_tables import OpenTable
from skep.server.sockets.lobby_connection import LobbyConnection
from skep.server.storage.schema import games
from tests.server.databases import Cluster
from tests.server.live import LiveServer, ServerProcess, serve, write
from tests.server.tables.test_processes import two_servers

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

OPEN: dict[str, Any] = {
    "game": "hive",
    "seats": [{"who": "me"}, {"who": "open"}],
    "listed": True,
    "time": {"pace": "timed", "base_ms": 420_000, "increment_ms": 3_000},
    "options": {"game_type": "Base+P", "opening_queen": "forbidden"},
}
DAILY = {**OPEN, "time": {"pace": "daily", "days": 2}}


class Onlooker:
    """Somebody with the home page open."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.frames = 0

    async def next(self) -> list[protocol.TableRow]:
        while True:
            frame = msgspec.json.decode(await self._socket.recv(), type=protocol.LobbyFrame)
            if isinstance(frame, protocol.Heartbeat):
                await self._socket.send(msgspec.json.encode(protocol.Pong(n=frame.n)).decode())
            elif isinstance(frame, protocol.TableList):
                self.frames += 1
                return frame.tables

    async def until(self, wanted: Any) -> list[protocol.TableRow]:
        async with asyncio.timeout(20):
            while not wanted(rows := await self.next()):
                pass
            return rows


@contextlib.asynccontextmanager
async def looking(
    url: str, person: Person | None = None, **headers: str
) -> AsyncIterator[Onlooker]:
    if person is not None:
        headers["Cookie"] = person.cookie
    address = f"{url.replace('http', 'ws', 1)}/ws/lobby"
    async with connect(address, additional_headers=headers) as socket:
        await socket.send('{"type": "hello", "version": 1}')
        yield Onlooker(socket)


async def test_a_table_is_listed_while_its_owner_is_there(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob, looking(server.url) as onlooker:
        assert await onlooker.next() == []
        created = await ann.create(OPEN)
        game = created.game.id
        async with ann.sit(game):
            (row,) = await onlooker.until(bool)
            assert row.title == created.game.seats[0].name
            assert (row.note, row.action) == ("Black is free", "Join")
            assert row.terms == "Hive · 7 min + 3 s · Base+P · no queen first"
            assert (row.id, row.state, row.is_mine, row.is_away) == (game, "open", False, False)
        assert await onlooker.until(lambda rows: not rows) == []
        async with ann.sit(game):
            await onlooker.until(bool)
            await bob.join(game)
            (row,) = await onlooker.until(lambda rows: rows and rows[0].state == "live")
            assert (row.note, row.action) == ("being played", "Watch")


async def test_the_list_names_the_build_of_its_pages(server: LiveServer) -> None:
    async with looking(server.url) as onlooker:
        frame = msgspec.json.decode(await onlooker._socket.recv(), type=protocol.LobbyFrame)
        assert isinstance(frame, protocol.TableList)
        assert frame.build == server.connections.build != ""


async def test_where_a_move_takes_days_the_owner_may_be_away(server: LiveServer) -> None:
    async with server.person() as ann, looking(server.url) as onlooker:
        game = (await ann.create(DAILY)).game.id
        (row,) = await onlooker.until(bool)
        assert (row.is_away, row.note) == (True, "Black is free · the owner is away")
        async with ann.sit(game):
            (row,) = await onlooker.until(lambda rows: not rows[0].is_away)
            assert row.terms.startswith("Hive · 2 days a move")


async def test_the_api_marks_the_tables_where_nobody_is(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob, looking(server.url) as onlooker:
        game, left = (await ann.create(OPEN)).game.id, (await bob.create(OPEN)).game.id
        async with ann.sit(game):
            await onlooker.until(bool)
            async with httpx.AsyncClient(base_url=server.url) as anybody:
                answer = await anybody.get("/api/games")
        listed = msgspec.json.decode(answer.content, type=protocol.GameList)
        assert {one.id for one in listed.games} == {game, left}
        assert listed.away == [left]


async def test_who_looks_at_the_list_keeps_their_tables_in_it(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob, looking(server.url) as onlooker:
        game = (await ann.create(OPEN)).game.id
        assert await onlooker.next() == []
        async with looking(server.url, ann) as owner:
            (row,) = await owner.next()
            assert (row.is_mine, row.note) == (True, "your table")
            await onlooker.until(bool)
            await bob.join(game)
            async with bob.sit(game):
                (row,) = await owner.until(lambda rows: rows and rows[0].state == "live")
                assert row.note == "your game has begun"
                table = await server.site.tables.get(game)
                async with asyncio.timeout(10):
                    while server.site.presence.present_seats(table) != [1]:  # she is not at it
                        await asyncio.sleep(0.02)


async def test_an_owner_who_goes_takes_the_table_along(server: LiveServer) -> None:
    async with server.person() as ann, looking(server.url) as onlooker:
        await ann.create(OPEN)
        async with looking(server.url, ann) as owner:
            await owner.next()
            await onlooker.until(bool)
        assert await onlooker.until(lambda rows: not rows) == []


async def test_a_closed_table_is_called_off(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob, looking(server.url) as onlooker:
        created = await ann.create(OPEN)
        game = created.game.id
        async with ann.sit(game) as owner:
            await onlooker.until(bool)
            user = created.game.seats[0].user
            assert user is not None
            for stranger in (None, user + 1):
                with pytest.raises(CommandRefusedError, match="no such game"):
                    await server.site.lobby.close(game, stranger)
            await server.site.lobby.close(game, user)
            assert await onlooker.until(lambda rows: not rows) == []
            await owner.until(lambda: owner.mirror.outcome is not None, seconds=10)
            assert owner.mirror.outcome.reason == "aborted"
            with pytest.raises(CommandRefusedError):
                await bob.join(game, created.key)
            assert created.code is not None
            with pytest.raises(CommandRefusedError, match="under that code"):
                await server.site.lobby.invitation(created.code)


@pytest.mark.parametrize("kind", ["hive", "laruche"])
async def test_a_game_that_has_begun_is_not_closed(server: LiveServer, kind: str) -> None:
    async with server.person() as ann, server.person() as bob:
        seats = [{"who": "me"}, {"who": "invited"}]
        created = await ann.create({"game": kind, "seats": seats})
        user = created.game.seats[0].user
        await bob.join(created.game.id, created.key)
        with pytest.raises(CommandRefusedError, match="has begun"):
            await server.site.lobby.close(created.game.id, user)


async def test_a_game_whose_options_were_never_written_out_has_words(tmp_path: Path) -> None:
    async with serve(tmp_path) as live, live.person() as ann:
        game = (await ann.create(DAILY)).game.id
    await write(tmp_path, "", update(games).where(games.c.id == game).values(options="{}"))
    async with serve(tmp_path) as live, looking(live.url) as onlooker:
        (row,) = await onlooker.next()
        assert row.terms == "Hive · 2 days a move · Base+MLP"


async def test_the_list_is_in_the_readers_language(tmp_path: Path) -> None:
    async with serve(tmp_path, development=True) as live, live.person() as ann:
        await ann.create(DAILY)
        async with looking(live.url, Cookie="skep_settings=language=xx") as onlooker:
            (row,) = await onlooker.next()
            assert row.note.startswith("[Bláçk")


async def test_the_list_knows_the_tables_of_every_process(tmp_path: Path, cluster: Cluster) -> None:
    async with (
        two_servers(tmp_path, cluster) as (one, two),
        one.person() as ann,
        looking(two.url) as onlooker,
    ):
        assert await onlooker.next() == []
        game = (await ann.create(OPEN)).game.id
        async with ann.sit(game):
            (row,) = await onlooker.until(bool)
            assert row.id == game
        assert await onlooker.until(lambda rows: not rows) == []


async def test_a_stopping_server_does_not_wait_for_onlookers(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    await server.start()
    async with looking(server.url) as onlooker:
        assert await onlooker.next() == []
        await server.stop()
        with pytest.raises(ConnectionClosed, match="1012"):
            await onlooker.next()
    assert "Traceback" not in (tmp_path / "server.log").read_text()


@pytest.mark.parametrize("text", ["no frame", '{"type": "say", "id": "a", "text": "hello"}'])
async def test_who_does_not_greet_sees_nothing(server: LiveServer, text: str) -> None:
    async with connect(f"{server.url.replace('http', 'ws', 1)}/ws/lobby") as socket:
        await socket.send(text)
        with pytest.raises(ConnectionClosed, match="1008"):
            await socket.recv()


async def test_a_flood_is_cut_off(server: LiveServer) -> None:
    async with connect(f"{server.url.replace('http', 'ws', 1)}/ws/lobby") as socket:
        for _ in range(100):
            await socket.send('{"type": "hello", "version": 1}')
        with pytest.raises(ConnectionClosed, match="1008"):
            await _read_to_the_end(socket)


async def _read_to_the_end(socket: ClientConnection) -> None:
    while True:
        await socket.recv()


class Blocked:
    """A socket whose other end does not read."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.gate = asyncio.Event()

    async def send(self, message: Any) -> None:
        self.sent.append(message)
        await self.gate.wait()


async def test_only_the_newest_list_waits_for_who_is_slow() -> None:
    blocked = Blocked()
    connection = LobbyConnection(None, None, blocked.send, None, "en", 1)  # type: ignore[arg-type]
    for n in range(200):
        connection.show(b"%d" % n)
        connection.heartbeat()
        await asyncio.sleep(0)
    assert len(connection._waiting) == 2
    blocked.gate.set()
    while connection._flushing is not None and not connection._flushing.done():
        await asyncio.sleep(0)
    texts = [message["text"] for message in blocked.sent]
    assert texts[0] == "0"
    assert "199" in texts
    assert len(texts) == 3


class Many:
    """An onlooker that only counts."""

    def __init__(self) -> None:
        self.user: int | None = None
        self.language = "en"
        self.held: set[str] = set()
        self.shown = 0

    def show(self, frame: bytes) -> None:
        self.shown += 1


async def test_a_look_costs_the_same_however_many_look(server: LiveServer) -> None:
    site, worded, asked = server.site, [], []

    def wording(language: str, tables: Sequence[OpenTable], user: int | None) -> list[Any]:
        worded.append(language)
        return []

    class Counting:
        async def now(self) -> list[OpenTable]:
            asked.append(1)
            return await site.open_tables.now()

    feed = LobbyFeed(Counting(), site.tables, site.presence, wording, "")  # type: ignore[arg-type]
    await feed.look()
    assert asked == []  # nobody looks: nothing is asked
    crowd = [Many() for _ in range(300)]
    feed._onlookers.update(crowd)
    async with server.person() as ann:
        await ann.create(DAILY)
        await feed.look()
        await feed.look()
        assert len(asked) == 2
        late = [Many() for _ in range(50)]
        feed._looked_at = time.monotonic() + 60  # they all come within the second after a look
        for one in late:
            await feed.enter(one)
    assert len(asked) == 2
    assert worded == ["en"]
    assert {one.shown for one in crowd + late} == {1}


async def test_who_goes_while_their_tables_are_read_is_gone(server: LiveServer) -> None:
    site, gate = server.site, asyncio.Event()

    class Slow:
        async def get(self, game: str) -> Any:
            await gate.wait()
            return await site.tables.get(game)

    slow: Any = Slow()
    feed = LobbyFeed(site.open_tables, slow, site.presence, lambda *_: [], "")
    async with server.person() as ann:
        created = await ann.create(OPEN)
        onlooker = Many()
        onlooker.user = created.game.seats[0].user
        entering = asyncio.create_task(feed.enter(onlooker))
        while not onlooker.held:
            await asyncio.sleep(0)
        leaving = asyncio.create_task(feed.leave(onlooker))
        await asyncio.sleep(0)
        gate.set()
        await asyncio.gather(entering, leaving)
        table = await site.tables.get(created.game.id)
        assert site.presence.present_seats(table) == []
        await feed.look()
        assert site.presence.present_seats(table) == []


async def test_the_list_takes_nobodys_place_at_a_game(tmp_path: Path) -> None:
    async with serve(tmp_path, sockets_per_address=2) as live, live.person() as ann:
        game = (await ann.create(OPEN)).game.id
        async with looking(live.url) as one, looking(live.url) as two, ann.sit(game):
            assert await one.next() == await two.next()
            with pytest.raises(InvalidStatus):
                async with looking(live.url):
                    pass


async def test_a_line_is_worded_once_for_all_who_look(server: LiveServer) -> None:
    asked: list[str] = []

    class Counting(Renderer):
        def __init__(self) -> None:
            pass

        def words(self, code: str, template: str, macro: str, *values: Any) -> str:
            asked.append(macro)
            return macro

    rows = TableRows(Counting(), server.site.kinds)
    async with server.person() as ann:
        made = [(await ann.create(DAILY)).game for _ in range(3)]
    tables = [OpenTable(info, False) for info in made]
    owner = made[0].seats[0].user
    for user in [None, owner, *range(1000, 1100)]:
        rows("en", tables, user)
    assert len(asked) == 4 * 3 * 2  # four texts of three tables, for the owner and for all others
    tables[0] = OpenTable(made[0], True)
    rows("en", tables, None)
    assert len(asked) == 4 * 3 * 2 + 4
