"""One word for one thing: what the glossary names is called so in every text of a language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from tests.words.test_translations import messages_in
from tests.words.test_typography import SCHOOL, strings_of

from skep.words import CODES
from skep.words.catalogue import Message

GLOSSARY = Path(__file__).parents[2] / "docs" / "glossary.md"
LANGUAGES = [code for code in CODES if code != "en"]
JOINING = ("de", "nl")  # languages that write several words as one: the term may stand inside

# English words that mean something else than the glossary's term where they are said.
OTHER_MEANINGS = {
    "draw": {"Draw lots", "draw the board again", "Draw a tile", "Draw the last", "Draw it"},
    "edge": {"Print these pages in full size", "The edge about which the printer"},
    "hand": {
        "%(n)s tiles a hand",
        "8 a hand",
        "10 a hand",
        "15 a hand",
        "white in hand",
        "black in hand",
    },
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
# The same in lessons and rule books, where also "match" is said of colours throughout.
OTHER_MEANINGS_AT_SCHOOL = {
    "joins": {"A jump of the grasshopper into the gap joins"},
    "level": {"The beetle goes one step, on any level"},
    "match": {""},
    "piece": {"Right. Even for a moment the hive stays in one piece."},
    "round": {"Now the other way round."},
}
# What a sentence says without the word, as one would in that language.
SAID_WITHOUT = {("hand", "it"): {"If nothing fits, the fullest hand lays by one edge."}}
SAID_WITHOUT_AT_SCHOOL = {
    ("beetle", "es"): {"Both stacks are higher than where the beetle comes from"},
    ("beetle", "fr"): {"On top it walks from bug to bug. Bring your beetle onto"},
    ("bug", "es"): {"Your {bug} is pinned now."},
    ("bug", "fr"): {"A bug that slides must fit through."},
    ("bug", "it"): {"A bug that slides must fit through."},
    ("pinned", "it"): {"Make a move after which the black queen is pinned."},
    ("throw", "es"): {"The black ant would win on the next turn. Throw it"},
}
GAMES = re.compile(r"\bHive\b|\bLa Ruche\b")
# What is filled in, and what is typed as it stands: options of commands and their values.
FILLED_IN = re.compile(r"\{[^}]*\}|%\(\w+\)s|--[a-z][a-z-]*|'\w+=[^']*'|\bSU\[\w+\]")


def terms() -> Iterator[tuple[str, str, dict[str, list[str]]]]:
    """Each English term, the heading above it, and how it begins in each language."""
    codes: list[str] = []
    heading = ""
    for line in GLOSSARY.read_text("utf-8").splitlines():
        if line.startswith("## "):
            heading = line.removeprefix("## ")
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
            yield words["en"][0], heading, words


def broken(
    code: str,
    messages: Sequence[Message],
    *,
    but: str | None = None,
    meanings: Mapping[str, set[str]] = OTHER_MEANINGS,
    without: Mapping[tuple[str, str], set[str]] = SAID_WITHOUT,
) -> Iterator[tuple[str, str, str]]:
    """Texts that call a term otherwise; `but` heads the terms of which they do not speak."""
    for term, heading, words in terms():
        if code not in words or heading == but:
            continue
        begins = "" if code in JOINING else r"(?<!\w)"
        wanted = re.compile("|".join(begins + re.escape(word) for word in words[code]), re.I)
        said = re.compile(rf"\b{re.escape(term)}(?:s|es)?\b", re.I)
        left_out = meanings.get(term, set()) | without.get((term, code), set())
        for one in messages:
            english = FILLED_IN.sub("", GAMES.sub("", one.id))
            if not said.search(english) or any(one.id.startswith(text) for text in left_out):
                continue
            for text in filter(None, one.strings):
                if not wanted.search(text.replace("\u00ad", "")):
                    yield term, one.id, text


def school_texts(code: str, file: Path) -> Iterator[Message]:
    """What a lesson, a rule book or the coach says in English, with what it says in a language."""
    place = file.relative_to(SCHOOL)
    other = SCHOOL / place.parts[0] / code / Path(*place.parts[2:])
    pairs = zip(
        strings_of(tomllib.loads(file.read_text("utf-8"))),
        strings_of(tomllib.loads(other.read_text("utf-8"))),
        strict=True,
    )
    # Names of sections and figures are the same everywhere.
    return (Message(english, strings=[text]) for english, text in pairs if english != text)


SCHOOL_FILES = [*SCHOOL.glob("words/en/**/*.toml"), *SCHOOL.glob("rulebook/en/*.toml")]


def test_the_glossary_is_read() -> None:
    table = {term: words for term, _, words in terms()}
    assert len(table) > 50
    assert table["queen"]["de"] == ["Bienenkönigin", "Königin"]
    assert all(set(words) == set(CODES) for words in table.values())


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_term_has_one_word(code: str) -> None:
    assert list(broken(code, messages_in(code))) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_term_has_one_word_in_lessons_and_rule_books(code: str) -> None:
    found = [
        (file.name, *fault)
        for file in SCHOOL_FILES
        for fault in broken(
            code,
            list(school_texts(code, file)),
            but="Hive" if "laruche" in str(file) else "La Ruche",
            meanings=OTHER_MEANINGS_AT_SCHOOL,
            without=SAID_WITHOUT_AT_SCHOOL,
        )
    ]
    assert found == []


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
    said = [one.id for file in SCHOOL_FILES for one in school_texts("de", file)]
    for texts in (*OTHER_MEANINGS_AT_SCHOOL.values(), *SAID_WITHOUT_AT_SCHOOL.values()):
        for text in texts:
            assert any(one.startswith(text) for one in said), text
