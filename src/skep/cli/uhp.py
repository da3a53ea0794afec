"""`skep uhp`: the engine as a UHP server, for viewers, bots and other programs."""

from __future__ import annotations

import click

__all__ = ["command"]


@click.command(
    add_help_option=False, context_settings={"ignore_unknown_options": True}, options_metavar=""
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> None:
    """Speak UHP, the Universal Hive Protocol, on standard input and output."""
    from skep.hive.uhp.command import run

    run(arguments)
