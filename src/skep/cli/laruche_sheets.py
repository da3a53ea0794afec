"""`skep laruche sheets`: the sixty tiles as A4 pages to print and cut."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

import click

from skep.cli.language import said
from skep.cli.output import OUTPUT_FILE, tell, try_outputs, write_text
from skep.laruche.sheets import Flip, draw_page, pages, sheets_html
from skep.whole_files import whole_file
from skep.words import N_

__all__ = ["command"]


@click.command()
@click.option("--html", type=OUTPUT_FILE, help="Write one document to print.")
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
    if html is None and svg is None and sys.stdout.isatty():
        raise click.UsageError(
            said(N_("a terminal shows no pages: say --html FILE, or --svg FOLDER"))
        )
    try_outputs(html)
    if svg is not None:
        svg.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(pages(flip), 1):
            name = f"tiles-{number}-sheet-{page.sheet}-{page.side}.svg"
            with whole_file(svg / name) as stream:
                stream.write(draw_page(page, letters=letters))
        tell(said(N_("pages written to {path}"), path=svg))
    if html is not None:
        write_text(html, sheets_html(flip=flip, letters=letters), N_("document written to {path}"))
    if html is None and svg is None:
        click.echo(sheets_html(flip=flip, letters=letters), nl=False)
