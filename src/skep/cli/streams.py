"""Output that any terminal can show: what its encoding lacks is written in plain characters."""

from __future__ import annotations

import codecs
import sys
from typing import TextIO

__all__ = ["make_streams_safe"]

_HANDLER = "skep-plain"
_PLAIN = {
    "·": ".",
    "×": "x",
    "–": "-",
    "—": "-",
    "−": "-",
    "…": "...",
    "½": "1/2",
    "±": "+-",
    "→": "->",
    "“": '"',
    "”": '"',
    "’": "'",
    "━": "-",
    "╸": "-",
    "╺": "-",
}


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in missing), error.end


def make_streams_safe() -> None:
    """No output ends in a traceback because the terminal's encoding lacks a character."""
    codecs.register_error(_HANDLER, _plainly)
    for stream in (sys.stdout, sys.stderr):
        encoding = (getattr(stream, "encoding", None) or "utf-8").lower()
        if not encoding.startswith("utf") and hasattr(stream, "reconfigure"):
            _reconfigure(stream)


def _reconfigure(stream: TextIO) -> None:
    stream.reconfigure(errors=_HANDLER)  # type: ignore[attr-defined]  # every real stream has it
