"""Databases that older code has made: they open, say what they said, and their games go on.

`fixtures/v1/README.md` tells what is in them. They are opened at two times: as if the server had
been restarted at once, where everything must be exactly as it was, and after an outage of years.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import subprocess
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.server.databases import Cluster
from tests.server.fixtures.observe import (
    SlowClock,
    differences,
    observe,
    observe_lists,
    opened,
    set_clock,
)
from tests.server.live import LiveServer
from tests.server.plain_client import PlainPerson

pytestmark = pytest.mark.anyio

FIXTURES = Path(__file__).parent / "fixtures"
THINKING = "hive engine to move"  # may have its move before anybody looks
BRIEF_ROUNDS = "laruche break"  # whose next round is over by itself at once
PAUSED = "laruche paused"  # by the rules of version 1 an outage does not put off its end
YEARS_MS = 3 * 365 * 86_400_000
PRESENCE = ("away", "stand_in")  # who has just left the table is noted a moment later


@dataclass(frozen=True)
class Fixture:
    """A fresh copy of a fixture database, and what was frozen of it."""

    folder: Path
    database_url: str
    manifest: dict[str, Any]

    @property
    def games(self) -> dict[str, dict[str, Any]]:
        games: dict[str, dict[str, Any]] = self.manifest["games"]
        return games

    @property
    def people(self) -> dict[str, dict[str, Any]]:
        people: dict[str, dict[str, Any]] = self.manifest["people"]
        return people

    def opened(self) -> AbstractAsyncContextManager[LiveServer]:
        return opened(self.folder, self.database_url, self.manifest["secret"])


@pytest.fixture(params=["v1/sqlite", pytest.param("v1/postgresql", marks=pytest.mark.medium)])
def fixture(request: pytest.FixtureRequest, tmp_path: Path) -> Fixture:
    path = FIXTURES / f"{request.param}.json"
    url = ""
    if path.stem == "sqlite":
        content = gzip.decompress(path.with_suffix(".db.gz").read_bytes())
        (tmp_path / "skep.db").write_bytes(content)
    else:
        url = _loaded(request.getfixturevalue("cluster"), path.with_suffix(".sql.gz"), tmp_path)
    return Fixture(tmp_path, url, json.loads(path.read_text()))


def _loaded(cluster: Cluster, dump: Path, folder: Path) -> str:
    url = cluster.new_database()
    sql = folder / "dump.sql"
    sql.write_bytes(gzip.decompress(dump.read_bytes()))
    psql = [str(cluster.programs / "psql"), "-q", "-X", "-v", "ON_ERROR_STOP=1", "-f", str(sql)]
    subprocess.run([*psql, url], check=True, capture_output=True, timeout=120)
    return url


async def compare(live: LiveServer, fixture: Fixture, *, but: tuple[str, ...] = ()) -> list[str]:
    """What is not as it was frozen, over all games."""
    problems = []
    for name, entry in fixture.games.items():
        if name != THINKING:
            found = await observe(live, fixture.people, entry)
            left_out = (*but, *_told_otherwise(entry))
            problems += [
                f"{name}{told}" for told in differences(entry["frozen"], found, but=left_out)
            ]
    return problems


def _told_otherwise(entry: dict[str, Any]) -> tuple[str, ...]:
    """Takebacks of schema 1 do not say how far they went: whoever missed one gets a snapshot."""
    missed = [told["event"] for told in entry["frozen"].get("tail") or []]
    takebacks = [event for event in missed if event["kind"] == "takeback_answered"]
    return ("tail",) if any(event["accept"] for event in takebacks) else ()


@pytest.mark.medium
async def test_every_game_is_exactly_as_it_was(
    fixture: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_clock(monkeypatch, fixture.manifest["stopped_ms"])
    async with fixture.opened() as live:
        assert await compare(live, fixture) == []
        assert await observe_lists(live, fixture.people) == fixture.manifest["lists"]


@pytest.mark.medium
async def test_every_game_goes_on_and_is_still_there_after_a_restart(
    fixture: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _Table(fixture, set_clock(monkeypatch, fixture.manifest["stopped_ms"]))
    async with fixture.opened() as live:
        for name in by_deadline(fixture):
            await table.go_on(live, name)
        after = {
            name: await observe(live, fixture.people, entry)
            for name, entry in fixture.games.items()
            if name != BRIEF_ROUNDS
        }
    async with fixture.opened() as live:
        problems = []
        for name, seen in after.items():
            found = await observe(live, fixture.people, fixture.games[name])
            left_out = (*fixture.manifest["move_with_time"], *PRESENCE)
            problems += [f"{name}{told}" for told in differences(seen, found, but=left_out)]
        assert problems == []


@pytest.mark.medium
async def test_an_outage_of_years_costs_nobody_anything(
    fixture: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _Table(fixture, set_clock(monkeypatch, fixture.manifest["stopped_ms"] + YEARS_MS))
    moving = tuple(fixture.manifest["move_with_time"])
    async with fixture.opened() as live:
        for name in by_deadline(fixture):
            entry = fixture.games[name]
            info = entry["frozen"]["info"]
            if info["status"] != "live" or info["speed"] == "daily" or name == PAUSED:
                continue
            if name != THINKING:
                found = await observe(live, fixture.people, entry)
                assert differences(entry["frozen"], found, but=moving) == [], name
                assert found["head"] == entry["frozen"]["head"] + 1, name
                if found.get("tail"):
                    assert found["tail"][-1]["event"]["kind"] == "outage"
            await table.go_on(live, name)


async def test_a_pause_ends_by_itself_during_an_outage(
    fixture: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _Table(fixture, set_clock(monkeypatch, fixture.manifest["stopped_ms"] + YEARS_MS))
    entry = fixture.games[PAUSED]
    async with fixture.opened() as live:
        async with PlainPerson(live.url, fixture.people["Ben"]["cookie"]) as ben:
            async with asyncio.timeout(60):
                while (await ben.read(entry["id"]))["view"]["status"]["paused"]:
                    await asyncio.sleep(0.05)
        entry["next"] = [step for step in entry["next"] if step[2]["kind"] != "resume"]
        await table.go_on(live, PAUSED)


def by_deadline(fixture: Fixture) -> list[str]:
    """The games, those first whose time runs out first."""

    def due_ms(name: str) -> float:
        due: int | None = fixture.games[name]["frozen"]["next_deadline_ms"]
        return float("inf") if due is None else due

    return sorted(fixture.games, key=due_ms)


class _Table:
    """Carries out the steps that a manifest names for its games."""

    def __init__(self, fixture: Fixture, clock: SlowClock) -> None:
        self._fixture = fixture
        self._clock = clock

    async def go_on(self, live: LiveServer, name: str) -> None:
        entry = self._fixture.games[name]
        for who, what, argument in entry["next"]:
            cookie = self._fixture.people.get(who, {}).get("cookie", "")
            async with PlainPerson(live.url, cookie) as person:
                if what == "want rematch":
                    await self._accept_rematch(live, person, entry["id"])
                else:
                    await self._step(person, entry, what, argument)

    async def _accept_rematch(self, live: LiveServer, person: PlainPerson, game: str) -> None:
        """Whoever offered it has to be there again."""
        async with person.sit(game) as socket:
            offered_by = socket.welcome["rematch"]["offered_by"]
            name = socket.welcome["game"]["seats"][offered_by]["name"]
            cookie = self._fixture.people[name]["cookie"]
            async with PlainPerson(live.url, cookie) as other, other.sit(game):
                await socket.ask("want_rematch")
                told = await socket.until(lambda frame: frame["type"] == "rematch")
        begun = (await person.read(told["next_game"]))["game"]
        assert (begun["status"], begun["rematch_of"]) == ("live", game)

    async def _step(
        self, person: PlainPerson, entry: dict[str, Any], what: str, argument: Any
    ) -> None:
        game = entry["id"]
        match what:
            case "do":
                async with person.sit(game) as socket:
                    head = socket.welcome["head"]
                    seq = await socket.do(**argument)
                    assert seq > head
                    assert (await socket.told_of(seq))["status"] is not None
                assert (await person.read(game))["head"] >= seq
            case "hint and put":
                await self._put_as_hinted(person, game)
            case "join" | "join by code":
                await self._join(person, entry, what)
            case "moves":
                await self._until_the_engine_has_moved(entry, person)
            case _:
                raise AssertionError(f"{what} is no step")

    async def _put_as_hinted(self, person: PlainPerson, game: str) -> None:
        async with person.sit(game) as socket:
            hints = socket.welcome["view"]["status"]["hints"]
            told = await socket.told_of(await socket.do("ask_hint"))
            assert told["status"]["hints"] == hints + 1
            (hint,) = [effect for effect in told["effects"] if effect["kind"] == "hinted"]
            seq = await socket.do("put", cell=hint["cell"], pose=hint["pose"])
            laid = (await person.read(game))["view"]["table"]
            assert [hint["cell"], hint["pose"]] in laid
            assert (await socket.told_of(seq))["status"]["hand"] != told["status"]["hand"]

    async def _join(self, person: PlainPerson, entry: dict[str, Any], what: str) -> None:
        game = entry["id"]
        if what == "join":
            joined = await person.ask("POST", f"/api/games/{game}/join", {"key": entry["key"]})
        else:
            joined = await person.ask("POST", "/api/join", {"code": entry["code"]})
        assert (joined["game"]["id"], joined["game"]["status"]) == (game, "live")
        assert (await person.read(game))["you"] == [joined["seat"]]

    async def _until_the_engine_has_moved(self, entry: dict[str, Any], nobody: PlainPerson) -> None:
        before = entry["frozen"]["views"]["watching"]["moves"]
        async with asyncio.timeout(120):
            while True:
                view = (await nobody.read(entry["id"], entry["key"]))["view"]
                if len(view["moves"]) > len(before) and view["status"]["turn"] == 0:
                    break
                await asyncio.sleep(0.05)
                self._clock.advance(50)  # an engine that did not answer in time is asked again
        assert view["moves"][: len(before)] == before
