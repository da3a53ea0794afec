"""Matches between programs, in simulated time: a loop over the next thing that happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from skep.errors import RefusedError
from skep.laruche import events as ev
from skep.laruche.bots import STAND_IN_LEVEL, Bot
from skep.laruche.chance import Stream
from skep.laruche.deals import SeededDeals
from skep.laruche.match import Match
from skep.laruche.options import MatchOptions, Seat
from skep.laruche.sight import Sight, look

__all__ = ["Program", "Simulation", "Watcher", "play_out", "simulate"]

Watcher = Callable[[Match, ev.Command, tuple[ev.Effect, ...]], None]


class Program(Protocol):
    """Who plays at a seat: bots do, and whatever else looks at the table now and then."""

    def next_look_ms(self, now_ms: int) -> int:
        """When the program wants to look at the table again."""
        ...

    def act(self, sight: Sight, now_ms: int) -> ev.Command | None:
        """What the program does when it looks."""
        ...


@dataclass(frozen=True, slots=True)
class Simulation:
    """A finished match and the timed commands that made it."""

    match: Match
    commands: tuple[tuple[int, ev.Command], ...]


def simulate(
    options: MatchOptions,
    levels: Sequence[int],
    seed: int,
    *,
    watch: Watcher | None = None,
) -> Simulation:
    """Let bots of these levels play a whole match; `watch` is called after every command.

    >>> end = simulate(MatchOptions(rounds=1), [5, 1], seed=3).match
    >>> end.outcome().winners
    (0,)
    """
    seats = [Seat(name=f"Bot {number}", bot=level) for number, level in enumerate(levels, 1)]
    match = Match(options, seats, SeededDeals(seed))
    chance = Stream(seed, "bots")
    bots = [Bot(seat.bot or STAND_IN_LEVEL, chance.below(1 << 32)) for seat in seats]
    return play_out(match, bots, watch=watch)


def play_out(
    match: Match, programs: Sequence[Program], *, watch: Watcher | None = None
) -> Simulation:
    """Let a program play at each seat, from now to the end of the match."""
    looks = [program.next_look_ms(match.now_ms) for program in programs]
    commands: list[tuple[int, ev.Command]] = []
    while match.outcome() is None:
        deadline_ms = match.next_deadline_ms
        seat = min(range(len(looks)), key=looks.__getitem__)
        command: ev.Command | None
        if deadline_ms is not None and deadline_ms <= looks[seat]:
            at_ms, command = deadline_ms, ev.TimePassed()
        else:
            at_ms, command = looks[seat], programs[seat].act(look(match, seat), looks[seat])
            looks[seat] = programs[seat].next_look_ms(at_ms)
        if command is None:
            continue
        try:
            effects = match.apply(command, at_ms)
        except RefusedError:
            continue  # as for a person: look again later
        commands.append((at_ms, command))
        if watch is not None:
            watch(match, command, effects)
    return Simulation(match, tuple(commands))
