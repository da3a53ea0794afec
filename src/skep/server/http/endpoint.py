"""One entry of the HTTP API, from which its route and its description are made."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skep.errors import SkepError
from skep.server.http.answers import error_response, json_response, read_json, read_query
from skep.server.http.visitors import visitor_of
from skep.server.people.guests import Guests
from skep.server.rules.kind import Export, Question

__all__ = ["Endpoint", "export_response", "question_endpoint"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    method: str
    path: str
    summary: str
    handler: Callable[[Request, Any], Awaitable[Response]]
    body: Any = None  # by GET: the type of the query
    answer: Any = None  # None: plain text
    query: tuple[tuple[str, str, str], ...] = ()  # name, type, meaning
    created: bool = False  # something new comes of it

    def route(self) -> Route:
        async def handle(request: Request) -> Response:
            try:
                return await self.handler(request, await self._read(request))
            except SkepError as problem:
                return error_response(problem)

        return Route(self.path, handle, methods=[self.method])

    async def _read(self, request: Request) -> Any:
        if self.body is None:
            return None
        if self.method == "GET":
            return read_query(request, self.body)
        return await read_json(request, self.body)


def export_response(export: Export) -> Response:
    headers = {}
    if export.file_name is not None:
        headers["content-disposition"] = f'attachment; filename="{export.file_name}"'
    return Response(export.text, media_type=export.media_type, headers=headers)


def question_endpoint(question: Question, guests: Guests) -> Endpoint:
    """A question of a kind's pages as an endpoint."""

    async def handler(request: Request, body: Any) -> Response:
        answer = await question.answer(body, visitor_of(request, guests))
        return export_response(answer) if isinstance(answer, Export) else json_response(answer)

    answer = None if question.answer_type is Export else question.answer_type
    return Endpoint(
        question.method, question.path, question.summary, handler, question.body, answer
    )
