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
from skep.cli.language import said, told_by
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
            for number in progress.track(range(games), description="Playing"):
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
        tell(f"Interrupted: {played.games} of {games} matches were played.")
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
        matches = "1 match" if self.games == 1 else f"{self.games} matches"
        rounds = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        table = Table(title=f"{matches}, {rounds}")
        for heading in ("seat", "level", "won", "points a match", "tiles left a round"):
            table.add_column(heading, justify="right")
        for seat, level in enumerate(levels):
            table.add_row(
                str(seat + 1),
                str(level),
                f"{self.wins[seat]} ({self.wins[seat] / self.games:.0%})",
                f"{self.points[seat] / self.games:.2f}",
                f"{self.left[seat] / self.rounds:.1f}",
            )
        console = terminal()
        console.print(table)
        reasons = ", ".join(f"{count} {reason}" for reason, count in self.ends.most_common())
        seconds = self.time_ms / self.games / 1000
        console.print(f"Rounds: {reasons}. A match took {seconds:.0f} s of play.")


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
