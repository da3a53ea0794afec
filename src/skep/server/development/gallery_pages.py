"""The gallery: every state of the board and of the game page, at an address each."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from skep.server.development.gallery import gallery_data
from skep.server.development.page_states import ERROR_STATES, GAME_STATES
from skep.server.http.pages import Pages

__all__ = ["gallery_routes"]


def gallery_routes(pages: Pages) -> list[Route]:
    async def gallery(request: Request) -> Response:
        states = [*GAME_STATES, *ERROR_STATES]
        return pages.renderer.page(request, "gallery.html", data=gallery_data(), states=states)

    async def gallery_state(request: Request) -> Response:
        name = request.path_params["state"]
        state = GAME_STATES.get(name)
        if state is None:
            raise ERROR_STATES.get(name, ERROR_STATES["not-found"])
        return pages.with_token(
            request,
            "game.html",
            entry="pages/gallery_state.js" if state.is_alive else None,
            info=state.info,
            mine=list(state.you),
            free=[],
            waiting={},
            key="",
            picture="",
            private=len(state.you) == 1 and name == "unlisted",
            moves=state.moves,
            data=state.data,
        )

    return [
        Route("/gallery", pages.shown(gallery)),
        Route("/gallery/{state}", pages.shown(gallery_state)),
    ]
