"""Mine forced wins from games of self-play, prove them, and keep them as text cases.

    python -m training.mine_wins games.jsonl [more.jsonl …] tests/cases/hive/wins.txt --each 70

The solver finds and proves them (`skep.school.mining`). With `--workers
redis://…` the games are looked through by the workers of a site, when they have nothing else to do.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import click
from rich.progress import track

from skep.school.mining import mine


def mined(texts: list[str], workers: str | None) -> Iterator[dict[int, str]]:
    """What each game holds, in order; found here, or by the workers of a site."""
    if workers is None:
        yield from map(mine, texts)
        return
    from skep.server.engines.errands import mine_all, workers_at

    async def ask() -> list[dict[int, str]]:
        async with workers_at(workers) as thinking:
            return [found async for found in mine_all(thinking, texts)]

    yield from asyncio.run(ask())


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.argument("cases", type=click.Path(path_type=Path))
@click.option("--each", default=70, show_default=True, help="Positions for one, two, three moves.")
@click.option("--workers", metavar="ADDRESS", help="Let those of a site search, by their Redis.")
def main(files: tuple[Path, ...], cases: Path, each: int, workers: str | None) -> None:
    """Write proven wins in one, two and three moves from the games in FILES to CASES."""
    proven: dict[int, list[str]] = {1: [], 2: [], 3: []}
    lines = [line for file in files for line in file.read_text().splitlines()]
    texts = [json.loads(line)["game"] for line in lines]
    for found in track(mined(texts, workers), total=len(texts), description="games"):
        # At most one position of a kind from a game, so that the cases differ.
        for moves, text in found.items():
            if len(proven[moves]) < each:
                proven[moves].append(text)
        if all(len(texts) == each for texts in proven.values()):
            break
    with cases.open("w") as out:
        out.write("# Forced wins of the side to move, proven by the solver.\n")
        out.write("# moves of the winner <tab> GameString\n")
        for moves, texts in proven.items():
            out.writelines(f"{moves}\t{text}\n" for text in texts)
    print({moves: len(texts) for moves, texts in proven.items()})


if __name__ == "__main__":
    main()
