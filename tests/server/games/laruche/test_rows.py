"""La Ruche stores the commands of its own library; older rows are read as the same commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from skep import protocol
from skep.client import Session
from skep.errors import CommandRefusedError, RefusedError
from skep.laruche import events as ev
from skep.laruche.tiles import Tile
from skep.server.games.laruche import messages as laruche
from skep.server.games.laruche.rules import LaRucheRules
from skep.server.kinds import all_kinds
from skep.server.rules.contract import Circumstances, SeatTerms, Terms
from skep.server.storage.schema import events, games
from tests.server.fixtures.observe import differences
from tests.server.freeze import START_MS, Log, match_of, miss, play
from tests.server.live import LiveServer, serve, write

KIND = all_kinds()["laruche"]
LOGS = Path(__file__).parents[2] / "logs"
OLD_LOGS = sorted(LOGS.glob("v1-laruche*.json"))
PEOPLE = (SeatTerms("person", user=1), SeatTerms("person", user=2))


def read_log(path: Path) -> tuple[dict[str, Any], LaRucheRules]:
    log = json.loads(path.read_text())
    terms = Terms(
        kind="laruche",
        options=log["options"],
        time=protocol.Untimed(),
        seats=tuple(SeatTerms(**seat) for seat in log["seats"]),
        seed=bytes.fromhex(log["seed"]),
        rules_version=log.get("rules_version", 1),
    )
    rules = KIND.rules(terms)
    assert isinstance(rules, LaRucheRules)
    return log, rules


@pytest.mark.parametrize("path", OLD_LOGS, ids=lambda path: path.stem)
@pytest.mark.medium
def test_a_log_may_go_on_in_the_new_schema_at_any_row(path: Path) -> None:
    log, _ = read_log(path)
    for turn in range(len(log["rows"]) + 1):
        _, rules = read_log(path)
        for number, (at_ms, payload) in enumerate(log["rows"]):
            row = KIND.read_event(json.dumps(payload), 1)
            if number >= turn:
                row = KIND.read_event(KIND.write_event(row)[1], 2)
            rules.apply(row, at_ms)
        view = json.loads(msgspec.json.encode(rules.view(0)))
        assert differences(log["view"], view) == []


@pytest.mark.parametrize("path", OLD_LOGS, ids=lambda path: path.stem)
def test_what_is_told_of_a_row_has_not_changed(path: Path) -> None:
    """The rows of version 1 were what everybody was told, but for the tile of a gift."""
    log, rules = read_log(path)
    for at_ms, payload in log["rows"]:
        row = KIND.read_event(json.dumps(payload), 1)
        effects = rules.apply(row, at_ms)
        for seat in (None, 0, 1):
            hidden = payload["kind"] == "given" and seat not in (payload["seat"], payload["to"])
            expected = {**payload, "tile": None} if hidden else payload
            told = msgspec.to_builtins(rules.event_for(seat, row, effects))
            assert json.loads(json.dumps(told)) == expected


def test_rows_of_version_1_may_hold_small_letters() -> None:
    row = KIND.read_event(
        '{"kind": "laid", "seat": 0, "round": 1, "cell": [0, 0], "pose": "roygbv"}', 1
    )
    assert row == ev.Lay.of(0, 1, ev.Lay(0, 1, row.cell, "ROYGBV").placement)  # type: ignore[attr-defined]


def missing(rules_version: int) -> tuple[Log, dict[str, Any]]:
    """A match in play, and a tile of seat 0 that does not fit where it is sent."""
    log = Log(Terms("laruche", {}, protocol.Untimed(), PEOPLE, bytes(16), rules_version))
    play(log, until=lambda rules: len(match_of(rules).table) == 4)
    match = match_of(log.rules)
    for spot in match.table.live_spots():
        for tile in match.players[0].hand:
            if not tile.bit & spot.tiles:
                return log, {"cell": (spot.cell.q, spot.cell.r), "pose": tile.name}
    raise AssertionError("everything fits everywhere")


def test_games_of_the_first_rules_keep_their_verdict() -> None:
    log, wrong = missing(1)
    command = laruche.Lay(round=1, **wrong)
    with pytest.raises(RefusedError) as refused:
        log.rules.check((0,), command, Circumstances(at_ms=log.at_ms + 5_000))
    assert refused.value.code == "MISMATCH"
    assert match_of(log.rules).options.gift_ms == 5_000


def test_a_miss_is_told_to_all_and_its_tile_to_nobody_else() -> None:
    log, wrong = missing(2)
    row = log.rules.check((0,), laruche.Lay(round=1, **wrong), Circumstances(log.at_ms + 5_000))
    effects = log.rules.apply(row, log.at_ms + 5_000)
    own = log.rules.event_for(0, row, effects)
    assert isinstance(own, ev.Missed)
    assert own.pose == wrong["pose"]
    assert own.edges
    for seat in (None, 1):
        told = log.rules.event_for(seat, row, effects)
        shown = [log.rules.effect_for(seat, effect) for effect in effects]
        for frame in (told, *shown):
            assert frame == msgspec.structs.replace(own, pose=None, edges=())
    with pytest.raises(ValueError, match="without what came of it"):
        log.rules.event_for(1, row, ())
    with pytest.raises(RefusedError) as refused:
        log.rules.check((0,), laruche.Lay(round=1, **wrong), Circumstances(log.at_ms + 5_100))
    assert refused.value.code == "MISSED"


def test_who_is_shown_what_fits_cannot_miss() -> None:
    seats = (SeatTerms("person", user=1, show=True), PEOPLE[1])
    log = Log(Terms("laruche", {}, protocol.Untimed(), seats, bytes(16), 2))
    assert log.rules.status(0).help == "show"
    assert log.rules.status(1).help == "turn"
    play(log, until=lambda rules: len(match_of(rules).table) == 4)
    with pytest.raises(RefusedError) as refused:
        miss(log)
    assert refused.value.code == "MISMATCH"


def test_a_log_of_today_starts_when_it_says() -> None:
    log = Log(Terms("laruche", {}, protocol.Untimed(), PEOPLE, bytes(16), 2))
    assert log.rows == [(START_MS, {"kind": "started"})]


# --- over the wire

pytestmark = pytest.mark.anyio
MATCH = {"game": "laruche", "seats": [{"who": "me", "show": True}, {"who": "open"}]}


async def test_a_new_match_has_the_rules_of_today(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as bob:
        created = await ann.create({**MATCH, "options": {"deal": "10", "triple_gift": "one"}})
        info = created.game
        assert info.rules_version == 3
        assert {"miss_ms": 1500, "gift_ms": 8000, "deal": "10"}.items() <= info.options.items()
        assert "rules_version" not in info.options
        assert [seat.show for seat in info.seats] == [True, False]
        await bob.join(info.id, created.key)
        async with ann.sit(info.id) as first, bob.sit(info.id) as second:
            assert first.mirror.status.help == "show"
            assert second.mirror.status.help == "turn"
            assert len(first.mirror.status.hand) == 10
            await lay_first_tile(first if first.mirror.status.turn == 0 else second)
        rows = await server.site.store.all(
            select(events.c.kind, events.c.schema_version)
            .where(events.c.game == info.id, events.c.kind == "lay")
        )  # fmt: skip
        assert [tuple(row) for row in rows] == [("lay", 2)]


async def lay_first_tile(session: Session) -> None:
    """With small letters, as a client of the first hour may send them."""
    status: laruche.LaRucheStatus = session.mirror.status
    pose = Tile.parse(status.hand[0]).poses[0].name
    await session.do(laruche.Lay(round=1, cell=(0, 0), pose=pose.lower()))
    await session.until(lambda: session.mirror.table == {(0, 0): pose}, seconds=10)


@pytest.mark.parametrize(
    "options", [{"rules_version": 1}, {"gift_ms": 3_000}, {"miss_ms": 9_000}, {"deal": "12"}]
)
async def test_what_is_no_match_is_refused(server: LiveServer, options: dict[str, Any]) -> None:
    async with server.person() as ann:
        with pytest.raises(CommandRefusedError) as refused:
            await ann.create({**MATCH, "options": options})
        assert refused.value.code == "INVALID_OPTIONS"


@pytest.mark.medium
async def test_a_rematch_of_an_old_match_has_the_rules_of_today(
    tmp_path: Path, database_url: str
) -> None:
    options = {"rounds": 1, "setup_ms": 50, "stall_ms": 50}
    async with serve(tmp_path, database_url) as live, live.person() as ann:
        wish = {"game": "laruche", "seats": [{"who": "me"}, {"who": "bot", "level": 1}]}
        game = (await ann.create({**wish, "options": options})).game.id
        async with ann.sit(game) as player:
            await player.until(lambda: player.mirror.outcome is not None, seconds=20)
        cookie = ann.cookie
    old = json.dumps({**options, "gift_ms": 3_000})
    await write(
        tmp_path,
        database_url,
        update(games).where(games.c.id == game).values(rules_version=1, options=old),
    )
    async with serve(tmp_path, database_url) as live:
        again = Session(live.url, game, cookie=cookie)
        async with again:
            await again.want_rematch()
            while not isinstance(frame := await again.others.get(), protocol.Rematch):
                pass
        assert frame.next_game is not None
        info = (await live.site.tables.get(frame.next_game)).stored.info
        assert info.rules_version == 3
        assert {"gift_ms": 5000, "miss_ms": 1500, "stall_ms": 50}.items() <= info.options.items()
