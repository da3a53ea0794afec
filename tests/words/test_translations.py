"""Catalogues: nothing missing, the same placeholders and markup, every form that is asked for."""

from __future__ import annotations

import re
import string
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import pytest

from skep.words import CODES
from skep.words.catalogue import Message, catalogue_file, read_catalogue
from skep.words.nouns import parse_forms

LANGUAGES = [code for code in CODES if code != "en"]
# Languages whose translation is whole: in these a missing text fails the checks. A language that is
# still being translated is left out here until it is done.
FINISHED = ("de", "nl", "fr", "es", "it")

_FIELD = re.compile(r"\{(\w+)(?:!r)?(?::([^}]*))?\}")
_NAMED = re.compile(r"%\((\w+)\)s")
_MARKUP = re.compile(r"</?\w[^<>]*>")
# which names a placeholder stands for
_CONTEXTS = {
    **dict.fromkeys(("piece", "next", "cover", "occupant", "left", "right"), "piece"),
    **dict.fromkeys(("thrower", "enemies", "pieces", "under"), "piece"),
    "bug": "bug",
    "color": "side",
    "side": "side",
    "own": "colour",
    "theirs": "colour",
    "direction": "direction",
}


def messages_in(code: str) -> list[Message]:
    return [one for one in read_catalogue(catalogue_file(code).read_text("utf-8")) if one.id]


def placeholders(text: str) -> set[str]:
    return {name for name, _ in _FIELD.findall(text)} | {f"%{one}" for one in _NAMED.findall(text)}


def missing(messages: Iterable[Message]) -> list[str]:
    return [one.id for one in messages if not one.is_translated]


@pytest.mark.parametrize("code", FINISHED)
def test_nothing_is_missing(code: str) -> None:
    assert missing(messages_in(code)) == []


def test_a_missing_text_is_found() -> None:
    whole = Message("Home", strings=["Start"])
    half = Message("{n} tile", "{n} tiles", strings=["{n} Wabe", ""])
    unsure = Message("Play", strings=["Spielen"], is_fuzzy=True)
    untouched = Message("Learn", strings=[""])
    assert missing([whole, half, unsure, untouched]) == ["{n} tile", "Play", "Learn"]


def differing(messages: Iterable[Message]) -> Iterator[str]:
    """Texts in which something else is filled in, or which are marked up otherwise."""
    for one in messages:
        # A plural form may say its number in words: "one tile", "un carreau".
        spare = {"n", "%num"} if one.plural else set()
        known = placeholders(one.id) | placeholders(one.plural or "")
        for form, text in enumerate(one.strings):
            wanted = placeholders(one.plural if one.plural and form else one.id)
            found = placeholders(text)
            is_same = found <= known and wanted - found <= spare
            if text and not (is_same and _marks(text) == _marks(one.id) and _is_whole(text, one)):
                yield text


def _marks(text: str) -> list[str]:
    return sorted(_MARKUP.findall(text))


def _is_whole(text: str, one: Message) -> bool:
    """Is no brace left over?"""
    try:
        return "{" not in one.id or bool(list(string.Formatter().parse(text)))
    except ValueError:
        return False


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_filled_in_is_the_same(code: str) -> None:
    assert list(differing(messages_in(code))) == []


@pytest.mark.parametrize(
    ("english", "translated"),
    [
        ("{name} waits", "Jemand wartet"),
        ("{name} waits", "{nmae} wartet"),
        ("{name} waits", "{name} wartet auf {other}"),
        ("{name} waits", "{name} wartet {"),
        ("%(name)s waits", "%(Name)s wartet"),
        ("No such option {name!r}.", "Diese Option gibt es nicht."),
        ("a <b>new</b> game", "ein neues Spiel"),
        ("a <b>new</b> game", "ein <b>neues<b> Spiel"),
    ],
)
def test_what_is_filled_in_otherwise_is_found(english: str, translated: str) -> None:
    assert list(differing([Message(english, strings=[translated])])) == [translated]
    assert list(differing([Message(english, strings=[english])])) == []


def formless(messages: Sequence[Message]) -> Iterator[tuple[str, str]]:
    """Sentences that ask for a form, and the first name that does not have it."""
    names: dict[str, list[str]] = defaultdict(list)
    for one in messages:
        if one.context and one.is_translated:
            names[one.context].append(one.strings[0])
    for one in messages:
        for text in filter(None, one.strings):
            for name, form in _FIELD.findall(text):
                if not form:
                    continue
                if name not in _CONTEXTS:
                    yield text, name
                    continue
                context = (
                    "colour" if name == "color" and "{direction}" in one.id else _CONTEXTS[name]
                )
                yield from (
                    (text, said) for said in names[context] if form not in parse_forms(said)
                )


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_form_that_a_sentence_asks_for_exists(code: str) -> None:
    assert list(formless(messages_in(code))) == []


def test_a_form_that_is_not_there_is_found() -> None:
    ant = Message("ant", context="piece", strings=["Ameise | der: der Ameise"])
    fine = Message("{piece:the} waits", strings=["{piece:der} wartet"])
    wrong = Message("{piece:the} rests", strings=["{piece:dem} ruht"])
    strange = Message("{thing:the} rests", strings=["{thing:der} ruht"])
    assert list(formless([ant, fine, wrong, strange])) == [
        ("{piece:dem} ruht", "Ameise | der: der Ameise"),
        ("{thing:der} ruht", "thing"),
    ]
