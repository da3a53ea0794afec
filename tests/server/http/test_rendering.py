"""Pages go with the build that the server has started with."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from skep.server.http.rendering import Renderer
from skep.server.http.static_files import StaticFiles

USED, LATE = "used.html", "late.html"


def write(folder: Path, said: str) -> None:
    for name in (USED, LATE):
        text = f"{{% macro said() %}}{said} {{{{ static('{said}.css') }}}}{{% endmacro %}}"
        (folder / name).write_text(text)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("templates", "static"):
        (tmp_path / name).mkdir()
    (tmp_path / "static" / "before.css").write_text("")
    write(tmp_path / "templates", "before")
    return tmp_path


def renderer(folder: Path, *, development: bool) -> Renderer:
    files = StaticFiles(folder / "static")
    return Renderer(folder / "templates", files, "", has_days=False, development=development)


def test_what_is_installed_meanwhile_is_not_shown(folder: Path) -> None:
    """A new template names files that a server of the build before does not know."""
    running = renderer(folder, development=False)
    said = running.words("en", USED, "said")
    assert said == f"before /static/{running.files.build}/before.css"
    write(folder / "templates", "after")
    assert running.words("en", USED, "said") == said
    assert running.words("de", LATE, "said") == said


def test_who_develops_sees_what_they_have_just_written(folder: Path) -> None:
    running = renderer(folder, development=True)
    running.words("en", USED, "said")
    write(folder / "templates", "after")
    os.utime(folder / "templates" / USED, (0, 0))  # however seldom the clock of the disk ticks
    with pytest.raises(KeyError, match=r"after\.css"):
        running.words("en", USED, "said")
