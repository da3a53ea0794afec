"""Offers have answers: asked, declined and withdrawn are told to both, rematches too."""

from __future__ import annotations

from pathlib import Path

import pytest

from skep import protocol
from skep.client import Session
from skep.server.games.hive import messages as m
from tests.server.live import LiveServer, serve
from tests.server.plain_client import PlainPerson
from tests.server.tables.test_tables import follow, refusal, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]


async def test_an_offer_is_withdrawn_by_who_made_it_alone(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            await white.play("wS1")
            await black.play("bS1 wS1-")
            await follow(white, 2)
            assert await refusal(white.do(m.WithdrawDraw(ply=2))) == "NO_OFFER"
            await white.do(m.OfferDraw(ply=2))
            await black.do(m.OfferTakeback(ply=2))
            await follow(black, 2)
            assert await refusal(black.do(m.WithdrawDraw(ply=2))) == "NO_OFFER"
            assert await refusal(white.do(m.WithdrawTakeback(ply=2))) == "NO_OFFER"
            assert await refusal(white.do(m.WithdrawDraw(ply=1))) == "STALE"
            await white.do(m.WithdrawDraw(ply=2))
            await black.do(m.WithdrawTakeback(ply=2))
            await white.until(lambda: white.mirror.head >= 7, seconds=10)
            await black.until(lambda: black.mirror.head >= 7, seconds=10)
            for session in (white, black):
                told = list(session.mirror.seen.values())
                assert told[-2:] == [m.DrawWithdrawn(seat=0), m.TakebackWithdrawn(seat=1)]
                status = session.mirror.status
                assert (status.draw_offer, status.takeback_offer) == (None, None)
            assert await refusal(black.do(m.AnswerDraw(accept=True, ply=2))) == "NO_OFFER"
            await white.do(m.OfferDraw(ply=2))  # it may be asked again


async def rematch_told(session: Session) -> protocol.Rematch:
    while not isinstance(frame := await session.others.get(), protocol.Rematch):
        pass
    return frame


async def test_a_rematch_is_declined_withdrawn_and_offered_again(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white, bob.sit(game) as black:
            await white.do(protocol.Abort())
            await black.until(lambda: black.mirror.outcome is not None, seconds=10)
            assert await refusal(black.decline_rematch()) == "NO_OFFER"
            for decliner, seat in ((black, 1), (white, 0)):
                await white.want_rematch()
                assert await rematch_told(black) == protocol.Rematch(offered_by=0)
                await decliner.decline_rematch()
                off = protocol.Rematch(offered_by=0, declined_by=seat)
                assert await rematch_told(black) == off
                await rematch_told(white)
                assert await rematch_told(white) == off
            await black.want_rematch()
            await white.want_rematch()
            await rematch_told(black)
            assert (await rematch_told(black)).next_game is not None
            assert await refusal(black.decline_rematch()) == "NO_OFFER"


async def test_nobody_who_has_left_is_drawn_into_a_rematch(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob)).game.id
        async with bob.sit(game) as black:
            async with ann.sit(game) as white:
                await white.do(protocol.Abort())
                await white.want_rematch()
                assert await rematch_told(black) == protocol.Rematch(offered_by=0)
            while not isinstance(frame := await black.others.get(), protocol.Present) or (
                frame.present != [1]
            ):
                pass
            await black.want_rematch()
            assert await rematch_told(black) == protocol.Rematch(offered_by=1)
            async with ann.sit(game) as white:
                await white.want_rematch()
                assert (await rematch_told(black)).next_game is not None


async def test_an_offer_of_a_rematch_is_told_to_who_comes_later(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white:
            await white.do(protocol.Abort())
            await white.want_rematch()
            async with PlainPerson(server.url, bob.cookie) as plain, plain.sit(game) as black:
                assert black.welcome["rematch"]["offered_by"] == 0


async def test_the_welcome_says_how_long_one_may_be_away(tmp_path: Path) -> None:
    timed = {"pace": "timed", "base_ms": 60_000}
    async with serve(tmp_path, claim_seconds=45) as live, live.person() as ann:
        async with live.person() as bob:
            game = (await start_two(ann, bob, time=timed)).game.id
        seats = [{"who": "me"}, {"who": "engine", "level": 1}]
        alone = (await ann.create({"game": "hive", "seats": seats, "time": timed})).game.id
        async with PlainPerson(live.url, ann.cookie) as plain:
            async with plain.sit(game) as white:
                assert white.welcome["claim_after_ms"] == 45_000
            async with plain.sit(alone) as white:  # the computer claims nothing
                assert white.welcome["claim_after_ms"] is None
