"""A release, up to the upload: versions agree, the wheel runs without a compiler."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import skep

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def test_the_version_is_the_same_everywhere() -> None:
    citation = (ROOT / "CITATION.cff").read_text()
    changelog = (ROOT / "CHANGELOG.md").read_text()
    version = PROJECT["version"]
    assert f"\nversion: {version}\n" in citation
    assert re.search(r"^## (\S+)", changelog, re.M)[1] == version  # type: ignore[index]
    assert skep.__version__ == version


def test_what_an_index_shows_leads_nowhere_else() -> None:
    """No picture and no link that needs the repository around it."""
    text = (ROOT / PROJECT["readme"]).read_text()
    assert not re.search(r"\]\((?!https?://)", text)
    assert "<img" not in text


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_a_release_up_to_the_upload(tmp_path: Path) -> None:
    outer = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    subprocess.run(["make", "wheel"], cwd=ROOT, env=outer, check=True)
    wheel, archive = next((ROOT / "dist").glob("*.whl")), next((ROOT / "dist").glob("*.tar.gz"))
    assert "manylinux" in wheel.name
    check_metadata(wheel)
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {"LICENSE", "CITATION.cff", "PACKAGE.md", "core/hive/board.h"} <= names
    assert not {name for name in names if name.startswith(("node_modules", "build/", ".venv"))}
    runs_without_a_compiler(wheel, tmp_path / "fresh")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", tmp_path, archive],
        check=True, cwd=tmp_path,
    )  # fmt: skip
    runs_without_a_compiler(next(tmp_path.glob("*.whl")), tmp_path / "built")


def check_metadata(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        name = next(each for each in opened.namelist() if each.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(opened.read(name).decode())
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    assert "Topic :: Scientific/Engineering :: Artificial Intelligence" in metadata.get_all(
        "Classifier", []
    )
    assert metadata["Description-Content-Type"] == "text/markdown"


def runs_without_a_compiler(wheel: Path, place: Path) -> None:
    venv.create(place, with_pip=True)
    no_compiler = {"PATH": str(place / "bin"), "CC": "false", "CXX": "false", "HOME": str(place)}
    python = str(place / "bin" / "python")
    pip = [python, "-m", "pip", "install", "-q", "--only-binary", ":all:"]
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    subprocess.run([*pip, str(wheel)], check=True, cwd=place, env={**kept, **no_compiler})
    done = subprocess.run(
        [place / "bin" / "skep", "uhp"],
        input="newgame Base+MLP\nbestmove depth 2\n",
        capture_output=True, text=True, check=True, cwd=place, env=no_compiler,
    )  # fmt: skip
    assert done.stdout.count("ok\n") == 3
    code = "from skep.hive import Position; print(Position('Base+MLP').perft(4))"
    counted = subprocess.run(
        [place / "bin" / "python", "-c", code],
        capture_output=True, text=True, check=True, cwd=place, env=no_compiler,
    )  # fmt: skip
    assert counted.stdout.strip() == "151686"
