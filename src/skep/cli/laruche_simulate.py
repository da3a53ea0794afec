"""`skep laruche simulate`: matches between bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import click
from rich.progress import Progress
from rich.table import Table

from skep.cli import INTERRUPTED
from skep.cli.language import said, said_many, told_by, words_now
from skep.cli.output import tell
from skep.cli.terminal import terminal
from skep.errors import SkepError
from skep.laruche.bots import LEVELS
from skep.laruche.chance import SEED_BITS, parse_seed
from skep.laruche.match import Match
from skep.laruche.options import MAX_SEATS, MatchOptions
from skep.laruche.records import MatchRecord
from skep.laruche.simulate import simulate
from skep.whole_files import check_writable, whole_file
from skep.words import N_

__all__ = ["command"]

# NOTE: how so many rounds ended: with an empty hand, when nothing fitted, when nobody laid a tile
_ENDS = {"emptied": N_("{n} emptied"), "blocked": N_("{n} blocked"), "stalled": N_("{n} stalled")}


@click.command()
@click.option("--players", type=click.IntRange(1, MAX_SEATS), help="How many sit at the table.")
@click.option("--games", type=click.IntRange(min=1), default=20, show_default=True)
@click.option("--bots", help="A level (1 to 5) for each seat, as in 3,3,3,5.")
@click.option("--seed", default="0", show_default=True, help="The seed of the first match.")
@click.option(
    "--options", default="", help="Options of the match, as in 'rounds=1 bee_gift=on unblock=on'."
)
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write a record of every match into this folder.",
)
@click.pass_context
def command(
    context: click.Context,
    players: int | None,
    games: int,
    bots: str | None,
    seed: str,
    options: str,
    records: Path | None,
) -> None:
    """Let bots play matches and show who won."""
    levels = _levels(players, bots)
    try:
        chosen = MatchOptions.parse(options)
        first_seed = parse_seed(seed)
    except SkepError as error:
        raise click.UsageError(told_by(error)) from None
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
        check_writable(records / "match-0001.txt")
    played = _Played()
    try:
        with Progress(console=terminal(stderr=True), transient=True) as progress:
            for number in progress.track(range(games), description=said(N_("Playing"))):
                match_seed = (first_seed + number) % (1 << SEED_BITS)
                end = simulate(chosen, levels, match_seed)
                if records is not None:
                    record = MatchRecord.of(end.match, end.commands, seed=match_seed)
                    with whole_file(records / f"match-{number + 1:04}.txt") as stream:
                        stream.write(str(record))
                played.add(end.match)
    except KeyboardInterrupt:
        if not played.games:
            raise
    played.tell(levels)
    if played.games < games:
        stopped = N_("Interrupted: {n} of {all} matches were played.")
        tell(said(stopped, n=played.games, all=games))
        context.exit(INTERRUPTED)


@dataclass
class _Played:
    """What matches came to, by seat."""

    games: int = 0
    rounds: int = 0
    time_ms: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    left: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)

    def add(self, match: Match) -> None:
        outcome = match.outcome()
        assert outcome is not None
        self.games += 1
        self.time_ms += match.now_ms
        self.wins.update(outcome.winners)
        self.points.update(dict(enumerate(outcome.totals)))
        for result in match.results:
            self.rounds += 1
            self.ends[result.reason] += 1
            self.left.update(dict(enumerate(result.counts)))

    def tell(self, levels: Sequence[int]) -> None:
        matches = said_many("{n} match", "{n} matches", self.games)
        rounds = said_many("{n} round", "{n} rounds", self.rounds)
        table = Table(title=f"{matches}, {rounds}")
        # NOTE: heads of a table of matches, a few words each; they are broken where they must
        for heading in (
            N_("seat"),
            N_("level"),
            N_("won"),
            N_("points a match"),
            N_("tiles left a round"),
        ):
            table.add_column(said(heading), justify="right")
        for seat, level in enumerate(levels):
            table.add_row(
                str(seat + 1),
                str(level),
                f"{self.wins[seat]} ({self.wins[seat] / self.games:.0%})",
                words_now().decimal(self.points[seat] / self.games, 2),
                words_now().decimal(self.left[seat] / self.rounds, 1),
            )
        console = terminal()
        console.print(table)
        reasons = ", ".join(
            said(_ENDS[reason], n=count) for reason, count in self.ends.most_common()
        )
        took = N_("Rounds: {reasons}. A match took {seconds} s of play.")
        seconds = round(self.time_ms / self.games / 1000)
        console.print(said(took, reasons=reasons, seconds=seconds))


def _levels(players: int | None, bots: str | None) -> list[int]:
    if bots is None:
        return [3] * (players or 2)
    words = bots.replace(",", " ").split()
    levels = [int(word) for word in words if word.isascii() and word.isdigit()]
    if len(levels) != len(words) or not levels or not set(levels) <= set(LEVELS):
        raise click.UsageError(
            said(
                N_("--bots is a list of levels 1 to {most}, not {found}."),
                most=len(LEVELS),
                found=repr(bots),
            )
        )
    if len(levels) == 1 and players is not None:
        levels *= players
    if len(levels) > MAX_SEATS or (players is not None and len(levels) != players):
        raise click.UsageError(
            said(
                N_("{n} bots do not fit {seats} seats."), n=len(levels), seats=players or MAX_SEATS
            )
        )
    return levels
