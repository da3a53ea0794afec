"""What can be watched."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"


def test_every_series_of_the_alerts_is_there_from_the_start() -> None:
    """By a process that has done nothing yet: an increase from nothing is none."""
    told = PAGE.read_text().partition("## What to watch")[2].partition("\n## ")[0]
    named = set(re.findall(r"skep_\w+(?:\{[^}]+\})?", told))
    program = "from skep.server.metrics import exposition as e; print(e().decode())"
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert {name for name in named if name not in shown} == {'skep_jobs_waiting{queue="moves"}'}
