"""Files of games: which format it is, reading and writing one game at a time."""

from __future__ import annotations

import gzip
import io
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import Literal, get_args

from skep.errors import InvalidOptionsError, RecordError, Told
from skep.hive.records.game import Game
from skep.hive.records.gamestring import format_gamestring, read_gamestrings
from skep.hive.records.json_lines import format_json, read_json
from skep.hive.records.pgn import format_pgn, read_pgn
from skep.hive.records.sgf import read_sgf
from skep.hive.values import expect
from skep.whole_files import whole_file

__all__ = [
    "Damaged",
    "Format",
    "detect_format",
    "format_for",
    "format_record",
    "load_game",
    "load_games",
    "parse_record",
    "parse_records",
    "read_games",
    "save_games",
]

Damaged = Literal["raise", "keep", "skip"]


class Format(Enum):
    """A way to write games down; the value is the usual ending of its files."""

    GAMESTRING = "txt"
    PGN = "pgn"
    JSON = "json"
    SGF = "sgf"

    def __repr__(self) -> str:
        return f"<Format.{self.name}>"


_READERS: dict[Format, Callable[[Iterable[str]], Iterator[Game | RecordError]]] = {
    Format.GAMESTRING: read_gamestrings,
    Format.PGN: read_pgn,
    Format.JSON: read_json,
    Format.SGF: read_sgf,
}
_ENDINGS = {
    ".txt": Format.GAMESTRING,
    ".uhp": Format.GAMESTRING,
    ".pgn": Format.PGN,
    ".json": Format.JSON,
    ".jsonl": Format.JSON,
    ".sgf": Format.SGF,
}
_HEAD_LINES = 50  # looked at to tell the format
_LONGEST_LINE = 1 << 24  # bytes; a JSON array of games on one line may be long
_GZIP = b"\x1f\x8b"


def detect_format(text: str) -> Format | None:
    """Tell the format of a text by how it begins; None if it is none of ours.

    >>> detect_format("Base+MLP;NotStarted;White[1]")
    <Format.GAMESTRING>
    >>> detect_format('[GameType "Base"]')
    <Format.PGN>
    """
    lines = [line.strip() for line in text.lstrip("\ufeff").splitlines()]
    lines = [line for line in lines if line and not line.startswith(("#", "%"))]
    first = "\n".join(lines[:2])
    if re.match(r"base(\+[mlp]+)?\s*(;|$)", first, re.IGNORECASE | re.MULTILINE):
        return Format.GAMESTRING
    if re.match(r"\(\s*;?", first):
        return Format.SGF
    if re.match(r'\{\s*("|\}|$)|\[\s*(\{|\]|$)', first):
        return Format.JSON
    move = r"[wb][qsbgamlp][1-3]?$"
    if re.match(rf'\[\s*\w+\s+"|\{{|1\s*\.|{move}', first, re.IGNORECASE | re.MULTILINE):
        return Format.PGN
    return None


def format_for(path: str | os.PathLike[str], *, written: bool = False) -> Format:
    """The format that belongs to a file's ending; `written`: the file is to be written."""
    found = _ENDINGS.get(Path(path).suffix.lower())
    if found is None:
        offered = (end for end, one in _ENDINGS.items() if not written or one is not Format.SGF)
        known = ", ".join(offered)
        raise RecordError(
            Told(
                "{name}: expected a name that ends in one of {known}",
                name=repr(Path(path).name),
                known=known,
            )
        )
    return found


