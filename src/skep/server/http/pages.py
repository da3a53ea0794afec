"""Pages for people. GET shows, POST of a form with its token acts and leads on with a redirect."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import TYPE_CHECKING, Any

import segno
from sqlalchemy import select
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from skep import protocol
from skep.errors import CommandRefusedError, InvalidOptionsError, RefusedError, SkepError
from skep.hive import Position
from skep.hive.drawing import draw_svg
from skep.hive.notation import format_move
from skep.hive.records import Ending, Format, Game, format_record, parse_record
from skep.server.development.gallery import gallery_data
from skep.server.development.page_states import ERROR_STATES, GAME_STATES
from skep.server.games.hive.questions import board_routes, look_at
from skep.server.games.hive.rules import HiveRules
from skep.server.games.hive.scores import score_routes
from skep.server.http.api import Api
from skep.server.http.rendering import Look, Renderer
from skep.server.http.static_files import StaticFiles
from skep.server.storage.schema import codes, games
from skep.server.tables.table import Table
from skep.web.languages import PSEUDO, language, language_codes

if TYPE_CHECKING:
    from skep.server.site import Site

__all__ = ["StaticFiles", "page_routes"]

CSRF_COOKIE = "skep_form"
GAME_TYPES = ("Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP")
TIMES: dict[str, protocol.TimeControl] = {
    "none": protocol.Untimed(),
    "5+5": protocol.Timed(base_ms=300_000, increment_ms=5_000),
    "10+10": protocol.Timed(base_ms=600_000, increment_ms=10_000),
    "20+20": protocol.Timed(base_ms=1_200_000, increment_ms=20_000),
    "3days": protocol.Daily(days=3),
}
_STATUS = {"NOT_FOUND": 404, "TOO_FAST": 429, "FORBIDDEN": 403, "NO_FREE_SEAT": 409}
Handler = Callable[[Request], Awaitable[Response]]


def page_routes(site: Site, api: Api) -> list[BaseRoute]:
    """Routes of all pages."""
    art = resources.files("skep.hive.art").joinpath("pieces.svg").read_bytes()
    files = StaticFiles(resources.files("skep.web") / "static", {"pieces.svg": art})
    pages = Pages(site, api, Renderer(files, development=site.settings.development))
    routes: list[BaseRoute] = [
        Route("/", pages.shown(pages.home)),
        Route("/play", pages.shown(pages.play), methods=["POST"]),
        Route("/join", pages.shown(pages.join_by_code), methods=["POST"]),
        Route("/mine", pages.shown(pages.mine)),
        Route("/replay", pages.shown(pages.replay), methods=["GET", "POST"]),
        Route("/settings", pages.shown(pages.settings)),
        Route("/settings", pages.shown(pages.change_settings), methods=["POST"]),
        Route("/g/{game}", pages.shown(pages.game)),
        Route("/g/{game}/join", pages.shown(pages.join), methods=["POST"]),
        Route("/g/{game}/replay", pages.shown(pages.replay_game)),
        Route("/g/{game}/qr.svg", pages.shown(pages.code_picture)),
        *board_routes(),
        *score_routes(site),
        Route("/static/{build}/{path:path}", files.serve),
    ]
    if site.settings.development:
        routes.append(Route("/gallery", pages.shown(pages.gallery)))
        routes.append(Route("/gallery/{state}", pages.shown(pages.gallery_state)))
    return routes


class Pages:
    """The handlers, over one site."""

    def __init__(self, site: Site, api: Api, renderer: Renderer) -> None:
        self._site = site
        self._api = api
        self._renderer = renderer

    def shown(self, handler: Handler) -> Handler:
        """A page, or the error as a page that says what to do next."""

        async def handle(request: Request) -> Response:
            try:
                response = await handler(request)
            except (RefusedError, InvalidOptionsError) as problem:
                response = self._error(request, problem)
            return response

        return handle

    def _error(self, request: Request, problem: Exception) -> Response:
        code = getattr(problem, "code", "INVALID_OPTIONS")
        params = getattr(problem, "params", {})
        seconds = max(1, -(-params.get("wait_ms", 0) // 1000))
        response = self._renderer.page(
            request,
            "error.html",
            status=_STATUS.get(code, 400),
            code=code,
            seconds=seconds,
            detail=str(problem),
        )
        if "wait_ms" in params:
            response.headers["retry-after"] = str(seconds)
        return response

    # --- forms

    def _with_token(self, request: Request, template: str, **values: Any) -> Response:
        """A page with forms: each carries a token that fits only this visitor's cookie."""
        nonce = request.cookies.get(CSRF_COOKIE) or secrets.token_urlsafe(16)
        page = self._renderer.page(
            request, template, csrf=self._site.guests.csrf_token(nonce), **values
        )
        # lax: a link from a chat opens the page with its cookie, a foreign form does not send it
        page.set_cookie(CSRF_COOKIE, nonce, httponly=True, samesite="lax")
        return page

    async def _form(self, request: Request) -> FormData:
        form = await request.form(max_files=0, max_fields=20)
        nonce = request.cookies.get(CSRF_COOKIE, "")
        if not self._site.guests.is_csrf_token(nonce, str(form.get("csrf", ""))):
            raise CommandRefusedError("FORBIDDEN", "This form is too old. Load the page again.")
        return form

    # --- home and the games of a person

    async def home(self, request: Request) -> Response:
        user = self._site.guests.user_of(request)
        mine = [] if user is None else await self._site.store.games_of(user)
        going = [g.info for g in mine if g.info.status == "live" and g.info.game == "hive"][:3]
        listed = [g for g in await self._site.lobby.listed() if g.game == "hive"]
        show = await self._shown_game(listed)
        return self._with_token(
            request,
            "home.html",
            going=[self._line(info, user) for info in going],
            listed=[self._line(info, user) for info in listed[:8]],
            game_types=GAME_TYPES,
            show=show,
            data={"show": show},
        )

    async def _shown_game(self, listed: list[protocol.GameInfo]) -> dict[str, Any]:
        """A game for the window of the home page: a live one, or the last that was finished."""
        live = [info.id for info in listed if info.status == "live"]
        if live:
            table = await self._site.tables.get(live[0])
            if isinstance(table.rules, HiveRules):
                async with table.lock:
                    view, head = table.rules.view(None), table.head
                    line = _line_of(table)
                seen = {"game": table.stored.info, "you": [], "head": head, "view": view}
                return {"live": live[0], **seen, **line}
        finished = await self._site.store.games(
            (games.c.status == "finished") & (games.c.kind == "hive") & games.c.listed.is_(True),
            limit=1,
        )
        for stored in finished:
            table = await self._site.tables.get(stored.info.id)
            if isinstance(table.rules, HiveRules) and table.rules.ply > 8:
                return {"live": None, **_line_of(table)}
        return {"live": None, **gallery_data()["sample"]}

    def _line(self, info: protocol.GameInfo, user: int | None) -> dict[str, Any]:
        mine = [n for n, seat in enumerate(info.seats) if seat.user == user and user is not None]
        return {"info": info, "mine": mine, "turn": None}

    async def mine(self, request: Request) -> Response:
        user = self._site.guests.user_of(request)
        found = [] if user is None else await self._site.store.games_of(user)
        lines = []
        for stored in found[:60]:
            if stored.info.game != "hive":
                continue
            line = self._line(stored.info, user)
            table = await self._site.tables.get(stored.info.id)
            rules = table.rules
            if stored.info.status == "live" and isinstance(rules, HiveRules):
                line["turn"] = rules.turn in line["mine"]
                line["ply"] = rules.ply
            lines.append(line)
        order = {"live": 1, "open": 2}
        lines.sort(key=lambda g: 0 if g["turn"] else order.get(g["info"].status, 3))
        due = sum(1 for line in lines if line["turn"])
        return self._with_token(request, "mine.html", games=lines, due=due)

    async def play(self, request: Request) -> Response:
        """All the forms that make a game: against the computer, at one screen, with a friend."""
        form = await self._form(request)
        wish = _wish(form)
        user, new = await self._api.create_game(request, wish)
        invited = any(isinstance(seat, protocol.Invited) for seat in wish.seats)
        target = f"/g/{new.id}?key={new.key}" if invited else f"/g/{new.id}"
        return self._api.remember(request, RedirectResponse(target, 303), user)

    async def join_by_code(self, request: Request) -> Response:
        form = await self._form(request)
        code = "".join(str(form.get("code", "")).split()).upper()
        if len(code) != 4:
            raise CommandRefusedError("BAD_CODE", "A code has four letters.")
        user, game, _ = await self._api.take_seat_by_code(request, code)
        return self._api.remember(request, RedirectResponse(f"/g/{game}", 303), user)

    async def join(self, request: Request) -> Response:
        form = await self._form(request)
        wish = protocol.JoinGame(key=str(form.get("key", ""))[:32])
        game = request.path_params["game"]
        user, _ = await self._api.take_seat(request, game, wish)
        return self._api.remember(request, RedirectResponse(f"/g/{game}", 303), user)

    # --- one game

    async def game(self, request: Request) -> Response:
        table, key = await self._table(request)
        user = self._site.guests.user_of(request)
        stored = await self._site.store.game(table.id)
        assert stored is not None
        info = stored.info
        mine = list(table.seats_of(user))
        rules = table.rules
        if not isinstance(rules, HiveRules):
            raise CommandRefusedError("NOT_FOUND", "This page shows games of Hive.")
        async with table.lock:
            line = _line_of(table)
            view = rules.view(mine[0] if mine else None)
            head = table.head
        free = [n for n, seat in enumerate(info.seats) if seat.who in ("open", "invited")]
        waiting = {}
        if free and mine:
            link = f"{request.url.scheme}://{request.url.netloc}/g/{info.id}?key={stored.key}"
            waiting = {"link": link, "code": await self._code(info.id), "key": stored.key}
        data = {
            "game": info,
            "you": mine,
            "head": head,
            "view": view,
            "key": key,
            "look": line["look"],
        }
        return self._with_token(
            request,
            "game.html",
            info=info,
            mine=mine,
            free=free,
            waiting=waiting,
            key=key,
            picture=_picture(rules),
            private=not info.listed
            and sum(s.who != "engine" for s in info.seats) == 2
            and mine != [0, 1],
            moves=list(rules.moves),
            data=data,
        )

    async def _table(self, request: Request) -> tuple[Table, str]:
        table = await self._site.tables.get(request.path_params["game"])
        key = request.query_params.get("key", "")[:32]
        user = self._site.guests.user_of(request)
        self._site.lobby.check_access(table.stored, user, key)
        return table, key

    async def _code(self, game: str) -> str | None:
        rows = await self._site.store.all(select(codes.c.code).where(codes.c.game == game))
        return rows[0].code if rows else None

    async def code_picture(self, request: Request) -> Response:
        table, key = await self._table(request)
        link = f"{request.url.scheme}://{request.url.netloc}/g/{table.id}?key={key}"
        picture = segno.make(link, error="m").svg_inline(scale=4, border=3, omitsize=True)
        picture = picture.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
        return Response(picture, media_type="image/svg+xml", headers={"cache-control": "no-store"})

    # --- replay

    async def replay(self, request: Request) -> Response:
        text, problem, data = "", "", None
        if request.method == "POST":
            text = str((await self._form(request)).get("text", ""))
        else:
            text = request.query_params.get("game", "")
        if text.strip():
            try:
                data = _record_data(parse_record(text))
            except SkepError as trouble:
                problem = str(trouble)
        return self._with_token(
            request, "replay.html", text=text, problem=problem, record=data, data=data, back=None
        )

    async def replay_game(self, request: Request) -> Response:
        table, _ = await self._table(request)
        if not isinstance(table.rules, HiveRules):
            raise CommandRefusedError("NOT_FOUND", "This page shows games of Hive.")
        record = parse_record(table.rules.game_string)
        for tag, seat in zip(("White", "Black"), table.stored.info.seats, strict=True):
            record.headers[tag] = _seat_name(seat)
        data = _record_data(record)
        return self._with_token(
            request, "replay.html", text="", problem="", record=data, data=data, back=table.id
        )

    # --- settings, gallery

    async def settings(self, request: Request) -> Response:
        user = self._site.guests.user_of(request)
        name = None if user is None else await self._site.store.user_name(user)
        saved = "saved" in request.query_params
        codes = (*language_codes(), *((PSEUDO,) if self._site.settings.development else ()))
        return self._with_token(
            request,
            "settings.html",
            name=name or "",
            saved=saved,
            languages=[language(code) for code in codes],
        )

    async def change_settings(self, request: Request) -> Response:
        form = await self._form(request)
        given = "&".join(f"{key}={value}" for key, value in form.items() if key != "name")
        response = RedirectResponse("/settings?saved", 303)
        Look.parse(given).remember(response)
        name = " ".join(str(form.get("name", "")).split())[:40]
        if name and name.isprintable():
            user = await self._api.rename(request, name)
            self._api.remember(request, response, user)
        return response

    async def gallery(self, request: Request) -> Response:
        states = [*GAME_STATES, *ERROR_STATES]
        return self._renderer.page(request, "gallery.html", data=gallery_data(), states=states)

    async def gallery_state(self, request: Request) -> Response:
        name = request.path_params["state"]
        state = GAME_STATES.get(name)
        if state is None:
            raise ERROR_STATES.get(name, ERROR_STATES["not-found"])
        return self._with_token(
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


def _seat_name(seat: protocol.SeatInfo) -> str:
    if seat.who == "engine":
        return f"skep {seat.level}"
    return seat.name


def _wish(form: FormData) -> protocol.CreateGame:
    against = str(form.get("against", "computer"))
    level = str(form.get("level", "3"))
    if level not in {str(n) for n in range(1, 11)}:
        raise CommandRefusedError("UNREADABLE", "A level is 1 to 10.")
    other: protocol.SeatRequest = protocol.Engine(int(level))
    if against == "screen":
        other = protocol.Me()
    elif against == "friend":
        other = protocol.Invited()
    elif against == "anyone":
        other = protocol.Anyone()
    color = str(form.get("color", "white" if against in ("computer", "screen") else "random"))
    seats = [other, protocol.Me()] if color == "black" else [protocol.Me(), other]
    game_type = str(form.get("set", "Base+MLP"))
    return protocol.CreateGame(
        game="hive",
        seats=seats,
        options={"game_type": game_type if game_type in GAME_TYPES else "Base+MLP"},
        time=TIMES.get(str(form.get("time", "none")), protocol.Untimed()),
        shuffle=color == "random",
        listed=against == "anyone",
    )


def _line_of(table: Table) -> dict[str, Any]:
    """The moves of a table and what a board shows of its last position."""
    rules = table.rules
    assert isinstance(rules, HiveRules)
    position = Position(rules.options)
    for move in rules.moves:
        position.play(move)
    return {
        "moves": list(rules.moves),
        "game_type": rules.options.game_type,
        "opening_queen": rules.options.opening_queen,
        "look": look_at(position),
    }


def _picture(rules: HiveRules) -> str:
    """The position as it stands, for the moment before the board is alive and without scripts."""
    if not rules.ply:
        return ""
    position = Position(rules.options)
    for move in rules.moves:
        position.play(move)
    return draw_svg(position, background=False, labels="none")


def _record_data(record: Game) -> dict[str, Any]:
    position = Position(record.options)
    moves, notes = [], []
    for node in record.main_line():
        assert node.move is not None
        moves.append(format_move(position, node.move))
        notes.append((node.comment + (f" {node.glyph}" if node.glyph else "")).strip())
        position.play_unchecked(node.move)
    return {
        "moves": moves,
        "notes": notes,
        "game_type": record.options.game_type,
        "opening_queen": record.options.opening_queen,
        "names": [record.headers.get("White", ""), record.headers.get("Black", "")],
        "title": record.headers.get("Event", ""),
        "result": record.state.value,
        "ending": _ending(record),
        "game_string": format_record(record, Format.GAMESTRING).strip(),
        "look": look_at(position),
    }


def _ending(record: Game) -> str:
    ending = record.stated.ending if record.stated is not None else Ending.UNKNOWN
    return "" if ending is Ending.UNKNOWN else ending.value
