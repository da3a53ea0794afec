"""Whoever plays against a person gets no help from the server's engine."""

from __future__ import annotations

import itertools
from typing import Any

import httpx
import pytest

from skep.errors import CommandRefusedError
from skep.server.games.hive import messages as hive_messages
from tests.server.live import LiveServer
from tests.server.plain_client import PlainPerson, PlainRefusedError
from tests.server.tables.test_tables import start_two

pytestmark = [pytest.mark.anyio, pytest.mark.medium]

LINE = {"game_type": "Base+MLP", "opening_queen": "allowed", "moves": ["wS1"]}
ALONE = {"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]}


# What names good moves: the engine's score, and the coach of the school.
HELPERS = ("/api/hive/score", "/api/school/coach")


async def score(server: LiveServer, cookie: str, path: str = HELPERS[0]) -> tuple[int, Any]:
    async with PlainPerson(server.url, cookie) as person:
        answer = await person.request("POST", path, LINE)
        return answer.status_code, answer.json()


async def analysis(server: LiveServer, cookie: str, game: str, ply: int = 0) -> str:
    async with PlainPerson(server.url, cookie) as person, person.sit(game) as socket:
        try:
            await socket.ask("analyse", ply=ply, seconds=0.1)
        except PlainRefusedError as refusal:
            return refusal.code
        await socket.until(lambda frame: frame["type"] == "analysis" and frame["done"])
        return ""


async def test_who_plays_a_person_is_not_helped(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob, server.person() as eve:
        alone = (await ann.create(ALONE)).game.id
        await eve.create(ALONE)
        assert (await score(server, ann.cookie))[0] == 200
        assert await analysis(server, ann.cookie, alone) == ""
        created = await start_two(ann, bob)
        for player, path in itertools.product((ann, bob), HELPERS):
            status, answer = await score(server, player.cookie, path)
            assert (status, answer["code"]) == (409, "NOT_OVER")
            assert answer["params"] == {"game": created.game.id}
        assert await analysis(server, ann.cookie, alone) == "NOT_OVER"  # by way of another table
        assert (await score(server, eve.cookie))[0] == 200
        async with ann.sit(created.game.id) as white:
            await white.do(hive_messages.Resign())
        assert (await score(server, ann.cookie))[0] == 200
        assert await analysis(server, ann.cookie, alone) == ""


async def test_a_running_game_is_shown_without_a_score(server: LiveServer) -> None:
    async with (
        server.person() as ann,
        server.person() as bob,
        httpx.AsyncClient(base_url=server.url) as http,
    ):
        game = (await start_two(ann, bob, listed=True)).game.id

        async def offers_score() -> bool:
            page = (await http.get(f"/g/{game}/replay")).text
            button = page.split('data-part="score-button"')[1].split(">")[0]
            assert ('"scored":true' in page) != ("hidden" in button)
            return '"scored":true' in page

        async with ann.sit(game) as white:
            await white.play("wS1")
            assert not await offers_score()
            await white.do(hive_messages.Resign())
        assert await offers_score()


async def test_who_leaves_the_cookie_away_is_not_helped_either(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        game = (await start_two(ann, bob)).game.id
        async with ann.sit(game) as white:
            await white.play("wS1")
            longer = {**LINE, "moves": ["wS1", "bS1 wS1-"]}
            other = {**LINE, "moves": ["wG1"]}
            async with PlainPerson(server.url) as nobody:
                answers = ((LINE, 409), (longer, 409), (other, 200))
                for path, (line, status) in itertools.product(HELPERS, answers):
                    answer = await nobody.request("POST", path, line)
                    assert answer.status_code == status
            await white.do(hive_messages.Resign())
        assert (await score(server, ""))[0] == 200


OPENING = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wA1 -wQ", "bA1 bQ-", "wG1 \\wQ"]
MIRRORED = [*OPENING[:-1], "wG1 /wQ"]
# Turned so that what lay in the east lies in the south-east.
TURNED = ["wS1", "bS1 wS1\\", "wQ \\wS1", "bQ bS1\\", "wA1 \\wQ", "bA1 bQ\\", "wG1 wQ/"]


async def test_a_copied_position_is_known_whichever_way_it_lies(server: LiveServer) -> None:
    """As nobody, as somebody else, mirrored, turned, with another set, a move before."""
    async with server.person() as ann, server.person() as bob, server.person() as eve:
        game = (await start_two(ann, bob)).game.id
        alone = (await eve.create(ALONE)).game.id
        async with ann.sit(game) as white, bob.sit(game) as black, eve.sit(alone) as both:
            for n, text in enumerate(OPENING):
                await (white, black)[n % 2].play(text)
                await white.until(lambda: white.mirror.ply == n + 1)  # noqa: B023
                await black.until(lambda: black.mirror.ply == n + 1)  # noqa: B023
            for n, text in enumerate(MIRRORED):
                await both.play(text)
                await both.until(lambda: both.mirror.ply == n + 1)  # noqa: B023
            async with PlainPerson(server.url) as nobody:

                async def asked(moves: list[str], game_type: str = "Base+MLP") -> int:
                    line = {"game_type": game_type, "opening_queen": "allowed", "moves": moves}
                    answer = await nobody.request("POST", "/api/hive/score", line)
                    assert game not in answer.text  # nobody has to know of it
                    return answer.status_code

                assert await asked(MIRRORED) == 409
                assert await asked(TURNED) == 409
                assert await asked(OPENING, "Base") == 409
                assert await asked(OPENING[:-1]) == 409
                assert await asked([*OPENING[:-1], "wG1 wA1\\"]) == 409  # through that one
                assert await asked([*OPENING[:-2], "bG1 bQ-"]) == 200
            last = len(OPENING)
            assert await analysis(server, eve.cookie, alone, last) == "NOT_OVER"
            assert await analysis(server, eve.cookie, alone, 1) == ""
            await white.do(hive_messages.Resign())
        assert await analysis(server, eve.cookie, alone, last) == ""


async def test_engines_do_not_play_without_a_person(server: LiveServer) -> None:
    async with server.person() as ann:
        engines = [{"who": "engine", "level": 10}] * 2
        with pytest.raises(CommandRefusedError) as caught:
            await ann.create({"game": "hive", "seats": engines})
        assert caught.value.code == "INVALID_OPTIONS"
