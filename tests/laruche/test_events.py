"""Commands come from outside: whatever is sent is read or refused cleanly."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skep.errors import UnreadableError
from skep.geometry import Cell
from skep.laruche import events as ev
from skep.laruche import solo_events as solo
from skep.laruche.tiles import ALL_POSES, ALL_TILES

numbers = st.integers(-(1 << 63), (1 << 63) - 1)
cells = st.builds(Cell, numbers, numbers)
poses = st.sampled_from(ALL_POSES)
commands = st.one_of(
    st.builds(ev.Lay, numbers, numbers, cells, poses),
    st.builds(ev.Give, numbers, numbers, st.none() | st.sampled_from(ALL_TILES), numbers),
    *(st.builds(kind, numbers) for kind in (ev.Ready, ev.AskPause, ev.Resume, ev.Away, ev.Back)),
    st.builds(ev.Join, st.text(), st.none() | numbers, numbers),
    st.builds(ev.TimePassed),
    st.builds(ev.Outage, numbers, numbers),
)
solo_commands = st.one_of(
    st.builds(solo.Put, cells, poses),
    st.sampled_from([solo.TakeBack(), solo.AskHint(), solo.GiveUp()]),
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


@given(commands)
def test_commands_round_trip_through_json(command: ev.Command) -> None:
    assert ev.command_from_dict(json.loads(json.dumps(ev.to_dict(command)))) == command


@given(solo_commands)
def test_solitaire_commands_round_trip_through_json(command: solo.SoloCommand) -> None:
    assert solo.solo_command_from_dict(json.loads(json.dumps(solo.to_dict(command)))) == command


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
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [0], "pose": "ROYGBV"}, "cell"),
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [0, 0], "pose": "ROY"}, "'ROY'"),
        ({"kind": "lay", "seat": 0, "round": 1, "cell": [0, 0], "pose": 7}, "pose"),
        ({"kind": "ready", "seat": 0, "haste": 1}, "haste"),
    ],
)
def test_the_error_names_the_trouble(message: dict[str, Any], named: str) -> None:
    with pytest.raises(UnreadableError, match=named):
        ev.command_from_dict(message)
