"""One word for one thing: what the glossary names is called so in every catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from tests.words.test_translations import messages_in

from skep.words import CODES
from skep.words.catalogue import Message

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
LANGUAGES = [code for code in CODES if code != "en"]
JOINING = ("de", "nl")  # languages that write several words as one: the term may stand inside

# English words that mean something else than the glossary's term where they are said.
OTHER_MEANINGS = {
    "draw": {"Draw lots", "draw the board again", "Draw a tile", "Draw the last", "Draw it"},
    "edge": {"Print these pages in full size", "The edge about which the printer"},
    "hand": {"%(n)s tiles a hand", "10 a hand", "15 a hand", "white in hand", "black in hand"},
    "joins": {"whoever joins"},
    "hive": {"{found} names no set of Hive: expected hive"},  # as a file names it
    # between engines
    "match": {
        "Match the colours.",
        "Twelve tiles, one hive",
        "Continue the match",
        "expected a game of a match",
        "this log is of another match",
        "ENGINE is",
        "Let UHP engines",
    },
    "pass": {"GAME is a set", "{text} is not a move"},  # as notation writes it
    # of a position in Hive, which no game has led to
    "set-up": {"GAME is a set", "Go on with a game", "{text} is neither", "a game that begins"},
    "table": {"An object instead of", "A list of objects"},  # of figures
    "round": {"carries others round itself"},
    "tile": {"tiles turn"},
}
# What a sentence says without the word, as one would in that language.
SAID_WITHOUT = {("hand", "it"): {"If nothing fits, the fullest hand lays by one edge."}}
GAMES = re.compile(r"\bHive\b|\bLa Ruche\b")
# What is filled in, and what is typed as it stands: options of commands and their values.
FILLED_IN = re.compile(r"\{[^}]*\}|%\(\w+\)s|--[a-z][a-z-]*|'\w+=[^']*'|\bSU\[\w+\]")


def terms() -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Each English term with how it begins in the other languages."""
    codes: list[str] = []
    for line in GLOSSARY.read_text("utf-8").splitlines():
        if not line.startswith("|"):
            codes = []
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]
        if not codes:
            codes = cells
        elif not cells[0].startswith("---"):
            words = {
                code: cell.replace("\\|", "|").split("|")
                for code, cell in zip(codes, cells, strict=True)
                if cell != "–"
            }
            yield words["en"][0], words


def broken(code: str, messages: Sequence[Message]) -> Iterator[tuple[str, str, str]]:
    for term, words in terms():
        if code not in words:
            continue
        begins = "" if code in JOINING else r"(?<!\w)"
        wanted = re.compile("|".join(begins + re.escape(word) for word in words[code]), re.I)
        said = re.compile(rf"\b{re.escape(term)}(?:s|es)?\b", re.I)
        left_out = OTHER_MEANINGS.get(term, set()) | SAID_WITHOUT.get((term, code), set())
        for one in messages:
            english = FILLED_IN.sub("", GAMES.sub("", one.id))
            if not said.search(english) or any(one.id.startswith(text) for text in left_out):
                continue
            for text in filter(None, one.strings):
                if not wanted.search(text.replace("\u00ad", "")):
                    yield term, one.id, text


def test_the_glossary_is_read() -> None:
    table = dict(terms())
    assert len(table) > 50
    assert table["queen"]["de"] == ["Bienenkönigin", "Königin"]
    assert all(set(words) == set(CODES) for words in table.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_term_has_one_word(code: str) -> None:
    assert list(broken(code, messages_in(code))) == []


def test_a_second_word_for_a_term_is_found() -> None:
    one = Message("The queen waits.", strings=["Die Königin wartet."])
    other = Message("Your queen is pinned.", strings=["Deine Dame sitzt fest."])
    assert list(broken("de", [one, other])) == [("queen", other.id, other.strings[0])]
    face = Message("both faces of a tile", strings=["le due facce di un alveolo"])
    assert list(broken("it", [face])) == []


def test_every_exception_is_needed() -> None:
    """An exception that nobody needs hides the next mistake."""
    ids = [one.id for one in messages_in("de")]
    for texts in (*OTHER_MEANINGS.values(), *SAID_WITHOUT.values()):
        for text in texts:
            assert any(one.startswith(text) for one in ids), text
