"""Where a pupil stands in a step, and who judges what comes next.

A standing is a value made from the step and the actions so far, so that a page, a test and a server
come to the same one. A wrong action changes nothing but the count of misses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from skep.school.actions import Action
from skep.school.hive_judge import HiveJudge
from skep.school.laruche_judge import LaRucheJudge
from skep.school.lessons import Step
from skep.school.verdicts import Verdict

__all__ = ["Judge", "Standing", "begin", "judge_of", "proceed", "stand_after", "way_from"]


class Judge(Protocol):
    """Decides the steps of one game. A scene is whatever the judge needs to know of the table."""

    @property
    def wanted(self) -> str:
        """What kind of action the step asks for: play, tap, choose, lay or give."""

    def start(self) -> Any: ...

    def judge(self, scene: Any, action: Action) -> tuple[Verdict, Any]:
        """The verdict, and the scene after it; after a wrong action that is the scene itself."""

    def possible(self, scene: Any) -> Iterator[Action]:
        """Everything sensible that a pupil could try, right or wrong."""

    def shown(self, scene: Any) -> Action:
        """The next action of a shortest way to the goal."""


@dataclass(frozen=True, slots=True)
class Standing:
    judge: Judge
    scene: Any
    actions: int = 0  # that were not wrong
    misses: int = 0
    last: Verdict | None = None

    @property
    def is_done(self) -> bool:
        return self.last is not None and self.last.kind == "done"


def judge_of(step: Step, game: str) -> Judge:
    return HiveJudge(step) if game == "hive" else LaRucheJudge(step)


def begin(step: Step, game: str) -> Standing:
    judge = judge_of(step, game)
    return Standing(judge, judge.start())


def proceed(standing: Standing, action: Action) -> Standing:
    """The standing after one more action; after the end nothing changes any more."""
    if standing.is_done:
        return standing
    verdict, scene = standing.judge.judge(standing.scene, action)
    if verdict.is_wrong:
        return replace(standing, misses=standing.misses + 1, last=verdict)
    return replace(standing, scene=scene, actions=standing.actions + 1, last=verdict)


def stand_after(step: Step, game: str, actions: Iterable[Action]) -> Standing:
    standing = begin(step, game)
    for action in actions:
        standing = proceed(standing, action)
    return standing


def way_from(standing: Standing) -> list[Action]:
    """The actions that lead from here to the goal, as they are shown after three misses."""
    way: list[Action] = []
    while not standing.is_done:
        action = standing.judge.shown(standing.scene)
        standing = proceed(standing, action)
        assert standing.last is not None
        assert not standing.last.is_wrong, f"{action} is shown and wrong: {standing.last}"
        way.append(action)
    return way
