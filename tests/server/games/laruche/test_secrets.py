"""Hidden hands: every byte sent is recorded, and none of it tells what is not known."""

from __future__ import annotations

import asyncio
import random
import re
from dataclasses import dataclass, field

import msgspec
import pytest

from skep import laruche as tiles
from skep.client import Person, Session
from skep.errors import CommandRefusedError
from skep.geometry import Cell
from skep.laruche import Pose, Tile, events
from skep.server.games.laruche import messages as laruche_messages
from skep.server.games.laruche.rules import LaRucheRules
from skep.server.rules.contract import Event
from skep.server.tables.table import LiveTable
from tests.faults.players import _play_laruche
from tests.server.live import LiveServer, events_of, serve

pytestmark = [pytest.mark.anyio, pytest.mark.medium, pytest.mark.timeout(1800)]

_TILE = re.compile(rb"\b[ROYGBV]{6}\b")


@dataclass
class Recording:
    """All that one viewer was sent, in order."""

    session: Session
    frames: list[bytes] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.session.on_frame = self.frames.append


class Knowledge:
    """What each viewer may know at each head, from the log itself."""

    def __init__(self, table: LiveTable, rows: list[tuple[int, Event]]) -> None:
        self._seats = len(table.terms.seats)
        rules = table.kind.rules(table.terms)
        assert isinstance(rules, LaRucheRules)
        self._known: list[dict[int | None, set[Tile]]] = [{}]
        before: dict[int | None, set[Tile]] = {}
        for at_ms, event in rows:
            effects = rules.apply(event, at_ms)
            after = self._now(rules)
            shown = {
                Tile.parse(effect.pose) for effect in effects if isinstance(effect, events.Laid)
            }
            for viewer in after:
                given = set()
                if isinstance(event, events.Give) and viewer in (event.seat, event.to):
                    given = {Tile.parse(event.tile or "")}
                after[viewer] |= shown | given
            self._known.append({v: after[v] | before.get(v, set()) for v in after})
            before = self._now(rules)

    def _now(self, rules: LaRucheRules) -> dict[int | None, set[Tile]]:
        match = rules.match
        assert match is not None
        laid = {placement.pose.tile for placement in match.table}
        viewers: dict[int | None, set[Tile]] = {None: set(laid)}
        for seat in range(self._seats):
            viewers[seat] = laid | set(match.players[seat].hand)
        return viewers

    def may_know(self, viewer: int | None, head: int) -> set[Tile]:
        return self._known[head].get(viewer, set())

    def ever_known(self, viewer: int | None) -> set[Tile]:
        return set().union(*(known.get(viewer, set()) for known in self._known))


def check(recording: Recording, viewer: int | None, knowledge: Knowledge) -> int:
    """Every tile in every frame was known to this viewer then; how many were looked at."""
    looked = 0
    for frame in recording.frames:
        plain = msgspec.json.decode(frame)
        head = plain.get("seq") or plain.get("head") or 0
        for found in _TILE.findall(frame):
            if plain["type"] in ("ack", "said", "game", "present", "heartbeat"):
                raise AssertionError(f"a tile in {frame!r}")
            tile = Pose.parse(found.decode()).tile
            if plain["type"] == "refused":  # it repeats what this player asked for
                known = knowledge.ever_known(viewer)
            else:
                known = knowledge.may_know(viewer, head)
            assert tile in known, (viewer, head, found, frame[:300])
            looked += 1
    return looked


# What opens every hand, and is for nobody before the end.
_AFTERWARDS = (
    "/g/{game}/replay",
    "/g/{game}/replay?t=1000",
    "/api/games/{game}/export?format=text",
    "/api/games/{game}/export?format=json",
)
# What pages carry for everybody: the names of all sixty tiles.
_NAMES = re.compile(rb'"tiles":\s*\[[^\]]*\]')
_DATA = re.compile(rb'<script[^>]*id="data"[^>]*>(.*?)</script>', re.DOTALL)


@dataclass
class Visit:
    """A page or an answer that one viewer got."""

    viewer: int | None
    path: str
    body: bytes


async def look_around(
    person: Person, viewer: int | None, game: str, chance: random.Random, visits: list[Visit]
) -> None:
    """What the pages of a match ask for while it is played, again and again."""
    paths = [
        f"/g/{game}",
        f"/g/{game}/screen",
        f"/api/games/{game}",
        f"/api/games/{game}/chat?after=0",
        *(path.format(game=game) for path in _AFTERWARDS),
        "/",
        "/tables",
        "/mine",
        "/today",
    ]
    while True:
        path = chance.choice(paths)
        response = await person._http.get(path)
        if path.startswith((f"/g/{game}/replay", f"/api/games/{game}/export")):
            if response.is_success:
                continue  # the match is over by now, and all may know everything
            assert response.status_code in (403, 409), (path, response.status_code)
        # The screen is for the room: it never shows the hand of whoever opened it.
        seen_by = None if path.endswith("/screen") else viewer
        visits.append(Visit(seen_by, path, response.content))
        await asyncio.sleep(chance.uniform(0.05, 0.2))


