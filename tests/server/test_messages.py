"""The message types: the browser's copy, the frozen logs, and what docs promise."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import msgspec
import pytest

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError
from skep.server.development.javascript_types import javascript_types
from skep.server.kinds import all_kinds
from skep.server.rules.contract import SeatTerms, Terms
from tests.server.fixtures.observe import differences

KINDS = all_kinds()
LOGS = sorted((Path(__file__).parent / "logs").glob("*.json"))


def test_the_types_of_the_browser_are_up_to_date() -> None:
    written = resources.files("skep.web") / "static" / "net" / "messages.d.ts"
    assert written.read_text() == javascript_types(), (
        "run: python -m skep.server.development.javascript_types"
        " src/skep/web/static/net/messages.d.ts"
    )


def test_there_is_a_frozen_log_of_every_schema_version() -> None:
    logs = [json.loads(path.read_text()) for path in LOGS]
    for kind in KINDS:
        versions = {log["schema_version"] for log in logs if log["game"] == kind.name}
        assert versions == set(range(1, kind.schema_version + 1)), kind.name


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_frozen_log_replays_to_the_same_end(path: Path) -> None:
    log = json.loads(path.read_text())
    terms = Terms(
        kind=log["game"],
        options=log["options"],
        time=msgspec.convert(log["time"], protocol.TimeControl),
        seats=tuple(SeatTerms(**seat) for seat in log["seats"]),
        seed=bytes.fromhex(log["seed"]),
        rules_version=log.get("rules_version", 1),
    )
    kind = KINDS[terms.kind]
    rules = kind.rules(terms)
    for at_ms, payload in log["rows"]:
        assert rules.outcome() is None
        rules.apply(kind.read_event(json.dumps(payload), log["schema_version"]), at_ms)
    assert differences(log["view"], json.loads(msgspec.json.encode(rules.view(0)))) == []


def test_every_kind_of_event_stands_in_a_frozen_log() -> None:
    seen: dict[str, set[str]] = {}
    for path in LOGS:
        log = json.loads(path.read_text())
        seen.setdefault(log["game"], set()).update(row[1]["kind"] for row in log["rows"])
    # A solitaire may have outages like any other game; they change nothing there.
    for kind in KINDS:
        logged = kind.event if kind.logged is None else kind.logged
        every = {part.__struct_config__.tag for part in logged.__args__}
        assert every - seen[kind.name] <= {"outage", "aborted"}, kind.name


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        (b'{"type":"do","id":"","command":{"kind":"resign"}}', "length >= 1"),
        (b'{"type":"do","id":"a b","command":{"kind":"resign"}}', "matching"),
        (b'{"type":"do","id":"a"}', "command"),
        (b'{"type":"resync","have":-1}', ">= 0"),
        (b"[]", "Expected `object`"),
    ],
)
def test_a_frame_that_is_wrong_is_told_what_was_expected(frame: bytes, problem: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=problem):
        msgspec.json.decode(frame, type=protocol.ClientFrame)


@pytest.mark.parametrize(
    ("command", "code", "problem"),
    [
        (b'{"kind":"play","move":"x"}', "UNREADABLE", "ply"),
        (b'{"kind":"play","move":"","ply":0}', "UNREADABLE", "length >= 1"),
        (b'{"kind":"dance"}', "UNKNOWN_COMMAND", "no such command"),
        (b'{"kind":"lay","round":1,"cell":[0,0],"pose":"roygbv"}', "UNKNOWN_COMMAND", "no such"),
        (b'"resign"', "UNREADABLE", "Expected `object`"),
        (b"{}", "UNREADABLE", "kind"),
    ],
)
def test_a_command_that_is_wrong_is_told_what_was_expected(
    command: bytes, code: str, problem: str
) -> None:
    with pytest.raises(CommandRefusedError, match=problem) as refused:
        KINDS["hive"].read_command(command)
    assert refused.value.code == code


def test_an_unknown_kind_is_an_error() -> None:
    with pytest.raises(InvalidOptionsError, match="hive, laruche, solitaire, not 'chess'"):
        KINDS["chess"]


def test_the_protocol_page_names_every_message() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
    own = [union for kind in KINDS for union in (kind.command, kind.event)]
    for union in (protocol.ClientFrame, protocol.ServerFrame, *own):
        for kind in union.__args__:
            assert f"`{kind.__struct_config__.tag}`" in page
