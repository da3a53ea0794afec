"""Files that are there whole or not at all, and that are noticed when they are damaged."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import click

__all__ = ["read_whole", "replace_file", "write_whole"]

_DIGEST_BYTES = hashlib.sha256().digest_size


def replace_file(path: Path, content: bytes) -> None:
    """Whoever is stopped meanwhile leaves the former file."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    os.replace(part, path)


def write_whole(path: Path, content: bytes) -> None:
    """With its digest at the end, which `read_whole` looks at."""
    replace_file(path, content + hashlib.sha256(content).digest())


def read_whole(path: Path) -> bytes:
    data = path.read_bytes()
    content, digest = data[:-_DIGEST_BYTES], data[-_DIGEST_BYTES:]
    if hashlib.sha256(content).digest() != digest:
        raise click.ClickException(
            f"{path} is damaged or of an older version: its digest does not fit"
        )
    return content
