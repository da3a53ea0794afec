"""Writing files for the commands of La Ruche."""

from __future__ import annotations

from pathlib import Path

from skep.cli import Unanswerable

__all__ = ["write_file"]


def write_file(path: Path, text: str) -> None:
    """Write a text; trouble becomes a sentence instead of a traceback."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unanswerable(f"cannot write {path}: {error.strerror}") from None
