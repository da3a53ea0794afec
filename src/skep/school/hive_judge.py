"""Judges the steps of Hive by its rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from skep.errors import SkepError
from skep.geometry import ORIGIN, Cell
from skep.hive import (
    Bug,
    Color,
    HiveOptions,
    Move,
    Piece,
    Position,
    Reason,
    Setup,
)  # fmt: skip
from skep.school import tasks
from skep.school.actions import Action, CellPair, Choose, Play, Tap
from skep.school.drawn import read_board
from skep.school.hive_answers import not_meant, not_so
from skep.school.hive_goals import fulfils, makers
from skep.school.hive_questions import answers_of, is_meant, right_answer
from skep.school.hive_wins import answer_to, can_win, winning_move
from skep.school.lessons import Step
from skep.school.verdicts import Kind, SchoolCode, Verdict

__all__ = ["HiveJudge", "HiveScene", "position_of", "why_stuck"]


@dataclass(frozen=True, slots=True)
class HiveScene:
    position: Position  # never changed; played on in copies
    found: frozenset[Cell] = frozenset()
    moves: int = 0


def position_of(step: Step) -> Position:
    """The position of a step of Hive."""
    board = read_board(step.board)
    options = HiveOptions.parse(step.set, opening_queen="allowed")
    pieces = [(Piece.parse(name), cell) for cell, names in board.occupied for name in names]
    pupil = Color[step.turn.upper()]
    turn = pupil.other if len(step.played) % 2 else pupil
    ply = None
    if step.number is not None:
        ply = 2 * (step.number - 1) + (pupil is Color.BLACK) - len(step.played)
    just_moved = Piece.parse(step.just_moved) if step.just_moved else None
    setup = Setup.of(options, pieces, turn=turn, ply=ply, just_moved=just_moved)
    position = Position.from_setup(setup)
    for text in step.played:
        position.play(text)
    return position


class HiveJudge:
    def __init__(self, step: Step) -> None:
        self.step = step
        self.task = step.task
        self.board = read_board(step.board)

    def start(self) -> HiveScene:
        return HiveScene(position_of(self.step))

    def judge(self, scene: HiveScene, action: Action) -> tuple[Verdict, HiveScene]:
        match self.task, action:
            case tasks.Win() | tasks.Make(), Play():
                return self._judge_play(scene, action)
            case tasks.Find() | tasks.TapPieces(), Tap():
                return self._judge_tap(scene, Cell(*action.cell))
            case tasks.Which() | tasks.Why() | tasks.Outcome() | tasks.Pass(), Choose():
                return self._judge_answer(scene, action.answer)
        return _wrong(SchoolCode.OTHER_ACTION, wanted=self.wanted), scene

    @property
    def wanted(self) -> str:
        match self.task:
            case tasks.Win() | tasks.Make():
                return "play"
            case tasks.Find() | tasks.TapPieces():
                return "tap"
            case _:
                return "choose"

    @property
    def needs_reserve(self) -> bool:
        """May a piece come into play that the task is about, or that can be of use?"""
        if self.step.reserve:
            return True
        position = position_of(self.step)
        match self.task:
            case tasks.Make(piece=name) | tasks.Find(piece=name) if name:
                return position.cell_of(Piece.parse(name)) is None
            case tasks.Make(kind="place"):
                return True
            case tasks.Make(kind=None, bug=letter):
                on_board = {piece.bug.value for piece in position.pieces}
                return letter is not None and letter not in on_board
        return False

    # Playing.

    def _judge_play(self, scene: HiveScene, action: Play) -> tuple[Verdict, HiveScene]:
        position = scene.position
        try:
            piece = Piece.parse(action.piece)
        except SkepError:
            return _wrong(SchoolCode.OTHER_PIECE, piece=action.piece), scene
        move = Move(piece, position.cell_of(piece), Cell(*action.cell))
        reason = None if position.is_legal(move) else position.why_illegal(move)
        if reason is not None:
            return _forbidden(reason), scene
        if isinstance(self.task, tasks.Win):
            return self._judge_win(scene, move, self.task.moves - scene.moves)
        assert isinstance(self.task, tasks.Make)
        after = self._played(position, move)
        if fulfils(self.task, self.board, position, move):
            return Verdict("done"), replace(scene, position=after, moves=scene.moves + 1)
        if self.task.within > scene.moves + 1 and self._leads_on(scene, move):
            return Verdict("right"), replace(scene, position=after, moves=scene.moves + 1)
        if self.task.piece and piece is not Piece.parse(self.task.piece):
            return _wrong(SchoolCode.OTHER_PIECE, piece=self.task.piece), scene
        return _wrong(SchoolCode.NOT_THE_TASK), scene

    def _judge_win(
        self, scene: HiveScene, move: Move, moves_left: int
    ) -> tuple[Verdict, HiveScene]:
        after = scene.position.copy()
        mover = after.turn
        after.play(move)
        outcome = after.outcome()
        if outcome is not None and outcome.winner is mover:
            return Verdict("done"), HiveScene(after, moves=scene.moves + 1)
        if outcome is not None or not can_win(after, moves_left - 1):
            return _wrong(SchoolCode.WIN_GONE, moves=moves_left), scene
        reply = answer_to(after)
        text = after.format_move(reply)
        after.play(reply)
        return Verdict("right", answered=(text,)), HiveScene(after, moves=scene.moves + 1)

    def _played(self, position: Position, move: Move) -> Position:
        """After the move; where the other side does not answer, it is the pupil's turn again."""
        after = position.copy()
        after.play_unchecked(move)
        if not self.step.alone or after.outcome() is not None:
            return after
        still = after.setup
        return Position.from_setup(
            Setup.of(still.options, still.pieces, turn=position.turn, ply=still.ply + 1)
        )

    def _leads_on(self, scene: HiveScene, move: Move) -> bool:
        assert isinstance(self.task, tasks.Make)
        left = self.task.within - scene.moves - 1
        return self._distance(self._played(scene.position, move), left) is not None

    def _distance(self, position: Position, most: int) -> int | None:
        """How many moves of the pupil it takes from here, if it can be done in so many."""
        assert isinstance(self.task, tasks.Make)
        reached = [position]
        for distance in range(1, most + 1):
            beyond: list[Position] = []
            for one in reached:
                for move in makers(self.task, one):
                    if fulfils(self.task, self.board, one, move):
                        return distance
                    beyond.append(self._played(one, move))
            reached = beyond
        return None

    # Tapping.

    def _judge_tap(self, scene: HiveScene, cell: Cell) -> tuple[Verdict, HiveScene]:
        wanted = self._cells_to_tap(scene.position)
        if cell in scene.found:
            return _wrong(SchoolCode.FOUND_ALREADY, cell), scene
        if cell not in wanted:
            return self._why_not_there(scene.position, cell), scene
        found = scene.found | {cell}
        kind: Kind = "done" if found == wanted else "right"
        return Verdict(kind, facts={"left": len(wanted) - len(found)}), replace(scene, found=found)

    def _cells_to_tap(self, position: Position) -> frozenset[Cell]:
        if isinstance(self.task, tasks.Find):
            return frozenset(
                move.target for move in position.moves_of(self.task.piece) if move.target
            )
        assert isinstance(self.task, tasks.TapPieces)
        return frozenset(
            cell for piece, cell in position.pieces.items() if is_meant(self.task, position, piece)
        )

    def _why_not_there(self, position: Position, cell: Cell) -> Verdict:
        if isinstance(self.task, tasks.Find):
            piece = Piece.parse(self.task.piece)
            reason = position.why_illegal(Move(piece, position.cell_of(piece), cell))
            if reason is not None:
                return _forbidden(reason)
        assert isinstance(self.task, tasks.TapPieces)
        return _wrong(SchoolCode.NOT_THERE, cell, **not_meant(self.task, position, cell))

    # Answering.

    def answers(self, scene: HiveScene) -> tuple[str, ...]:
        """What can be chosen from, as names: moves, rule codes, or who has won."""
        return answers_of(self.task)

    def _judge_answer(self, scene: HiveScene, answer: int) -> tuple[Verdict, HiveScene]:
        if answer == right_answer(self.task, scene.position):
            return Verdict("done"), scene
        return _wrong(SchoolCode.OTHER_ANSWER, **not_so(self.task, scene.position, answer)), scene

    # What could be tried, and what is shown.

    def possible(self, scene: HiveScene) -> Iterator[Action]:
        position = scene.position
        cells = _cells_around(position)
        match self.wanted:
            case "play":
                for piece in position.options.pieces:
                    yield from (Play(piece.name, _pair(cell)) for cell in cells)
            case "tap":
                yield from (Tap(_pair(cell)) for cell in cells)
            case _:
                yield from (Choose(index) for index in range(len(self.answers(scene))))

    def shown(self, scene: HiveScene) -> Action:
        position = scene.position
        match self.task:
            case tasks.Win():
                return _play(winning_move(position, self.task.moves - scene.moves))
            case tasks.Make():
                return _play(self._next_move(scene, self.task))
            case tasks.Find() | tasks.TapPieces():
                return Tap(_pair(min(self._cells_to_tap(position) - scene.found)))
            case _:
                return Choose(right_answer(self.task, position))

    def _next_move(self, scene: HiveScene, task: tasks.Make) -> Move:
        position = scene.position
        moves = list(makers(task, position))

        def length(move: Move) -> int:
            if fulfils(task, self.board, position, move):
                return 0
            left = task.within - scene.moves - 1
            distance = self._distance(self._played(position, move), left)
            return 99 if distance is None else distance

        # A reserve that is not seen is of no use to who is shown the way.
        return min(moves, key=lambda move: (length(move), move.origin is None))


