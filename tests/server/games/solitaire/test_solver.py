"""Nothing is solved in the server's process, and a solver that dies takes nothing with it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skep import protocol
from skep.errors import CommandRefusedError
from skep.laruche import solo_events as ev
from skep.laruche import solver as library
from skep.laruche.daily import FIRST_DAY
from skep.laruche.puzzles import Puzzle, SolitaireOptions
from skep.server.games.solitaire import messages as m
from skep.server.games.solitaire.kind import SolitaireKind
from skep.server.games.solitaire.solver import (
    MOST_OF_ADDRESS,
    MOST_WAITING,
    Lane,
    Solver,
    Turns,
    position_of,
)
from skep.server.rules.contract import SeatTerms, Terms
from skep.server.storage.store import StoredRow
from tests.server.fixtures.observe import differences
from tests.server.live import LiveServer
from tests.server.tables.test_tables import refusal

pytestmark = pytest.mark.anyio

LOGS = Path(__file__).parents[2] / "logs"
ME = (SeatTerms("person", user=1),)
PUZZLE = Puzzle.deal(SolitaireOptions(), seed=7)
DEALT = PUZZLE.to_store()
SOLUTION = PUZZLE.solution
UNSOLVABLE = {"deal": "1XEmSV"}


class _NoSolver:
    """Stands where the solver of this process was. The children have their own."""

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the server's process called {name}")


@pytest.fixture
def no_solver_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_SOLVER", _NoSolver())


def wish(**options: Any) -> dict[str, Any]:
    return {"game": "solitaire", "seats": [{"who": "me"}], "options": options}


def solver_of(server: LiveServer) -> Solver:
    kind = server.site.kinds["solitaire"]
    assert isinstance(kind, SolitaireKind)
    return kind.solver


def child_of(server: LiveServer) -> int:
    pid = solver_of(server).hints.child.pid
    assert pid is not None
    return pid


@pytest.mark.usefixtures("no_solver_here")
def test_folding_a_log_with_a_hundred_hints_solves_nothing() -> None:
    kind = SolitaireKind()
    terms = Terms("solitaire", {}, protocol.Untimed(), ME, bytes(16), 2)
    first, second = (ev.Put.of(placement) for placement in SOLUTION[:2])
    rows: list[Any] = [DEALT]
    for _ in range(50):
        rows += [ev.AskHint.of(SOLUTION[0]), first]
        rows += [ev.AskHint.of(SOLUTION[1]), second, ev.TakeBack(first.cell), ev.TakeBack()]
    rules = kind.rules(terms)
    for at_ms, row in enumerate(rows):
        _, payload = kind.write_event(row)
        rules.apply(kind.read_event(payload, kind.schema_version), at_ms)
    view = rules.view(0)
    assert (view.status.hints, view.status.undos) == (100, 100)
    assert (view.grade, view.best, view.table) == ("medium", 23, [])


@pytest.mark.usefixtures("no_solver_here")
@pytest.mark.medium
async def test_the_servers_process_never_solves(server: LiveServer) -> None:
    async with server.person() as ann:
        for options in (
            {"day": "2026-11-16"},
            {"size": 8, "grade": "hard", "reading": "fourth"},
            {"size": 7, "silhouette": "shadow"},
            {"deal": "0Kb3XpZm7Tfd"},
        ):
            game = (await ann.create(wish(**options))).game.id
            async with ann.sit(game) as player:
                await player.do(m.AskHint())
            before = await _view(server, game)
            assert before.status.hints == 1
            server.site.tables.forget(game)
            assert await _view(server, game) == before
        assert await solver_of(server).can_be_solved(position_of(PUZZLE, SOLUTION[:3]), "ann")


async def _view(server: LiveServer, game: str) -> m.SolitaireView:
    """Without what depends on who sits there at the moment."""
    table = await server.site.tables.get(game)
    async with table.lock:
        view: m.SolitaireView = table.rules.view(None)
    still = msgspec.structs.replace(view.status, now_ms=0, counted_ms=0, running_since_ms=None)
    return msgspec.structs.replace(view, status=still)


@pytest.mark.usefixtures("no_solver_here")
async def test_a_log_of_version_1_is_solved_by_a_child_and_reads_the_same() -> None:
    log = json.loads((LOGS / "v1-solitaire.json").read_text())
    terms = Terms(
        "solitaire", log["options"], protocol.Untimed(), ME, bytes.fromhex(log["seed"]), 1
    )
    rows = [
        StoredRow(seq, at_ms, json.dumps(payload), 1)
        for seq, (at_ms, payload) in enumerate(log["rows"], 1)
    ]
    # A row of today at its end: a live log holds both.
    *begun, last = rows
    mixed = [*begun, last._replace(payload='{"kind": "give_up"}', schema_version=2)]
    kind = SolitaireKind()
    for stored in (rows, mixed):
        rules = kind.rules(terms)
        for row in await kind.read_log(terms, stored):
            rules.apply(row.event, row.at_ms)
        assert differences(log["view"], json.loads(msgspec.json.encode(rules.view(0)))) == []
    await kind.stop()


async def killed_at_work(lane: Lane, work: Coroutine[Any, Any, Any]) -> str:
    """The refusal of somebody whose solver dies while it works for them."""
    pid = lane.child.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    waiting = asyncio.ensure_future(work)
    while not lane.is_busy:
        await asyncio.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    return await refusal(waiting)


@pytest.mark.medium
async def test_a_killed_solver_is_told_of_and_nothing_is_lost(server: LiveServer) -> None:
    async with server.person() as ann:
        game = (await ann.create(wish(size=8))).game.id
        async with ann.sit(game) as player:
            await player.do(m.AskHint())
            head = player.mirror.head
            lane = solver_of(server).hints
            assert await killed_at_work(lane, player.do(m.AskHint())) == "NO_ANSWER"
            assert player.mirror.head == head
            await player.do(m.AskHint())
            await player.until(lambda: player.mirror.status.hints == 2, seconds=20)


@pytest.mark.medium
async def test_no_game_is_stored_for_which_nothing_could_be_dealt(server: LiveServer) -> None:
    async with server.person() as ann:
        await ann.create(wish(size=8))
        lane = solver_of(server).deals
        assert await killed_at_work(lane, ann.create(wish(size=8))) == "NO_ANSWER"
        assert len(await ann.games(mine=True)) == 1
        await ann.create(wish(size=8))
        assert len(await ann.games(mine=True)) == 2


@pytest.mark.medium
async def test_a_hint_for_a_table_that_changed_is_stale_and_holds_up_nothing(
    server: LiveServer,
) -> None:
    async with server.person() as ann:
        game = (await ann.create(wish(deal="0Kb3XpZm7Tfd"))).game.id
        async with ann.sit(game) as player:
            await player.do(m.AskHint())
            os.kill(child_of(server), signal.SIGSTOP)
            waiting = asyncio.ensure_future(player.do(m.AskHint()))
            while not solver_of(server).hints.is_busy:
                await asyncio.sleep(0.01)
            user = (await server.site.tables.get(game)).seats[0].user
            again = solver_of(server).hint(position_of(PUZZLE, ()), user)
            assert await refusal(again) == "BUSY"  # one at a time
            await player.do(m.Put((0, 0), player.mirror.status.hand[0]))  # and is read meanwhile
            os.kill(child_of(server), signal.SIGCONT)
            assert await refusal(waiting) == "STALE"


@pytest.mark.medium
async def test_what_cannot_be_laid_is_refused(server: LiveServer) -> None:
    async with server.person() as ann, server.person() as eve:
        with pytest.raises(CommandRefusedError, match="cannot be laid"):
            await ann.create(wish(**UNSOLVABLE))
        with pytest.raises(CommandRefusedError, match="at most once"):
            await ann.create(wish(deal="000000"))
        created = await ann.create({**wish(deal="0Kb3XpZm7Tfd"), "listed": True})
        async with ann.sit(created.game.id) as player, eve.sit(created.game.id) as watcher:
            assert player.mirror.status.hand[0] == "ROYGBV"
            assert await refusal(watcher.do(m.AskHint())) == "NOT_YOUR_SEAT"
            await player.do(m.StopClock())
            assert await refusal(player.do(m.AskHint())) == "PAUSED"
            await player.do(m.StartClock())


async def test_the_queue_before_the_solver_has_an_end() -> None:
    solver = Solver()
    position = position_of(PUZZLE, ())
    await solver.hint(position, "first")
    pid = solver.hints.child.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    asked = [asyncio.ensure_future(solver.hint(position, n)) for n in range(MOST_WAITING)]
    await asyncio.sleep(0)
    assert await refusal(solver.hint(position, "one too many")) == "BUSY"
    os.kill(pid, signal.SIGCONT)
    assert len(set(await asyncio.gather(*asked))) == 1
    await solver.stop()
    assert await refusal(solver.hint(position, "after the end")) == "NO_ANSWER"


async def test_one_address_does_not_fill_the_queue() -> None:
    solver = Solver()
    easy, hard = SolitaireOptions(size=6), SolitaireOptions(size=8)
    await solver.deal(easy, seed=1, tiles="", whose="first")
    pid = solver.deals.child.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    ended: list[str] = []

    async def deal(who: str, address: str) -> None:
        await solver.deal(hard, seed=7, tiles="", whose=who, address=address)
        ended.append(address)

    many = [asyncio.ensure_future(deal(f"guest {n}", "a")) for n in range(MOST_OF_ADDRESS)]
    await asyncio.sleep(0)
    assert await refusal(deal("one guest more", "a")) == "BUSY"
    others = [asyncio.ensure_future(deal(f"other {n}", str(n))) for n in range(MOST_WAITING + 4)]
    await asyncio.sleep(0)
    os.kill(pid, signal.SIGCONT)
    await asyncio.gather(*many, *others)
    assert ended[: len(others) + 1] == ["a", *(str(n) for n in range(len(others)))]
    await solver.stop()


async def test_a_day_does_not_wait_for_deals() -> None:
    solver = Solver()
    await solver.deal(SolitaireOptions(size=6), seed=1, tiles="", whose="first")
    pid = solver.deals.child.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    waiting = asyncio.ensure_future(
        solver.deal(SolitaireOptions(size=6), seed=2, tiles="", whose="other")
    )
    assert len((await solver.day(FIRST_DAY)).tiles) == 12
    assert not waiting.done()
    os.kill(pid, signal.SIGCONT)
    await waiting
    await solver.stop()


async def test_who_gives_up_waiting_keeps_nobody_waiting() -> None:
    turns, taken = Turns(), []

    async def take(address: str) -> None:
        async with turns.taken(address):
            taken.append(address)
            await asyncio.sleep(0)

    async with turns.taken("a"):
        waiting = [asyncio.ensure_future(take(address)) for address in "abcb"]
        await asyncio.sleep(0)
        waiting[1].cancel()
    waiting[2].cancel()  # which had been given its turn
    await asyncio.gather(*waiting, return_exceptions=True)
    assert taken == ["b", "a"]
    await take("d")
