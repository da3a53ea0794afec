"""docs/protocol.md is enough to write a client: its session is played, its tables compared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest

from skep import protocol
from skep.laruche.options import MatchOptions
from skep.laruche.puzzles import SolitaireOptions
from skep.laruche.views import OutcomeView, PlayerView
from skep.server.games.hive.rules import HiveRules
from skep.server.kinds import all_kinds
from skep.server.rules.contract import SeatTerms, Terms
from skep.server.settings import load_settings
from tests.server.live import LiveServer
from tests.server.plain_client import PlainPerson, PlainSocket

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")

# What differs from one run to the next. Moments do too: whatever ends in _ms and is that large.
DIFFERENT = {"id", "key", "code", "link", "user", "n", "latency_ms"}
MOMENT_MS = 10**12


class Line(NamedTuple):
    who: str
    is_sent: bool
    text: str


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def session() -> Iterator[Line]:
    (text,) = blocks("session")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            who, sign, rest = line.split(" ", 2)
            yield Line(who, sign == ">", rest)


def is_as_documented(said: Any, found: Any, name: str = "") -> bool:
    """Is all that the page says in what came?"""
    if isinstance(said, dict):
        return isinstance(found, dict) and all(
            key in found and is_as_documented(value, found[key], key) for key, value in said.items()
        )
    if isinstance(said, list):
        return (
            isinstance(found, list)
            and len(said) == len(found)
            and all(
                is_as_documented(one, other, name) for one, other in zip(said, found, strict=True)
            )
        )
    if name == "name" and str(said).startswith("Guest "):
        return str(found).startswith("Guest ")
    if name == "id" and isinstance(said, str) and "-" in said:
        return bool(said == found)  # the client's own
    if name in DIFFERENT or (isinstance(said, int) and said > MOMENT_MS):
        return type(said) is type(found)
    return bool(said == found)


class Reader:
    """Somebody who knows nothing but the page."""

    def __init__(self, live: LiveServer) -> None:
        self._live = live
        self._people: dict[str, PlainPerson] = {}
        self._sockets: dict[str, PlainSocket] = {}
        self._answers: dict[str, httpx.Response] = {}
        self._taken: set[int] = set()
        self._names: dict[str, str] = {}  # what the page calls it -> what it is in this run

    async def follow(self, line: Line) -> None:
        text = line.text
        for word, real in self._names.items():
            text = text.replace(word, real)
        if not line.is_sent:
            await self._expect(line, text)
        elif text.startswith("{"):
            await self._send(line.who, json.loads(text))
        else:
            method, path, *body = text.split(" ", 2)
            person = self._people.setdefault(line.who, PlainPerson(self._live.url))
            self._answers[line.who] = await person.request(
                method, path, json.loads(body[0]) if body else None
            )

    async def _send(self, who: str, frame: dict[str, Any]) -> None:
        if frame["type"] == "hello":
            more = {key: value for key, value in frame.items() if key not in ("type", "version")}
            socket = self._people[who].sit(self._names["ZJQt9GrgxPWZ"], **more)
            self._sockets[who] = await socket.__aenter__()
        elif frame["type"] != "pong":  # the plain client has answered every heartbeat
            await self._sockets[who].send(frame)

    async def _expect(self, line: Line, text: str) -> None:
        if not text.startswith("{"):
            status, body = text.split(" ", 1)
            answer = self._answers[line.who]
            assert answer.status_code == int(status), answer.text
            if not body.startswith("{"):
                assert answer.text.strip() == body
                return
            said = json.loads(body)
            if "link" in said:
                found = answer.json()
                self._names[said["game"]["id"]] = found["game"]["id"]
                self._names[said["key"]] = found["key"]
            assert is_as_documented(said, answer.json()), (body, answer.text)
            return
        said = json.loads(text)

        def is_it(frame: dict[str, Any]) -> bool:
            return id(frame) not in self._taken and is_as_documented(said, frame)

        try:
            found = await self._sockets[line.who].until(is_it)
        except TimeoutError:
            told = "\n".join(map(json.dumps, self._sockets[line.who].frames))
            raise AssertionError(f"no such frame came: {text}\nbut\n{told}") from None
        self._taken.add(id(found))

    async def close(self) -> None:
        for socket in self._sockets.values():
            await socket.__aexit__()
        for person in self._people.values():
            await person.__aexit__()


@pytest.mark.anyio
async def test_the_session_of_the_page_is_what_the_server_speaks(server: LiveServer) -> None:
    reader = Reader(server)
    try:
        for line in session():
            await reader.follow(line)
    finally:
        await reader.close()


@pytest.mark.anyio
async def test_the_client_of_the_page_plays(
    server: LiveServer, capsys: pytest.CaptureFixture[str]
) -> None:
    record = await example(0)["play"](server.url)
    assert '[Result "BlackWins"]' in record
    assert capsys.readouterr().out == "ILLEGAL_MOVE NOT_YOUR_TURN\n(2, 1) resignation\n"


def example(number: int) -> dict[str, Any]:
    """The names that a program of the page makes."""
    names: dict[str, Any] = {"__name__": "example"}
    exec(blocks("python")[number], names)
    return names


@pytest.mark.anyio
async def test_the_bots_of_the_page_play_a_game_to_its_end(server: LiveServer) -> None:
    """Each plays once a turn: a second move for the same ply would be refused as STALE."""
    names = example(1)
    names["random"].seed(7)
    outcome = await names["play"](server.url)
    assert outcome.reason in ("surrounded", "both surrounded", "repetition", "ply_limit")


def rows(heading: str) -> dict[str, str]:
    """The table after a sentence: option -> default."""
    table = PAGE.split(heading, 1)[1].split("\n\n")[1]
    found = {}
    for line in table.splitlines()[2:]:
        name, default = [cell.strip().strip("`") for cell in line.strip("|").split("|")][:2]
        found[name] = default
    return found


def as_text(options: dict[str, Any]) -> dict[str, str]:
    return {
        name: value if isinstance(value, str) else json.dumps(value)
        for name, value in options.items()
    }


def _terms() -> Terms:
    seat = SeatTerms(who="person")
    return Terms("hive", {}, protocol.Untimed(), (seat, seat), b"", rules_version=2)


def test_the_options_of_every_kind_are_those_of_the_page() -> None:
    hive = HiveRules(_terms()).all_options()
    laruche = asdict(MatchOptions())
    del laruche["rules_version"]
    solitaire = asdict(SolitaireOptions()) | {"deal": "none", "day": "none"}
    assert rows("The options of Hive are texts") == as_text(hive)
    assert rows("Those of La Ruche") == as_text(laruche)
    assert rows("Those of the solitaire") == as_text(solitaire)


def test_the_page_names_the_limits() -> None:
    settings = load_settings(environ={})
    said = PAGE.split("| `TOO_FAST` |")[1].split("\n")[0]
    assert f"{settings.commands_per_second:g} commands a second" in said
    assert f"{settings.requests_per_second:g} requests a second" in said
    assert f"{settings.creations_per_minute:g} new games a minute" in said


def test_the_page_names_every_field_of_what_is_told() -> None:
    told: list[Any] = [protocol.GameInfo, protocol.SeatInfo, protocol.Ending, protocol.Clock]
    told += [PlayerView, OutcomeView]
    for kind in all_kinds():
        told += [kind.view, kind.status]
    for struct in told:
        for field in msgspec.structs.fields(struct):
            assert f"`{field.name}`" in PAGE, (struct, field.name)


@pytest.mark.anyio
async def test_the_description_has_frames_and_views(server: LiveServer) -> None:
    async with PlainPerson(server.url) as anyone:
        described = await anyone.ask("GET", "/api/openapi.json")
    assert "x-union" not in json.dumps(described)
    schemas = described["components"]["schemas"]
    for name in (
        "ClientFrame",
        "ServerFrame",
        "LobbyFrame",
        "Command",
        "Event",
        "Effect",
        "Status",
        "View",
    ):
        references = [part["$ref"].rpartition("/")[2] for part in schemas[name]["anyOf"]]
        assert references
        assert set(references) <= set(schemas)
    assert {"HiveView", "LaRucheView", "SolitaireView", "Do", "Welcome"} <= set(schemas)
