"""`skep arena`: a match between UHP engines, with a live table."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import click
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from skep.cli import INTERRUPTED, Unanswerable
from skep.cli.arena_engines import contestants_of, one_contestant
from skep.cli.arena_table import standings_as_json, standings_lines, standings_table
from skep.cli.language import said, said_many
from skep.cli.output import echo_json, try_outputs
from skep.cli.terminal import terminal
from skep.errors import SkepError
from skep.hive.arena.log import MatchLog
from skep.hive.arena.match import Match, Plan
from skep.hive.arena.openings import fingerprint, load_openings, shipped_openings
from skep.hive.arena.play import Conditions
from skep.hive.arena.schedule import schedule
from skep.hive.arena.statistics import Sprt
from skep.hive.engine import Limit
from skep.hive.options import HIVE_SETS
from skep.words import N_

__all__ = ["command"]

_GAMES_PER_REPORT = 10
_OLD_LOG = N_(
    "Note: games of this log do not say by which commands the engines were started. See to it that"
    " they are the same."
)
_PATH = click.Path(dir_okay=False, path_type=Path)
_Run = Callable[[Callable[[], None]], None]


@click.command()
@click.argument("engines", nargs=-1, required=True, metavar="ENGINE ENGINE...")
@click.option(
    "--games",
    default=100,
    show_default=True,
    type=click.IntRange(min=1),
    help="Games of each two engines; made even, for each opening is played twice.",
)
@click.option("--time", "seconds", type=click.FloatRange(min=0.001), help="Seconds a move [0.2].")
@click.option("--depth", type=click.IntRange(min=1), help="Plies to search, instead of a time.")
@click.option(
    "--nodes", type=click.IntRange(min=1), help="Nodes to search, for engines that count them."
)
@click.option("--set", "game_type", help="Set of pieces [that of the openings, Base+MLP].")
@click.option("--openings", type=_PATH, help="File of GameStrings [the shipped one].")
@click.option("--seed", default=0, show_default=True, help="Shuffles the openings.")
@click.option("--sprt", nargs=2, type=float, metavar="ELO0 ELO1", help="Stop when decided.")
@click.option("--concurrency", default=1, show_default=True, type=click.IntRange(min=1))
@click.option(
    "--dask", metavar="ADDRESS", help="Play on the workers of the Dask scheduler at this address."
)
@click.option(
    "--max-plies",
    default=200,
    show_default=True,
    type=click.IntRange(min=1),
    help="Longer games are drawn.",
)
@click.option(
    "--margin",
    default=0.5,
    show_default=True,
    type=click.FloatRange(min=0.0),
    help="Seconds a move may be late.",
)
@click.option("--log", type=_PATH, help="File for the games [arena-<time>.jsonl].")
@click.option("--resume", type=_PATH, help="Continue the match of a log.")
@click.option("--name", "names", multiple=True, metavar="N=NAME", help="Name of engine N.")
@click.option("--search", "searches", multiple=True, metavar="N=COMMAND")
@click.option("--option", "options", multiple=True, metavar="N:OPTION=VALUE")
@click.option("--threads", "threads", multiple=True, metavar="N=THREADS")
@click.option("--second-judge", metavar="ENGINE", help="Engine that must accept every game.")
@click.option("--replay-failures", is_flag=True, help="Play again what a crash or overtime ended.")
@click.option("--no-cpu-check", is_flag=True, help="Count games short of processor time too.")
@click.option("--json", "as_json", is_flag=True, help="The standings at the end as an object.")
def command(engines: tuple[str, ...], **given: Any) -> None:
    """Let UHP engines play a match, each opening twice with colours swapped.

    ENGINE is a command line in quotes. Engine N is asked for its moves with the command of
    --search N=COMMAND, in which {seconds} and {limit} are filled in, and gets its options by
    --option N:NAME=VALUE. Ctrl-C stops the match; --resume continues it.
    """
    try:
        _run(engines, **given)
    except SkepError:
        raise  # it is said in the terminal's language
    except ValueError as error:
        raise Unanswerable(str(error)) from None


def _run(engines: Sequence[str], **given: Any) -> None:
    if len(engines) < 2:
        raise click.UsageError(said(N_("expected at least two engines")))
    if given["game_type"] not in (None, *HIVE_SETS):
        raise click.UsageError(said(N_("--set is one of {names}"), names=", ".join(HIVE_SETS)))
    if sum(given[name] is not None for name in ("seconds", "depth", "nodes")) > 1:
        raise click.UsageError(said(N_("--time, --depth and --nodes exclude each other")))
    # Standard output belongs to the object, if one is wanted.
    console = terminal(stderr=given["as_json"])
    plan, match_name = _plan(engines, **given)
    path = given["resume"] or given["log"] or Path(f"arena-{datetime.now():%Y%m%d-%H%M%S}.jsonl")
    if given["resume"] is not None and not path.exists():
        raise click.UsageError(said(N_("there is no log {path} to continue"), path=path))
    if given["resume"] is None and path.exists():
        exists = N_("{path} exists: continue it with --resume {path}")
        raise click.UsageError(said(exists, path=path))
    try_outputs(path)
    names = {number: one.name for number, one in enumerate(plan.contestants)}
    log = MatchLog(path, match_name, names, " | ".join(map(str, plan.contestants)))
    match = Match(plan, log)
    if log.names_no_engines:
        console.print(said(_OLD_LOG))
    signal.signal(signal.SIGTERM, _on_terminate)
    try:
        with _players(match, given["dask"]) as run:
            _play(match, console, run)
    except KeyboardInterrupt:
        stopped = N_("Stopped. Continue with the same command and --resume {path}")
        console.print(said(stopped, path=path))
        raise SystemExit(INTERRUPTED) from None
    finally:
        for line in standings_lines(match):
            console.print(line, soft_wrap=True)
        if given["as_json"]:
            echo_json(standings_as_json(match) | {"log": str(path)})
    # NOTE: in which file the games are
    console.print(said(N_("Games: {path}"), path=path))
    if match.standings.disputes:
        raise Unanswerable(
            said_many(
                "the second judge objects to {n} game",
                "the second judge objects to {n} games",
                len(match.standings.disputes),
            )
        )


def _on_terminate(number: int, frame: FrameType | None) -> None:
    """A match that is told to end leaves no engines behind."""
    raise KeyboardInterrupt


def _plan(engines: Sequence[str], **given: Any) -> tuple[Plan, str]:
    game_type, file = given["game_type"], given["openings"]
    if file is None:
        game_type = game_type or "Base+MLP"
        file = shipped_openings(game_type)
    openings = load_openings(file, game_type)
    contestants = contestants_of(
        engines, given["names"], given["searches"], given["options"], given["threads"]
    )
    limit, how = _limit(**given)
    match_name = (
        f"{' - '.join(one.name for one in contestants)}, {openings[0].options.game_type}, {how},"
        f" openings {fingerprint(openings)}, seed {given['seed']}, {given['max_plies']} plies"
    )
    judge = given["second_judge"]
    plan = Plan(
        contestants=contestants,
        openings=openings,
        fixtures=schedule(len(contestants), given["games"], len(openings), given["seed"]),
        conditions=Conditions(limit=limit, max_plies=given["max_plies"], margin=given["margin"]),
        concurrency=given["concurrency"],
        sprt=Sprt(*given["sprt"]) if given["sprt"] else None,
        second_judge=one_contestant(judge) if judge else None,
        replay_failures=given["replay_failures"],
        check_cpu=not given["no_cpu_check"],
    )
    return plan, match_name


def _limit(**given: Any) -> tuple[Limit, str]:
    """How long an engine thinks, for the engines and in words."""
    if depth := given["depth"]:
        return Limit(depth=depth), f"depth {depth}"
    if nodes := given["nodes"]:
        return Limit(nodes=nodes), f"{nodes} nodes a move"
    seconds = given["seconds"] or 0.2
    return Limit(seconds=seconds), f"{seconds:g} s a move"


@contextlib.contextmanager
def _players(match: Match, dask: str | None) -> Iterator[_Run]:
    """What plays the match: this machine, or the workers of a cluster."""
    if dask is None:
        yield match.run
        return
    from skep.hive.arena.elsewhere import DaskWorkers

    workers = DaskWorkers(dask)
    try:
        yield partial(match.run_elsewhere, workers)
    finally:
        workers.close()


def _play(match: Match, console: Console, run: _Run) -> None:
    progress = Progress(
        TextColumn(said(N_("games")), markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
    )
    done = match.standings.finished
    task = progress.add_task("games", total=match.total, completed=done)

    def picture() -> RenderableType:
        return Group(standings_table(match), progress)

    if not console.is_terminal:
        run(_Reporter(match, console).on_tick)
        return
    with Live(picture(), console=console, refresh_per_second=4, transient=True) as live:

        def on_tick() -> None:
            progress.update(task, completed=match.standings.finished)
            live.update(picture())

        run(on_tick)


class _Reporter:
    """For output that is no terminal: a few lines now and then."""

    def __init__(self, match: Match, console: Console) -> None:
        self._match = match
        self._console = console
        self._told = match.standings.finished

    def on_tick(self) -> None:
        finished = self._match.standings.finished
        if self._told + _GAMES_PER_REPORT <= finished < self._match.total:
            self._told = finished
            for line in standings_lines(self._match):
                self._console.print(line, soft_wrap=True)
