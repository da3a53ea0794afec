"""One language as Python speaks it: look-up, plural forms, names with their forms, lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from gettext import c2py
from typing import Final

from skep.words.catalogue import Message, catalogue_file, read_catalogue, read_template
from skep.words.choosing import CODES, PSEUDO
from skep.words.nouns import Noun, Nouns, join_list, parse_forms
from skep.words.pseudo import pseudo_message

__all__ = ["ENGLISH", "NP_", "N_", "Words", "words_in"]

_GERMANIC = "n != 1"


def N_(message: str) -> str:  # noqa: N802 (the name that gettext's tools look for)
    """Mark a message for the catalogues; it is looked up where the language is known."""
    return message


def NP_(context: str, message: str) -> tuple[str, str]:  # noqa: N802
    """Mark a message that has a context; the pair is looked up where the language is known."""
    return context, message


class Words:
    """A language. Its methods are gettext's, so that templates can be given it as translations.

    >>> ENGLISH.ngettext("{n} tile", "{n} tiles", 2)
    '{n} tiles'
    """

    def __init__(
        self, code: str, messages: Iterable[Message] = (), plural: str = _GERMANIC
    ) -> None:
        self.code = code
        self.messages = tuple(one for one in messages if one.id)
        self.plural_form: Callable[[int], int] = c2py(plural)
        self._said = {one.key: one.strings for one in self.messages if one.is_translated}

    def gettext(self, text: str) -> str:
        return self._said.get(text, (text,))[0]

    def pgettext(self, context: str, text: str) -> str:
        return self._said.get(f"{context}\4{text}", (text,))[0]

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self._plural(one, one, many, n)

    def npgettext(self, context: str, one: str, many: str, n: int) -> str:
        return self._plural(f"{context}\4{one}", one, many, n)

    def say(self, text: str, /, **facts: object) -> str:
        """A text with its facts filled in."""
        return self.gettext(text).format(**facts)

    def say_many(self, one: str, many: str, n: int, /, **facts: object) -> str:
        """
        >>> ENGLISH.say_many("{n} tile", "{n} tiles", 2)
        '2 tiles'
        """
        return self.ngettext(one, many, n).format(n=n, **facts)

    def _plural(self, key: str, one: str, many: str, n: int) -> str:
        forms = self._said.get(key)
        if forms is None:
            return one if n == 1 else many
        return forms[min(self.plural_form(n), len(forms) - 1)]

    def noun(self, name: tuple[str, str], number: str | int = "") -> Noun:
        """A name that was marked by `NP_`, with the forms that it has in this language."""
        return Noun(parse_forms(self.pgettext(*name)), str(number))

    def nouns(self, nouns: Sequence[Noun]) -> Nouns:
        return Nouns(nouns, *self._list_patterns())

    def listed(self, parts: Sequence[str]) -> str:
        """
        >>> ENGLISH.listed(["Ada", "Ben", "Cem"])
        'Ada, Ben and Cem'
        """
        return join_list(parts, *self._list_patterns())

    def decimal(self, value: float, digits: int | None = None) -> str:
        """A number with so many digits after the point, or with no more than it needs.

        >>> ENGLISH.decimal(1.5), ENGLISH.decimal(2.0), ENGLISH.decimal(2, 1)
        ('1.5', '2', '2.0')
        """
        written = f"{value:g}" if digits is None else f"{value:.{digits}f}"
        # NOTE: what stands before the tenths of a number, as in 1.5
        return written.replace(".", self.pgettext("number", "."))

    def grouped(self, number: int) -> str:
        """A large number, its digits in groups as the language has them.

        >>> ENGLISH.grouped(1234567)
        '1,234,567'
        """
        # NOTE: what stands between the thousands of a number, as in 1,234,567
        return f"{number:,}".replace(",", self.pgettext("number", ","))

    def _list_patterns(self) -> tuple[str, str]:
        # NOTE: how a list is written, such as "Ada, Ben and Cem": between all but the last two
        comma = self.pgettext("list", "{first}, {next}")
        # NOTE: how a list is written, such as "Ada, Ben and Cem": between the last two
        last = self.pgettext("list", "{first} and {last}")
        return comma, last


ENGLISH: Final = Words("en")


@cache
def words_in(code: str) -> Words:
    """The language of a code; English where there is none such."""
    if code == PSEUDO:
        return Words(PSEUDO, map(pseudo_message, read_template()))
    if code == "en" or code not in CODES:
        return ENGLISH
    header, *messages = read_catalogue(catalogue_file(code).read_text("utf-8"))
    rule = re.search(r"plural=([^;\n]+)", "".join(header.strings))
    return Words(code, messages, rule[1] if rule else _GERMANIC)
