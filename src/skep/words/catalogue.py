"""Catalogues as files: gettext's .po format, as far as ours use it.

Read here rather than by Babel, so that a terminal speaks six languages without another package,
and rather than compiled, so that what is in the repository is what is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from importlib.resources.abc import Traversable

from skep.errors import UnreadableError

__all__ = ["Message", "catalogue_file", "read_catalogue", "read_template"]

_LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)\s+)?"((?:[^"\\]|\\.)*)"$')
_ESCAPES = {"\\n": "\n", "\\t": "\t", '\\"': '"', "\\\\": "\\"}
_ESCAPE = re.compile(r"\\.")


@dataclass(slots=True)
class Message:
    """One text: what the source says, and what the translation says."""

    id: str = ""
    plural: str | None = None
    context: str | None = None
    strings: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)  # where it is said, below src/skep
    notes: list[str] = field(default_factory=list)
    is_fuzzy: bool = False

    @property
    def key(self) -> str:
        """How it is found: gettext's way of writing a context before the text."""
        return self.id if self.context is None else f"{self.context}\4{self.id}"

    @property
    def is_translated(self) -> bool:
        return bool(self.strings) and all(self.strings) and not self.is_fuzzy


def catalogue_file(code: str) -> Traversable:
    return resources.files("skep.words") / code / "LC_MESSAGES" / "skep.po"


def read_template() -> list[Message]:
    return list(read_catalogue((resources.files("skep.words") / "skep.pot").read_text("utf-8")))


def read_catalogue(text: str) -> Iterator[Message]:
    """Every message of a .po file, its header (the empty id) included."""
    message, at = Message(), ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        line = line.strip()
        if not line or line.startswith("#~"):
            if at:
                yield message
            message, at = Message(), ""
        elif line.startswith("#:"):
            message.files += line[2:].split()
        elif line.startswith("#."):
            message.notes.append(line[2:].strip())
        elif line.startswith("#,"):
            message.is_fuzzy = "fuzzy" in line
        elif not line.startswith("#"):
            at = _take(message, at, line, number)


def _take(message: Message, at: str, line: str, number: int) -> str:
    match = _LINE.match(line)
    if match is None:
        raise UnreadableError(f"line {number} of a catalogue cannot be read: {line}")
    keyword = match[1] or at
    text = _ESCAPE.sub(lambda found: _ESCAPES.get(found[0], found[0]), match[2])
    begins = match[1] is not None
    if keyword == "msgctxt":
        message.context = (message.context or "") + text
    elif keyword == "msgid":
        message.id += text
    elif keyword == "msgid_plural":
        message.plural = (message.plural or "") + text
    elif begins:
        message.strings.append(text)
    else:
        message.strings[-1] += text
    return keyword
