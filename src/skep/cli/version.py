"""`skep version`: what is installed, and which build of the core runs."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command()
def command() -> None:
    """Say which version this is, and on which CPU path it runs.

    The environment variable SKEP_CPU (baseline or avx2) forces a path.
    """
    import skep
    from skep import _core

    click.echo(f"skep {skep.__version__} (core: {_core.cpu()})")
