"""Output that any terminal can show: what its encoding lacks is written in plain characters."""

from __future__ import annotations

import codecs
import sys
import unicodedata
from typing import TextIO

__all__ = ["make_streams_safe"]

_HANDLER = "skep-plain"
_ASCII = "skep-ascii"
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
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "Œ": "Oe",
    "ø": "o",
    "¿": "?",
    "¡": "!",
    "«": '"',
    "»": '"',
    "„": '"',
    "‘": "'",
    "‚": "'",
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
    return "".join(map(_plain, missing)), error.end


def _plain(character: str) -> str:
    """The character as ASCII writes it: é as e, ß as ss.

    >>> "".join(map(_plain, "Straße, Königin, señor, é, …, 蜂"))
    'Strasse, Koenigin, senor, e, ..., ?'
    """
    if character in _PLAIN:
        return _PLAIN[character]
    base = unicodedata.normalize("NFKD", character)[0]
    return base if base.isascii() else "?"


def make_streams_safe() -> None:
    """No output ends in a traceback because the terminal's encoding lacks a character."""
    codecs.register_error(_HANDLER, _plainly)
    codecs.register(_find_ascii)
    for stream in (sys.stdout, sys.stderr):
        encoding = (getattr(stream, "encoding", None) or "utf-8").lower()
        if not encoding.startswith("utf") and hasattr(stream, "reconfigure"):
            _reconfigure(stream, encoding)


def _reconfigure(stream: TextIO, encoding: str) -> None:
    is_ascii = codecs.lookup(encoding).name == "ascii"
    stream.reconfigure(  # type: ignore[attr-defined]  # every real stream has it
        encoding=_ASCII if is_ascii else encoding, errors=_HANDLER
    )


def _find_ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII by a name of our own: click takes the real one for a mistake and writes UTF-8."""
    if name.replace("_", "-") != _ASCII:
        return None
    ascii_codec = codecs.lookup("ascii")
    return codecs.CodecInfo(
        name=_ASCII,
        encode=ascii_codec.encode,
        decode=ascii_codec.decode,
        incrementalencoder=ascii_codec.incrementalencoder,
        incrementaldecoder=ascii_codec.incrementaldecoder,
        streamreader=ascii_codec.streamreader,
        streamwriter=ascii_codec.streamwriter,
    )
