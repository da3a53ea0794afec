"""The texts for translators are those of the sources, and every one comes with a note."""

from __future__ import annotations

import re
import tomllib

from skep.server.development.gathering import (
    HEADERS,
    HERE,
    catalogue_text,
    gathered,
    merged,
    template_text,
)
from skep.server.development.javascript_words import javascript_words
from skep.web.languages import browser_words
from skep.words.catalogue import Message, catalogue_file, read_catalogue


def test_the_template_of_texts_is_up_to_date() -> None:
    messages = gathered()
    assert len(messages) > 700
    assert template_text(messages) == (HERE / "skep.pot").read_text("utf-8"), "run `make words`"


def test_nothing_is_overlooked_inside_of_other_texts() -> None:
    """Babel does not see every call within a template literal."""
    known = {one.id for one in gathered()}
    called = re.compile(r'\b(?:tn?\(|(?:tpn?|forms)\("[^"\n]+",)\s*"((?:[^"\\\n]|\\.)*)"')
    for path in (HERE.parent / "web" / "static").rglob("*.js"):
        for text in called.findall(path.read_text("utf-8")):
            assert text in known, path


def test_every_text_has_a_note() -> None:
    assert [(one.id, one.files) for one in gathered() if not one.notes] == []


def test_every_note_is_told() -> None:
    """A note that stands behind a more general one would never reach a translator."""
    told = {note for one in gathered() for note in one.notes}
    notes = tomllib.loads((HERE / "notes.toml").read_text("utf-8"))
    assert [pattern for pattern, note in notes.items() if note not in told] == []


def test_the_browser_has_the_library_s_sentences() -> None:
    static = HERE.parent / "web" / "static"
    for path, text in javascript_words().items():
        assert (static / path).read_text("utf-8") == text, "run `make words`"


def test_every_language_has_a_catalogue_of_the_same_texts() -> None:
    template = {one.key for one in gathered()}
    for code in HEADERS:
        messages = list(read_catalogue(catalogue_file(code).read_text("utf-8")))
        assert {one.key for one in messages if one.id} == template, f"{code}: run `make words`"
        assert not [one.id for one in messages if one.is_fuzzy]


def test_what_is_translated_outlives_a_new_template() -> None:
    """Also with a context, line breaks and quotes; what is no longer said is gone."""
    known = [
        Message("End", context="of a game", strings=['„Ende“\n"hier"']),
        Message("{n} tile", "{n} tiles", strings=["{n} Plättchen", "{n} Plättchen"]),
        Message("Gone", strings=["Weg"]),
    ]
    template = [
        Message("End", context="of a game", notes=["a button"]),
        Message("End"),
        Message("{n} tile", "{n} tiles"),
    ]
    text = catalogue_text("de", merged(template, known))
    header, *read = read_catalogue(text)
    assert "nplurals=2" in header.strings[0]
    assert [(one.context, one.strings) for one in read] == [
        ("of a game", ['„Ende“\n"hier"']),
        (None, [""]),
        (None, ["{n} Plättchen", "{n} Plättchen"]),
    ]
    assert read[0].notes == ["a button"]


def test_a_page_has_what_its_own_modules_say() -> None:
    every = browser_words("xx")
    some = browser_words("xx", {"hive/why.js"})
    assert every is not None
    assert some is not None
    assert list(some["texts"]) == [
        "But it can throw: choose {pieces:the}.",
        "That is not allowed here.",
    ]
    assert some["texts"].items() <= every["texts"].items()
    assert browser_words("en") is None
