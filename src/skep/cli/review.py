"""`skep review`: look a recorded game over with the engine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skep.cli import INTERRUPTED, Unanswerable
from skep.cli.game_files import game_argument, game_from
from skep.cli.language import said, said_many, words_now
from skep.cli.output import OUTPUT_FILE, echo_json, is_standard, tell, try_outputs, write_text
from skep.errors import SetupError, Told
from skep.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console

    from skep.hive.engine import Engine, Limit, Line
    from skep.hive.engine.review import Review, ReviewedMove
    from skep.hive.records import Game

__all__ = ["command"]

_WHITE, _BLACK = N_("White: accuracy {share}"), N_("Black: accuracy {share}")
# NOTE: what is said of a move that was not the best, after the move
_JUDGEMENTS = {
    "inaccuracy": N_("inaccuracy"),
    "mistake": N_("mistake"),
    "blunder": N_("blunder"),
}


@click.command()
@game_argument(ply=False)
@click.option("--time", "seconds", type=click.FloatRange(min=0.01), help="Seconds a move [0.5].")
@click.option("--nodes", type=click.IntRange(min=1), help="Nodes a move, instead of a time.")
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option(
    "--workers",
    metavar="ADDRESS",
    help="Let the workers of a site think, which take jobs from the Redis at this address.",
)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the annotated game (.pgn or .json).",
)
@click.option("--svg", type=OUTPUT_FILE, help="Write a graph of the evaluation; - for the output.")
@click.option("--json", "as_json", is_flag=True, help="An object instead of the table.")
@click.pass_context
def command(
    context: click.Context,
    game: str,
    number: int,
    seconds: float | None,
    nodes: int | None,
    threads: int,
    workers: str | None,
    out: Path | None,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Mark the inaccuracies, mistakes and blunders of GAME and show what was better.

    GAME is a set-up, a GameString, a file of games, or - for the input. A move is judged by the
    chance to win that it gives away. Ctrl-C ends the review; what is done by then is shown and
    written.
    """
    from skep.cli.terminal import terminal
    from skep.hive.engine import Engine, Limit
    from skep.hive.engine.graph import draw_graph
    from skep.hive.engine.review import annotate
    from skep.hive.records import Format, format_for, save_games

    if seconds is not None and nodes is not None:
        raise click.UsageError(said(N_("--time and --nodes exclude each other")))
    # What cannot be written should not cost a search first.
    if out is not None and format_for(out) in (Format.GAMESTRING, Format.SGF):
        raise click.BadParameter(
            said(N_("an annotated game is written as .pgn or .json")), param_hint="--out"
        )
    try_outputs(out, svg)
    only_graph = svg is not None and is_standard(svg)
    if only_graph and as_json:
        raise click.UsageError(
            said(N_("standard output has room for --json or for --svg -, not for both"))
        )
    found = game_from(game, number)
    if not found.end.ply:
        raise Unanswerable(said(N_("no move has been played, so there is nothing to review")))
    limit = Limit(nodes=nodes) if nodes else Limit(seconds=seconds or 0.5)
    if workers is not None:
        reviewed, whole = _review_elsewhere(found, limit, workers)
    else:
        reviewed, whole = _review(found, limit, Engine(threads=threads))
    if as_json:
        echo_json(_as_json(reviewed, whole=whole))
    else:
        _print(reviewed, terminal(stderr=only_graph))
    if svg is not None:
        write_text(svg, draw_graph(reviewed), N_("graph written to {path}"))
    if out is not None:
        annotate(found, reviewed)
        save_games([found], out)
        tell(said(N_("game written to {path}"), path=out))
    if not whole:
        stopped = said(
            N_("Interrupted: {n} of {all} plies were looked at."),
            n=len(reviewed.moves),
            all=found.end.ply,
        )
        tell(stopped)
        context.exit(INTERRUPTED)


