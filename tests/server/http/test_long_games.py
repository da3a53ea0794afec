"""Long games, exported, shown and pasted by whoever wants the server to stand still."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from skep import protocol
from skep.client import Person
from skep.hive.notation import GameState
from skep.hive.records import Ending, Result, parse_record
from skep.server.games.hive import messages as m
from skep.server.games.hive.kind import HiveKind
from skep.server.games.hive.page import record_page
from skep.server.games.hive.rules import HiveRules
from skep.server.rules.contract import SeatTerms, Terms, no_lag
from skep.server.tables.tables import now_ms
from tests.server.live import LiveServer, serve

pytestmark = pytest.mark.anyio

OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
CYCLE = (r"wQ \wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-")
TWO_OWN = {"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]}


def walk(plies: int) -> list[str]:
    """Two queens go around two spiders."""
    return [*OPENING, *CYCLE * (plies // len(CYCLE))][:plies]


def calls_of(work: Callable[[], Any]) -> int:
    """How many functions are called: the cost of it, whatever the machine does beside."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    work()  # what is loaded and cached once is not its cost
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def played(plies: int) -> tuple[HiveRules, protocol.GameInfo]:
    seats = tuple(SeatTerms("person", 0, user) for user in (1, 2))
    options = {"repetition": "offer"}
    rules = HiveRules(Terms("hive", options, protocol.Untimed(), seats, b"", 2))
    rules.apply(protocol.Started(), 0)
    for move in walk(plies):
        rules.apply(m.Played(seat=rules.turn, move=move), 0)
    shown = [protocol.SeatInfo(who="person", name=name) for name in ("Ann", "Bob")]
    info = protocol.GameInfo(
        id="x",
        game="hive",
        status="live",
        options=options,
        time=protocol.Untimed(),
        speed="untimed",
        rated=False,
        rules_version=2,
        listed=False,
        seats=shown,
        created_ms=0,
    )
    return rules, info


@pytest.mark.parametrize("what", ["pgn", "text", "page", "replay", "pasted"])
def test_twice_as_long_costs_about_twice_as_much(what: str) -> None:
    kind = HiveKind()

    def cost_of(plies: int) -> int:
        rules, info = played(plies)
        work: dict[str, Callable[[], Any]] = {
            "pgn": lambda: kind.export(rules, info, [], "pgn"),
            "text": lambda: kind.export(rules, info, [], "text"),
            "page": lambda: kind.page(rules, info, [0]),
            "replay": lambda: kind.replay(rules, info),
            "pasted": lambda: record_page(rules.game_string),
        }
        return calls_of(work[what])

    costs = [cost_of(plies) for plies in (120, 240, 480)]
    # Twice as many plies more, so about twice the cost more; were it quadratic, four times.
    assert costs[2] - costs[1] <= 2.5 * (costs[1] - costs[0]) + 100


def test_the_record_of_a_game_that_grew_too_long_says_why_it_ended() -> None:
    rules, info = played(500)
    record = HiveKind().export(rules, info, [], "pgn").text
    assert '[Result "Draw"]' in record
    assert '[Termination "ply limit"]' in record
    game = parse_record(record)
    assert game.stated == Result(GameState.DRAW, Ending.PLY_LIMIT)
    assert game.stated.words == "Draw by the limit of plies"


async def play_alone(live: LiveServer, plies: int) -> str:
    user = await live.site.guests.create()
    seats: list[protocol.SeatRequest] = [protocol.Me(), protocol.Me()]
    wish = protocol.CreateGame(
        game="hive", seats=seats, options={"repetition": "offer"}, listed=True
    )
    game = (await live.site.lobby.create(wish, user)).id
    for ply, move in enumerate(walk(plies)):
        await live.site.tables.command(
            game,
            user=user,
            command=m.Play(move=move, ply=ply),
            command_id=str(ply),
            lag_before=no_lag,
            received_ms=now_ms(),
            acknowledge=lambda _: None,
        )
    return game


@pytest.mark.medium
async def test_a_long_game_counts_as_several_requests(tmp_path: Path) -> None:
    one_at_once: dict[str, Any] = {"requests_per_second": 0.2, "trusted_proxies": ["127.0.0.1"]}
    async with (
        serve(tmp_path, **one_at_once) as live,
        httpx.AsyncClient(base_url=live.url, timeout=60) as http,
    ):
        for number, (plies, expected) in enumerate([(20, 200), (240, 429)]):
            game = await play_alone(live, plies)
            paths = (f"/g/{game}", f"/g/{game}/replay", f"/api/games/{game}",
                     f"/api/games/{game}/export?format=pgn")  # fmt: skip
            for place, path in enumerate(paths):
                sender = {"x-forwarded-for": f"192.0.2.{10 * number + place}"}
                assert (await http.get(path, headers=sender)).status_code == expected, path


async def test_a_long_body_counts_as_several_requests(tmp_path: Path) -> None:
    """One at once: a short text is that one, a long text is more, whether its length is told."""

    async def in_parts(body: bytes) -> AsyncIterator[bytes]:
        yield body[:30_000]
        yield body[30_000:]

    limits: dict[str, Any] = {"requests_per_second": 0.3, "trusted_proxies": ["127.0.0.1"]}
    async with (
        serve(tmp_path, **limits) as live,
        httpx.AsyncClient(base_url=live.url, timeout=60) as http,
    ):
        kind = {"content-type": "application/json"}
        for number, (size, expected) in enumerate([(200, 400), (60_000, 429)]):
            body = b" " * size
            contents: list[bytes | AsyncIterator[bytes]] = [body, in_parts(body)]
            for place, content in enumerate(contents):
                sender = {**kind, "x-forwarded-for": f"192.0.2.{10 * number + place}"}
                answer = await http.post("/api/games", content=content, headers=sender)
                assert answer.status_code == expected


@pytest.mark.medium
async def test_pastes_of_long_texts_are_soon_refused_and_others_are_served(tmp_path: Path) -> None:
    text = f"Base+MLP;InProgress;White[1];{';'.join(walk(4_000))}"
    assert parse_record(text).end.ply == 4_000
    async with (
        serve(tmp_path) as live,
        httpx.AsyncClient(base_url=live.url, timeout=60) as eve,
        Person(live.url) as ann,
    ):
        game = (await ann.create(TWO_OWN)).game.id
        page = (await eve.get("/replay")).text
        form = {"csrf": page.split('name="csrf" value="')[1].split('"')[0], "text": text}
        async with ann.sit(game) as both:
            pastes = [asyncio.ensure_future(eve.post("/replay", data=form)) for _ in range(60)]
            for move in walk(8):
                await both.play(move)
            answers = await asyncio.gather(*pastes)
        refused = ["Too many requests" in answer.text for answer in answers]
        assert refused.count(False) < 12 < refused.count(True)  # what a minute grants, at most
