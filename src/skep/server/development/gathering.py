"""Gather what translators translate: `make words`.

Texts come from the templates, the pages' modules, Python and the help of the commands; notes for
translators from comments that begin with NOTE: and, for a whole file, from `notes.toml`. Needs
Babel; nobody else imports it.
"""

from __future__ import annotations

import ast
import io
import re
import tomllib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from skep.words.catalogue import Message, read_catalogue
from skep.words.choosing import CODES

__all__ = ["HEADERS", "catalogue_text", "gathered", "merged", "template_text"]

PACKAGE = Path(__file__).parents[2]
HERE = PACKAGE / "words"
_COMMENT = "NOTE:"
_HELP = (
    "NOTE: In the help of a command (`skep … --help`). Words in capitals, options, formats and what"
    " stands in `quotes` stay; [in brackets] stands what holds if nothing is said."
)
_PLURALS = {"fr": "nplurals=2; plural=(n > 1);"}
HEADERS = {
    code: f"Language: {code}\\n Plural-Forms: "
    f"{_PLURALS.get(code, 'nplurals=2; plural=(n != 1);')}\\n"
    for code in CODES
    if code != "en"
}
_PYTHON = {
    "N_": None, "NP_": ((1, "c"), 2), "gettext": None, "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2), "npgettext": ((1, "c"), 2, 3), "_": None,
    "say": None, "say_many": (1, 2), "said_many": (1, 2), "Told": None,
}  # fmt: skip
_JAVASCRIPT = {
    "t": None, "tn": (1, 2), "tp": ((1, "c"), 2), "tpn": ((1, "c"), 2, 3), "forms": ((1, "c"), 2),
}  # fmt: skip
_SOURCES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("web/templates/**/*.html", "jinja2", _PYTHON),
    ("web/static/**/*.js", "javascript", _JAVASCRIPT),
    ("**/*.py", "python", _PYTHON),
)


def gathered() -> list[Message]:
    """Every text of the sources once, with the files that say it and the notes about it."""
    found: dict[str, Message] = {}
    notes = tomllib.loads((HERE / "notes.toml").read_text("utf-8"))
    for path, message, comments in _extracted():
        known = found.setdefault(message.key, message)
        known.plural = known.plural or message.plural
        if path not in known.files:
            known.files.append(path)
        own = [" ".join(comments).removeprefix(_COMMENT).strip()] if comments else []
        known.notes += [note for note in own if note not in known.notes]
    for message in found.values():
        for note in _notes_of(message.files, notes):
            if note not in message.notes:
                message.notes.append(note)
    return sorted(found.values(), key=lambda one: (one.files[0], one.key))


def _extracted() -> Iterator[tuple[str, Message, list[str]]]:
    for pattern, method, keywords in _SOURCES:
        for path in sorted(PACKAGE.glob(pattern)):
            if path == Path(__file__):
                continue
            for _, texts, comments, context in extract_from_file(
                method, path, keywords, [_COMMENT], {"parse_template_string": True}
            ):
                one, many = (texts, None) if isinstance(texts, str) else (texts[0], texts[1])
                message = Message(id=one, plural=many, context=context)
                yield path.relative_to(PACKAGE).as_posix(), message, list(comments)

    for path in sorted(PACKAGE.glob("cli/*.py")):
        for text in help_texts(path.read_text("utf-8")):
            yield path.relative_to(PACKAGE).as_posix(), Message(id=text), [_HELP]


def help_texts(source: str) -> Iterator[str]:
    r"""What the commands of a module say of themselves, a paragraph each, and of their options.

    >>> list(help_texts('@click.command()\ndef f():\n  "Do it.\\n\\n At once."'))
    ['Do it.', 'At once.']
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and any(map(_makes_command, node.decorator_list)):
            for part in re.split(r"\n\s*\n", ast.get_docstring(node) or ""):
                if part.strip():
                    yield " ".join(part.split())
        elif isinstance(node, ast.keyword) and node.arg == "help":
            said = node.value.value if isinstance(node.value, ast.Constant) else ""
            yield from filter(None, [" ".join(str(said).split())])


def _makes_command(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr in ("command", "group")


def _notes_of(files: Sequence[str], notes: dict[str, str]) -> Iterator[str]:
    for file in files:
        for pattern, note in notes.items():
            if fnmatch(file, pattern):
                yield note
                break


def merged(template: Sequence[Message], known: Sequence[Message]) -> list[Message]:
    """The template with what a catalogue says of it; what nobody says any more is dropped."""
    said = {one.key: one.strings for one in known}
    for one in template:
        count = 1 if one.plural is None else 2
        strings = said.get(one.key, [])
        one.strings = strings if len(strings) == count else [""] * count
    return list(template)


def template_text(messages: Sequence[Message]) -> str:
    return _written(messages, with_files=True)


def catalogue_text(code: str, messages: Sequence[Message]) -> str:
    """Without the files: a text that moves is no change for translators."""
    header = "".join(
        f'"{line.strip()}\\n"\n' for line in HEADERS[code].split("\\n") if line.strip()
    )
    charset = '"Content-Type: text/plain; charset=utf-8\\n"\n'
    body = _written(messages, with_files=False)
    return f'msgid ""\nmsgstr ""\n{charset}{header}\n{body}'


def _written(messages: Sequence[Message], *, with_files: bool) -> str:
    catalogue = Catalog()
    for one in messages:
        strings = one.strings or ["", ""]
        catalogue.add(
            one.id if one.plural is None else (one.id, one.plural),
            strings[0] if one.plural is None else tuple(strings),
            locations=[(file, 0) for file in one.files] if with_files else (),
            auto_comments=one.notes,
            context=one.context,
        )
    output = io.BytesIO()
    write_po(output, catalogue, width=96, omit_header=True, include_lineno=False)
    return output.getvalue().decode("utf-8")


def main() -> None:
    (HERE / "skep.pot").write_text(template_text(gathered()), encoding="utf-8")
    for code in HEADERS:
        path = HERE / code / "LC_MESSAGES" / "skep.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        known = list(read_catalogue(path.read_text("utf-8"))) if path.exists() else []
        path.write_text(catalogue_text(code, merged(gathered(), known)), encoding="utf-8")


if __name__ == "__main__":
    main()
