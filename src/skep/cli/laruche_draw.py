"""`skep laruche draw`: single tiles, or all sixty, as SVG."""

from __future__ import annotations

from pathlib import Path

import click

from skep.cli.language import told_by
from skep.cli.output import OUTPUT_FILE, write_text
from skep.errors import SkepError
from skep.laruche.drawing import draw_hand, draw_tile
from skep.laruche.tiles import ALL_TILES, Pose
from skep.words import N_

__all__ = ["command"]


@click.command()
@click.argument("pose", required=False)
@click.option("--svg", type=OUTPUT_FILE, help="Write to a file; - is the output.")
@click.option("--letters", is_flag=True, help="Name the colours by letters too.")
def command(pose: str | None, svg: Path | None, letters: bool) -> None:
    """Draw a tile, or all sixty, as SVG.

    POSE is the tile's colours clockwise from the north-east edge, as in ROYGBV.
    """
    try:
        if pose is None:
            picture = draw_hand(ALL_TILES, letters=letters, columns=10)
        else:
            picture = draw_tile(Pose.parse(pose), letters=letters)
    except SkepError as error:
        raise click.UsageError(told_by(error)) from None
    write_text(svg or Path("-"), picture, N_("picture written to {path}"))
