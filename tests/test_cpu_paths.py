"""The object code of one CPU path must not end up in another."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

import pytest

BUILD = Path(__file__).parent.parent / "build"


def code_of(path: Path) -> list[str]:
    """The names of the functions that an object file holds, as they were written."""
    listing = subprocess.run(["nm", "-C", path], check=True, capture_output=True, text=True).stdout
    rows = (line.split(maxsplit=2) for line in listing.splitlines())
    return [row[2] for row in rows if len(row) == 3 and row[1] in "TtWw"]


@pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="AVX2 is x86-64 only")
@pytest.mark.skipif(shutil.which("nm") is None, reason="nm is not installed")
def test_avx2_code_has_names_of_its_own() -> None:
    """A template of the standard library compiled with AVX2 could be the copy that the linker
    keeps for everyone, and then the baseline path would stop on an old CPU."""
    objects = list(BUILD.glob("cp*/core/CMakeFiles/skep_core.dir/hive/kernel/avx2.cpp.o"))
    if not objects:
        pytest.skip("the core was built elsewhere")
    for path in objects:
        names = code_of(path)
        assert len(names) > 10
        assert [name for name in names if "skep::hive::avx2::" not in name] == []
