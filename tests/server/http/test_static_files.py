"""The files of a build, kept for tabs that were open before the next one."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from skep.server.http.static_files import StaticFiles


def test_servers_that_share_a_folder_keep_their_build_at_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """As in containers, where all have the same process number."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "a.css").write_text("a{}" * 100_000)
    caplog.set_level(logging.WARNING)
    with ThreadPoolExecutor(8) as starts:
        made = [
            starts.submit(StaticFiles, tmp_path / "static", None, tmp_path / "builds")
            for _ in range(8)
        ]
    (build,) = {each.result().build for each in made}
    assert caplog.messages == []
    assert [path.name for path in (tmp_path / "builds").iterdir()] == [f"{build}.zip"]
