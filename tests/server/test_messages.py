"""The message types: the browser's copy, the frozen logs, and what docs promise."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from skep.server import messages as m
from skep.server.javascript_types import javascript_types
from skep.server.rules import SeatSetup, Setup, rules_for
from skep.server.store import decode_event

LOGS = sorted((Path(__file__).parent / "logs").glob("*.json"))


def test_the_types_of_the_browser_are_up_to_date() -> None:
    written = resources.files("skep.web") / "static" / "net" / "messages.d.ts"
    assert written.read_text() == javascript_types(), (
        "run: python -m skep.server.javascript_types src/skep/web/static/net/messages.d.ts"
    )


def test_there_is_a_frozen_log_of_every_schema_version() -> None:
    versions = {json.loads(path.read_text())["schema_version"] for path in LOGS}
    assert versions == set(range(1, m.SCHEMA_VERSION + 1))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_frozen_log_replays_to_the_same_end(path: Path) -> None:
    log = json.loads(path.read_text())
    setup = Setup(
        kind=log["game"],
        options=log["options"],
        time=msgspec.convert(log["time"], m.TimeControl),
        seats=tuple(SeatSetup(**seat) for seat in log["seats"]),
        seed=bytes.fromhex(log["seed"]),
    )
    rules = rules_for(setup)
    for at_ms, payload in log["rows"]:
        assert rules.outcome() is None
        rules.apply(decode_event(json.dumps(payload)), at_ms)
    assert json.loads(msgspec.json.encode(rules.view(0))) == log["view"]


def test_every_kind_of_event_stands_in_a_frozen_log() -> None:
    seen = {row[1]["kind"] for path in LOGS for row in json.loads(path.read_text())["rows"]}
    every = {kind.__struct_config__.tag for kind in m.Event.__args__}
    assert seen == every


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        (b'{"type":"do","id":"","command":{"kind":"resign"}}', "length >= 1"),
        (b'{"type":"do","id":"a b","command":{"kind":"resign"}}', "matching"),
        (b'{"type":"do","id":"a","command":{"kind":"play","move":"x"}}', "ply"),
        (b'{"type":"do","id":"a","command":{"kind":"dance"}}', "dance"),
        (b'{"type":"resync","have":-1}', ">= 0"),
        (b"[]", "Expected `object`"),
    ],
)
def test_a_frame_that_is_wrong_is_told_what_was_expected(frame: bytes, problem: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=problem):
        msgspec.json.decode(frame, type=m.ClientFrame)


def test_the_protocol_page_names_every_message() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    for union in (m.ClientFrame, m.ServerFrame, m.Command, m.Event):
        for kind in union.__args__:
            assert f"`{kind.__struct_config__.tag}`" in page
