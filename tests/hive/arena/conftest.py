from __future__ import annotations

from pathlib import Path

import pytest

from skep.hive.arena import turns


@pytest.fixture(autouse=True)
def _own_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of tests wait for no benchmark of this machine, and hold up none."""
    monkeypatch.setattr(turns, "_FOLDER", tmp_path / "measuring")