def _raw_lines(stream: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of an open file, unpacked if gzip has packed them; none without end."""
    if not isinstance(stream, io.BufferedReader):
        yield from stream
        return
    packed = stream.peek(len(_GZIP)).startswith(_GZIP)
    with gzip.GzipFile(fileobj=stream) if packed else nullcontext(stream) as lines:
        try:
            while line := lines.readline(_LONGEST_LINE):
                yield line
        except EOFError:
            raise RecordError(
                Told("the file is cut off: the end of what gzip packed is missing")
            ) from None
        except (gzip.BadGzipFile, zlib.error) as error:
            raise RecordError(
                Told("this is not packed as gzip does it: {error}", error=error)
            ) from None


def _text_lines(stream: Iterable[bytes]) -> Iterator[str]:
    """Decode line by line: UTF-8, or Latin-1 where old files are not."""
    for number, raw in enumerate(_raw_lines(stream)):
        if number == 0:
            expect(raw, bytes, "the lines of a file are bytes (open it with mode 'rb')")
        if len(raw) >= _LONGEST_LINE:
            raise RecordError(
                Told(
                    "a line is longer than {most} bytes: this is no file of games",
                    most=_LONGEST_LINE,
                ),
                line=number + 1,
            )
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            line = raw.decode("latin-1")
        if number == 0:
            line = line.removeprefix("\ufeff")
        yield from line.removesuffix("\n").removesuffix("\r").split("\r")


def read_games(
    lines: Iterable[str], *, file_format: Format | None = None, damaged: Damaged = "raise"
) -> Iterator[Game]:
    """Read games from lines of text, one at a time.

    A damaged game raises its error, which carries what was readable; with `keep` that part comes
    as a game whose `damage` is set, with `skip` it is left out. Reading goes on with the next.
    """
    _check_ways(file_format, damaged)
    return _read(iter(lines), file_format, damaged)


def _check_ways(file_format: object, damaged: object) -> None:
    expect(file_format, (Format, type(None)), "file_format is a Format")
    if damaged not in get_args(Damaged):
        raise InvalidOptionsError(
            f"damaged is one of {', '.join(get_args(Damaged))}, not {damaged!r}"
        )


def _read(rest: Iterator[str], file_format: Format | None, damaged: Damaged) -> Iterator[Game]:
    if file_format is None:
        head = [line for _, line in zip(range(_HEAD_LINES), rest, strict=False)]
        file_format = detect_format("\n".join(head))
        if file_format is None:
            if not any(line.strip() for line in head):
                return
            first = next(line.strip() for line in head if line.strip())
            raise RecordError(
                Told(
                    "expected a GameString, PGN, SGF or JSON, found {found}",
                    found=repr(first[:60]),
                ),
                line=1,
            )
        rest = chain(head, rest)
    for found in _READERS[file_format](rest):
        if isinstance(found, Game):
            yield found
        elif damaged == "raise":
            raise found
        elif damaged == "keep":
            game = found.game if isinstance(found.game, Game) else Game()
            game.damage = found
            yield game


def load_games(
    path: str | os.PathLike[str] | Iterable[bytes],
    *,
    file_format: Format | None = None,
    damaged: Damaged = "raise",
) -> Iterator[Game]:
    """Read the games of a file one by one; a file of any size takes the memory of one game.

    Instead of a path it takes an open file, or the lines of one, as bytes. Files that gzip has
    packed are unpacked on the way.
    """
    _check_ways(file_format, damaged)
    return _load(path, file_format, damaged)


def _load(
    path: str | os.PathLike[str] | Iterable[bytes], file_format: Format | None, damaged: Damaged
) -> Iterator[Game]:
    if isinstance(path, (str, os.PathLike)):
        with open(path, "rb") as stream:
            yield from _read(_text_lines(stream), file_format, damaged)
    else:
        yield from _read(_text_lines(path), file_format, damaged)


def load_game(path: str | os.PathLike[str]) -> Game:
    """Read the first game of a file."""
    for game in load_games(path):
        return game
    raise RecordError(Told("{name} holds no game", name=repr(Path(path).name)))


def parse_records(
    text: str, *, file_format: Format | None = None, damaged: Damaged = "raise"
) -> Iterator[Game]:
    """Read the games in a text."""
    expect(text, str, "a record is a text")
    return read_games(
        _text_lines(io.BytesIO(text.encode("utf-8", "surrogatepass"))),
        file_format=file_format,
        damaged=damaged,
    )


def parse_record(text: str, *, file_format: Format | None = None) -> Game:
    """Read the first game in a text.

    >>> parse_record("Base;InProgress;Black[1];wG1").end.ply
    1
    """
    for game in parse_records(text, file_format=file_format):
        return game
    raise RecordError(Told("expected a game, found nothing"))


def format_record(game: Game, file_format: Format) -> str:
    """Write one game. SGF is only read."""
    expect(game, Game, "what is written is a Game")
    expect(file_format, Format, "file_format is a Format")
    if file_format is Format.GAMESTRING:
        return format_gamestring(game) + "\n"
    if file_format is Format.PGN:
        return format_pgn(game)
    if file_format is Format.JSON:
        return format_json(game)
    raise RecordError(
        Told("SGF is only read: write GameString (.txt), PGN or JSON instead"), game=game
    )


def save_games(
    games: Iterable[Game], path: str | os.PathLike[str], *, file_format: Format | None = None
) -> int:
    """Write games to a file one by one and return how many there were.

    The file appears, or replaces the one before, only when everything has been written.
    """
    expect(file_format, (Format, type(None)), "file_format is a Format")
    target = Path(path)
    chosen = format_for(target, written=True) if file_format is None else file_format
    if chosen is Format.SGF:
        raise RecordError(Told("SGF is only read: write GameString (.txt), PGN or JSON instead"))
    count = 0
    with whole_file(target) as stream:
        for game in games:
            stream.write(format_record(game, chosen))
            count += 1
    return count
