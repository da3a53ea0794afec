"""What a translator writes is what is said: forms, plurals, lists; and which language is wanted."""

from __future__ import annotations

import pytest

from skep.laruche.bots import LEVELS
from skep.words import ENGLISH, Words, environment_language, plain, preferred_language, words_in
from skep.words.catalogue import Message

GERMAN = Words(
    "de",
    [
        Message(
            "white ant | the: the white ant",
            context="piece",
            strings=["weiße Ameise | die: die weiße Ameise | der: der weißen Ameise"],
        ),
        Message("{first} and {last}", context="list", strings=["{first} und {last}"]),
        Message("Home", strings=["Start"]),
        Message("Empty", strings=[""]),
        Message("{n} tile", "{n} tiles", strings=["{n} Plättchen", "{n} Plättchen!"]),
    ],
)
ANT = ("piece", "white ant | the: the white ant")


def test_the_translation_chooses_the_form() -> None:
    ant = GERMAN.noun(ANT, 1)
    assert f"{ant:die} liegt bei {ant:der}: {ant}" == (
        "die weiße Ameise 1 liegt bei der weißen Ameise 1: weiße Ameise 1"
    )
    assert f"{ENGLISH.noun(ANT):the}" == "the white ant"


def test_letters_are_the_same_in_every_form() -> None:
    assert f"{plain('wA1'):der}" == "wA1"


def test_each_of_a_list_takes_the_form() -> None:
    ants = GERMAN.nouns([GERMAN.noun(ANT, number) for number in (1, 2, 3)])
    assert f"{ants:der}" == "der weißen Ameise 1, der weißen Ameise 2 und der weißen Ameise 3"
    assert f"{GERMAN.nouns([])}" == ""


def test_what_is_not_translated_stays_english() -> None:
    assert GERMAN.gettext("Home") == "Start"
    assert GERMAN.gettext("Empty") == "Empty"
    assert GERMAN.pgettext("here", "Home") == "Home"


def test_plural_forms() -> None:
    assert GERMAN.ngettext("{n} tile", "{n} tiles", 1) == "{n} Plättchen"
    assert GERMAN.ngettext("{n} tile", "{n} tiles", 0) == "{n} Plättchen!"
    rule = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
    polish = Words("pl", [Message("{n} a", "{n} b", strings=["one", "few", "many"])], rule)
    assert [polish.ngettext("{n} a", "{n} b", n) for n in (1, 3, 12)] == ["one", "few", "many"]


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("de-CH,de;q=0.9,en;q=0.8", "de"),
        ("tlh, en;q=0.5, fr;q=0.7", "fr"),
        ("tlh;q=0.9, x, en-GB;q=bad", "en"),
        ("", "en"),
    ],
)
def test_a_browser_s_wish(accepted: str, code: str) -> None:
    assert preferred_language(accepted) == code


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "nl_BE"}, "nl"),
        ({"LANG": "it_IT.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8", "LANGUAGE": "cs:es:de"}, "es"),
        ({"LANG": "C", "LANGUAGE": "de"}, "en"),
        ({}, "en"),
    ],
)
def test_a_terminal_s_wish(environment: dict[str, str], code: str) -> None:
    assert environment_language(environment) == code


def test_the_pseudo_language_is_longer_and_keeps_what_is_filled_in() -> None:
    pseudo = words_in("xx")
    text = pseudo.gettext("%(name)s waits for an opponent.")
    assert "%(name)s" in text
    assert len(text) >= 1.35 * len("%(name)s waits for an opponent.")
    assert f"{pseudo.noun(ANT, 1):the}".startswith("[thé whíté áñt")


def test_what_the_library_says_of_its_bots_can_be_translated() -> None:
    for bot in LEVELS.values():
        for text in (bot.name, bot.plays):
            assert words_in("xx").gettext(text).startswith("["), text


def test_an_unknown_language_is_english() -> None:
    assert words_in("tlh") is ENGLISH
