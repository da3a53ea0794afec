"""Storage that is away: it is said, and given back where it was felt."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from pathlib import Path

import httpx
import pytest
from msgspec.json import encode
from sqlalchemy import text
from websockets.asyncio.client import connect

from skep import protocol
from skep.client import Person
from tests.server.databases import Cluster
from tests.server.live import LiveServer, events_of, serve
from tests.server.tables.test_bus import until
from tests.server.tables.test_processes import two_servers, until_present
from tests.server.tables.test_tables import refusal, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]


@pytest.mark.parametrize(
    ("take_away", "bring_back"),
    [
        pytest.param(Cluster.freeze, Cluster.thaw, id="it answers nothing"),
        pytest.param(Cluster.stop, Cluster.start, id="it is stopped"),
    ],
)
async def test_ready_knows_that_the_database_is_gone(
    tmp_path: Path,
    cluster: Cluster,
    take_away: Callable[[Cluster], None],
    bring_back: Callable[[Cluster], None],
) -> None:
    async with (
        serve(tmp_path, cluster.new_database()) as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        assert (await http.get("/ready")).json() == {"ready": True, "parts": {"storage": True}}
        await asyncio.to_thread(take_away, cluster)
        try:
            await until_ready_is(http, 503)
            assert (await http.get("/ready")).json()["parts"] == {"storage": False}
        finally:
            await asyncio.to_thread(bring_back, cluster)
        await until_ready_is(http, 200)


async def until_ready_is(http: httpx.AsyncClient, status: int) -> None:
    async with asyncio.timeout(25):  # less than a statement is waited for
        while (await http.get("/ready")).status_code != status:
            await asyncio.sleep(0.1)


async def test_while_the_database_is_gone_readers_are_told_and_the_log_stays_short(
    tmp_path: Path, cluster: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    german = {"accept-language": "de", "accept": "text/html"}
    async with (
        serve(tmp_path, cluster.new_database()) as live,
        live.person() as ann,
        httpx.AsyncClient(base_url=live.url, headers=german) as http,
    ):
        game = (
            await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "open"}]})
        ).game.id
        live.site.tables.forget(game)
        http.headers["cookie"] = ann.cookie
        caplog.clear()
        caplog.set_level(logging.INFO)
        await asyncio.to_thread(cluster.stop)
        try:
            await until_ready_is(http, 503)
            for path in ("/", f"/g/{game}", "/settings"):
                page = await http.get(path)
                assert (page.status_code, "Versuche es in einer Minute" in page.text) == (503, True)
            answer = await http.get(f"/api/games/{game}")
            assert (answer.status_code, answer.json()["code"]) == (503, "STORAGE_FULL")
            for path in ("lobby", f"game/{game}"):
                assert await close_code(f"{live.url}/ws/{path}", ann) == 1013
        finally:
            await asyncio.to_thread(cluster.start)
        await until_ready_is(http, 200)
        assert (await http.get("/")).status_code == 200
    assert [record for record in caplog.records if record.exc_info] == []
    for sentence in ("does not answer", "storage failed", "answers again", "writable again"):
        assert caplog.text.count(sentence) == 1


NO_ROOM = (
    "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS"
    " $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$",
    "CREATE TRIGGER no_room BEFORE INSERT ON events EXECUTE FUNCTION no_room()",
    "CREATE TRIGGER no_room BEFORE INSERT ON games EXECUTE FUNCTION no_room()",
)
ROOM_AGAIN = ("DROP FUNCTION no_room CASCADE",)


async def test_a_full_disk_of_postgresql_refuses_and_recovers(
    tmp_path: Path, cluster: Cluster
) -> None:
    """As PostgreSQL says it: by its code for a full disk."""
    async with (
        serve(tmp_path, cluster.new_database()) as live,
        live.person() as ann,
        live.person() as bob,
    ):
        game = (await start_two(ann, bob)).game.id

        async def tell_postgresql(statements: Sequence[str]) -> None:
            async with live.site.engine.begin() as connection:
                for statement in statements:
                    await connection.execute(text(statement))

        async with ann.sit(game) as white:
            await tell_postgresql(NO_ROOM)
            assert await refusal(ann.create({"game": "hive", "seats": [{"who": "me"}] * 2})) == (
                "STORAGE_FULL"
            )
            assert await refusal(white.play("wS1")) == "STORAGE_FULL"
            await tell_postgresql(ROOM_AGAIN)
            await until(lambda: live.site.writer.is_writable)
            await white.play("wS1")


async def close_code(url: str, person: Person) -> int | None:
    """How the server ends a socket that greets it."""
    headers = {"cookie": person.cookie}
    async with connect(url.replace("http", "ws"), additional_headers=headers) as socket:
        await socket.send(encode(protocol.Hello(protocol.PROTOCOL_VERSION)).decode())
        await socket.wait_closed()
        return socket.close_code


async def test_what_one_process_could_not_store_concerns_its_own_games(
    tmp_path: Path, cluster: Cluster
) -> None:
    """Those that another one served meanwhile have lost nothing."""
    async with two_servers(tmp_path, cluster) as (one, two):
        left = await game_at(one)
        async with two.person() as eve, two.person() as fay:
            served = (await start_two(eve, fay)).game.id
            async with one.person() as ann, one.person() as bob:
                own = (await start_two(ann, bob)).game.id
                async with ann.sit(own), eve.sit(served) as white:
                    await until_present(white, [0])
                    await two.site.presence.tick()
                    since_ms = (await one.site.tables.get(own)).last_at_ms + 1
                    one.site.writer.unwritable_since_ms = since_ms
                    await until(lambda: one.site.writer.is_writable)
                    for game, is_concerned in ((own, True), (left, True), (served, False)):
                        events = [row.event for row in await events_of(one.site, game)]
                        given = [event for event in events if isinstance(event, protocol.Outage)]
                        assert bool(given) == is_concerned


async def game_at(live: LiveServer) -> str:
    """A game that nobody is at."""
    async with live.person() as ann, live.person() as bob:
        return (await start_two(ann, bob)).game.id
