"""`skep stats`: count collections of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from skep.cli import INTERRUPTED, Unanswerable
from skep.cli.game_files import Remarks, games_with_progress
from skep.cli.language import said, said_many, told_by, words_now
from skep.cli.output import echo_json, games_in_words, tell
from skep.words import N_

if TYPE_CHECKING:
    from rich.table import Table

    from skep.hive.notation import GameState
    from skep.hive.pieces import Bug
    from skep.hive.records.statistics import CollectionStatistics, SetStatistics

__all__ = ["command"]

_OPENINGS_SHOWN = 10
# How the states are called at the head of a column; what programs read has the names themselves.
_HEADS = {"White": N_("White"), "Black": N_("Black"), "draw": N_("draw"),
          "unfinished": N_("unfinished")}  # fmt: skip


@click.command()
@click.argument(
    "files",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path),
)
@click.option("--json", "as_json", is_flag=True, help="An object instead of the tables.")
@click.pass_context
def command(context: click.Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Count the games in FILES: results by set, lengths, first moves.

    Of a damaged game counts what can be read. - is standard input.
    """
    from skep.hive.records.statistics import CollectionStatistics

    counted = CollectionStatistics()
    unread: list[str] = []
    whole = True
    try:
        unread.extend(filter(None, (_count(path, counted) for path in files)))
    except KeyboardInterrupt:
        if not counted.games:
            raise
        whole = False
    if as_json:
        echo_json(_as_json(counted))
    elif counted.games or not unread:
        _print(counted)
    if not whole:
        tell(
            said_many(
                "Interrupted: {n} game counted by then.",
                "Interrupted: {n} games counted by then.",
                counted.games,
            )
        )
        context.exit(INTERRUPTED)
    if unread:
        raise Unanswerable(said(N_("not counted: {files}"), files=", ".join(unread)))


def _count(path: Path, counted: CollectionStatistics) -> str:
    """Count the games of a file, and say what was not counted: nothing, a part, or the file.

    One that cannot be read must not lose what the others hold.
    """
    from skep.errors import RecordError

    remarks = Remarks(path)
    before = counted.games
    try:
        for game in games_with_progress(path, damaged="keep"):
            counted.add(game)
            remarks.take(game)
    except RecordError as error:
        tell(f"{path.name}: {told_by(error)}")
        found = counted.games - before
        if not found:
            return path.name
        return said_many("{file} after {n} game", "{file} after {n} games", found, file=path.name)
    remarks.sum_up(
        lambda n: said_many(
            "{n} damaged game counted as far as it could be read",
            "{n} damaged games counted as far as they could be read",
            n,
        )
    )
    return ""


def _print(counted: CollectionStatistics) -> None:
    from skep.cli.terminal import terminal

    console = terminal()
    console.print(_results(counted))
    if counted.openings:
        console.print(_openings(counted))


def _states() -> dict[str, GameState]:
    from skep.hive.notation import GameState

    return {
        "White": GameState.WHITE_WINS,
        "Black": GameState.BLACK_WINS,
        "draw": GameState.DRAW,
        "unfinished": GameState.IN_PROGRESS,
    }


def _results(counted: CollectionStatistics) -> Table:
    from rich.table import Table

    # Narrow and never cut: the whole of it fits into 80 columns.
    table = Table(title=games_in_words(counted.games), title_justify="left", padding=(0, 0, 0, 1))
    # NOTE: heads of a table of games, each column about ten letters wide
    heads = (N_("games"), *_HEADS.values(), N_("mean plies"), N_("median"))
    # NOTE: head of a table: which bugs were played with, such as Base+MLP
    table.add_column(said(N_("set")), no_wrap=True)
    for name in heads:
        table.add_column(said(name), justify="right", overflow="fold")
    for name, found in sorted(counted.sets.items()):
        mean, median = found.mean_length, found.median_length
        table.add_row(
            name,
            str(found.games),
            *(_share(found.states[state], found.games) for state in _states().values()),
            "–" if mean is None else words_now().decimal(mean, 1),
            "–" if median is None else words_now().decimal(median),
        )
    return table


def _openings(counted: CollectionStatistics) -> Table:
    from rich.table import Table

    states = dict(list(_states().items())[:3])
    table = Table(title=said(N_("First moves")), title_justify="left")
    table.add_column(said(N_("White, Black")))
    for name in ("games", *(_HEADS[state] for state in states)):
        table.add_column(said(name), justify="right")
    for (white, black), games in counted.openings.most_common(_OPENINGS_SHOWN):
        table.add_row(
            f"{_bug_name(white)}, {_bug_name(black)}",
            _share(games, counted.games),
            *(_share(counted.opening_states[white, black, one], games) for one in states.values()),
        )
    if len(counted.openings) > _OPENINGS_SHOWN:
        table.caption = said(N_("and {n} more"), n=len(counted.openings) - _OPENINGS_SHOWN)
    return table


def _bug_name(bug: Bug) -> str:
    from skep.hive.names import BUG_NAMES

    name = str(words_now().noun(BUG_NAMES[bug]))
    return name[0].upper() + name[1:]


def _share(count: int, total: int) -> str:
    return f"{count} ({100 * count / total:.0f} %)" if count else "0"


def _as_json(counted: CollectionStatistics) -> dict[str, Any]:
    return {
        "games": counted.games,
        "damaged": counted.damaged,
        "sets": {name: _set_as_json(found) for name, found in sorted(counted.sets.items())},
        "openings": [
            {
                "white": white.name.lower(),
                "black": black.name.lower(),
                "games": games,
                "results": {
                    name.lower(): counted.opening_states[white, black, state]
                    for name, state in _states().items()
                },
            }
            for (white, black), games in counted.openings.most_common()
        ],
    }


def _set_as_json(found: SetStatistics) -> dict[str, Any]:
    results = {name.lower(): found.states[state] for name, state in _states().items()}
    return {
        "games": found.games,
        "results": results,
        "mean_plies": found.mean_length,
        "median_plies": found.median_length,
    }
