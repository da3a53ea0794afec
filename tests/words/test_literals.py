"""No text for people stands in a template or module outside of gettext."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import skep.words

PACKAGE = Path(skep.words.__file__).parents[1]
TEMPLATES = sorted((PACKAGE / "web" / "templates").glob("*.html"))
MODULES = sorted((PACKAGE / "web" / "static").rglob("*.js"))
# The commands; UHP is read by programs.
COMMANDS = [path for path in sorted((PACKAGE / "cli").glob("*.py")) if path.name != "uhp.py"]

# What is no language: our name and those of the games, units, formats.
NAMES = re.compile(r"\b(?:skep|Hive|La Ruche|PGN|SGF|PNG|SVG|GameString|UHP|CODE|ABCD)\b")
WORD = re.compile(r"[A-Za-z]{2,}")
JINJA = re.compile(
    r"\{% block body_class %\}.*?\{% endblock %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL
)
UNSEEN = re.compile(r"<(script|style|svg)\b.*?</\1>|<!doctype html>", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"<[^<>]*>")
READ_ALOUD = re.compile(r'\b(?:aria-label|placeholder|title|alt)="([^"]*)"')


def literals_in_template(text: str) -> list[str]:
    """What is left when programs, pictures and tags are taken away, and labels inside of tags.

    >>> literals_in_template('<p title="Hi">{{ _("Yes") }} <b>No</b></p> {# why #} skep')
    ['Hi', 'No']
    """
    plain = UNSEEN.sub(" ", JINJA.sub(" ", text))
    found = [*READ_ALOUD.findall(plain), *TAG.split(plain)]
    return [said.strip() for said in found if WORD.search(NAMES.sub("", said))]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates(path: Path) -> None:
    if path.name.startswith("gallery"):
        pytest.skip("for development only")
    assert literals_in_template(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "literal",
    ["<p>Hello there</p>", '<a title="Go home">{{ _("x") }}</a>', "{{ _('x') }} and more",
     '<input placeholder="Your name">', "<b>{% if a %}Yes{% endif %}</b>"],
)  # fmt: skip
def test_a_literal_is_found_in_a_template(literal: str) -> None:
    assert literals_in_template(literal)
    assert (
        literals_in_template("<p title=\"{{ _('Hi') }}\">{{ _('Hello there') }} · skep</p>") == []
    )


# Keys, names of events, kinds of elements begin with a capital as sentences do, but have one word.
SENTENCE = re.compile(r"""(["'`])([A-Z][a-z]*(?:[’'][a-z]+)? [^"'`]*?)\1""")
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
TRANSLATED = re.compile(
    r"""\b(?:t|tn|tp|tpn|forms)\(\s*(?:"(?:[^"\\]|\\.)*"\s*,?\s*)+|\bnew \w*Error\([^)]*\)"""
)


def literals_in_module(text: str) -> list[str]:
    """
    >>> literals_in_module('say("Two words"); say(t("Two words")); // "Two words"')
    ['Two words']
    """
    found = SENTENCE.findall(TRANSLATED.sub("", COMMENT.sub("", text)))
    return [said for _, said in found if WORD.search(NAMES.sub("", said))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_modules(path: Path) -> None:
    if "gallery" in path.name:
        pytest.skip("for development only")
    assert literals_in_module(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "literal", ['say("Two words")', "say('It is yours')", "say(`Wait for ${name}`)"]
)
def test_a_literal_is_found_in_a_module(literal: str) -> None:
    assert literals_in_module(literal)
    assert (
        literals_in_module('say(t("Two words")); tn("One word", "{n} words", n); key("ArrowLeft")')
        == []
    )


def literals_in_python(text: str) -> Iterator[str]:
    """What is printed, asked or raised as it stands in the source."""
    for call in ast.walk(ast.parse(text)):
        if not isinstance(call, ast.Call):
            continue
        name = ast.unparse(call.func)
        if name not in ("click.echo", "click.secho", "click.confirm", "console.print", "tell",
                        "self._say", "self.ask", "SkepError", "SetupError", "GameOverError",
                        "Unanswerable", "click.UsageError", "table.add_column"):  # fmt: skip
            continue
        for argument in call.args:
            parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
            for part in parts:
                if isinstance(part, ast.Constant) and WORD.search(NAMES.sub("", str(part.value))):
                    yield str(part.value)


@pytest.mark.parametrize("path", COMMANDS, ids=lambda path: path.stem)
def test_commands(path: Path) -> None:
    assert list(literals_in_python(path.read_text("utf-8"))) == []


def test_a_literal_is_found_in_python() -> None:
    text = 'click.echo("Yes"); tell(f"{n} moves"); tell(words.say("Fine")); raise SkepError("no!")'
    assert list(literals_in_python(text)) == ["Yes", " moves", "no!"]


# What people type or paste is read here; what is wrong with it is told in their language.
READERS = [
    *sorted((PACKAGE / "hive" / "notation").glob("*.py")),
    *sorted((PACKAGE / "hive" / "records").glob("*.py")),
    PACKAGE / "hive" / "setup.py",
    PACKAGE / "cli" / "game_files.py",
]
ERRORS = ("UnreadableError", "AmbiguousError", "RecordError", "InvalidPositionError", "self._error",
          "self.damage", "replay.damage")  # fmt: skip
# For programmers: what cannot be written, and moves that only a program can ask for.
NOT_TYPED = {"pgn.py": 1}


def errors_in_plain_english(text: str) -> Iterator[str]:
    for call in ast.walk(ast.parse(text)):
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ERRORS and call.args:
            for argument in call.args[:2]:
                if isinstance(argument, ast.JoinedStr | ast.Constant) and WORD.search(
                    ast.unparse(argument)
                ):
                    yield ast.unparse(argument)


@pytest.mark.parametrize("path", READERS, ids=lambda path: path.name)
def test_what_cannot_be_read_is_told_in_every_language(path: Path) -> None:
    found = list(errors_in_plain_english(path.read_text("utf-8")))
    assert len(found) == NOT_TYPED.get(path.name, 0), found


def test_an_error_in_plain_english_is_found() -> None:
    text = 'raise RecordError("no game", line=3); raise UnreadableError(Told("no game"))'
    assert list(errors_in_plain_english(text)) == ["'no game'"]
