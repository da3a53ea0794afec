"""From a scene of the school to what a page draws."""

from __future__ import annotations

from typing import Any

import msgspec

from skep.hive import Color, Position
from skep.hive.notation import read_move
from skep.laruche.tiles import ALL_TILES
from skep.school import tasks
from skep.school.actions import CellPair
from skep.school.drawn import read_board
from skep.school.hive_judge import HiveJudge, HiveScene, why_stuck
from skep.school.judging import Standing, begin
from skep.school.laruche_judge import LaRucheJudge, LaRucheScene
from skep.school.lessons import Course, Lesson, Step, course_named
from skep.school.practice import PRACTICE, exercise_named
from skep.school.progress import Progress
from skep.school.words import LessonWords, StepWords, words_of
from skep.server.school.messages import HiveStage, LaRucheStage, LessonTold, Stage, StepTold

__all__ = ["found_in", "lesson_told", "page_data", "stage_of", "step_repeated"]

_UNTOLD = StepWords("?", "?")


def lesson_told(course: Course, lesson: Lesson, language: str) -> LessonTold:
    said = _words(course, lesson, language)
    return LessonTold(
        game=course.game,
        course=course.id,
        lesson=lesson.id,
        title=said.title,
        about=said.about,
        steps=[_step_told(course, step, said.steps[step.id]) for step in lesson.steps],
        following=_following(course, lesson),
        coached=lesson.game_after == "coached",
    )


def step_repeated(
    course: Course, lesson: Lesson, step: Step, language: str, progress: Progress
) -> LessonTold:
    """A lesson of one step that was missed; what follows is the next such step of this game."""
    told = lesson_told(course, msgspec.structs.replace(lesson, steps=(step,)), language)
    at = f"{course.id}/{lesson.id}/{step.id}"
    others = [one for one in progress.again if one != at and _game_of(one) == course.game]
    later = [one for one in others if one > at] or others
    following = later[0].split("/") if later else None
    return msgspec.structs.replace(told, following=following, coached=False, is_repeated=True)


def _game_of(step: str) -> str:
    course = step.split("/")[0]
    return "hive" if course == PRACTICE else course_named(course).game


def _words(course: Course, lesson: Lesson, language: str) -> LessonWords:
    """What is said; an exercise has no words of its own, pages say all of it by its number."""
    if course.id == PRACTICE:
        number = str(exercise_named(lesson.id).number)
        return LessonWords(number, "?", {step.id: _UNTOLD for step in lesson.steps})
    return words_of(course.id, language).lessons[lesson.id]


def page_data(told: LessonTold) -> dict[str, Any]:
    """What the page of a game needs beside the lesson."""
    return {"tiles": [tile.name for tile in ALL_TILES]} if told.game == "laruche" else {}


def _following(course: Course, lesson: Lesson) -> list[str] | None:
    at = [one.id for one in course.lessons].index(lesson.id) + 1
    return [course.id, course.lessons[at].id] if at < len(course.lessons) else None


def _step_told(course: Course, step: Step, said: Any) -> StepTold:
    standing = begin(step, course.game)
    judge = standing.judge
    answers = judge.answers(standing.scene) if isinstance(judge, HiveJudge) else ()
    marked = [] if step.unmarked else list(read_board(step.board).named.values())
    return StepTold(
        id=step.id,
        wants=judge.wanted,
        task=str(type(step.task).__struct_config__.tag),
        par=step.par,
        say=said.say,
        hint=said.hint,
        done=said.done,
        miss=said.miss,
        stage=stage_of(standing),
        marked=[(cell.q, cell.r) for cell in marked],
        about=_about(step),
        answers=list(answers),
        asked=_asked(standing),
        turns_over=isinstance(judge, LaRucheJudge) and judge.turns_over,
    )


def _asked(standing: Standing) -> list[CellPair]:
    """The cells of the moves that a question is about: pages mark them."""
    match standing.judge:
        case HiveJudge(task=tasks.Which(moves=moves)):
            texts = moves
        case HiveJudge(task=tasks.Why(move=move)):
            texts = (move,)
        case _:
            return []
    targets = (read_move(standing.scene.position, text).target for text in texts)
    return [(cell.q, cell.r) for cell in targets if cell is not None]


def _about(step: Step) -> str:
    """The piece that a task names; where cells are kept secret it is a riddle which one."""
    return "" if step.unmarked else getattr(step.task, "piece", None) or ""


def stage_of(standing: Standing) -> Stage:
    match standing.scene:
        case HiveScene() as scene:
            assert isinstance(standing.judge, HiveJudge)
            return _hive(scene.position, with_reserve=standing.judge.needs_reserve)
        case LaRucheScene() as scene:
            assert isinstance(standing.judge, LaRucheJudge)
            return _laruche(scene, standing.judge)
    raise TypeError(f"no stage for {standing.scene!r}")


def found_in(standing: Standing) -> list[CellPair]:
    return sorted((cell.q, cell.r) for cell in standing.scene.found)


def _hive(position: Position, *, with_reserve: bool) -> HiveStage:
    """A reserve that the task does not need is left out: there is less to look at."""
    choices = position.choices()
    targets = [
        (piece.name, cell.q, cell.r, kind.value)
        for piece in position.options.pieces
        if with_reserve or position.cell_of(piece) is not None
        for kind, cells in choices.of(piece).items()
        for cell in cells
    ]
    pieces = [
        (piece.name, cell.q, cell.r, level)
        for cell in sorted(position.occupied())
        for level, piece in enumerate(position.stack_at(cell))
    ]
    reserves = {
        color.value: [piece.name for piece in position.reserve(color) if with_reserve]
        for color in Color
    }
    return HiveStage(
        pieces=pieces,
        reserves=reserves,
        turn=position.turn.value,
        targets=targets,
        pinned=[piece.name for piece in choices.pinned],
        set=position.options.game_type,
        stuck={
            piece.name: why
            for piece in position.options.pieces
            if piece.color is position.turn and (with_reserve or position.cell_of(piece))
            if (why := why_stuck(position, piece)) is not None
        },
    )


def _laruche(scene: LaRucheScene, judge: LaRucheJudge) -> LaRucheStage:
    return LaRucheStage(
        tiles=[(cell.q, cell.r, pose.name) for cell, pose in scene.table.tiles.items()],
        hand=[pose.name for pose in scene.hand],
        spots=sorted((cell.q, cell.r) for cell in judge.spots(scene)),
        others=list(scene.others),
    )
