"""`skep uhp`: the engine as a UHP server, for viewers, bots and other programs."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
def command() -> None:
    """Speak UHP, the Universal Hive Protocol, on standard input and output."""
    from skep.hive.uhp.streams import serve_standard_streams

    serve_standard_streams()
