"""Offers have answers: asked, declined and withdrawn are told to both, rematches too."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from skep import protocol
from skep.client import Person, Session
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


async def three_at_an_end(live: LiveServer, *people: Person) -> str:
    """A match of La Ruche of three people and a bot that is over."""
    seats = [{"who": "me"}, {"who": "open"}, {"who": "open"}, {"who": "bot", "level": 1}]
    options = {"rounds": 1, "setup_ms": 50, "stall_ms": 50}
    made = await people[0].create({"game": "laruche", "seats": seats, "options": options})
    for person in people[1:]:
        await person.join(made.game.id, made.key)
    return made.game.id


async def until_over(*sessions: Session) -> None:
    for session in sessions:
        await session.until(partial(is_over, session), seconds=20)


def is_over(session: Session) -> bool:
    return session.mirror.outcome is not None


async def begun(session: Session) -> protocol.Rematch:
    while (told := await rematch_told(session)).next_game is None:
        pass
    return told


async def test_a_rematch_of_three_waits_until_all_have_answered(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as ben, server.person() as cleo:
        game = await three_at_an_end(server, ann, ben, cleo)
        async with ann.sit(game) as one, ben.sit(game) as two, cleo.sit(game) as three:
            await until_over(one, two, three)
            await one.want_rematch()
            assert await rematch_told(three) == protocol.Rematch(offered_by=0)
            await two.want_rematch()
            waiting = await rematch_told(three)
            assert (waiting.next_game, waiting.accepted) == (None, (1,))
            await three.want_rematch()
            told = await begun(three)
            assert told.accepted == (1, 2)
            info = (await server.site.tables.get(told.next_game or "")).stored.info
            assert len(info.seats) == 4


async def test_who_declines_a_rematch_of_three_is_left_out(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as ben, server.person() as cleo:
        game = await three_at_an_end(server, ann, ben, cleo)
        async with ann.sit(game) as one, ben.sit(game) as two, cleo.sit(game) as three:
            await until_over(one, two, three)
            await one.want_rematch()
            await three.decline_rematch()
            await two.want_rematch()
            told = await begun(two)
            assert (told.accepted, told.declined) == ((1,), (2,))
            info = (await server.site.tables.get(told.next_game or "")).stored.info
            assert sorted(seat.who for seat in info.seats) == ["bot", "person", "person"]


async def test_a_rematch_does_not_wait_for_who_has_left(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as ben, server.person() as cleo:
        game = await three_at_an_end(server, ann, ben, cleo)
        async with ann.sit(game) as one, ben.sit(game) as two:
            async with cleo.sit(game) as three:
                await until_over(one, two, three)
                await one.want_rematch()
                await two.want_rematch()
                assert (await rematch_told(three)).next_game is None
            told = await begun(two)
            info = (await server.site.tables.get(told.next_game or "")).stored.info
            assert len(info.seats) == 3


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
