"""The solitaire is a server game like all others, its seat held by one person."""

from __future__ import annotations

import msgspec
import pytest

from skep import protocol
from skep.errors import CommandRefusedError
from skep.server.games.solitaire import messages as solitaire_messages
from tests.server.live import LiveServer
from tests.server.tables.test_tables import refusal

pytestmark = pytest.mark.anyio


@pytest.mark.medium
async def test_a_solitaire_is_solved_by_its_hints(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as eve:
        wish = {"game": "solitaire", "seats": [{"who": "me"}], "options": {"size": 7}}
        created = await ann.create({**wish, "listed": True})
        game = created.game.id
        async with ann.sit(game) as player, eve.sit(game) as watcher:
            hints: list[bytes] = []
            player.on_frame = lambda data: hints.append(data) if b'"hinted"' in data else None
            assert len(player.mirror.status.hand) == 7
            assert await refusal(watcher.do(solitaire_messages.GiveUp())) == "NOT_YOUR_SEAT"
            for left in range(6, -1, -1):
                await player.do(solitaire_messages.AskHint())
                count = 7 - left
                await player.until(lambda count=count: len(hints) == count, seconds=10)  # type: ignore[misc]
                await player.do(_hint(hints[-1]))
                await player.until(
                    lambda left=left: len(player.mirror.status.hand) == left,  # type: ignore[misc]
                    seconds=10,
                )
            assert player.mirror.status.solved
            assert player.mirror.status.hints == 7
            await watcher.until(lambda: watcher.mirror.outcome is not None, seconds=10)
            assert watcher.mirror.table == player.mirror.table


def _hint(frame: bytes) -> solitaire_messages.Put:
    effect = msgspec.json.decode(frame, type=protocol.EventSent).effects[0]
    return solitaire_messages.Put(cell=tuple(effect["cell"]), pose=effect["pose"])


@pytest.mark.parametrize(
    "wish",
    [
        {"seats": [{"who": "me"}, {"who": "open"}]},
        {"seats": [{"who": "open"}]},
        {"options": {"size": 60}},
        {"options": {"day": "yesterday"}},
        {"options": {"colour": 1}},
        {"time": {"pace": "daily", "days": 1}},
    ],
)
async def test_what_is_no_solitaire_is_refused(server: LiveServer, wish: dict[str, object]) -> None:
    async with server.person() as ann:
        with pytest.raises(CommandRefusedError) as caught:
            await ann.create({"game": "solitaire", "seats": [{"who": "me"}], **wish})
        assert caught.value.code == "INVALID_OPTIONS"


async def test_the_puzzle_of_a_day_is_the_same_for_everyone(server: LiveServer) -> None:
    hands = []
    for _ in range(2):
        async with server.person() as ann:
            wish = {"game": "solitaire", "seats": [{"who": "me"}], "options": {"day": "2026-11-16"}}
            game = (await ann.create(wish)).game.id
            async with ann.sit(game) as player:
                hands.append(player.mirror.status.hand)
    assert hands[0] == hands[1]
