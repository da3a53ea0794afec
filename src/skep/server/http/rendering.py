"""How pages are made: templates, words in the reader's language, and the reader's settings."""

from __future__ import annotations

import gzip
from dataclasses import asdict, dataclass, fields, replace
from functools import partial
from importlib.resources.abc import Traversable
from typing import Any
from urllib.parse import parse_qsl, urlencode

import jinja2
import msgspec
from markupsafe import Markup
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Scope

from skep.server.http.static_files import StaticFiles
from skep.server.people.names import shown_name
from skep.web.languages import browser_words
from skep.words import CODES, NAMES, PSEUDO, preferred_language, words_in

__all__ = ["SETTINGS_COOKIE", "Preferences", "Renderer", "language_of"]

SETTINGS_COOKIE = "skep_settings"
_YEAR_SECONDS = 365 * 86_400
_OF_PERSON = "skep.language"  # in the scope of a request
_PACKING = 5  # more takes twice the time for a hundredth
_CHOICES = {
    "theme": ("auto", "light", "dark", "contrast", "colorblind"),
    "confirm": ("no", "yes"),
    "premove": ("yes", "no"),
    "sound": ("no", "yes"),
    "vibrate": ("no", "yes"),
    "labels": ("numbers", "names", "none"),
    "moves": ("words", "notation"),
    "cells": ("pointy", "flat"),
    "motion": ("auto", "off"),
    "notify": ("no", "yes"),
    "coach": ("auto", "yes", "no"),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a reader chose; it lives in a cookie, so that pages come right at once."""

    theme: str = "auto"
    confirm: str = "no"
    premove: str = "yes"
    sound: str = "no"
    vibrate: str = "no"
    labels: str = "numbers"
    moves: str = "words"
    cells: str = "pointy"
    motion: str = "auto"
    notify: str = "no"
    coach: str = "auto"
    language: str = "en"

    @classmethod
    def parse(cls, text: str) -> Preferences:
        """Read the cookie; what is not a choice falls back to its default.

        >>> Preferences.parse("theme=dark&labels=loud").theme
        'dark'
        """
        given = dict(parse_qsl(text[:500]))
        choices = {**_CHOICES, "language": (*CODES, PSEUDO)}
        known = {f.name for f in fields(cls)}
        return cls(**{k: v for k, v in given.items() if k in known and v in choices[k]})

    @classmethod
    def of(cls, request: HTTPConnection) -> Preferences:
        cookie = request.cookies.get(SETTINGS_COOKIE, "")
        if "language=" not in cookie:
            language = request.scope.get(_OF_PERSON) or preferred_language(
                request.headers.get("accept-language", "")
            )
            cookie = f"{cookie}&language={language}"
        return cls.parse(cookie)

    @staticmethod
    def chosen_language(request: HTTPConnection) -> str | None:
        """The language that was chosen on this device."""
        given = dict(parse_qsl(request.cookies.get(SETTINGS_COOKIE, "")[:500]))
        return given["language"] if given.get("language") in (*CODES, PSEUDO) else None

    @staticmethod
    def take_language(request: HTTPConnection, language: str) -> None:
        """What the person chose on another device; what was chosen on this one goes before it."""
        request.scope[_OF_PERSON] = language

    def remember(self, response: Response, *, secure: bool) -> None:
        # Not httponly: the page's own script changes the theme without a round trip.
        response.set_cookie(
            SETTINGS_COOKIE,
            urlencode(asdict(self)),
            max_age=_YEAR_SECONDS,
            samesite="lax",
            secure=secure,
        )


def language_of(scope: Scope) -> str:
    """The language of whoever opens a socket."""
    return Preferences.of(HTTPConnection(scope)).language


class Renderer:
    """Templates over the static files of one build."""

    def __init__(
        self,
        templates: Traversable,
        files: StaticFiles,
        symbols: str,
        *,
        has_days: bool,
        development: bool,
    ) -> None:
        self.files = files
        self._loader = _loader(templates, development=development)
        self._symbols = Markup(symbols)
        self._has_days = has_days
        self._development = development
        self._environments: dict[str, jinja2.Environment] = {}
        self._words: dict[tuple[str, frozenset[str]], Markup | None] = {}
        if not development:
            for code in CODES:
                self._environment(code)
                browser_words(code, ())

    def page(
        self,
        request: Request,
        template: str,
        *,
        status: int = 200,
        language: str | None = None,
        **values: Any,
    ) -> HTMLResponse:
        """`language`: of the page's own address, whatever the reader has chosen."""
        look = Preferences.of(request)
        if language is not None:
            look = replace(look, language=language)
        environment = self._environment(look.language)
        data = values.pop("data", None)
        used: set[str] = set()  # the modules that the template names

        def modules(entry: str) -> tuple[str, ...]:
            found = self.files.modules_of(entry)
            used.update(found)
            return found

        text = environment.get_template(template).render(
            look=look,
            path=request.url.path,
            here=_address_to_come_back_to(request),
            languages=NAMES,
            origin=f"{request.url.scheme}://{request.url.netloc}",
            data=None if data is None else _json_for_page(data),
            modules=modules,
            page_words=lambda: self._page_words(look.language, frozenset(used)),
            symbols=self._symbols,
            development=self._development,
            **values,
        )
        return _packed(request, text, status)

    def words(self, code: str, template: str, macro: str, *values: Any) -> str:
        """What a macro of a template says in a language, as plain text."""
        module = self._environment(code).get_template(template).module
        said: Markup = getattr(module, macro)(*values)
        return " ".join(said.unescape().split())

    def _page_words(self, code: str, modules: frozenset[str]) -> Markup | None:
        """A page carries what its own modules say, in its own language."""
        if (code, modules) not in self._words:
            words = browser_words(code, modules)
            self._words[code, modules] = None if words is None else _json_for_page(words)
        return self._words[code, modules]

    def _environment(self, code: str) -> jinja2.Environment:
        if code not in self._environments:
            environment = jinja2.Environment(
                loader=self._loader,
                auto_reload=self._development,
                autoescape=True,
                undefined=jinja2.StrictUndefined,
                extensions=["jinja2.ext.i18n"],
                trim_blocks=True,
                lstrip_blocks=True,
            )
            environment.install_gettext_translations(  # type: ignore[attr-defined]
                words_in(code), newstyle=True
            )
            environment.globals["static"] = self.files.url
            environment.globals["listed"] = words_in(code).listed
            environment.filters["decimal"] = words_in(code).decimal
            environment.filters["shown_name"] = partial(shown_name, words_in(code))
            environment.globals["has_days"] = self._has_days
            self._environments[code] = environment
        return self._environments[code]


def _loader(folder: Traversable, *, development: bool) -> jinja2.BaseLoader:
    """All templates are read at the start: they go with the files of one build.

    While another version is installed, those of that one may lie there.
    """
    if development:
        return jinja2.FileSystemLoader(str(folder))
    read = {one.name: (one.read_text("utf-8"), str(one), None) for one in folder.iterdir()}
    return jinja2.FunctionLoader(read.get)


def _address_to_come_back_to(request: Request) -> str:
    """Where this page is seen again; what a form has answered cannot be asked for again."""
    if request.method != "GET":
        return "/"
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


def _packed(request: Request, text: str, status: int) -> HTMLResponse:
    """What is secret in a page is written another way each time (`Guests.csrf_token`)."""
    headers = {"vary": "accept-encoding, accept-language, cookie"}
    body = text.encode()
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        body = gzip.compress(body, _PACKING, mtime=0)
    return HTMLResponse(body, status, headers)


def _json_for_page(data: Any) -> Markup:
    """JSON that may stand inside a script element: no `<` in it can end the element."""
    text = msgspec.json.encode(data).decode()
    escapes = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028"}
    for char, escape in escapes.items():
        text = text.replace(char, escape)
    return Markup(text)
