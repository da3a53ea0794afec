"""A whole match: games side by side, replays, the log, the second judge, stopping and going on."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from skep.errors import EngineError, EngineRefusalError
from skep.hive.arena.contestants import Contestant, Seat
from skep.hive.arena.log import MatchLog
from skep.hive.arena.play import Conditions, PlayedGame, play_game
from skep.hive.arena.schedule import Fixture
from skep.hive.arena.standings import Standings
from skep.hive.arena.statistics import Sprt
from skep.hive.arena.turns import beside_no_benchmark
from skep.hive.pieces import Color
from skep.hive.position import Position

if TYPE_CHECKING:
    from skep.hive.arena.elsewhere import DaskWorkers

__all__ = ["LEAST_SHARE", "MOST_REPLAYS", "Match", "Plan"]

LEAST_SHARE: Final = 0.8  # of its processor; below that a game says nothing about strength
MOST_REPLAYS: Final = 3  # of one game, then it counts as it is
_TICK: Final = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be played and how."""

    contestants: Sequence[Contestant]
    openings: Sequence[Position]
    fixtures: Sequence[Fixture]
    conditions: Conditions
    concurrency: int = 1
    sprt: Sprt | None = None
    second_judge: Contestant | None = None
    replay_failures: bool = False
    check_cpu: bool = True


class Match:
    """Plays a plan; `run` returns when all is played, decided or stopped."""

    def __init__(self, plan: Plan, log: MatchLog) -> None:
        self.plan = plan
        self.standings = Standings()
        self._log = log
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._seats: list[Seat] = []
        self._replays: dict[Fixture, int] = {}
        self._waiting = deque(plan.fixtures)
        self._continue_log()

    def _continue_log(self) -> None:
        fixtures = {fixture.round: fixture for fixture in self.plan.fixtures}
        done = set()
        for entry in self._log.entries():
            fixture = fixtures.get(entry.round)
            if fixture is None or fixture in done:
                continue  # the log has more games than are asked for now
            self.standings.add(fixture, entry)
            if not entry.discarded:
                done.add(fixture)
        self._waiting = deque(fixture for fixture in self._waiting if fixture not in done)

    @property
    def total(self) -> int:
        """How many games are to be played."""
        return len(self.plan.fixtures)

    def is_decided(self) -> bool:
        """Has the sequential test come to its end? It looks at the first meeting."""
        sprt = self.plan.sprt
        return sprt is not None and sprt.verdict(self._first_pairs()) != "undecided"

    def _first_pairs(self) -> list[float]:
        return self.standings.meetings[(0, 1)].pair_scores

    def run(self, on_tick: Callable[[], None] = lambda: None) -> None:
        """Play what is left of the match."""
        with ThreadPoolExecutor(self.plan.concurrency) as pool:
            workers = [pool.submit(self._work) for _ in range(self.plan.concurrency)]
            try:
                while wait(workers, timeout=_TICK).not_done:
                    on_tick()
            except BaseException:
                self.stop()
                raise
            for worker in workers:
                worker.result()
        on_tick()

    def run_elsewhere(
        self, workers: DaskWorkers, on_tick: Callable[[], None] = lambda: None
    ) -> None:
        """Play what is left of the match on other machines, as many games as they have room for."""
        under_way: dict[Any, Fixture] = {}
        try:
            while True:
                while len(under_way) < workers.room and (fixture := self._next()) is not None:
                    opening = self.plan.openings[fixture.opening].game_string
                    game = workers.begin(_play_alone, self._task(fixture), opening)
                    under_way[game] = fixture
                if not under_way:
                    break
                for done in workers.finished(under_way, _TICK):
                    self._record(under_way.pop(done), *done.result())
                on_tick()
        except BaseException:
            self.stop()
            workers.give_up(under_way)
            raise
        on_tick()

    def _task(self, fixture: Fixture) -> _Task:
        white, black = self.plan.contestants[fixture.white], self.plan.contestants[fixture.black]
        return _Task(white, black, self.plan.second_judge, self.plan.conditions)

    def stop(self) -> None:
        """Drop the games under way; the log keeps all finished ones."""
        self._stopped.set()
        with self._lock:
            for seat in self._seats:
                seat.kill()

    def _work(self) -> None:
        seats = [Seat(contestant) for contestant in self.plan.contestants]
        judge = None if self.plan.second_judge is None else Seat(self.plan.second_judge)
        mine = [*seats, judge] if judge is not None else seats
        with self._lock:
            self._seats.extend(mine)
        try:
            while (fixture := self._next()) is not None:
                players = {Color.WHITE: seats[fixture.white], Color.BLACK: seats[fixture.black]}
                opening = self.plan.openings[fixture.opening]
                with beside_no_benchmark(self._stopped.is_set):
                    game = play_game(players, opening, self.plan.conditions)
                dispute = "" if judge is None else _second_opinion(judge, game)
                self._record(fixture, game, dispute)
        except BaseException:
            self._stopped.set()
            raise
        finally:
            for seat in mine:
                seat.close()

    def _next(self) -> Fixture | None:
        with self._lock:
            if self._stopped.is_set() or not self._waiting or self.is_decided():
                return None
            return self._waiting.popleft()

    def _record(self, fixture: Fixture, game: PlayedGame, dispute: str) -> None:
        with self._lock:
            if self._stopped.is_set():
                return  # its end may be our doing
            discarded = self._why_discarded(fixture, game)
            entry = self._log.append(fixture, game, discarded=discarded, dispute=dispute)
            self.standings.add(fixture, entry)
            if discarded:
                self._waiting.appendleft(fixture)

    def _why_discarded(self, fixture: Fixture, game: PlayedGame) -> str:
        replays = self._replays.get(fixture, 0)
        if replays >= MOST_REPLAYS:
            return ""
        reason = ""
        least = min(game.shares.values(), default=1.0)
        by_time = self.plan.conditions.limit.seconds is not None
        if self.plan.check_cpu and by_time and least < LEAST_SHARE:
            reason = f"an engine got {least:.0%} of its processor"
        elif self.plan.replay_failures and game.ending.is_failure:
            reason = f"ended by {game.ending.value}"
        if reason:
            self._replays[fixture] = replays + 1
        return reason