def why_stuck(position: Position, piece: Piece) -> Verdict | None:
    """The rule that keeps a piece where it is, table or reserve; None if it can be played."""
    if position.moves_of(piece):
        return None
    origin = position.cell_of(piece)
    near = _cells_around(position) if origin is None else list(origin.neighbours())
    free = next((cell for cell in near if cell not in position.occupied()), near[0])
    reason = position.why_illegal(Move(piece, origin, free))
    return None if reason is None else _forbidden(reason)


def _pair(cell: Cell) -> CellPair:
    return (cell.q, cell.r)


def _play(move: Move) -> Play:
    assert move.piece is not None
    assert move.target is not None
    return Play(move.piece.name, _pair(move.target))


def _cells_around(position: Position) -> list[Cell]:
    occupied = position.occupied() or {ORIGIN}
    return sorted(occupied | {beside for cell in occupied for beside in cell.neighbours()})


def _wrong(code: SchoolCode, *cells: Cell, **facts: object) -> Verdict:
    return Verdict("wrong", code=code, facts=facts, cells=tuple(_pair(cell) for cell in cells))


def _forbidden(reason: Reason) -> Verdict:
    cells: list[CellPair] = []
    facts: dict[str, object] = {}
    for name, value in reason.arguments.items():
        match value:
            case Cell():
                cells.append(_pair(value))
            case Piece():
                facts[name] = value.name
            case Color() | Bug():
                facts[name] = value.value
            case tuple():
                flat = [one for one in value if isinstance(one, Cell)]
                if name == "parts":  # that the hive would fall into: groups of cells
                    groups = (part for part in value if isinstance(part, tuple))
                    facts[name] = [
                        [_pair(cell) for cell in part if isinstance(cell, Cell)] for part in groups
                    ]
                    continue
                cells += [_pair(one) for one in flat]
                names = [one.name for one in value if isinstance(one, Piece)]
                if names:
                    facts[name] = names
            case _:
                facts[name] = value
    return Verdict(
        "wrong", code=reason.code.value, sentence=str(reason), facts=facts, cells=tuple(cells)
    )
