"""How much processor time a process and its children have had, read from the kernel."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

__all__ = ["cpu_seconds"]

_PROC: Final = Path("/proc")


def cpu_seconds(pid: int) -> float | None:
    """Processor seconds of a process tree; None where the kernel does not tell."""
    try:
        fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
        ticks = sum(int(field) for field in fields[11:15])  # own and of ended children
        total = ticks / os.sysconf("SC_CLK_TCK")
        for task in (_PROC / str(pid) / "task").iterdir():
            for child in (task / "children").read_text().split():
                total += cpu_seconds(int(child)) or 0.0
    except (OSError, ValueError, IndexError):
        return None
    return total
