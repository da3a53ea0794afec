"""The pages of the school, and the questions that they ask."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.school import all_courses, words_of
from skep.school.lessons import Course, first_course
from skep.school.practice import PRACTICE, exercises
from skep.school.progress import Progress
from skep.server.http.answers import json_response
from skep.server.http.endpoint import Endpoint
from skep.server.http.pages import Pages
from skep.server.http.rendering import Preferences
from skep.server.http.visitors import charge_for_length, remember, visitor_of
from skep.server.school.books import book_of, figure_of, has_motion, moving_figure_of
from skep.server.school.coaching import CoachAsked, CoachSaid
from skep.server.school.messages import Judge, Judged, LearnedLesson, LessonTold, SchoolProgress
from skep.server.school.stages import page_data
from skep.server.school.teaching import course_called, lesson_named
from skep.server.site import Site
from skep.words import CODES

__all__ = ["Learning", "learning_endpoints"]


def learning_endpoints(site: Site) -> tuple[Endpoint, ...]:
    async def lesson(request: Request, _body: Any) -> Response:
        names = request.path_params
        language = Preferences.of(request).language
        return json_response(await site.teaching.lesson(names["course"], names["lesson"], language))

    async def step(request: Request, _body: Any) -> Response:
        return json_response(await _step_told(site, request))

    async def judge(_request: Request, body: Judge) -> Response:
        return json_response(await site.teaching.judge(body))

    async def coach(request: Request, body: CoachAsked) -> Response:
        charge_for_length(request, len(body.moves))
        asking, language = visitor_of(request, site.guests), Preferences.of(request).language
        return json_response(await site.teaching.coach(body, asking, language))

    async def progress(request: Request, _body: Any) -> Response:
        user = site.guests.user_of(request)
        return json_response(SchoolProgress(await site.teaching.progress_of(user)))

    async def learned(request: Request, body: LearnedLesson) -> Response:
        lesson_named(body.course, body.lesson)  # a mistake makes nobody known
        user = await site.reception.person(visitor_of(request, site.guests))
        after = await site.teaching.learned(user, body)
        return remember(request, json_response(SchoolProgress(after)), site.guests, user)

    async def repeated(request: Request, body: LearnedLesson) -> Response:
        user = site.guests.user_of(request)
        if user is None:  # nothing of theirs is kept here
            return json_response(SchoolProgress(Progress()))
        return json_response(SchoolProgress(await site.teaching.repeated(user, body)))

    return (
        Endpoint(
            "GET",
            "/api/school/lessons/{course}/{lesson}",
            "A lesson of the school",
            lesson,
            answer=LessonTold,
        ),
        Endpoint(
            "GET",
            "/api/school/lessons/{course}/{lesson}/{step}",
            "One step of a lesson, to try it again",
            step,
            answer=LessonTold,
        ),
        Endpoint("POST", "/api/school/judge", "Is it right?", judge, Judge, Judged),
        Endpoint(
            "POST", "/api/school/coach", "What does the coach say?", coach, CoachAsked, CoachSaid
        ),
        Endpoint(
            "GET", "/api/school/progress", "What you have learned", progress, answer=SchoolProgress
        ),
        Endpoint(
            "POST",
            "/api/school/progress",
            "A lesson was gone through",
            learned,
            LearnedLesson,
            SchoolProgress,
        ),
        Endpoint(
            "POST",
            "/api/school/again",
            "A step was tried again",
            repeated,
            LearnedLesson,
            SchoolProgress,
        ),
    )


class Learning:
    def __init__(self, site: Site, pages: Pages) -> None:
        self._site = site
        self._pages = pages

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/learn", self._pages.shown(self.courses)),
            Route("/learn/practice", self._pages.shown(self.practice)),
            Route("/learn/again", self._pages.shown(self.again)),
            Route("/learn/{course}", self._pages.shown(self.course)),
            Route("/learn/{course}/{lesson}", self._pages.shown(self.lesson)),
            Route("/learn/{course}/{lesson}/{step}", self._pages.shown(self.step)),
            Route("/rules/{game}", self._pages.shown(self.rules)),
            Route("/rules/{game}/{board}.svg", self._pages.shown(self.figure)),
            Route("/rules/{game}/moving/{board}.svg", self._pages.shown(self.moving_figure)),
            Route("/rules/{language}/{game}", self._pages.shown(self.rules)),
        ]

    async def courses(self, request: Request) -> Response:
        progress = await self._site.teaching.progress_of(self._site.guests.user_of(request))
        language = Preferences.of(request).language
        listed = [_listed(course, progress, language) for course in all_courses()]
        return self._pages.with_token(
            request,
            "learn.html",
            courses=listed,
            following=_following(listed),
            again=len(progress.again),
            practice=_practised(progress),
        )

    async def practice(self, request: Request) -> Response:
        progress = await self._site.teaching.progress_of(self._site.guests.user_of(request))
        return self._pages.with_token(request, "practice.html", groups=_practised(progress))

    async def again(self, request: Request) -> Response:
        """The first step that was missed, if there is one."""
        progress = await self._site.teaching.progress_of(self._site.guests.user_of(request))
        return RedirectResponse(f"/learn/{progress.again[0]}" if progress.again else "/learn", 303)

    async def course(self, request: Request) -> Response:
        """A course goes on with its first lesson that was not done yet."""
        course = course_called(request.path_params["course"])
        progress = await self._site.teaching.progress_of(self._site.guests.user_of(request))
        first = _listed(course, progress, Preferences.of(request).language)["first"]
        return RedirectResponse(f"/learn/{course.id}/{first}", 303)

    async def lesson(self, request: Request) -> Response:
        names = request.path_params
        language = Preferences.of(request).language
        told = await self._site.teaching.lesson(names["course"], names["lesson"], language)
        return self._lesson_page(request, told)

    async def step(self, request: Request) -> Response:
        return self._lesson_page(request, await _step_told(self._site, request))

    def _lesson_page(self, request: Request, told: LessonTold) -> Response:
        return self._pages.with_token(
            request, "lesson.html", told=told, data={"lesson": told, **page_data(told)}
        )

    async def rules(self, request: Request) -> Response:
        """By the reader's language, or by that of the address: a link to a translation."""
        game, language = request.path_params["game"], request.path_params.get("language")
        if language is not None and language not in CODES:
            raise CommandRefusedError(RefusalCode.NOT_FOUND, f"No rules in {language!r}.")
        book = book_of(game, language or Preferences.of(request).language)
        return self._pages.with_token(
            request,
            "rules.html",
            book=book,
            game=game,
            language=language,
            has_motion=has_motion,
        )

    async def figure(self, request: Request) -> Response:
        return _picture(figure_of(**request.path_params))

    async def moving_figure(self, request: Request) -> Response:
        return _picture(moving_figure_of(**request.path_params))


