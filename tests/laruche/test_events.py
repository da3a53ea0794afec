"""Commands come from outside: whatever is sent is read or refused cleanly."""

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.errors import UnreadableError
from skep.geometry import Cell
from skep.laruche import events as ev
from skep.laruche import solo_events as solo
from skep.laruche.tiles import ALL_POSES, ALL_TILES

numbers = st.integers(-(1 << 63), (1 << 63) - 1)
seats = st.integers(0, 5)
rounds = st.integers(0, 20)
times = st.integers(0, 2**53 - 1)
near = st.integers(-1000, 1000)
cells = st.builds(Cell, near, near)
poses = st.sampled_from(ALL_POSES).map(str)
tiles = st.sampled_from(ALL_TILES).map(str)
names = st.text(min_size=1, max_size=60)
commands = st.one_of(
    st.builds(ev.Lay, seats, rounds, cells, poses),
    st.builds(ev.Give, seats, rounds, st.none() | tiles, seats),
    *(st.builds(kind, seats) for kind in (ev.Ready, ev.AskPause, ev.Resume, ev.Away, ev.Back)),
    st.builds(ev.Join, names, st.none() | st.integers(1, 5), st.integers(0, 60_000), st.booleans()),
    st.builds(ev.TimePassed),
    st.builds(ev.Outage, times, times),
)
solo_commands = st.one_of(
    st.builds(solo.Put, cells, poses),
    st.builds(solo.TakeBack, st.none() | cells),
    st.builds(solo.AskHint, cells, poses),
    st.sampled_from([solo.AskHint(), solo.GiveUp(), solo.StopClock(), solo.StartClock()]),
)
solo_effects = st.one_of(
    st.builds(solo.PutDown, cells, poses, st.integers(0, 60), st.integers(0, 99)),
    st.builds(solo.TakenBack, cells, poses),
    st.builds(solo.Hinted, cells, poses),
    st.builds(solo.ClockStopped, times),
    st.builds(solo.ClockStarted, times),
    st.builds(
        solo.SoloEnded,
        st.booleans(),
        times,
        *[st.integers(0, 99)] * 4,
    ),
)
hands = st.lists(st.none() | st.lists(tiles).map(tuple)).map(tuple)
edges = st.builds(ev.Differing, seats, st.sampled_from("ROYGBV"), st.sampled_from("ROYGBV"))
counts = st.lists(st.integers(0, 60)).map(tuple)
effects = st.one_of(
    st.builds(ev.Dealt, rounds, seats, hands, st.booleans()),
    st.builds(ev.Turn, seats, times),
    st.builds(ev.PlayBegan),
    st.builds(ev.Laid, seats, cells, poses, st.integers(0, 6), st.booleans()),
    st.builds(ev.Missed, seats, cells, st.none() | poses, st.lists(edges).map(tuple), times),
    st.builds(ev.GiftDue, seats, st.integers(1, 4), times),
    st.builds(ev.Given, seats, seats, st.none() | tiles),
    st.builds(ev.GiftLapsed, seats, st.integers(1, 4)),
    st.builds(
        ev.RoundEnded,
        rounds,
        st.sampled_from(["emptied", "blocked", "stalled"]),
        counts,
        counts,
        counts,
    ),
    st.builds(ev.MatchEnded, counts, counts),
    st.builds(ev.StandIn, seats, st.booleans()),
    st.builds(ev.PauseAsked, seats),
    st.builds(ev.Paused),
    st.builds(ev.Resuming, times),
    st.builds(ev.Resumed, st.integers(0, 10_000)),
    st.builds(ev.Joined, seats, names),
)
kinds = ["lay", "give", "ready", "join", "time_passed", "outage", "put", "nothing"]
plain = st.recursive(
    st.none() | st.booleans() | numbers | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
messages = st.one_of(
    plain,
    st.fixed_dictionaries(
        {"kind": st.sampled_from(kinds)},
        optional=dict.fromkeys(["seat", "round", "cell", "pose", "tile", "to", "name"], plain),
    ),
)
read_command = msgspec.json.Decoder(ev.Command)
read_effect = msgspec.json.Decoder(ev.Effect)


@given(commands)
def test_commands_round_trip_through_json(command: ev.Command) -> None:
    assert read_command.decode(msgspec.json.encode(command)) == command
    assert ev.command_from_dict(json.loads(json.dumps(ev.to_dict(command)))) == command


@given(effects)
def test_effects_round_trip_through_json(effect: ev.Effect) -> None:
    assert read_effect.decode(msgspec.json.encode(effect)) == effect


@given(solo_commands)
def test_solitaire_commands_round_trip_through_json(command: solo.SoloCommand) -> None:
    assert solo.solo_command_from_dict(json.loads(json.dumps(solo.to_dict(command)))) == command


@given(solo_effects)
def test_solitaire_effects_round_trip_through_json(effect: solo.SoloEffect) -> None:
    assert msgspec.json.decode(msgspec.json.encode(effect), type=solo.SoloEffect) == effect


@given(messages)
def test_anything_else_is_unreadable_or_a_command(message: Any) -> None:
    for read in (ev.command_from_dict, solo.solo_command_from_dict):
        try:
            command = read(message)
        except UnreadableError:
            continue
        assert ev.to_dict(command)["kind"] == message["kind"]


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ({"kind": "fly"}, "fly"),
        ({"kind": "lay", "seat": "0"}, "seat"),
        ({"kind": "lay", "seat": 6, "round": 1, "cell": [0, 0], "pose": "ROYGBV"}, "seat"),
        ({"kind": "lay", "seat": -1, "round": 1, "cell": [0, 0], "pose": "ROYGBV"}, "seat"),
        ({"kind": "lay", "seat": 0, "round": 21, "cell": [0, 0], "pose": "ROYGBV"}, "round"),
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [0], "pose": "ROYGBV"}, "cell"),
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [0, 1001], "pose": "ROYGBV"}, "within"),
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [-1001, 0], "pose": "ROYGBV"}, "within"),
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [0, 0], "pose": "ROY"}, "length >= 6"),
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [0, 0], "pose": "ROYGBB"}, "'ROYGBB'"),
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [0, 0], "pose": "ROYGBV "}, "pose"),
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [0, 0], "pose": 7}, "pose"),
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [0, 0], "pose": "roygbv"}, "capital"),
        ({"kind": "give", "seat": 0, "round": 1, "tile": "ABCDEF", "to": 1}, "'ABCDEF'"),
        ({"kind": "give", "seat": 0, "round": 1, "tile": "ROYGBV", "to": 6}, "to"),
        ({"kind": "join", "name": ""}, "name"),
        ({"kind": "join", "name": "Rob", "bot": 6}, "bot"),
        ({"kind": "join", "name": "Rob", "handicap_ms": 60_001}, "handicap_ms"),
        ({"kind": "outage", "from_ms": 0, "to_ms": 2**53}, "to_ms"),
        ({"kind": "ready", "seat": 0, "haste": 1}, "haste"),
    ],
)
def test_the_error_names_the_trouble(message: dict[str, Any], named: str) -> None:
    with pytest.raises(UnreadableError, match=named):
        ev.command_from_dict(message)


def test_the_names_of_kinds_are_for_ever() -> None:
    def tags(union: Any) -> str:
        return " ".join(kind.__struct_config__.tag for kind in get_args(union))

    assert tags(ev.Command) == ("lay give ready ask_pause resume away back join time_passed outage")
    assert tags(ev.Effect) == (
        "dealt turn play_began laid missed gift_due given gift_lapsed round_ended match_ended"
        " stand_in pause_asked paused resuming resumed joined"
    )
    assert tags(solo.SoloCommand) == "put take_back ask_hint give_up stop_clock start_clock"
    assert tags(solo.SoloEffect) == (
        "put_down taken_back hinted clock_stopped clock_started solo_ended"
    )
