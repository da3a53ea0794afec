"""Coming and going: presence, absence in La Ruche, claims in Hive, and the goodbye."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import msgspec
import pytest

from skep import protocol
from skep.client import Person, Session
from skep.errors import CommandRefusedError
from skep.server.games.hive import messages as hive_messages
from skep.server.sockets.connection import MAX_QUEUED_BYTES
from skep.server.tables.tables import now_ms
from tests.server.live import LiveServer, ServerProcess, serve
from tests.server.plain_client import PlainPerson
from tests.server.tables.test_tables import follow, refusal, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]


async def test_everybody_is_told_who_is_there(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white:
            async with bob.sit(game):
                while not isinstance(frame := await white.others.get(), protocol.Present) or (
                    frame.present != [0, 1]
                ):
                    pass
            while not isinstance(frame := await white.others.get(), protocol.Present) or (
                frame.present != [0]
            ):
                pass


async def test_a_win_is_claimed_only_after_long_absence(tmp_path: Path) -> None:
    async with serve(tmp_path, claim_untimed_seconds=0.5) as live, live.person() as ann:
        bob = live.person()
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white:
            async with bob.sit(game) as black:
                await white.play("wS1")
                await follow(black, 1)
                assert await refusal(white.do(hive_messages.Claim())) == "NOTHING_TO_CLAIM"
            told = await claim_told(white)
            assert told.seat == 0
            assert told.from_ms >= now_ms() - 500
            await asyncio.sleep(max(0.0, (told.from_ms - now_ms()) / 1000))
            await white.do(hive_messages.Claim())
            await white.until(lambda: white.mirror.outcome is not None, seconds=5)
            assert white.mirror.outcome == protocol.Ending(ranks=(1, 2), reason="absence")
        await bob.__aexit__()


async def claim_told(session: Session) -> protocol.ClaimDue:
    """The next word about a claim that will be possible."""
    while True:
        frame = await session.others.get()
        if isinstance(frame, protocol.Present) and frame.claim is not None:
            return frame.claim


async def test_both_are_told_when_a_move_makes_a_claim_possible(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white, PlainPerson(server.url, bob.cookie) as plain:
            await white.play("wS1")
            told = await claim_told(white)  # bob has not come yet, and it is his turn
            assert told.from_ms - now_ms() > 500_000
            assert await refusal(white.do(hive_messages.Claim())) == "TOO_EARLY"
            async with plain.sit(game) as black:
                assert black.welcome["claim"]["seat"] == 0  # so he knows what he has escaped
                await black.until(lambda frame: frame["type"] == "present" and not frame["claim"])
                await black.do("play", move="bS1 wS1-", ply=1)
            await follow(white, 2)  # now it is her own turn, and he is away
            assert await refusal(white.do(hive_messages.Claim())) == "NOTHING_TO_CLAIM"
            await white.play("wA1 -wS1")
            assert (await claim_told(white)).seat == 0


async def test_a_bot_plays_for_an_absent_player_until_they_return(server: LiveServer) -> None:
    options = {"absent_ms": 200}
    seats = [{"who": "me"}, {"who": "open"}]
    async with server.person() as ann, server.person() as bob:
        created = await ann.create({"game": "laruche", "seats": seats, "options": options})
        game = created.game.id
        await bob.join(game, created.key)
        async with ann.sit(game) as first:
            async with bob.sit(game):
                await first.until(lambda: not first.mirror.status.players[1].away, seconds=10)
            await first.until(lambda: first.mirror.status.players[1].stand_in, seconds=10)
            async with bob.sit(game):
                await first.until(lambda: not first.mirror.status.players[1].stand_in, seconds=10)
            kinds = {type(event) for event in first.mirror.seen.values()}
            assert {protocol.Left, protocol.Returned} <= kinds


async def test_a_graceful_stop_says_goodbye_and_loses_nothing(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    await server.start()
    async with Person(server.url) as ann:
        seats = [{"who": "me"}, {"who": "me"}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game) as session:
            goodbyes: list[bytes] = []
            session.on_frame = lambda data: goodbyes.append(data) if b"going" in data else None
            await session.play("wS1")
            code = await server.stop(signal.SIGTERM)
            assert code in (0, -signal.SIGTERM)
            assert len(goodbyes) == 1
            assert 0 <= msgspec.json.decode(goodbyes[0])["retry_ms"] <= 3000
            await server.start()
            await session.play("bS1 wS1-")
            await follow(session, 2)
            assert session.mirror.moves == ["wS1", "bS1 wS1-"]
    await server.stop()
    assert "Traceback" not in (tmp_path / "server.log").read_text()


async def test_a_client_that_does_not_read_is_cut_off_alone(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob, listed=True)).game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            table = await server.site.tables.get(game)
            listener = next(x for x in table.listeners if x.seat == 1)
            listener.queued_bytes = MAX_QUEUED_BYTES  # type: ignore[attr-defined]
            listener._flushing = True  # type: ignore[attr-defined]
            await white.play("wS1")
            await black.until(lambda: black.reconnects == 1, seconds=20)
            await follow(black, 1)


async def test_hotseat_takeback_and_draw_need_no_answer(server: LiveServer) -> None:
    async with server.person() as ann:
        seats = [{"who": "me"}, {"who": "me"}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game, legal=True) as both:
            await both.play("wS1")
            await both.until(lambda: bool(both.mirror.status.legal), seconds=5)
            await both.play("bS1 wS1-")
            await follow(both, 2)
            await both.do(hive_messages.OfferTakeback(ply=2))
            await follow(both, 1)
            await both.do(hive_messages.OfferDraw(ply=1))
            await both.until(lambda: both.mirror.outcome is not None, seconds=5)
            with pytest.raises(CommandRefusedError):
                await both.do(hive_messages.Resign())
