"""Names of things with the forms that sentences need: article, case, what melts into it.

A name in a catalogue is written with its forms, `white ant | the: the white ant`; a sentence says
which one it takes, `{piece:the}`. A translation has forms of its own and chooses among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Noun", "Nouns", "parse_forms", "plain"]

_BETWEEN = " | "


def parse_forms(text: str) -> dict[str, str]:
    """The forms by their names; the first one, without a name, stands alone and in lists.

    >>> parse_forms("Ameise | die: die Ameise | der: der Ameise")
    {'': 'Ameise', 'die': 'die Ameise', 'der': 'der Ameise'}
    """
    bare, *others = text.split(_BETWEEN)
    forms = {"": bare}
    for other in others:
        name, _, form = other.partition(": ")
        forms[name] = form
    return forms


@dataclass(frozen=True, slots=True)
class Noun:
    """A name that a sentence takes in one of its forms.

    >>> "{piece:the} rests; {piece}".format(piece=Noun(parse_forms("ant | the: the ant"), "1"))
    'the ant 1 rests; ant 1'
    """

    forms: Mapping[str, str]
    number: str = ""

    def __format__(self, form: str) -> str:
        text = self.forms.get(form, self.forms[""])
        return f"{text} {self.number}" if self.number else text

    def __str__(self) -> str:
        return format(self)


def plain(name: str) -> Noun:
    """A name that is the same in every form, such as the letters of a piece."""
    return Noun({"": name})


@dataclass(frozen=True, slots=True)
class Nouns:
    """Several of them, listed; each takes the form that is asked for."""

    nouns: Sequence[Noun]
    comma: str  # "{first}, {next}"
    last: str  # "{first} and {last}"

    def __format__(self, form: str) -> str:
        return join_list([format(noun, form) for noun in self.nouns], self.comma, self.last)


def join_list(parts: Sequence[str], comma: str, last: str) -> str:
    if not parts:
        return ""
    *before, end = parts
    if not before:
        return end
    text = before[0]
    for part in before[1:]:
        text = comma.format(first=text, next=part)
    return last.format(first=text, last=end)
