"""Real records with bytes changed: games or the declared error, never anything else."""

from __future__ import annotations

import contextlib
import io
import random
import re
from pathlib import Path

import pytest

from skep.errors import RecordError
from skep.hive.records import Format, Game, Mark, format_record, load_games, parse_record

CASES = Path(__file__).parents[2] / "cases" / "hive" / "sgf" / "boardspace.txt"
STRING = r"Base+MLP;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-;wA1 bA1\ "


def rich_game() -> Game:
    game = parse_record(STRING)
    nodes = list(game.main_line())
    game.headers.update(White='Anna "A"', Event="évent")
    nodes[1].comment = "words; [more] & #10"
    nodes[1].clock_ms = 5_500
    aside = game.play("bG1 wS1/", after=nodes[0])
    aside.comment, aside.glyph = "aside", "?!"
    move = nodes[0].move
    assert move is not None
    assert move.target is not None
    aside.marks = (Mark(move.target), Mark(move.target, move.target))
    game.play(r"wQ -wS1", after=aside).make_main_line()
    return game


def originals() -> dict[str, bytes]:
    game = rich_game()
    found = {
        file_format.name: format_record(game, file_format).encode() * 2
        for file_format in (Format.PGN, Format.JSON, Format.GAMESTRING)
    }
    sgf = CASES.read_text(encoding="utf-8")
    found["SGF"] = "\n".join(re.findall(r"^\(;.*?^\)$", sgf, re.MULTILINE | re.DOTALL)[:6]).encode()
    return found


ORIGINALS = originals()


def changed(original: bytes, chance: random.Random) -> bytes:
    data = bytearray(original)
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(len(data))
        end = min(len(data), start + chance.choice([0, 1, 1, 2, 30]))
        piece = bytes(data[start:end])
        data[start:end] = chance.choice(
            [
                b"",
                piece * 2,
                bytes([chance.randrange(256)]),
                chance.choice([b"[", b"]", b"}", b'"']),
            ]
        )
        data = data or bytearray(b" ")
    return bytes(data)


def read_all(data: bytes) -> int:
    kept = 0
    for file_format in (None, *Format):
        with contextlib.suppress(RecordError):
            for game in load_games(io.BytesIO(data), file_format=file_format, damaged="keep"):
                kept += 1
                game.position_at()
                format_record(game, Format.JSON)
    return kept


@pytest.mark.parametrize("name", ORIGINALS)
def test_the_original_reads_whole(name: str) -> None:
    assert len(list(load_games(io.BytesIO(ORIGINALS[name])))) >= 2


@pytest.mark.parametrize("name", ORIGINALS)
def test_changed_bytes(name: str) -> None:
    chance = random.Random(name)
    assert sum(read_all(changed(ORIGINALS[name], chance)) for _ in range(25)) > 25


@pytest.mark.slow
@pytest.mark.parametrize("name", ORIGINALS)
def test_many_changed_bytes(name: str) -> None:
    chance = random.Random(f"{name} again")
    for _ in range(2_000):
        read_all(changed(ORIGINALS[name], chance))
