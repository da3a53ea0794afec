"""Chat is for players, keeps to its limits, and can be deleted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from skep import protocol
from skep.client import Person, Session
from skep.server.storage.schema import chat
from skep.server.talk.chat import PER_GAME
from tests.server.live import LiveServer, serve
from tests.server.tables.test_commands import skep
from tests.server.tables.test_tables import refusal, start_two

pytestmark = pytest.mark.anyio


@pytest.fixture
async def people(server: LiveServer) -> AsyncIterator[tuple[Person, Person, str]]:
    async with server.person() as ann, server.person() as bob:
        yield ann, bob, (await start_two(ann, bob, listed=True)).game.id


async def heard(session: Session, kind: type) -> protocol.Said:
    """The next frame of this kind."""
    async with asyncio.timeout(10):
        while not isinstance(frame := await session.others.get(), kind):
            pass
    return frame  # type: ignore[return-value]


async def lines(person: Person, game: str, after: int = 0) -> list[str]:
    response = await person._http.get(f"/api/games/{game}/chat?after={after}")
    return [line["text"] for line in response.json()["lines"]]


async def test_chat_is_for_players(server: LiveServer, people: tuple[Person, Person, str]) -> None:
    ann, bob, game = people
    async with server.person() as eve, ann.sit(game) as white, bob.sit(game) as black:
        async with eve.sit(game) as watcher:
            await white.say("good  luck")
            said = await heard(black, protocol.Said)
            assert (said.text, said.seat) == ("good luck", 0)
            assert await refusal(watcher.say("hello")) == "NOT_YOUR_SEAT"
            assert not any(isinstance(f, protocol.Said) for f in list(watcher.others._queue))  # type: ignore[attr-defined]
        assert (await eve._http.get(f"/api/games/{game}/chat")).status_code == 404


async def test_a_line_is_deleted_by_its_author_alone(
    server: LiveServer, people: tuple[Person, Person, str]
) -> None:
    ann, bob, game = people
    async with ann.sit(game) as white, bob.sit(game) as black:
        await white.say("oh no")
        said = await heard(black, protocol.Said)
        await black.say("what?")
        assert await refusal(black.unsay(said.n)) == "NOT_FOUND"
        assert await refusal(white.unsay(said.n + 1000)) == "NOT_FOUND"
        assert await lines(bob, game) == ["oh no", "what?"]
        await white.unsay(said.n)
        await white.unsay(said.n)  # again is harmless
        assert (await heard(black, protocol.Unsaid)).n == said.n
        assert await lines(bob, game) == ["what?"]
        await white.say("well played")  # its number is a new one
        assert await lines(bob, game, after=said.n) == ["what?", "well played"]
    texts = [row.text for row in await server.site.store.all(select(chat).order_by(chat.c.id))]
    assert "oh no" not in texts


async def test_a_full_chat_takes_no_more_and_still_knows_what_it_has(
    server: LiveServer, people: tuple[Person, Person, str]
) -> None:
    ann, _, game = people
    async with ann.sit(game) as white:
        once = protocol.Say(id="once", text="hello")
        await white._send_until_answered("once", once)
        (first,) = await server.site.store.all(select(chat).where(chat.c.game == game))
        rows = [
            {"game": game, "user": first.user, "command_id": f"n{n}", "at_ms": n, "text": "."}
            for n in range(PER_GAME - 1)
        ]

        async def fill(connection: AsyncConnection) -> None:
            await connection.execute(insert(chat), rows)

        await server.site.writer.run(fill)
        assert await refusal(white.say("one more")) == "TOO_LARGE"
        await white._send_until_answered("once", once)  # it was said before: that is harmless
    assert len(await server.site.store.all(select(chat).where(chat.c.game == game))) == PER_GAME


async def test_a_line_sent_again_is_one_line_even_when_deleted(
    people: tuple[Person, Person, str],
) -> None:
    ann, bob, game = people
    async with ann.sit(game) as white, bob.sit(game) as black:
        once = protocol.Say(id="once", text="hello")
        await white._send_until_answered("once", once)
        await white._send_until_answered("once", once)
        assert await lines(bob, game) == ["hello"]
        await white.unsay((await heard(black, protocol.Said)).n)
        await white._send_until_answered("once", once)
        assert await lines(bob, game) == []


@pytest.mark.medium
async def test_chat_has_limits(server: LiveServer, people: tuple[Person, Person, str]) -> None:
    ann, _, game = people
    table = await server.site.tables.get(game)
    user = table.seats[0].user
    assert user is not None
    async with ann.sit(game) as white:
        assert await refusal(white.say("  ")) == "UNREADABLE"
        assert await refusal(white.say("a\x07b")) == "UNREADABLE"
    for number in range(5):
        await server.site.chat.say(table, user, f"c{number}", "again")
    assert await refusal(server.site.chat.say(table, user, "c9", "again")) == "TOO_FAST"


@pytest.mark.medium
async def test_the_operator_reads_and_deletes_chat_of_a_running_server(tmp_path: Path) -> None:
    async with serve(tmp_path) as live, live.person() as ann, live.person() as bob:
        game = (await start_two(ann, bob)).game.id
        data = {"SKEP_DATA_DIR": str(tmp_path)}
        async with ann.sit(game) as white:
            await ann.rename("Ann")
            await white.say("rude")
            await white.say("kind")
            shown = await skep("db", "chat", game, **data)
            assert shown == (0, "1  Ann: rude\n2  Ann: kind\n")
            assert await skep("db", "chat", game, "--delete", "1", **data) == (0, "deleted: 1\n")
            code, said = await skep("db", "chat", game, "--delete", "1", **data)
            assert code != 0
            assert "has no line 1" in said
            assert await lines(ann, game) == ["kind"]
            await white.play("wS1")
