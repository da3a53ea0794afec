"""`skep laruche sheets`: the sixty tiles as A4 pages to print and cut."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from skep.cli.laruche_files import write_file
from skep.laruche.sheets import Flip, draw_page, pages, sheets_html

__all__ = ["command"]


@click.command()
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write one document to print."
)
@click.option(
    "--svg",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write every page as an SVG into this folder.",
)
@click.option(
    "--flip",
    type=click.Choice(get_args(Flip)),
    default="long",
    show_default=True,
    help="The edge about which the printer turns the paper.",
)
@click.option("--letters", is_flag=True, help="Name the colours by letters too.")
def command(html: Path | None, svg: Path | None, flip: Flip, letters: bool) -> None:
    """Write the tiles as A4 pages to print and cut.

    Three sheets, each with a front and a back: print them at 100 %, on both sides. Held against the
    light, the crosses in the corners must meet. Tiles are 50 mm high.
    """
    if svg is not None:
        for number, page in enumerate(pages(flip), 1):
            name = f"tiles-{number}-sheet-{page.sheet}-{page.side}.svg"
            write_file(svg / name, draw_page(page, letters=letters))
        click.echo(f"Drawn to {svg}.")
    if html is not None:
        write_file(html, sheets_html(flip=flip, letters=letters))
        click.echo(f"Written to {html}.")
    if html is None and svg is None:
        click.echo(sheets_html(flip=flip, letters=letters), nl=False)
