"""`skep laruche`: the commands of the tile game, each loaded when it is called."""

from __future__ import annotations

import click

from skep.cli import LazyGroup

__all__ = ["command"]

_COMMANDS = {
    "draw": ("skep.cli.laruche_draw", "Draw a tile, or all sixty, as SVG."),
    "play": ("skep.cli.laruche_play", "Play the solitaire in the terminal."),
    "replay": ("skep.cli.laruche_replay", "Replay a record and show its end."),
    "sheets": ("skep.cli.laruche_sheets", "Write the tiles as A4 pages to print and cut."),
    "simulate": ("skep.cli.laruche_simulate", "Let bots play matches and show who won."),
    "solve": ("skep.cli.laruche_solve", "Solve a solitaire."),
}


@click.group(name="laruche", cls=LazyGroup, modules=_COMMANDS)
def command() -> None:
    """La Ruche: solve and play the solitaire, let bots play matches."""