@dataclass(frozen=True, slots=True)
class _Task:
    """One game, for whoever plays it without the rest of the match."""

    white: Contestant
    black: Contestant
    judge: Contestant | None
    conditions: Conditions


def _play_alone(task: _Task, opening: str) -> tuple[PlayedGame, str]:
    """A game with engines of its own, and what the second judge objects to in it."""
    players = {Color.WHITE: Seat(task.white), Color.BLACK: Seat(task.black)}
    judge = None if task.judge is None else Seat(task.judge)
    try:
        with beside_no_benchmark():
            game = play_game(players, Position.from_game_string(opening), task.conditions)
        return game, "" if judge is None else _second_opinion(judge, game)
    finally:
        for seat in (*players.values(), *([judge] if judge is not None else ())):
            seat.close()


def _second_opinion(judge: Seat, game: PlayedGame) -> str:
    """What another engine objects to in a game; nothing if it accepts every move."""
    position = Position(game.game_type)
    for move in game.moves:
        position.play(move.text)
    ours = position.game_string
    try:
        theirs = judge.client().new_game(ours)
    except EngineRefusalError as error:
        return f"the second judge refuses the game: {error}"
    except EngineError as error:
        return f"the second judge failed: {error}"
    ended = position.outcome() is not None and ours.split(";")[1] != "InProgress"
    if ended and theirs.split(";")[1:2] != ours.split(";")[1:2]:
        return f"the second judge says {theirs.split(';')[1:2]}, not {ours.split(';')[1]}"
    return ""
