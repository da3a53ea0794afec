"""A move brings its choices: what both players may choose next comes with the move itself."""

from __future__ import annotations

import msgspec
import pytest

from skep.hive import Color, Position
from skep.server.games.hive.choices import choices_of
from skep.server.games.hive.messages import OfferTakeback, Played
from tests.server.live import LiveServer
from tests.server.tables.test_tables import follow, start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
MOST_BYTES = 2048


async def test_both_players_are_told_what_they_may_choose(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob, server.person() as eve:
        created = await start_two(ann, bob)
        game = created.game.id
        frames: list[bytes] = []
        async with (
            ann.sit(game, choices=True) as white,
            bob.sit(game, choices=True) as black,
            ann.sit(game) as plain,
            eve.sit(game, key=created.key, choices=True) as watcher,
        ):
            black.on_frame = frames.append
            position = Position("Base+MLP", opening_queen="allowed")
            assert white.mirror.status.choices == choices_of(position)
            for ply, text in enumerate(OPENING):
                await (black if ply % 2 else white).play(text)
                for session in (white, black, plain, watcher):
                    await follow(session, ply + 1)
                position.play(text)
                mover, waiter = (white, black) if position.turn is Color.WHITE else (black, white)
                assert mover.mirror.status.choices == choices_of(position)
                assert waiter.mirror.status.choices == choices_of(position, ahead=True)
                assert plain.mirror.status.choices is msgspec.UNSET
                assert watcher.mirror.status.choices is msgspec.UNSET
            assert max(map(len, frames)) <= MOST_BYTES


async def test_a_pinned_pillbug_is_told_to_throw() -> None:
    position = Position("Base+MLP", opening_queen="allowed")
    for text in ["wQ", "bQ wQ-", "wP -wQ", "bA1 bQ-", "wA1 -wP", "bA1 \\bQ"]:
        position.play(text)
    choices = choices_of(position)
    assert "wP" in choices.pinned
    assert choices.throwers == ["wP"]
    assert choices_of(position, ahead=True).throwers == []


async def test_a_takeback_brings_the_choices_of_the_earlier_position(server: LiveServer) -> None:
    async with server.person() as ann:
        seats = [{"who": "me"}, {"who": "me"}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game, choices=True) as both:
            for text in OPENING:
                await both.play(text)
            await both.do(OfferTakeback(ply=len(OPENING)))
            await both.until(lambda: both.mirror.ply == len(OPENING) - 1)
            position = Position("Base+MLP", opening_queen="allowed")
            for text in OPENING[:-1]:
                position.play(text)
            assert both.mirror.status.choices == choices_of(position)


async def test_a_move_tells_its_way_and_the_log_does_not_hold_it(server: LiveServer) -> None:
    async with server.person() as ann:
        seats = [{"who": "me"}, {"who": "me"}]
        game = (await ann.create({"game": "hive", "seats": seats})).game.id
        async with ann.sit(game, choices=True) as both:
            for text in (*OPENING, r"wQ \wS1"):
                await both.play(text)
            await follow(both, 5)
            played = both.mirror.seen[both.head]
            assert isinstance(played, Played)
            assert played.way is not msgspec.UNSET
            assert (played.way.kind, played.way.path) == ("slide", ((-1, 0), (0, -1)))
        rows = await server.site.store.tail(game, 0)
        assert not any("way" in row.payload for row in rows)
