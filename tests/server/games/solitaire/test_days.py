"""The puzzles of days: everyone's list, the calendar, the streak, the lamp, a challenge."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from skep.laruche.daily import number_of, puzzle_of
from skep.laruche.deal_codes import code_of_tiles
from skep.laruche.tiles import Placement
from skep.server.games.solitaire.kind import SolitaireKind
from skep.server.storage.schema import results
from tests.server.fixtures.observe import SlowClock, set_clock
from tests.server.live import LiveServer, serve
from tests.server.plain_client import PlainPerson, PlainRefusedError, PlainSocket

pytestmark = pytest.mark.anyio

MONDAY = date(2026, 11, 16)
NOON_MS = int(datetime(2026, 11, 16, 12, tzinfo=UTC).timestamp() * 1000)
DAY_MS = 86_400_000
SOLUTIONS: dict[date, tuple[Placement, ...]] = {}


@pytest.fixture(autouse=True)
def _quick_hands(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Solved in no time, as no person could: only a test of that looks at it."""
    if "human_hands" not in request.fixturenames:
        monkeypatch.setattr("skep.server.games.solitaire.questions.LEAST_MS_A_TILE", 0)


@pytest.fixture
def human_hands() -> None:
    """Lay no faster than people do, or be out of the list."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SlowClock:
    return set_clock(monkeypatch, NOON_MS)


@pytest.fixture
async def live(clock: SlowClock, tmp_path: Path) -> AsyncIterator[LiveServer]:
    async with serve(tmp_path) as server:
        server.site.tables.pulse.on_stall.clear()
        yield server


async def ask(person: PlainPerson, what: str, **query: Any) -> Any:
    words = "&".join(f"{name}={value}" for name, value in query.items())
    return await person.ask("GET", f"/api/solitaire/{what}?{words}")


async def begin(person: PlainPerson, day: date = MONDAY, offset: int = 0) -> str:
    options = {"day": day.isoformat(), "utc_offset_min": offset}
    wish = {"game": "solitaire", "seats": [{"who": "me"}], "options": options}
    game: str = (await person.ask("POST", "/api/games", wish))["game"]["id"]
    return game


async def lay(socket: PlainSocket, day: date, tiles: slice = slice(None)) -> None:
    for placement in SOLUTIONS.setdefault(day, puzzle_of(day).solution)[tiles]:
        cell = [placement.cell.q, placement.cell.r]
        await socket.do("put", cell=cell, pose=placement.pose.name)


async def solve(person: PlainPerson, day: date = MONDAY, *, hint: bool = False) -> str:
    game = await begin(person, day)
    async with person.sit(game) as socket:
        if hint:
            await socket.do("ask_hint")
        await lay(socket, day)
    return game


@pytest.mark.medium
async def test_the_list_opens_to_who_has_played(server: LiveServer) -> None:
    day = datetime.now(UTC).date()
    async with PlainPerson(server.url) as ann, PlainPerson(server.url) as ben:
        await ann.ask("POST", "/api/me", {"name": "Ann"})
        await ben.ask("POST", "/api/me", {"name": "Ben"})
        game = await solve(ann, day)
        seen = await ask(ben, "day", day=day)
        assert (seen["number"], seen["grade"]) == (number_of(day), puzzle_of(day).grade)
        assert (seen["played"], seen["without_hints"], seen["with_hints"]) == (1, None, None)
        assert len(seen["tiles"]) == 12
        assert seen["yours"] is None
        await solve(ben, day, hint=True)
        seen = await ask(ben, "day", day=day)
        (without,), (with_hints,) = seen["without_hints"], seen["with_hints"]
        assert (without["name"], without["you"], without["rank"]) == ("Ann", False, 1)
        assert without["attempt"]["game"] == game
        assert (with_hints["name"], with_hints["you"]) == ("Ben", True)
        assert with_hints["attempt"]["hints"] == 1
        assert seen["yours"] == with_hints["attempt"]
        assert seen["yours"]["gold"] is (seen["yours"]["joins"] == seen["best"])


@pytest.mark.medium
async def test_the_first_attempt_counts_and_is_gone_on_with(live: LiveServer) -> None:
    async with PlainPerson(live.url) as ann:
        first = await begin(ann)
        async with ann.sit(first) as socket:
            await lay(socket, MONDAY, slice(0, 11))
        yours = (await ask(ann, "day"))["yours"]
        assert (yours["game"], yours["is_over"], yours["laid"], yours["size"]) == (
            first, False, 11, 12,
        )  # fmt: skip
        await solve(ann)
        seen = await ask(ann, "day")
        assert (seen["played"], seen["without_hints"]) == (0, None)  # a later one is for fun
        assert seen["yours"] == yours
        async with ann.sit(first) as socket:
            await lay(socket, MONDAY, slice(11, 12))
        seen = await ask(ann, "day")
        assert [line["attempt"]["game"] for line in seen["without_hints"]] == [first]


@pytest.mark.medium
async def test_results_stand_by_joins_then_by_time(live: LiveServer, clock: SlowClock) -> None:
    people = [PlainPerson(live.url) for _ in range(3)]
    for person, delay_ms, laid in zip(people, (5_000, 1_000, 0), (12, 12, 11), strict=True):
        async with person:
            game = await begin(person)
            async with person.sit(game) as socket:
                clock.advance(delay_ms)
                await lay(socket, MONDAY, slice(0, laid))
                if laid < 12:
                    await socket.do("give_up")
            seen = await ask(person, "day")
    lines = seen["without_hints"]
    assert [line["attempt"]["laid"] for line in lines] == [12, 12, 11]
    assert lines[0]["attempt"]["time_ms"] < lines[1]["attempt"]["time_ms"]
    assert [line["rank"] for line in lines] == [1, 2, 3]
    assert [line["you"] for line in lines] == [False, False, True]


@pytest.mark.medium
async def test_a_streak_grows_day_by_day_and_older_days_fill_the_calendar(
    live: LiveServer, clock: SlowClock
) -> None:
    async with PlainPerson(live.url) as ann:
        await solve(ann)
        assert (await ask(ann, "day"))["streak"] == {"days": 1, "longest": 1, "at_risk": False}
        clock.advance(2 * DAY_MS)  # Tuesday is missed
        wednesday = date(2026, 11, 18)
        await solve(ann, wednesday)
        assert (await ask(ann, "day"))["streak"]["days"] == 2
        tuesday = date(2026, 11, 17)
        await solve(ann, tuesday)
        month = await ask(ann, "calendar", month="2026-11")
        assert month["streak"]["days"] == 2
        days = {day["day"]: day for day in month["days"]}
        assert list(days) == ["2026-11-16", "2026-11-17", "2026-11-18"]
        assert [day["on_time"] for day in month["days"]] == [True, False, True]
        assert {day["state"] for day in month["days"]} <= {"solved", "gold"}
        assert [day["number"] for day in month["days"]] == [1, 2, 3]
        clock.advance(DAY_MS)
        game = await begin(ann, date(2026, 11, 19))
        async with ann.sit(game) as socket:
            await lay(socket, date(2026, 11, 19), slice(0, 4))
        begun = (await ask(ann, "calendar", month="2026-11"))["days"][-1]
        assert (begun["state"], begun["attempt"]["laid"]) == ("begun", 4)


async def test_results_are_made_again_from_the_logs(live: LiveServer, tmp_path: Path) -> None:
    async with PlainPerson(live.url) as ann:
        await solve(ann)
        before = await ask(ann, "day")

        async def forget(connection: AsyncConnection) -> None:
            await connection.execute(delete(results))

        await live.site.writer.run(forget)
        assert await ask(ann, "day") == before


@pytest.mark.medium
async def test_a_day_begins_where_the_player_is(live: LiveServer) -> None:
    async with PlainPerson(live.url) as ann:
        there, here = await ask(ann, "day", utc_offset_min=780), await ask(ann, "day")
        assert (there["number"], here["number"]) == (2, 1)
        assert (there["is_today"], here["grade"]) == (True, "easy")
        await begin(ann, date(2026, 11, 17), offset=780)
        with pytest.raises(PlainRefusedError) as caught:
            await begin(ann, date(2026, 11, 17))
        assert caught.value.code == "INVALID_OPTIONS"
        with pytest.raises(PlainRefusedError) as caught:
            await ask(ann, "day", day="2026-11-17")
        assert caught.value.code == "NOT_FOUND"
        for before in (date(1, 1, 1), date(2026, 11, 15)):
            with pytest.raises(PlainRefusedError) as caught:
                await ask(ann, "day", day=before)
            assert caught.value.code == "NOT_FOUND"
            with pytest.raises(PlainRefusedError) as caught:
                await begin(ann, before)
            assert caught.value.code == "INVALID_OPTIONS"
        for wrong in ("2026-13", "0000-01", "x"):
            with pytest.raises(PlainRefusedError):
                await ask(ann, "calendar", month=wrong)


@pytest.mark.medium
async def test_the_lamp_tells_the_player_alone(live: LiveServer) -> None:
    async with PlainPerson(live.url) as ann, PlainPerson(live.url) as eve:
        game = await begin(ann)
        assert (await ask(ann, "lamp", game=game))["solvable"] is True
        with pytest.raises(PlainRefusedError) as caught:
            await ask(eve, "lamp", game=game)
        assert caught.value.code == "NOT_FOUND"
        async with ann.sit(game) as socket:
            await lay(socket, MONDAY)
        with pytest.raises(PlainRefusedError) as caught:
            await ask(ann, "lamp", game=game)
        assert caught.value.code == "GAME_OVER"


@pytest.mark.medium
async def test_a_challenge_deals_the_same_tiles_to_others(live: LiveServer) -> None:
    async with PlainPerson(live.url) as ann, PlainPerson(live.url) as ben:
        wish = {
            "game": "solitaire",
            "seats": [{"who": "me"}],
            "options": {"size": 7, "strict": True},
        }
        created = await ann.ask("POST", "/api/games", wish)
        game, key = created["game"]["id"], created["key"]
        with pytest.raises(PlainRefusedError) as caught:
            await ask(ben, "challenge", game=game, key=key)
        assert caught.value.code == "NOT_OVER"
        async with ann.sit(game) as socket:
            tiles = socket.welcome["view"]["tiles"]
            await socket.do("put", cell=[0, 0], pose=tiles[0])
            told = await socket.told_of(await socket.do("give_up"))
            assert told["status"]["share"].startswith("La Ruche · ⬡ 1/7 · 0:00")
        with pytest.raises(PlainRefusedError) as caught:
            await ask(ben, "challenge", game=game)
        assert caught.value.code == "NOT_FOUND"
        challenge = await ask(ben, "challenge", game=game, key=key)
        assert (challenge["attempt"]["laid"], challenge["options"]["strict"]) == (1, True)
        again = await ben.ask("POST", "/api/games", {**wish, "options": challenge["options"]})
        assert (await ben.read(again["game"]["id"]))["view"]["tiles"] == tiles


@pytest.mark.medium
async def test_the_next_days_are_dealt_before_anybody_asks(live: LiveServer) -> None:
    kind = next(kind for kind in live.site.kinds if isinstance(kind, SolitaireKind))
    await kind.look_ahead()
    kind.solver.days.child.ask = None  # type: ignore[assignment, method-assign]
    async with PlainPerson(live.url) as ann:
        there = await ask(ann, "day", utc_offset_min=840)
        assert (there["number"], len(there["tiles"])) == (2, 12)


@pytest.mark.usefixtures("human_hands")
@pytest.mark.medium
async def test_who_lays_faster_than_anybody_can_is_in_nobodys_list(
    live: LiveServer, clock: SlowClock
) -> None:
    async with PlainPerson(live.url) as eve, PlainPerson(live.url) as ann:
        await solve(eve)
        (own,) = (await ask(eve, "day"))["without_hints"]
        game = await begin(ann)
        async with ann.sit(game) as socket:
            clock.advance(60_000)
            await lay(socket, MONDAY)
        (line,) = (await ask(ann, "day"))["without_hints"]
        assert (line["rank"], line["you"]) == (1, True)
        lines = (await ask(eve, "day"))["without_hints"]
        assert [(each["rank"], each["you"]) for each in lines] == [(1, False), (2, True)]
        assert own["you"]


async def test_a_second_attempt_does_not_open_the_list(live: LiveServer) -> None:
    async with PlainPerson(live.url) as ann, PlainPerson(live.url) as eve:
        await solve(ann)
        first, second = await begin(eve), await begin(eve)
        async with eve.sit(second) as socket:
            await socket.do("give_up")
        seen = await ask(eve, "day")
        assert (seen["without_hints"], seen["with_hints"]) == (None, None)
        assert seen["yours"]["game"] == first
        async with eve.sit(first) as socket:
            await socket.do("give_up")
        assert len((await ask(eve, "day"))["without_hints"]) == 2


@pytest.mark.medium
async def test_who_practised_the_days_tiles_is_not_counted(live: LiveServer) -> None:
    code = code_of_tiles(puzzle_of(MONDAY).tiles)
    async with PlainPerson(live.url) as ann, PlainPerson(live.url) as ben:
        free = {"game": "solitaire", "seats": [{"who": "me"}], "options": {"deal": code}}
        await ann.ask("POST", "/api/games", free)
        await solve(ann)
        await solve(ben)
        await ben.ask("POST", "/api/games", free)
        (line,) = (await ask(ben, "day"))["without_hints"]
        assert line["you"]
        assert (await ask(ann, "day"))["without_hints"] is None
