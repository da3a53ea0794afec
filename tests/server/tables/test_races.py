"""Everybody at once: one spot goes to one player, six spots go to six."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from itertools import count

import pytest

from skep.client import Person, Session
from skep.errors import CommandRefusedError
from skep.geometry import Cell
from skep.laruche import Placement, Pose, Table, Tile
from skep.laruche.tiles import mask_of
from skep.server.games.laruche import messages as laruche_messages
from tests.server.live import LiveServer, serve

pytestmark = [pytest.mark.anyio, pytest.mark.medium, pytest.mark.timeout(1800)]

SIX = [{"who": "me"}, *({"who": "open"} for _ in range(5))]


class SixHands:
    """Six people at one table of La Ruche, moved by one hand."""

    def __init__(self, people: list[Person]) -> None:
        self._people = people
        self.sessions: list[Session] = []

    async def sit_down(self) -> None:
        await self.stand_up()
        options = {"rounds": 1, "stall_ms": 0, "setup_ms": 600_000, "absent_ms": 600_000}
        wish = {"game": "laruche", "seats": SIX, "options": options}
        created = await self._people[0].create(wish)
        for person in self._people[1:]:
            await person.join(created.game.id, created.key)
        self.sessions = [person.sit(created.game.id) for person in self._people]
        await asyncio.gather(*(session.__aenter__() for session in self.sessions))
        while (status := self.sessions[0].mirror.status).phase == "setup":
            await self._lay_set_up_tile(status)

    async def stand_up(self) -> None:
        for session in self.sessions:
            await session.__aexit__(None, None, None)
        self.sessions = []

    async def _lay_set_up_tile(self, status: laruche_messages.LaRucheStatus) -> None:
        session = self.sessions[status.turn or 0]
        table, hand = self.table(), self.hand(session)
        choices = list(table.edge_placements(mask_of(hand))) if len(table) else []
        if not choices:
            choices = [Placement(Cell(0, 0), hand[0].poses[0])]
        random.shuffle(choices)
        seq = 0
        for placement in choices:
            try:
                seq = await lay(session, placement)
                break
            except CommandRefusedError as refusal:
                if refusal.code != "DEAD_START":
                    raise
        await self.agree(seq)

    async def agree(self, head: int) -> None:
        """Wait until all have been told of this event, which follows its acknowledgement."""
        for session in self.sessions:
            await session.until(lambda s=session: s.head >= head, seconds=30)  # type: ignore[misc]
        tables = [session.mirror.table for session in self.sessions]
        assert all(table == tables[0] for table in tables)

    def table(self) -> Table:
        laid = self.sessions[0].mirror.table
        return Table(Placement(Cell(*cell), Pose.parse(pose)) for cell, pose in laid.items())

    def hand(self, session: Session) -> list[Tile]:
        return [Tile.parse(name) for name in session.mirror.status.hand]

    def fits(self) -> list[dict[Cell, Placement]]:
        """For each player, a placement for every spot where one of their tiles fits."""
        table = self.table()
        return [
            {p.cell: p for p in table.placements(mask_of(self.hand(session)))}
            for session in self.sessions
        ]

    def contested(self) -> list[Placement] | None:
        """The same spot for all six, or None."""
        fits = self.fits()
        cells = set.intersection(*(set(fit) for fit in fits))
        if not cells:
            return None
        cell = min(cells)
        return [fit[cell] for fit in fits]

    def spread(self) -> list[Placement] | None:
        """Six spots that do not touch, one for each, or None."""
        fits = self.fits()
        return next(_choose(fits, 0, []), None)


def _choose(
    fits: list[dict[Cell, Placement]], player: int, chosen: list[Placement]
) -> Iterator[list[Placement]]:
    if player == len(fits):
        yield chosen
        return
    taken = {cell for p in chosen for cell in (p.cell, *p.cell.neighbours())}
    for cell, placement in fits[player].items():
        if cell not in taken:
            yield from _choose(fits, player + 1, [*chosen, placement])


async def lay(session: Session, placement: Placement) -> int:
    cell = (placement.cell.q, placement.cell.r)
    round_ = session.mirror.status.round
    seq = await session.do(laruche_messages.Lay(round=round_, cell=cell, pose=placement.pose.name))
    assert seq is not None
    return seq


async def claim(six: SixHands, placements: list[Placement]) -> list[int | str]:
    """All six at once: each answer is a seq or a code."""
    answers = await asyncio.gather(
        *(lay(s, p) for s, p in zip(six.sessions, placements, strict=True)),
        return_exceptions=True,
    )
    codes = [a.code if isinstance(a, CommandRefusedError) else a for a in answers]
    await six.agree(max(_ints(codes), default=0))  # type: ignore[arg-type]
    return codes  # type: ignore[return-value]


async def race_for_one_spot(live: LiveServer, times: int) -> None:
    people = [live.person() for _ in range(6)]
    six = SixHands(people)
    done = 0
    while done < times:
        await six.sit_down()
        while done < times and six.sessions[0].mirror.outcome is None:
            placements = six.contested()
            if placements is None:
                break
            answers = await claim(six, placements)
            assert sum(isinstance(answer, int) for answer in answers) == 1, answers
            assert set(answers) <= {"TAKEN", "ROUND_OVER", "GAME_OVER", *_ints(answers)}, answers
            done += 1
    await six.stand_up()
    for person in people:
        await person.__aexit__()


async def race_for_six_spots(live: LiveServer, times: int) -> None:
    people = [live.person() for _ in range(6)]
    six = SixHands(people)
    done = 0
    while done < times:
        await six.sit_down()
        for turn in count():
            placements = six.spread()
            if placements is None:
                # Grow the table by one tile until six spots lie apart.
                fits = [(n, p) for n, fit in enumerate(six.fits()) for p in fit.values()]
                if not fits or turn > 40 or six.sessions[0].mirror.outcome is not None:
                    break
                outer = max(fits, key=lambda f: abs(f[1].cell.q) + abs(f[1].cell.r))
                await six.agree(await lay(six.sessions[outer[0]], outer[1]))
                continue
            hands = min(len(six.hand(session)) for session in six.sessions)
            answers = await claim(six, placements)
            if hands > 1:  # with a last tile the round may end in the middle
                assert all(isinstance(answer, int) for answer in answers), answers
                done += 1
            if done >= times or six.sessions[0].mirror.outcome is not None:
                break
    await six.stand_up()
    for person in people:
        await person.__aexit__()


def _ints(answers: list[int | str]) -> list[int]:
    return [answer for answer in answers if isinstance(answer, int)]


async def test_one_spot_goes_to_one_of_six(server: LiveServer) -> None:
    await race_for_one_spot(server, 100)


async def test_six_spots_go_to_six(server: LiveServer) -> None:
    await race_for_six_spots(server, 20)


@pytest.mark.slow
async def test_one_spot_goes_to_one_of_six_a_thousand_times(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async with serve(tmp_path_factory.mktemp("races")) as live:
        await race_for_one_spot(live, 1000)


@pytest.mark.slow
async def test_six_spots_go_to_six_a_thousand_times(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    async with serve(tmp_path_factory.mktemp("races")) as live:
        await race_for_six_spots(live, 1000)
