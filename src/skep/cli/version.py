"""`skep version`: what is installed, and which build of the core runs."""

from __future__ import annotations

import click

from skep.cli.language import said
from skep.words import N_

__all__ = ["command"]


@click.command()
def command() -> None:
    """Say which version this is, and on which CPU path it runs.

    The environment variable SKEP_CPU (baseline or avx2) forces a path.
    """
    import skep
    from skep import _core

    # NOTE: the core is the compiled part; {cpu} is for which processors it was made
    told = N_("skep {version} (core: {cpu})")
    click.echo(said(told, version=skep.__version__, cpu=_core.cpu()))
