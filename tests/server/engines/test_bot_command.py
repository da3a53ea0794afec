"""`skep bot` at a real server: it comes back to its seat, and sits down at Hive alone."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from skep.client import Session
from skep.server.games.hive import messages as hive_messages
from tests.server.live import LiveServer, serve

pytestmark = pytest.mark.anyio
ENGINE = f"{sys.executable} -m skep uhp"


async def start_bot(live: LiveServer, game: str, key: str) -> asyncio.subprocess.Process:
    arguments = ["bot", "--engine", ENGINE, "--server", live.url, "--game", game, "--key", key]
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "skep", *arguments, "--seconds", "0.05"),
        env=os.environ | {"SKEP_HOME": str(live.settings.folder / "home")},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )


async def line_of(bot: asyncio.subprocess.Process) -> str:
    assert bot.stdout is not None
    return (await asyncio.wait_for(bot.stdout.readline(), 30)).decode()


async def play_and_wait(white: Session) -> None:
    ply = white.mirror.ply + 2
    await white.play(white.mirror.status.legal[0])
    await white.until(lambda: white.mirror.ply >= ply, seconds=30)


@pytest.mark.medium
async def test_a_killed_bot_takes_its_seat_again(tmp_path: Path) -> None:
    seats = [{"who": "me"}, {"who": "invited"}]
    async with serve(tmp_path) as live, live.person() as ann:
        created = await ann.create({"game": "hive", "seats": seats})
        game = created.game.id
        bot = await start_bot(live, game, created.key)
        assert "sits at seat 1\n" in await line_of(bot)
        async with ann.sit(game, legal=True) as white:
            await play_and_wait(white)
            bot.kill()
            await bot.wait()
            bot = await start_bot(live, game, created.key)
            assert "sits at seat 1 again\n" in await line_of(bot)
            await play_and_wait(white)
            await white.do(hive_messages.Resign())
        assert "Black wins by resignation.\n" in await line_of(bot)
        assert await asyncio.wait_for(bot.wait(), 30) == 0
        assert not list((tmp_path / "home" / "bots").iterdir())


@pytest.mark.medium
async def test_two_bots_of_one_command_play_each_other(tmp_path: Path) -> None:
    seats = [{"who": "invited"}, {"who": "invited"}]
    async with serve(tmp_path) as live, live.person() as ann:
        created = await ann.create({"game": "hive", "seats": seats})
        bots = [await start_bot(live, created.game.id, created.key) for _ in range(2)]
        told = sorted([await line_of(bot) for bot in bots])
        assert ["seat 0" in told[0], "seat 1" in told[1]] == [True, True]
        for bot in bots:
            bot.kill()
            await bot.wait()


@pytest.mark.medium
async def test_a_bot_does_not_sit_down_at_another_game(tmp_path: Path) -> None:
    seats = [{"who": "me"}, {"who": "invited"}]
    async with serve(tmp_path) as live, live.person() as ann:
        created = await ann.create({"game": "laruche", "seats": seats})
        bot = await start_bot(live, created.game.id, created.key)
        assert "is one of laruche; a UHP engine plays Hive" in await line_of(bot)
        assert await bot.wait() == 2
        found = await ann.read(created.game.id)
        assert [seat.who for seat in found.game.seats] == ["person", "invited"]