def _review(game: Game, limit: Limit, engine: Engine) -> tuple[Review, bool]:
    """The review as far as it got, and whether that was to the end."""
    from rich.progress import Progress

    from skep.cli.terminal import terminal
    from skep.hive.engine.review import Review, review_moves

    moves: list[ReviewedMove] = []
    try:
        with Progress(console=terminal(stderr=True), transient=True) as progress:
            task = progress.add_task(said(N_("moves")), total=game.end.ply)
            for move in review_moves(game, limit, engine=engine):
                moves.append(move)
                progress.update(task, completed=len(moves))
    except KeyboardInterrupt:
        return Review(tuple(moves)), False
    return Review(tuple(moves)), True


def _review_elsewhere(game: Game, limit: Limit, address: str) -> tuple[Review, bool]:
    """As above, by the workers of a site."""
    import asyncio

    from rich.progress import Progress

    from skep.cli.terminal import terminal
    from skep.hive.engine.review import Review, judge_moves

    try:
        from skep.server.engines.errands import looks_by, workers_at
    except ImportError as problem:
        raise SetupError(Told("--workers needs skep[cluster]")) from problem
    looks: list[Line | None] = []

    async def ask(progress: Progress) -> None:
        task = progress.add_task(said(N_("moves")), total=game.end.ply)
        async with workers_at(address) as thinking:
            async for line in looks_by(thinking, game, limit):
                looks.append(line)
                progress.update(task, completed=len(looks) - 1)

    whole = True
    try:
        with Progress(console=terminal(stderr=True), transient=True) as progress:
            asyncio.run(ask(progress))
    except KeyboardInterrupt:
        whole = False
    return Review(tuple(judge_moves(game, looks))), whole


def _print(reviewed: Review, console: Console) -> None:
    from rich.table import Table

    from skep.hive.engine import Judgement

    table = Table()
    # NOTE: heads of a table of moves that were not the best, about ten letters each; "better" is
    # the move that was
    for column in (N_("ply"), N_("move"), N_("for White"), "", N_("better")):
        table.add_column(said(column) if column else "")
    for move in reviewed.moves:
        if move.judgement is not Judgement.GOOD:
            table.add_row(
                str(move.ply),
                move.text + move.judgement.value,
                move.white_score.sentence(words_now()),
                said(_JUDGEMENTS[move.judgement.word]),
                ", ".join(move.better),
            )
    console.print(table)
    for line in _accuracies(reviewed):
        console.print(line)


def _accuracies(reviewed: Review) -> Iterator[str]:
    from skep.hive.engine import Judgement
    from skep.hive.pieces import Color

    for color in Color:
        value = reviewed.accuracy(color)
        inaccuracies = reviewed.count(color, Judgement.INACCURACY)
        mistakes = reviewed.count(color, Judgement.MISTAKE)
        blunders = reviewed.count(color, Judgement.BLUNDER)
        shown = "–" if value is None else f"{words_now().decimal(value, 1)} %"
        side = _WHITE if color is Color.WHITE else _BLACK
        parts = (
            said(side, share=shown),
            said_many("{n} inaccuracy", "{n} inaccuracies", inaccuracies),
            said_many("{n} mistake", "{n} mistakes", mistakes),
            said_many("{n} blunder", "{n} blunders", blunders),
        )
        yield ", ".join(parts)


def _as_json(reviewed: Review, *, whole: bool) -> dict[str, Any]:
    from skep.hive.pieces import Color

    return {
        "whole": whole,
        "accuracy": {color.name.lower(): reviewed.accuracy(color) for color in Color},
        "moves": [_move_as_json(move) for move in reviewed.moves],
    }


def _move_as_json(move: ReviewedMove) -> dict[str, Any]:
    score = move.white_score
    return {
        "ply": move.ply,
        "color": move.color.name.lower(),
        "move": move.text,
        "white_score": score.value,
        "ends_in": score.plies_to_end,
        "white_chance": score.chance,
        "lost_chance": move.lost_chance,
        "judgement": move.judgement.word,
        "better": list(move.better),
    }
