"""Languages of pages: the part of a catalogue that a page's modules need."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

from skep.words import NAMES, PSEUDO, words_in
from skep.words.catalogue import read_template

__all__ = ["browser_words", "language_name"]

_TABLE = 200  # every plural rule of gettext looks at n, n % 10 and n % 100 only
_STATIC = "web/static/"


def browser_words(code: str, modules: Collection[str] | None = None) -> dict[str, Any] | None:
    """What the modules of a page say, None for all of them; and the plural rule as a table.

    The answer None: the page speaks as its sources do. The rule is a table, because a page may not
    evaluate text, and two hundred numbers say it all.
    """
    words = words_in(code)
    if words.code == "en":
        return None
    texts = {
        one.key: one.strings[0] if one.plural is None else one.strings
        for one in words.messages
        if one.is_translated and _is_said_by(one.key, modules)
    }
    return {"plural": "".join(str(words.plural_form(n)) for n in range(_TABLE)), "texts": texts}


def _is_said_by(key: str, modules: Collection[str] | None) -> bool:
    files = _modules_saying().get(key, frozenset())
    return bool(files) if modules is None else not files.isdisjoint(modules)


@cache
def _modules_saying() -> dict[str, frozenset[str]]:
    """Which modules say a text; the template of the catalogues knows it."""
    return {
        one.key: frozenset(
            file.removeprefix(_STATIC) for file in one.files if file.startswith(_STATIC)
        )
        for one in read_template()
    }


def language_name(code: str) -> str:
    return "Pseudo" if code == PSEUDO else NAMES[code]
