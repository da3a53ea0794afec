"""`skep demo`: a first look."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
def command() -> None:
    """Show a short game in the terminal."""
    click.echo("skep")
