"""How pages are made: templates, words in the reader's language, and the reader's settings."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from functools import cache
from gettext import NullTranslations
from typing import Any
from urllib.parse import parse_qsl, urlencode

import jinja2
import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from skep.hive.art import symbols
from skep.server.static_files import StaticFiles

__all__ = ["SETTINGS_COOKIE", "Look", "Renderer", "translations_for"]

SETTINGS_COOKIE = "skep_settings"
_YEAR_SECONDS = 365 * 86_400
_CHOICES = {
    "theme": ("auto", "light", "dark", "contrast", "colorblind"),
    "confirm": ("no", "yes"),
    "sound": ("no", "yes"),
    "labels": ("numbers", "names", "none"),
    "cells": ("pointy", "flat"),
    "motion": ("auto", "off"),
    "notify": ("no", "yes"),
    "language": ("en", "xx"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """What a reader chose; it lives in a cookie, so that pages come right at once."""

    theme: str = "auto"
    confirm: str = "no"
    sound: str = "no"
    labels: str = "numbers"
    cells: str = "pointy"
    motion: str = "auto"
    notify: str = "no"
    language: str = "en"

    @classmethod
    def parse(cls, text: str) -> Look:
        """Read the cookie; what is not a choice falls back to its default.

        >>> Look.parse("theme=dark&labels=loud").theme
        'dark'
        """
        given = dict(parse_qsl(text[:500]))
        known = {f.name for f in fields(cls)}
        return cls(**{k: v for k, v in given.items() if k in known and v in _CHOICES[k]})

    @classmethod
    def of(cls, request: Request) -> Look:
        return cls.parse(request.cookies.get(SETTINGS_COOKIE, ""))

    def remember(self, response: Response) -> None:
        # Not httponly: the page's own script changes the theme without a round trip.
        response.set_cookie(
            SETTINGS_COOKIE, urlencode(asdict(self)), max_age=_YEAR_SECONDS, samesite="lax"
        )


class _Pseudo(NullTranslations):
    """A language that is 40 % longer, to see what overflows."""

    def gettext(self, message: str) -> str:
        return f"[{message}{'~' * (len(message) * 2 // 5)}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@cache
def translations_for(language: str) -> NullTranslations:
    """The catalogue of a language. English is what the sources are written in."""
    if language == "xx":
        return _Pseudo()
    return NullTranslations()


class Renderer:
    """Templates over the static files of one build."""

    def __init__(self, files: StaticFiles, *, development: bool) -> None:
        self.files = files
        self._development = development
        self._environments: dict[str, jinja2.Environment] = {}

    def page(
        self, request: Request, template: str, *, status: int = 200, **values: Any
    ) -> HTMLResponse:
        look = Look.of(request)
        environment = self._environment(look.language)
        data = values.pop("data", None)
        text = environment.get_template(template).render(
            look=look,
            path=request.url.path,
            data=None if data is None else _json_for_page(data),
            symbols=Markup("".join(symbols().values())),
            development=self._development,
            **values,
        )
        return HTMLResponse(text, status)

    def _environment(self, language: str) -> jinja2.Environment:
        if language not in self._environments:
            environment = jinja2.Environment(
                loader=jinja2.PackageLoader("skep.web", "templates"),
                autoescape=True,
                undefined=jinja2.StrictUndefined,
                extensions=["jinja2.ext.i18n"],
                trim_blocks=True,
                lstrip_blocks=True,
            )
            environment.install_gettext_translations(  # type: ignore[attr-defined]
                translations_for(language), newstyle=True
            )
            environment.globals["static"] = self.files.url
            environment.globals["modules"] = self.files.modules_of
            self._environments[language] = environment
        return self._environments[language]


def _json_for_page(data: Any) -> Markup:
    """JSON that may stand inside a script element: no `<` in it can end the element."""
    text = msgspec.json.encode(data).decode()
    escapes = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028"}
    for char, escape in escapes.items():
        text = text.replace(char, escape)
    return Markup(text)
