"""Two releases at once: while a site is upgraded, and when it goes back.

The next release is `tests.server.next_release`: this one with one migration more, other pages, and
draw offers taken for a new kind of event.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from sqlalchemy import inspect, text

from skep.client import Person, Session
from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.games.hive import messages as hive_messages
from skep.server.settings import load_settings
from skep.server.storage.database import open_engine
from skep.server.storage.migrating import newest_revision
from tests.server.databases import Cluster
from tests.server.live import ServerProcess, serve, write
from tests.server.next_release import NEW_EVENT
from tests.server.storage.test_backups import _let_heart_stop
from tests.server.tables.test_bus import SECRET
from tests.server.tables.test_commands import skep
from tests.server.tables.test_tables import follow, refusal, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

NEXT = "tests.server.next_release"


@contextlib.asynccontextmanager
async def running(folder: Path, url: str, program: str) -> AsyncIterator[ServerProcess]:
    folder.mkdir(exist_ok=True)
    server = ServerProcess(folder, url, {"secret": SECRET}, program=program)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def shape_of(folder: Path, url: str) -> dict[str, set[str]]:
    """The tables and their columns."""
    engine = open_engine(load_settings(environ={}, data_dir=str(folder), database_url=url))
    try:
        async with engine.connect() as connection:
            return await connection.run_sync(
                lambda sync: {
                    name: {column["name"] for column in inspect(sync).get_columns(name)}
                    for name in inspect(sync).get_table_names()
                }
            )
    finally:
        await engine.dispose()


async def test_both_releases_serve_one_table_and_nothing_is_written_that_one_cannot_read(
    tmp_path: Path, cluster: Cluster
) -> None:
    url = cluster.new_database()
    async with (
        running(tmp_path / "old", url, "skep.cli") as old,
        running(tmp_path / "new", url, NEXT) as new,
        Person(old.url) as ann,
        Person(new.url) as bob,
    ):
        game = (await start_two(ann, bob)).game.id
        async with bob.sit(game) as black:
            async with ann.sit(game) as white:
                await white.play("wS1")
                await follow(black, 1)
                await black.play("bS1 wS1-")
                await follow(white, 2)
            assert await refusal(black.do(hive_messages.OfferDraw(ply=2))) == "TRY_AGAIN"
            await old.kill()
            await old.start()  # amid the upgrade: it finds tables that it has not made
            async with ann.sit(game) as white:
                await white.play("wQ -wS1")
                await follow(black, 3)
            assert await refusal(black.do(hive_messages.OfferDraw(ply=3))) == "TRY_AGAIN"
            assert await old.stop() == 0
            # Who was killed may come back, for a minute; here that minute is over.
            await write(tmp_path, url, text("DELETE FROM heartbeats WHERE release = 1"))
            await offered(black, ply=3)
        engine = open_engine(load_settings(environ={}, data_dir=str(tmp_path), database_url=url))
        async with engine.connect() as connection:
            rows = await connection.execute(text("SELECT kind FROM events ORDER BY seq"))
            assert [row.kind for row in rows].count(NEW_EVENT) == 1
        await engine.dispose()


async def offered(session: Session, ply: int) -> None:
    """A draw is offered as soon as that may be written."""
    async with asyncio.timeout(20):
        while True:
            try:
                await session.do(hive_messages.OfferDraw(ply=ply))
            except CommandRefusedError as refused:
                if refused.code != RefusalCode.TRY_AGAIN:
                    raise
                await asyncio.sleep(0.1)
            else:
                return


async def test_a_process_that_stops_in_order_is_waited_for_no_longer(
    tmp_path: Path, cluster: Cluster
) -> None:
    url = cluster.new_database()
    async with running(tmp_path / "new", url, NEXT) as new, Person(new.url) as ann:
        async with running(tmp_path / "old", url, "skep.cli"), Person(new.url) as bob:
            game = (await start_two(ann, bob)).game.id
            async with ann.sit(game) as white:
                await white.play("wS1")
        async with ann.sit(game) as white:
            await offered(white, ply=1)


async def test_forward_one_release_and_back(tmp_path: Path, database_url: str) -> None:
    where = {"SKEP_DATA_DIR": str(tmp_path), "SKEP_DATABASE_URL": database_url}
    async with serve(tmp_path, database_url) as live, live.person() as ann, live.person() as bob:
        game = (await start_two(ann, bob)).game.id
    before = await shape_of(tmp_path, database_url)
    async with running(tmp_path, database_url, NEXT):
        code, said = await skep("db", "back", program=NEXT, **where)
        assert code == 2
        assert "in use" in said or "servers work with this database" in said, said
    after = await shape_of(tmp_path, database_url)
    assert set(after) - set(before) == {"next_things"}
    async with serve(tmp_path, database_url) as live:  # with the tables of the next release
        assert await live.site.store.game(game) is not None
    await _let_heart_stop(tmp_path, database_url)
    code, said = await skep("db", "back", program=NEXT, **where)
    assert (code, f"is at {newest_revision()} again" in said) == (0, True), said
    assert Path(said.splitlines()[0].rpartition(" ")[2]).exists()
    assert await shape_of(tmp_path, database_url) == before
    async with serve(tmp_path, database_url) as live:
        assert await live.site.store.game(game) is not None


async def test_this_release_can_be_taken_back_too(tmp_path: Path, database_url: str) -> None:
    where = {"SKEP_DATA_DIR": str(tmp_path), "SKEP_DATABASE_URL": database_url}
    async with serve(tmp_path, database_url) as live, live.person() as ann:
        game = (await ann.create({"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})).game.id
    shape = await shape_of(tmp_path, database_url)
    await _let_heart_stop(tmp_path, database_url)
    code, said = await skep("db", "back", **where)
    assert code == 0, said
    assert await shape_of(tmp_path, database_url) != shape
    code, said = await skep("db", "back", **where)
    assert (code, "only the newest migration" in said) == (2, True), said
    async with serve(tmp_path, database_url) as live:
        assert await live.site.store.game(game) is not None
    assert await shape_of(tmp_path, database_url) == shape


async def test_tables_of_two_releases_ahead_are_refused_in_a_sentence(
    tmp_path: Path, database_url: str
) -> None:
    where = {"SKEP_DATA_DIR": str(tmp_path), "SKEP_DATABASE_URL": database_url}
    async with serve(tmp_path, database_url):
        pass
    for ahead, is_fine in ((1, True), (2, False)):
        revision = f"{int(newest_revision()) + ahead:04}"
        await write(
            tmp_path, database_url, text(f"UPDATE alembic_version SET version_num = '{revision}'")
        )
        code, said = await skep("serve", "--check", **where)
        assert (code == 0) == is_fine, said
    code, said = await skep("serve", "--port", "0", **where)
    assert (code, "later version of skep" in said) == (2, True), said
    assert "Traceback" not in said


async def test_files_of_the_build_before_are_served_on(tmp_path: Path) -> None:
    async def a_file(server: ServerProcess) -> str:
        async with httpx.AsyncClient(base_url=server.url) as http:
            page = (await http.get("/")).text
        found = re.search(r'"(/static/[0-9a-f]+/[^"]+\.js)"', page)
        assert found is not None
        return found.group(1)

    async with running(tmp_path, "", "skep.cli") as server:
        old = await a_file(server)
        async with httpx.AsyncClient(base_url=server.url) as http:
            text_of_old = (await http.get(old)).text
    async with running(tmp_path, "", NEXT) as server:
        assert await a_file(server) != old
        async with httpx.AsyncClient(base_url=server.url) as http:
            for encoding in ("gzip", "identity"):
                answer = await http.get(old, headers={"accept-encoding": encoding})
                assert (answer.status_code, answer.text) == (200, text_of_old)
                assert answer.headers["content-type"].startswith("text/javascript")
            build = old.split("/")[2]
            for wrong in (f"/static/{build}/no.js", "/static/000000000000/x.js"):
                assert (await http.get(wrong)).status_code == 404
            for path in (f"/static/{build}/../../secret", "/static/..%2f..%2fsecret/x"):
                assert (await http.get(path)).status_code in (400, 404)
