"""`skep laruche`: the commands of the tile game, each loaded when it is called."""

from __future__ import annotations

import click

from skep.cli import LazyGroup

__all__ = ["command"]

_COMMANDS = {
    "draw": "skep.cli.laruche_draw",
    "play": "skep.cli.laruche_play",
    "replay": "skep.cli.laruche_replay",
    "simulate": "skep.cli.laruche_simulate",
    "solve": "skep.cli.laruche_solve",
}


@click.group(name="laruche", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """La Ruche: solve and play the solitaire, let bots play matches."""
