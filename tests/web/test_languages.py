"""Catalogues: what a translator writes reaches the templates and the browser."""

from __future__ import annotations

from babel.messages.catalog import Catalog

from skep.laruche.bots import LEVELS
from skep.web.languages import language, language_codes, preferred_language, read_language


def test_a_catalogue_reaches_both_ends() -> None:
    catalogue = Catalog(locale="pl")
    catalogue.add("Home", "Dom", locations=[("templates/layout.html", 1)])
    catalogue.add("Pass.", "Pas.", locations=[("static/hive/sentences.js", 1)])
    catalogue.add("Thinking…", "", locations=[("static/play/table.js", 1)])
    forms = ("{n} patrzy", "{n} patrzą", "{n} patrzy")
    catalogue.add(("{n} watching", "{n} watching"), forms, locations=[("static/play/line.js", 1)])
    polish = read_language("pl", catalogue)
    assert polish.name == "polski"
    assert polish.translations.gettext("Home") == "Dom"
    assert polish.words is not None
    assert polish.words["texts"] == {"Pass.": "Pas.", "{n} watching": list(forms)}
    plural = polish.words["plural"]
    assert [plural[n] for n in (1, 2, 5, 12, 22)] == ["0", "1", "2", "2", "1"]


def test_english_needs_no_words_and_is_the_fallback() -> None:
    assert language("en").words is None
    assert language("nosuch").code == "en"
    assert language_codes()[0] == "en"
    assert preferred_language("tlh;q=0.9, x, en-GB;q=bad") == "en"


def test_the_pseudo_language_is_longer_and_keeps_what_is_filled_in() -> None:
    pseudo = language("xx")
    text = pseudo.translations.gettext("%(name)s waits for an opponent.")
    assert "%(name)s" in text
    assert len(text) >= 1.35 * len("%(name)s waits for an opponent.")
    assert pseudo.words is not None
    assert "{piece}" in pseudo.words["texts"]["{piece} opens the game."]


def test_what_the_library_says_of_its_bots_can_be_translated() -> None:
    pseudo = language("xx").translations
    for bot in LEVELS.values():
        for text in (bot.name, bot.plays):
            assert pseudo.gettext(text).startswith("["), text