def check_visit(visit: Visit, knowledge: Knowledge) -> int:
    """As `check`: every tile outside of the list of all tiles was known then."""
    found = _TILE.findall(_NAMES.sub(b"", visit.body))
    if not found:
        return 0
    data = _DATA.search(visit.body)
    plain = msgspec.json.decode(data[1] if data else visit.body)
    known = knowledge.may_know(visit.viewer, plain["head"])
    for name in found:
        assert Pose.parse(name.decode()).tile in known, (visit.viewer, visit.path, name)
    return len(found)


async def drop_now_and_then(sessions: list[Session], chance: random.Random) -> None:
    while True:
        await asyncio.sleep(chance.uniform(0.2, 0.6))
        await chance.choice(sessions).drop()


async def play(session: Session, chance: random.Random) -> None:
    """To the end of the match, and now and then just any tile on any spot."""
    while session.mirror.outcome is None:
        try:
            if chance.random() < 0.2:
                await tap(session, chance)
            else:
                await _play_laruche(session, chance)
        except CommandRefusedError:
            await asyncio.sleep(0.01)
        except IndexError:
            await asyncio.sleep(0.01)  # the hand ran empty meanwhile


async def tap(session: Session, chance: random.Random) -> None:
    status: laruche_messages.LaRucheStatus = session.mirror.status
    laid = session.mirror.table.items()
    table = tiles.Table(tiles.Placement(Cell(*at), Pose.parse(pose)) for at, pose in laid)
    spots = table.live_spots()
    if status.phase == "play" and spots:
        cell = chance.choice(spots).cell
        pose = chance.choice(Tile.parse(chance.choice(status.hand)).poses).name
        await session.do(laruche_messages.Lay(status.round, (cell.q, cell.r), pose))


async def play_match(live: LiveServer, number: int) -> tuple[int, int, int]:
    """How many tiles were looked at in frames and on pages, and how many misses were told."""
    chance = random.Random(number)
    options = {"rounds": 1, "bee_gift": True, "triple_gift": "split", "absent_ms": 300}
    options["miss_ms"] = 100
    bots = [{"who": "bot", "level": 5}] * chance.choice([1, 2, 3])
    async with live.person() as ann, live.person() as bob, live.person() as eve:
        seats = [{"who": "me"}, {"who": "open"}, *bots]
        wish = {"game": "laruche", "seats": seats, "options": options}
        created = await ann.create({**wish, "listed": True})
        game = created.game.id
        assert await export_refused(eve, game) == "NOT_OVER"
        await bob.join(game)
        one, two, watcher = ann.sit(game), bob.sit(game), eve.sit(game)
        viewers = ((one, 0), (two, 1), (watcher, None))
        recordings = [(Recording(session), viewer) for session, viewer in viewers]
        async with one, two, watcher:
            visits: list[Visit] = []
            people = ((ann, 0), (bob, 1), (eve, None))
            busy = [
                asyncio.create_task(drop_now_and_then([one, two, watcher], chance)),
                *(
                    asyncio.create_task(look_around(person, viewer, game, chance, visits))
                    for person, viewer in people
                ),
            ]
            # On a busy machine the bots may have ended the match by now.
            assert await export_refused(eve, game) in ("NOT_OVER", None)
            await asyncio.gather(play(one, chance), play(two, chance))
            for task in busy:
                task.cancel()
            ended = await asyncio.gather(*busy, return_exceptions=True)
            assert all(isinstance(end, asyncio.CancelledError) for end in ended), ended
        table = await live.site.tables.get(game)
        rows = [(row.at_ms, row.event) for row in await events_of(live.site, game, 0)]
        knowledge = Knowledge(table, rows)
        looked = sum(check(recording, viewer, knowledge) for recording, viewer in recordings)
        seen = sum(check_visit(visit, knowledge) for visit in visits)
        seed = table.stored.seed
        everything = b"".join(b"".join(recording.frames) for recording, _ in recordings)
        for form in (seed.hex(), str(int.from_bytes(seed, "big"))):
            assert form.encode() not in everything
        assert seed.hex() in await ann.export(game)
        return looked, seen, everything.count(b'"event":{"kind":"missed"')


async def export_refused(person: Person, game: str) -> str | None:
    response = await person._http.get(f"/api/games/{game}/export")
    return None if response.is_success else str(response.json()["code"])


async def play_matches(live: LiveServer, matches: int) -> None:
    for start in range(0, matches, 10):
        batch = range(start, min(start + 10, matches))
        results = await asyncio.gather(*(play_match(live, number) for number in batch))
        assert all(looked for looked, _, _ in results)
        assert sum(seen for _, seen, _ in results)
        assert sum(misses for _, _, misses in results)


@pytest.mark.parametrize(
    "matches", [pytest.param(20, id="twenty"), pytest.param(200, id="all", marks=pytest.mark.slow)]
)
async def test_no_hand_and_no_seed_is_ever_sent(
    tmp_path_factory: pytest.TempPathFactory, matches: int
) -> None:
    folder = tmp_path_factory.mktemp("secrets")
    async with serve(folder, bot_speed=200.0) as live:
        await play_matches(live, matches)