def _picture(text: str) -> Response:
    headers = {"cache-control": "public, max-age=3600"}
    return Response(text, media_type="image/svg+xml", headers=headers)


async def _step_told(site: Site, request: Request) -> LessonTold:
    names, language = request.path_params, Preferences.of(request).language
    user = site.guests.user_of(request)
    return await site.teaching.step(user, names["course"], names["lesson"], names["step"], language)


def _practised(progress: Progress) -> list[dict[str, Any]]:
    """The exercises by how many moves they take, each with its stars."""
    groups = []
    for moves in sorted({exercise.moves for exercise in exercises()}):
        listed = [
            {"id": one.id, "stars": progress.stars.get(f"{PRACTICE}/{one.id}", 0)}
            for one in exercises()
            if one.moves == moves
        ]
        done = sum(1 for one in listed if one["stars"])
        first = next((one["id"] for one in listed if not one["stars"]), listed[0]["id"])
        groups.append({"moves": moves, "exercises": listed, "done": done, "first": first})
    return groups


def _following(listed: list[dict[str, Any]]) -> dict[str, str] | None:
    """The lesson to go on with: of the last course that was begun and is not done."""
    begun = [one for one in listed if any(lesson["stars"] for lesson in one["lessons"])]
    for course in reversed(begun):
        if not course["is_done"]:
            titles = {lesson["id"]: lesson["title"] for lesson in course["lessons"]}
            first = course["first"]
            return {"course": course["id"], "lesson": first, "title": titles[first]}
    return None


def _listed(course: Course, progress: Progress, language: str) -> dict[str, Any]:
    said = words_of(course.id, language)
    lessons = [
        {
            "id": lesson.id,
            "title": said.lessons[lesson.id].title,
            "about": said.lessons[lesson.id].about,
            "stars": progress.stars.get(f"{course.id}/{lesson.id}", 0),
            "steps": len(lesson.steps),
        }
        for lesson in course.lessons
    ]
    first = next((one["id"] for one in lessons if not one["stars"]), course.lessons[0].id)
    return {
        "id": course.id, "game": course.game, "title": said.title, "about": said.about,
        "lessons": lessons, "first": first, "is_first": first_course(course.game) is course,
        "is_done": progress.has_done(course),
    }  # fmt: skip
