"""A page names its whole import graph, and nothing else; comments do not travel."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest

from skep.server.http.static_files import StaticFiles, without_comments

STATIC = Path(str(resources.files("skep.web") / "static"))
ENTRIES = sorted(f"pages/{path.name}" for path in (STATIC / "pages").glob("*.js"))


def test_a_type_that_is_named_is_no_import(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        'import "./b.js";\nexport { c } from "./c.js";\nexport const d = {\n'
        '  /** @param {import("./types.js").T} value */\n  use: (value) => value,\n};\n'
    )
    for name in ("b.js", "c.js"):
        (tmp_path / name).write_text("export const c = 1;\n")
    assert StaticFiles(tmp_path).modules_of("a.js") == ("a.js", "b.js", "c.js")


def test_nothing_but_comments_is_taken_away() -> None:
    """A comment is known by its line alone: none begins inside a text, no text goes over lines."""
    sources = [*STATIC.rglob("*.js"), *STATIC.rglob("*.css")]
    assert len(sources) > 100
    for path in sources:
        text = path.read_text(encoding="utf-8")
        sent = without_comments(text.encode()).decode()
        assert "/*" not in sent
        assert sent.count("\n") == text.count("\n")
        for code in re.findall(r"^(.+)/\*", text, re.MULTILINE):
            assert all(code.count(quote) % 2 == 0 for quote in "\"'`"), code
        for line in sent.split("\n"):
            assert line.count("`") % 2 == 0, line


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_graph_of_a_page_is_whole(entry: str) -> None:
    files = StaticFiles(STATIC)
    modules = files.modules_of(entry)
    assert modules[0] == entry
    named = re.compile(r"""^(?:import|export|\}).*? from "([^"]+)";$""", re.MULTILINE)
    for path in modules:
        text = (STATIC / path).read_text(encoding="utf-8")
        assert len(named.findall(text)) == len(files.imports_of(path))
        for target in files.imports_of(path):
            assert target in modules
