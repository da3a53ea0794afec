"""The UHP server answers the conversations in tests/cases/hive/uhp word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from skep.hive.uhp.server import UhpServer

CASES = Path(__file__).parents[2] / "cases/hive/uhp"


def conversations() -> Iterator[object]:
    for path in sorted(CASES.glob("*.txt")):
        title = ""
        lines: list[str] = []
        for line in [*path.read_text("utf-8").splitlines(), "# end"]:
            if line.startswith("# "):
                if lines:
                    yield pytest.param(lines, id=f"{path.stem}: {title}")
                title, lines = line[2:], []
            elif line.strip():
                lines.append(line)


def matches(expected: str, line: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in expected.split("…"))
    return re.fullmatch(pattern, line) is not None


@pytest.mark.parametrize("lines", list(conversations()))
def test_conversation(lines: list[str]) -> None:
    server = UhpServer()
    waiting: list[str] = []
    for number, line in enumerate(lines):
        if line.startswith(">"):
            assert not waiting, f"no such line in the reply: {waiting[0]!r}"
            waiting = list(server.handle(line[2:]))
            continue
        assert waiting, f"line {number}: expected {line!r}, found nothing"
        found = waiting.pop(0)
        assert matches(line, found), f"line {number}: expected {line!r}, found {found!r}"
    assert not waiting
