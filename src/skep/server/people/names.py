"""Names of people: which can be told apart, and what somebody is called who has chosen none."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, normalize

from skep.words import Words

__all__ = ["guest_name", "is_guest_name", "is_like_a_program", "is_printable", "shown_name"]

_JOINER: Final = "\u200d"  # between the parts of one picture; elsewhere it only hides
_AS_PICTURE: Final = "\ufe0f"  # says that a sign is drawn as a picture; elsewhere it does nothing
# Letters and signs that are drawn as nothing, and marks that change nothing.
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_SELECTORS: Final = (("\u180b", "\u180f"), ("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))
_MOST_MARKS: Final = 3  # on one letter: no writing needs more
_MARKS: Final = ("Mn", "Me")
_GUEST: Final = re.compile(r"Guest ([0-9]{4})")
_PROGRAM: Final = re.compile(r"(skep|computer|engine|bot)\W*(level|lvl)?\W*[0-9]+")


def is_printable(text: str) -> bool:
    r"""Can all of it be seen?

    >>> is_printable("Ada 👩\u200d🌾"), is_printable("A\u200dda"), is_printable("A\nda")
    (True, False, False)
    >>> is_printable("Zoë ❤\ufe0f"), is_printable("Ada\ufe0f"), is_printable("\u3164")
    (True, False, False)
    """
    marks = 0
    for at, one in enumerate(text):
        marks = marks + 1 if category(one) in _MARKS else 0
        if marks > _MOST_MARKS or not _is_seen(text, at):
            return False
    return any(category(one) not in (*_MARKS, "Zs") for one in text)


def _is_seen(text: str, at: int) -> bool:
    one = text[at]
    if one == _JOINER:
        kinds = [category(each) for each in text[max(0, at - 1) : at + 2 : 2]]
        return len(kinds) == 2 and kinds[0] in ("So", "Sk", "Mn") and kinds[1] == "So"
    if one == _AS_PICTURE:
        return at > 0 and category(text[at - 1])[0] == "S"
    if one in _BLANK or any(first <= one <= last for first, last in _SELECTORS):
        return False
    return one.isprintable()


def is_guest_name(name: str) -> bool:
    """Has somebody of that name chosen none?

    >>> is_guest_name("Guest 1234"), is_guest_name(""), is_guest_name("Guest of Ada")
    (True, True, False)
    """
    return not name or _GUEST.fullmatch(name) is not None


def is_like_a_program(name: str) -> bool:
    """Would others take this person for a program of the server?

    >>> is_like_a_program("skep 10"), is_like_a_program("Computer, level 3")
    (True, True)
    >>> is_like_a_program("Skepta"), is_like_a_program("Abbot 7")
    (False, False)
    """
    return _PROGRAM.fullmatch(normalize("NFKC", name).casefold()) is not None


def guest_name(number: int) -> str:
    """What somebody is called who has chosen no name, as it is stored and as programs read it."""
    return f"Guest {number:04}"


def shown_name(words: Words, name: str) -> str:
    """A name as a page shows it: one that nobody chose is a word, and is said in the language.

    >>> from skep.words import words_in
    >>> shown_name(words_in("de"), "Guest 1234"), shown_name(words_in("de"), "Guest Ada")
    ('Gast 1234', 'Guest Ada')
    """
    found = _GUEST.fullmatch(name)
    # NOTE: what somebody is called at a table who has chosen no name; {number} has four digits
    return words.say("Guest {number}", number=found[1]) if found else name
