"""The documentation: the site builds without a warning, links lead somewhere, commands work."""

from __future__ import annotations

import os
import pkgutil
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

import skep.cli
import skep.client
import skep.geometry
import skep.hive
import skep.laruche

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SITE: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "site"))
# Pages that are read with a keyboard at hand: each of their blocks is run. The others are
# reference, whose examples are run as doctests, and whose sessions have tests of their own.
TAUGHT = ["index.md", "how-to.md", "speed.md", "gallery.md"]
PAGES = [*(DOCS / name for name in TAUGHT), *sorted((DOCS / "tutorials").glob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)


def commands(page: Path) -> list[str]:
    return [body for kind, body in FENCE.findall(page.read_text(encoding="utf-8")) if kind == "sh"]


@pytest.mark.medium
@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)], ids=lambda p: p.name)
def test_what_one_is_told_to_type_works(page: Path, tmp_path: Path) -> None:
    environ = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
    }
    for block in commands(page):
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", block],
            cwd=tmp_path, env=environ, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (block, done.stdout, done.stderr)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_block_is_run(page: Path) -> None:
    """Either typed in a shell, as above, or an example that pytest runs."""
    text = page.read_text(encoding="utf-8")
    assert {kind for kind, _ in FENCE.findall(text)} <= {"sh"}
    bare = FENCE.sub("", text)
    for block in re.findall(r"(?:^ {4}.*\n|^\n)+", bare, re.M):
        lines = [line for line in block.splitlines() if line.strip()]
        assert not lines or lines[0].startswith("    >>> "), lines


COMMAND = re.compile(r"^\s*(?:\$ )?skep ([a-z]+)(?: ([a-z]+))?(.*)$", re.M)
CODE = re.compile(r"^```\w*\n(.*?)^```$|((?:^ {4}.*\n)+)", re.M | re.S)


def commands_shown() -> list[tuple[str, list[str], set[str]]]:
    """Every command of ours in a block of code: where, its words, and its options."""
    found = []
    for page in [ROOT / "README.md", ROOT / "PACKAGE.md", *sorted(DOCS.rglob("*.md"))]:
        for blocks in CODE.findall(page.read_text(encoding="utf-8")):
            for first, second, rest in COMMAND.findall("".join(blocks)):
                # What stands in quotes is another program's, what follows # or three spaces words.
                own = re.sub(r"\"[^\"]*\"|'[^']*'", "", rest)
                own = re.split(r"\s#|\s{3,}|\|", own)[0]
                words = [first, second] if first in ("laruche", "db") else [first]
                found.append((page.name, words, set(re.findall(r"--[a-z-]+", own))))
    return found


def test_commands_in_the_documentation_exist_with_their_options() -> None:
    shown = commands_shown()
    assert len(shown) > 30
    for page, words, options in shown:
        if words == ["uhp"]:  # which needs no click
            assert options <= {"--level", "--threads", "--option"}, page
            continue
        command: click.Command | None = skep.cli.main
        context = click.Context(skep.cli.main)
        for word in words:
            assert isinstance(command, click.Group), (page, words)
            command = command.get_command(context, word)
            assert command is not None, (page, words)
        assert command is not None
        known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
        assert options <= known | {"--help"}, (page, words, options - known)


def test_every_page_is_in_the_site() -> None:
    said = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    missing = [
        str(page.relative_to(DOCS))
        for page in DOCS.rglob("*.md")
        if f": {page.relative_to(DOCS)}\n" not in said
    ]
    assert missing == []


def test_every_module_has_its_place_in_the_reference() -> None:
    """A package shows what its modules define; each of those stands in one place."""
    written = [
        name
        for page in (DOCS / "api").glob("*.md")
        for name in re.findall(r"^::: (\S+)$", page.read_text(encoding="utf-8"), re.M)
    ]
    modules = {
        info.name
        for package in (skep.geometry, skep.hive, skep.laruche, skep.client)
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not info.ispkg and not info.name.endswith("__main__")
    }
    assert sorted(written) == sorted({*modules, "skep.errors", "skep.hive.art"})


@pytest.mark.medium
def test_the_site_is_whole() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "site", ROOT / "build" / "site"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    hive = (ROOT / "build" / "site" / "api" / "hive.html").read_text(encoding="utf-8")
    assert 'id="skep.hive.position.Position.play"' in hive
    assert (ROOT / "build" / "site" / "search.json").stat().st_size > 100_000


def test_broken_links_and_other_hosts_are_found(tmp_path: Path) -> None:
    (tmp_path / "b.html").write_text('<h1 id="there">b</h1>')
    (tmp_path / "a.html").write_text(
        '<a href="b.html#there">1</a><a href="b.html#gone">2</a><a href="c.html">3</a>'
        '<a href="https://example.org/">4</a><script src="https://example.org/x.js"></script>'
        '<img src="gone.svg"><a href="../outside.html">5</a>'
    )
    assert sorted(SITE["faults"](tmp_path)) == [
        "a.html leads to ../outside.html, which is not there",
        "a.html leads to b.html#gone, which has no such place",
        "a.html leads to c.html, which is not there",
        "a.html leads to gone.svg, which is not there",
        "a.html loads https://example.org/x.js",
    ]


def test_the_gallery_is_drawn_by_this_code() -> None:
    drawn = runpy.run_path(str(ROOT / "scripts" / "gallery"))["pictures"]()
    folder = DOCS / "pictures" / "gallery"
    assert {path.stem for path in folder.glob("*.svg")} == set(drawn)
    for name, picture in drawn.items():
        assert (folder / f"{name}.svg").read_text(encoding="utf-8") == picture, name
