"""Catalogues: nothing missing, the same placeholders and markup, every form that is asked for."""

from __future__ import annotations

import re
import string
from collections import defaultdict

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


@pytest.mark.parametrize("code", FINISHED)
def test_nothing_is_missing(code: str) -> None:
    assert [one.id for one in messages_in(code) if not one.is_translated] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_filled_in_is_the_same(code: str) -> None:
    for one in messages_in(code):
        # A plural form may say its number in words: "one tile", "un carreau".
        known = placeholders(one.id) | placeholders(one.plural or "")
        for form, text in enumerate(one.strings):
            wanted = placeholders(one.plural if one.plural and form else one.id)
            found = placeholders(text)
            assert found <= known, (one.id, text)
            assert wanted - found <= ({"n", "%num"} if one.plural else set()), (one.id, text)
            assert sorted(_MARKUP.findall(text)) == sorted(_MARKUP.findall(one.id)), text
            if "{" in one.id:
                list(string.Formatter().parse(text))  # raises where a brace is left over


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_form_that_a_sentence_asks_for_exists(code: str) -> None:
    names: dict[str, list[str]] = defaultdict(list)
    for one in messages_in(code):
        if one.context and one.is_translated:
            names[one.context].append(one.strings[0])
    for one in messages_in(code):
        for text in filter(None, one.strings):
            for name, form in _FIELD.findall(text):
                if not form:
                    continue
                assert name in _CONTEXTS, f"{{{name}}} has no forms: {text}"
                context = (
                    "colour" if name == "color" and "{direction}" in one.id else _CONTEXTS[name]
                )
                for said in names[context]:
                    assert form in parse_forms(said), f"{text}: {said} has no form {form!r}"
