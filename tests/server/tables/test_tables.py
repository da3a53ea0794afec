"""Commands at a table: acknowledged, refused, repeated, raced; and what everybody sees."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from skep import protocol
from skep.client import Person, Session
from skep.errors import CommandRefusedError
from skep.server.games.hive import messages as hive_messages
from tests.server.live import LiveServer, serve

pytestmark = pytest.mark.anyio

TWO = {"game": "hive", "seats": [{"who": "me"}, {"who": "invited"}]}


async def refusal(coroutine: object) -> str:
    with pytest.raises(CommandRefusedError) as caught:
        await coroutine  # type: ignore[misc]
    return caught.value.code


async def start_two(first: Person, second: Person, **more: object) -> protocol.GameCreated:
    created = await first.create({**TWO, **more})
    await second.join(created.game.id, created.key)
    return created


async def follow(session: Session, ply: int) -> None:
    await session.until(lambda: session.mirror.ply == ply, seconds=10)


async def test_two_people_play_and_both_see_it(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        created = await start_two(ann, bob)
        game = created.game.id
        async with ann.sit(game) as white, bob.sit(game, legal=True) as black:
            assert await white.play("wS1") == 2
            await follow(black, 1)
            assert "bS1 wS1-" in black.mirror.status.legal
            assert await black.play("BS1  ws1-") == 3
            await follow(white, 2)
            assert white.mirror.moves == ["wS1", "bS1 wS1-"]
            assert await refusal(black.play("bA1 bS1-")) == "NOT_YOUR_TURN"
            assert await refusal(white.play("wA1 bS1-")) == "ILLEGAL_MOVE"
            assert await refusal(white.play("nonsense")) == "UNREADABLE_MOVE"
            assert await refusal(white.play("wA1 -wS1", ply=0)) == "STALE"
        read = await ann.read(game)
        assert read.head == 3
        assert isinstance(read.view, hive_messages.HiveView)
        assert read.view.moves == ["wS1", "bS1 wS1-"]


async def test_a_repeated_command_id_gets_the_stored_seq(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        created = await start_two(ann, bob)
        async with ann.sit(created.game.id) as white, bob.sit(created.game.id) as black:
            seq = await white.do(hive_messages.Play(move="wS1", ply=0), identity="once")
            assert await white.do(hive_messages.Play(move="wS1", ply=0), identity="once") == seq
            await follow(black, 1)
            await black.play("bS1 wS1-")
            assert await white.do(hive_messages.Play(move="wS1", ply=0), identity="once") == seq
        assert (await ann.read(created.game.id)).head == 3


async def test_two_tabs_of_one_player_make_one_move(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        created = await start_two(ann, bob)
        game = created.game.id
        async with ann.sit(game) as tab, ann.sit(game) as other:
            answers = await asyncio.gather(
                tab.play("wS1", ply=0), other.play("wA1", ply=0), return_exceptions=True
            )
            codes = [a.code for a in answers if isinstance(a, CommandRefusedError)]
            assert codes == ["STALE"]
            await follow(tab, 1)
            await follow(other, 1)
            assert tab.mirror.moves == other.mirror.moves


async def test_takeback_draw_and_resign(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        created = await start_two(ann, bob)
        game = created.game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            await white.play("wS1")
            await follow(black, 1)
            assert (
                await refusal(black.do(hive_messages.AnswerTakeback(accept=True, ply=1)))
                == "NO_OFFER"
            )
            await white.do(hive_messages.OfferTakeback(ply=1))
            await black.until(lambda: black.mirror.status.takeback_offer == 0, seconds=10)
            await black.do(hive_messages.AnswerTakeback(accept=True, ply=1))
            await follow(white, 0)
            await white.play("wA1")
            await follow(black, 1)
            await black.do(hive_messages.OfferDraw(ply=1))
            await white.until(lambda: white.mirror.status.draw_offer == 1, seconds=10)
            await white.do(hive_messages.AnswerDraw(accept=False, ply=1))
            await black.until(lambda: black.mirror.status.draw_offer is None, seconds=10)
            await white.do(hive_messages.Resign())
            await black.until(lambda: black.mirror.outcome is not None, seconds=10)
            assert black.mirror.outcome == protocol.Ending(ranks=(2, 1), reason="resignation")
            assert await refusal(black.play("bS1 wA1-")) == "GAME_OVER"
        assert (await ann.read(game)).game.status == "finished"
        assert "BlackWins" in await ann.export(game)
        assert '[Result "BlackWins"]' in await ann.export(game, "pgn")


async def test_a_lost_connection_comes_back_to_what_was_acknowledged(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        created = await start_two(ann, bob)
        game = created.game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            await white.play("wS1")
            await black.drop()
            await black.until(lambda: black.reconnects == 1, seconds=10)
            assert black.mirror.moves == ["wS1"]
            await white.drop()
            await black.play("bS1 wS1-")
            await follow(white, 2)
            await white.play("wA1 -wS1")
            await follow(black, 3)


async def test_an_unlisted_game_needs_its_link(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as eve:
        created = await ann.create(TWO)
        game = created.game.id
        assert await refusal(eve.read(game)) == "NOT_FOUND"
        assert await refusal(eve.join(game)) == "NOT_FOUND"
        with pytest.raises(CommandRefusedError, match="no such game"):
            async with eve.sit(game):
                pass
        assert (await eve.read(game, created.key)).you == []
        assert all(listed.id != game for listed in await eve.games())


async def test_a_spectator_sees_and_may_not_play(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob, server.person() as eve:
        created = await start_two(ann, bob, listed=True)
        game = created.game.id
        async with ann.sit(game) as white, eve.sit(game) as watcher:
            await white.play("wS1")
            await follow(watcher, 1)
            assert await refusal(watcher.play("bS1 wS1-")) == "NOT_YOUR_SEAT"


async def test_joining_by_code_and_only_once_each(server: LiveServer) -> None:
    async with server.person() as ann:
        created = await ann.create(TWO)
        assert created.code is not None
        people = [server.person() for _ in range(6)]
        joined = await asyncio.gather(
            *(person.join_by_code(created.code.lower()) for person in people),
            return_exceptions=True,
        )
        seated = [answer for answer in joined if isinstance(answer, protocol.GameJoined)]
        refused = [answer for answer in joined if isinstance(answer, CommandRefusedError)]
        assert [answer.seat for answer in seated] == [1]
        assert {answer.code for answer in refused} == {"NO_FREE_SEAT"}
        for person in people:
            await person.__aexit__()


async def test_a_rematch_swaps_the_colours(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        created = await start_two(ann, bob)
        game = created.game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            assert await refusal(white.want_rematch()) == "NOT_OVER"
            await white.do(hive_messages.Resign())
            await asyncio.gather(white.want_rematch(), black.want_rematch())
        again = [g for g in await ann.games(mine=True) if g.rematch_of == game]
        assert len(again) == 1
        assert [s.user for s in again[0].seats] == [
            s.user for s in reversed(await seats(ann, game))
        ]


async def seats(person: Person, game: str) -> list[protocol.SeatInfo]:
    return (await person.read(game)).game.seats


async def test_more_games_than_memory_may_hold_are_all_served(tmp_path: Path) -> None:
    async with serve(tmp_path, cached_games=2) as live, live.person() as ann:
        seats = [{"who": "me"}, {"who": "me"}]
        games = [(await ann.create({"game": "hive", "seats": seats})).game.id for _ in range(6)]
        async with contextlib.AsyncExitStack() as stack:
            sessions = [await stack.enter_async_context(ann.sit(game)) for game in games]
            for session in sessions:
                await session.play("wS1")
                await follow(session, 1)
        for table in live.site.tables.in_memory():
            table.used_at -= 60
        await ann.create({"game": "hive", "seats": seats})
        assert len(live.site.tables.in_memory()) == 2
        for game in games:
            assert (await ann.read(game)).head == 2


async def test_options_are_stored_in_full_and_rated_games_open_without_the_queen(
    server: LiveServer,
) -> None:
    async with server.person() as ann:
        casual = (await ann.create(TWO)).game
        assert casual.options == {
            "game_type": "Base+MLP",
            "opening_queen": "allowed",
            "repetition": "draw",
        }
        rated = (await ann.create({**TWO, "rated": True})).game
        assert rated.options["opening_queen"] == "forbidden"
        assert (rated.speed, rated.rules_version) == ("untimed", 2)
        wish = {**TWO, "rated": True, "options": {"opening_queen": "allowed"}}
        assert await refusal(ann.create(wish)) == "INVALID_OPTIONS"
        hotseat = {"game": "hive", "seats": [{"who": "me"}, {"who": "me"}], "rated": True}
        assert await refusal(ann.create(hotseat)) == "INVALID_OPTIONS"
