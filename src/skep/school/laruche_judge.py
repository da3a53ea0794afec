"""Judges the steps of La Ruche by its rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from skep.errors import InvalidOptionsError, SkepError
from skep.geometry import ORIGIN, Cell
from skep.laruche import Placement, Pose, Table, Tile
from skep.laruche.refusals import Refusal
from skep.school import tasks
from skep.school.actions import Action, CellPair, Give, Lay, Tap
from skep.school.drawn import read_board
from skep.school.lessons import Step
from skep.school.verdicts import Kind, SchoolCode, Verdict

__all__ = ["LaRucheJudge", "LaRucheScene"]

_FARTHEST = 12  # cells beyond it are not looked at


@dataclass(frozen=True, slots=True)
class LaRucheScene:
    table: Table  # never changed; played on in copies
    hand: tuple[Pose, ...]  # as the tiles are held
    found: frozenset[Cell] = frozenset()
    others: tuple[int, ...] = ()  # how many tiles the other players have
    given: int = 0


class LaRucheJudge:
    def __init__(self, step: Step) -> None:
        self.step = step
        self.task = step.task
        self.board = read_board(step.board)

    def start(self) -> LaRucheScene:
        table = Table(Placement(cell, Pose.parse(names[0])) for cell, names in self.board.occupied)
        hand = tuple(Pose.parse(name) for name in self.step.hand.split())
        return LaRucheScene(table, hand, others=self.step.others)

    def judge(self, scene: LaRucheScene, action: Action) -> tuple[Verdict, LaRucheScene]:
        match self.task, action:
            case tasks.LayTile() | tasks.Empty(), Lay():
                return self._judge_lay(scene, action)
            case tasks.TapSpots(), Tap():
                return self._judge_tap(scene, Cell(*action.cell))
            case tasks.GiveToLeader(), Give():
                return self._judge_gift(scene, action)
        return _wrong(SchoolCode.OTHER_ACTION, wanted=self.wanted), scene

    @property
    def wanted(self) -> str:
        match self.task:
            case tasks.TapSpots():
                return "tap"
            case tasks.GiveToLeader():
                return "give"
            case _:
                return "lay"

    # Laying.

    def _judge_lay(self, scene: LaRucheScene, action: Lay) -> tuple[Verdict, LaRucheScene]:
        try:
            placement = Placement(Cell(*action.cell), Pose.parse(action.pose))
        except SkepError:
            return _wrong(SchoolCode.NOT_IN_HAND, tile=action.pose), scene
        held = _held(scene, placement.pose.tile)
        if held is None:
            return _wrong(SchoolCode.NOT_IN_HAND, tile=action.pose), scene
        refused = self._refusal(scene.table, placement)
        if refused is not None:
            return refused, scene
        if not self._fulfils(scene.table, held, placement):
            return _wrong(SchoolCode.NOT_THE_TASK, placement.cell), scene
        after = _laid(scene, placement)
        if isinstance(self.task, tasks.Empty) and after.hand:
            if self._completion(after) is None:
                return _wrong(SchoolCode.DEAD_END, placement.cell), scene
            return Verdict("right", facts={"left": len(after.hand)}), after
        return Verdict("done"), after

    def _refusal(self, table: Table, placement: Placement) -> Verdict | None:
        cell = placement.cell
        if cell in table:
            return _wrong(Refusal.TAKEN, cell)
        touching, needed = table.contacts(cell), self._needed(table)
        if touching < needed:
            return _wrong(Refusal.TOO_FEW_NEIGHBOURS, cell, touching=touching, needed=needed)
        if self.step.least == 1 and not self.step.bee_up and touching > 1:
            return _wrong(Refusal.TOO_MANY_NEIGHBOURS, cell, touching=touching)
        if self.step.bee_up and not placement.pose.has_bee:
            return _wrong(Refusal.BEE_DOWN, cell)
        differing = table.mismatches(placement)
        if differing:
            edges = [[int(one.direction), one.own.letter, one.theirs.letter] for one in differing]
            return _wrong(Refusal.MISMATCH, cell, edges=edges, **_needs(table, cell))
        return None

    def _needed(self, table: Table) -> int:
        return min(len(table), self.step.least)

    def _fulfils(self, table: Table, held: Pose, placement: Placement) -> bool:
        if not isinstance(self.task, tasks.LayTile):
            return True
        return (
            table.contacts(placement.cell) >= self.task.touching
            and (not self.task.flipped or placement.pose.has_bee is not held.has_bee)
            and (not self.task.bee or placement.pose.has_bee)
            and (not self.task.at or placement.cell in self.board.cells_of(self.task.at))
        )

    def spots(self, scene: LaRucheScene) -> list[Cell]:
        """Where a tile may be tried: the cells that touch as many tiles as they have to."""
        needed = self._needed(scene.table)
        return [
            cell
            for cell in sorted(_empty_around(scene.table))
            if scene.table.contacts(cell) >= needed
            and (self.step.least > 1 or self.step.bee_up or scene.table.contacts(cell) <= 1)
        ]

    def _placements(self, scene: LaRucheScene) -> Iterator[Placement]:
        """The legal ways to lay a tile of the hand."""
        spots = sorted(_empty_around(scene.table))
        for held in scene.hand:
            for pose in self._poses(held):
                for cell in spots:
                    placement = Placement(cell, pose)
                    if self._refusal(scene.table, placement) is None:
                        yield placement

    @property
    def turns_over(self) -> bool:
        """May tiles be laid on either face?"""
        return not (self.step.bee_up or self.step.one_face)

    def _poses(self, held: Pose) -> Iterator[Pose]:
        """The ways in which a tile of the hand can be laid."""
        return (one for one in held.tile.poses if self.turns_over or one.has_bee is held.has_bee)

    def _completion(self, scene: LaRucheScene) -> list[Placement] | None:
        """A way to lay the whole hand, if there is one."""
        return self._complete(scene, set())

    def _complete(
        self, scene: LaRucheScene, hopeless: set[frozenset[Placement]]
    ) -> list[Placement] | None:
        if not scene.hand:
            return []
        layout = frozenset(scene.table)
        if layout in hopeless:
            return None
        for placement in self._placements(scene):
            rest = self._complete(_laid(scene, placement), hopeless)
            if rest is not None:
                return [placement, *rest]
        hopeless.add(layout)
        return None

    # Tapping.

    def _judge_tap(self, scene: LaRucheScene, cell: Cell) -> tuple[Verdict, LaRucheScene]:
        wanted = self._spots_to_tap(scene.table)
        if cell in scene.found:
            return _wrong(SchoolCode.FOUND_ALREADY, cell), scene
        if cell not in wanted:
            if cell in scene.table:
                return _wrong(Refusal.TAKEN, cell), scene
            touching, needed = scene.table.contacts(cell), self._needed(scene.table)
            if touching < needed:
                few = Refusal.TOO_FEW_NEIGHBOURS
                return _wrong(few, cell, touching=touching, needed=needed), scene
            return _wrong(SchoolCode.NOT_THERE, cell, **_needs(scene.table, cell)), scene
        found = scene.found | {cell}
        kind: Kind = "done" if found == wanted else "right"
        return Verdict(kind, facts={"left": len(wanted) - len(found)}), replace(scene, found=found)

    def _spots_to_tap(self, table: Table) -> frozenset[Cell]:
        assert isinstance(self.task, tasks.TapSpots)
        spots = table.dead_spots() if self.task.that == "dead" else table.live_spots()
        return frozenset(spot.cell for spot in spots)

    # Giving.

    def _judge_gift(self, scene: LaRucheScene, action: Give) -> tuple[Verdict, LaRucheScene]:
        try:
            tile = Tile.parse(action.tile)
        except SkepError:
            return _wrong(SchoolCode.NOT_IN_HAND, tile=action.tile), scene
        if _held(scene, tile) is None:
            return _wrong(SchoolCode.NOT_IN_HAND, tile=action.tile), scene
        others = scene.others
        if action.player >= len(others):
            return _wrong(SchoolCode.NO_SUCH_PLAYER, player=action.player), scene
        if others[action.player] != min(others):
            leader = others.index(min(others))
            return _wrong(SchoolCode.NOT_THE_LEADER, player=leader), scene
        assert isinstance(self.task, tasks.GiveToLeader)
        left = self.task.tiles - scene.given - 1
        after = replace(
            scene,
            hand=tuple(held for held in scene.hand if held.tile is not tile),
            others=tuple(count + (player == action.player) for player, count in enumerate(others)),
            given=scene.given + 1,
        )
        if left == 0:
            return Verdict("done"), after
        return Verdict("right", facts={"left": left}), after

    # What could be tried, and what is shown.

    def possible(self, scene: LaRucheScene) -> Iterator[Action]:
        cells = sorted(_empty_around(scene.table) | set(scene.table.tiles))
        match self.wanted:
            case "tap":
                yield from (Tap(_pair(cell)) for cell in cells)
            case "give":
                for held in scene.hand:
                    for player in range(len(scene.others)):
                        yield Give(held.tile.name, player)
            case _:
                for held in scene.hand:
                    for pose in self._poses(held):
                        yield from (Lay(pose.name, _pair(cell)) for cell in cells)

    def shown(self, scene: LaRucheScene) -> Action:
        match self.task:
            case tasks.TapSpots():
                return Tap(_pair(min(self._spots_to_tap(scene.table) - scene.found)))
            case tasks.GiveToLeader():
                leader = scene.others.index(min(scene.others))
                return Give(scene.hand[0].tile.name, leader)
            case tasks.Empty():
                way = self._completion(scene)
                if not way:
                    raise InvalidOptionsError("this hand cannot be laid whole")
                placement = way[0]
            case _:
                placement = next(
                    one
                    for one in self._placements(scene)
                    if self._fulfils(scene.table, _held(scene, one.pose.tile) or one.pose, one)
                )
        return Lay(placement.pose.name, _pair(placement.cell))


def _held(scene: LaRucheScene, tile: Tile) -> Pose | None:
    return next((pose for pose in scene.hand if pose.tile is tile), None)


def _needs(table: Table, cell: Cell) -> dict[str, object]:
    """The colours that a spot asks for, and the one that it asks for twice: then it is dead."""
    asked = [color.letter for color in table.wanted(cell) if color is not None]
    twice = next((letter for letter in asked if asked.count(letter) > 1), None)
    return {"asked": asked} if twice is None else {"asked": asked, "twice": twice}


def _laid(scene: LaRucheScene, placement: Placement) -> LaRucheScene:
    table = scene.table.copy()
    table.lay(placement)
    hand = tuple(pose for pose in scene.hand if pose.tile is not placement.pose.tile)
    return replace(scene, table=table, hand=hand)


def _empty_around(table: Table) -> set[Cell]:
    if not table.tiles:
        return {ORIGIN}
    return {
        beside
        for cell in table.tiles
        for beside in cell.neighbours()
        if beside not in table and max(abs(beside.q), abs(beside.r)) <= _FARTHEST
    }


def _pair(cell: Cell) -> CellPair:
    return (cell.q, cell.r)


def _wrong(code: str, *cells: Cell, **facts: object) -> Verdict:
    return Verdict("wrong", code=code, facts=facts, cells=tuple(_pair(cell) for cell in cells))
