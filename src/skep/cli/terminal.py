"""The terminal of the commands that draw tables and bars.

Names, comments and headers come from files, and nothing in them is meant for the terminal: no
markup in brackets, no emoji codes, no colours for what looks like a number.
"""

from __future__ import annotations

from rich.console import Console

__all__ = ["terminal"]


def terminal(*, stderr: bool = False) -> Console:
    """Standard output, or standard error, as rich writes to it."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)
