"""Signs as each language writes them: quotation marks, apostrophes, spaces, questions."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from skep.words import CODES, words_in
from skep.words.catalogue import catalogue_file, read_catalogue

LANGUAGES = [code for code in CODES if code != "en"]
SCHOOL = Path(str(resources.files("skep.school")))
NARROW, WIDE = "\u202f", "\u00a0"

# What is typed as it stands: commands, options, notation, names of fields, what is filled in.
TYPED = re.compile(
    r"`[^`]*`|\{[^}]*\}|%\(\w+\)s|%[YmdHM]|\S+=\S+|\[White \"Anna\"\]|<[^>]*>|SU\[\w+\]| \| \w+:"
)
# Texts about signs, and a table of keys.
ABOUT_SIGNS = ("expected one !", "(;", "   lay tile 3")
# What no language writes.
NOWHERE = {
    "straight quotes": re.compile(r'"'),
    "a straight apostrophe": re.compile(r"(?<=\w)'(?=\w)"),
    "three dots": re.compile(r"\.\.\."),
    "two spaces": re.compile(r"(?<=\S)  +(?=\S)"),
    "a space before a comma": re.compile(r"\w ,"),
}
# What one language does not write.
WRONG = {
    "de": {"other quotes than „…“": re.compile("[«»”‘]|“[^„]*“")},
    "nl": {"other quotes than ‘…’": re.compile("[«»„“”]")},
    "fr": {
        "no narrow space before a sign": re.compile(
            rf"[^\s{NARROW}{WIDE}?!…][;:!?](?=\s|$)|[ {WIDE}][;!?]"
        ),
        "other quotes than « … »": re.compile(f"[„“”‘]|«(?!{WIDE})|(?<!{WIDE})»"),
    },
    "es": {
        "other quotes than «…»": re.compile(r"[„“”‘]|«\s|\s»"),
        "a question or a call that is not opened": re.compile(r"^[^¿]*\?|^[^¡]*!"),
    },
    "it": {"other quotes than «…»": re.compile(r"[„“”‘]|«\s|\s»")},
}  # fmt: skip


def texts_in(code: str) -> Iterator[tuple[str, str]]:
    """Every text of a language, with the English one or the place where it stands."""
    for message in read_catalogue(catalogue_file(code).read_text("utf-8")):
        if message.id and not any(sign in message.id for sign in ABOUT_SIGNS):
            yield from ((message.id, text) for text in message.strings)
    for path in [
        *(SCHOOL / "words" / code).rglob("*.toml"),
        *(SCHOOL / "rulebook" / code).glob("*"),
    ]:
        for text in strings_of(tomllib.loads(path.read_text("utf-8"))):
            yield path.name, text


def strings_of(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from strings_of(one)


def faults(code: str, english: str, text: str) -> Iterator[str]:
    plain = TYPED.sub("x", text)
    for what, wrong in {**NOWHERE, **WRONG[code]}.items():
        # A table of keys and a sample of a file stand as they do in English.
        if wrong.search(plain) and not (what in NOWHERE and wrong.search(TYPED.sub("x", english))):
            yield f"{what}: {text}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_signs(code: str) -> None:
    found = [fault for english, text in texts_in(code) for fault in faults(code, english, text)]
    assert found == []


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("de", "Das heißt “Revanche”."),
        ("de", "Das heißt »Revanche«."),
        ("nl", "Dat heet “revanche”."),
        ("nl", "Zo'n steen"),
        ("fr", "Pose-le ici: il y tient."),
        ("fr", "Pose-le ici !"),
        ("fr", "Cela s’appelle «revanche»."),
        ("es", "Puedes mover?"),
        ("es", "Se llama « revancha »."),
        ("it", "Si chiama “rivincita”."),
        ("it", "l'ape"),
        ("it", "Aspetta..."),
    ],
)
def test_a_foreign_sign_is_found(code: str, text: str) -> None:
    assert list(faults(code, "", text))


@pytest.mark.parametrize("code", LANGUAGES)
def test_numbers_choose_their_form(code: str) -> None:
    """One is one everywhere; in French nought is as well."""
    assert [words_in(code).plural_form(n) for n in (0, 1, 2, 5)] == [
        0 if code == "fr" else 1,
        0,
        1,
        1,
    ]
    for message in read_catalogue(catalogue_file(code).read_text("utf-8")):
        assert len(message.strings) == (1 if message.plural is None else 2), message.id
