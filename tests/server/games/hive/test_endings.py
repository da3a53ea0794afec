"""How a game ended, as its file says it and as the page of that file shows it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from skep.hive.notation import GameState
from skep.hive.records import Ending, Result, parse_record
from tests.server.live import serve

pytestmark = pytest.mark.anyio

WON = (
    r"wG1;bA1 -wG1;wB1 wG1/;bG1 -bA1;wS1 wG1\;bS1 \bA1;wQ wB1-;bQ /bG1;wS1 bQ\;bS1 -bQ;wG2 wS1-;"
    "bB1 -bS1;wG2 bS1\\;bA2 \\bB1;wA1 \\wB1;bA2 /wA1;wG1 -bG1;bA3 /bB1;wA1 bG1\\"
)
TWO_OWN = {"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def test_a_game_that_was_won_on_the_board_says_so(tmp_path: Path) -> None:
    async with serve(tmp_path) as live, live.person() as ann:
        game = (await ann.create({**TWO_OWN, "options": {"game_type": "Base"}})).game.id
        async with ann.sit(game) as both:
            for move in WON.split(";"):
                await both.play(move)
        record = await ann.export(game, "pgn")
        assert '[Termination "surrounded"]' in record
        assert parse_record(record).stated == Result(GameState.WHITE_WINS, Ending.SURROUNDED)
        async with httpx.AsyncClient(base_url=live.url) as http:
            page = await pasted(http, record)
    assert "White wins. The black queen is surrounded." in " ".join(page.split())


async def test_every_ending_of_a_pasted_record_has_a_page(tmp_path: Path) -> None:
    async with serve(tmp_path) as live, httpx.AsyncClient(base_url=live.url) as http:
        for ending in Ending:
            tags = f'[GameType "Base"]\n[Result "Draw"]\n[Termination "{ending.value}"]'
            assert "A draw" in await pasted(http, f"{tags}\n\n1. wS1\n"), ending


async def pasted(http: httpx.AsyncClient, record: str) -> str:
    page = (await http.get("/replay")).text
    form = {"csrf": page.split('name="csrf" value="')[1].split('"')[0], "text": record}
    answer = await http.post("/replay", data=form, follow_redirects=True)
    assert answer.status_code == 200
    return answer.text
