"""Languages: gettext catalogues for the templates, and the part of each that the browser needs.

A language is a file `locales/<code>/LC_MESSAGES/skep.po`, made from `locales/skep.pot`; putting it
there is all it takes. English is what the sources are written in. The pseudo-language `xx` is made
from the template: longer and accented, it shows what overflows and what was never translatable.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from babel import Locale, negotiate_locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

__all__ = [
    "PSEUDO",
    "Language",
    "language",
    "language_codes",
    "preferred_language",
    "read_language",
]

PSEUDO = "xx"
_LOCALES = resources.files("skep.web") / "locales"
_ACCENTS = str.maketrans("aceinouyAEIOU", "áçéíñóúýÁÉÍÓÚ")
_PLACEHOLDER = re.compile(r"(\{\w+\}|%\(\w+\)s)")
_TABLE = 200  # every plural rule of gettext looks at n, n % 10 and n % 100 only


@dataclass(frozen=True, slots=True)
class Language:
    """One language as both ends use it."""

    code: str
    name: str  # in the language itself
    translations: NullTranslations
    words: (
        dict[str, Any] | None
    )  # what JavaScript says, and the plural rule; None: as in the source


@cache
def language_codes() -> tuple[str, ...]:
    """English and every language that has a catalogue."""
    found = [entry.name for entry in _LOCALES.iterdir() if _catalogue_file(entry).is_file()]
    return ("en", *sorted(found))


def _catalogue_file(folder: Traversable) -> Traversable:
    return folder / "LC_MESSAGES" / "skep.po"


@cache
def language(code: str) -> Language:
    """The language of a code; English where there is none such."""
    if code == PSEUDO:
        return read_language(code, _pseudo())
    if code == "en" or code not in language_codes():
        return Language("en", "English", NullTranslations(), None)
    with _catalogue_file(_LOCALES / code).open("rb") as file:
        return read_language(code, read_po(file, locale=code))


def read_language(code: str, catalogue: Catalog) -> Language:
    """A language out of its catalogue; what is not translated stays English."""
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    translations = GNUTranslations(compiled)
    name = "Pseudo" if code == PSEUDO else str(Locale.parse(code).get_display_name() or code)
    return Language(code, name, translations, _words(catalogue, translations))


def _words(catalogue: Catalog, translations: GNUTranslations) -> dict[str, Any]:
    texts: dict[str, Any] = {}
    for message in catalogue:
        if not message.id or not any(path.endswith(".js") for path, _ in message.locations):
            continue
        if isinstance(message.id, (list, tuple)):
            forms = list(message.string or ())
            if all(forms):
                texts[message.id[0]] = forms
        elif message.string:
            texts[message.id] = message.string
    # The rule as a table: a page may not evaluate text, and two hundred numbers say it all.
    rule = translations.plural  # type: ignore[attr-defined]
    return {"plural": "".join(str(rule(n)) for n in range(_TABLE)), "texts": texts}


def preferred_language(accepted: str) -> str:
    """The language that a browser's Accept-Language asks for first.

    >>> preferred_language("tlh, en;q=0.5")
    'en'
    """
    weighed = []
    for part in accepted[:200].split(","):
        code, _, quality = part.strip().partition(";q=")
        try:
            weighed.append((-float(quality or 1), code.replace("-", "_")))
        except ValueError:
            continue
    codes = [code for _, code in sorted(weighed, key=lambda pair: pair[0])]
    return negotiate_locale(codes, language_codes()) or "en"


def _pseudo() -> Catalog:
    catalogue = Catalog(locale="en")
    with (_LOCALES / "skep.pot").open("rb") as file:
        template = read_po(file)
    for message in template:
        if not message.id:
            continue
        if isinstance(message.id, (list, tuple)):
            string: Any = tuple(map(_longer, message.id))
        else:
            string = _longer(message.id)
        catalogue.add(message.id, string, locations=message.locations, context=message.context)
    return catalogue


def _longer(text: str) -> str:
    parts = _PLACEHOLDER.split(text)
    accented = (part if n % 2 else part.translate(_ACCENTS) for n, part in enumerate(parts))
    return f"[{''.join(accented)}{' ~' * (len(text) // 5)}]"
