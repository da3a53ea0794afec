"""Matches between programs, in simulated time: a loop over the next thing that happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from skep.errors import InvalidOptionsError, RefusedError
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
    """Who plays at a seat: bots do, and whatever else looks at the table now and then.

    Anything with these two methods is one. This one takes the first fit that it sees:

    >>> from skep.laruche import Phase
    >>> class Quick:
    ...     def next_look_ms(self, now_ms):
    ...         return now_ms + 3000
    ...     def act(self, sight, now_ms):
    ...         if sight.phase is Phase.PLAY and sight.placements:
    ...             return ev.Lay.of(sight.seat, sight.round, sight.placements[0])
    >>> end = simulate(MatchOptions(rounds=1), [Quick(), 1], seed=3).match
    >>> end.outcome().winners
    (0,)
    """

    def next_look_ms(self, now_ms: int) -> int:
        """When the program wants to look at the table again: later than now."""
        ...

    def act(self, sight: Sight, now_ms: int) -> ev.Command | None:
        """What the program does when it looks: a command of its own seat, or None.

        A command that the match refuses changes nothing; `sight.table` must not be changed.
        """
        ...


@dataclass(frozen=True, slots=True)
class Simulation:
    """A finished match and the timed commands that made it."""

    match: Match
    commands: tuple[tuple[int, ev.Command], ...]


def simulate(
    options: MatchOptions,
    bots: Sequence[int | Program],
    seed: int,
    *,
    watch: Watcher | None = None,
) -> Simulation:
    """Let bots play a whole match: levels of ours, or programs of anybody's.

    `watch` is called after every command. The same seed gives the same deals, and the same match
    if the programs decide by themselves.

    >>> end = simulate(MatchOptions(rounds=1), [5, 1], seed=3).match
    >>> end.outcome().winners
    (0,)
    """
    seats = [
        Seat(name=f"Bot {number}", bot=bot if isinstance(bot, int) else STAND_IN_LEVEL)
        for number, bot in enumerate(bots, 1)
    ]
    match = Match(options, seats, SeededDeals(seed))
    chance = Stream(seed, "bots")
    seeds = [chance.below(1 << 32) for _ in bots]
    programs = [
        Bot(bot, own_seed) if isinstance(bot, int) else bot
        for bot, own_seed in zip(bots, seeds, strict=True)
    ]
    return play_out(match, programs, watch=watch)


def play_out(
    match: Match, programs: Sequence[Program], *, watch: Watcher | None = None
) -> Simulation:
    """Let a program play at each seat, from now to the end of the match."""
    if len(programs) != len(match.players):
        raise InvalidOptionsError(f"{len(match.players)} seats need as many programs")
    looks = [_next_look_ms(program, match.now_ms) for program in programs]
    commands: list[tuple[int, ev.Command]] = []
    while match.outcome() is None:
        deadline_ms = match.next_deadline_ms
        seat = min(range(len(looks)), key=looks.__getitem__)
        command: ev.Command | None
        if deadline_ms is not None and deadline_ms <= looks[seat]:
            at_ms, command = deadline_ms, ev.TimePassed()
        else:
            at_ms, command = looks[seat], programs[seat].act(look(match, seat), looks[seat])
            looks[seat] = _next_look_ms(programs[seat], at_ms)
            _check_own(command, seat)
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


def _next_look_ms(program: Program, now_ms: int) -> int:
    look_ms = program.next_look_ms(now_ms)
    if look_ms <= now_ms:  # else time would stand still for ever
        raise InvalidOptionsError(
            f"{program!r} looks again at {look_ms} ms, which is not later than {now_ms}"
        )
    return look_ms


def _check_own(command: ev.Command | None, seat: int) -> None:
    if command is not None and getattr(command, "seat", None) != seat:
        raise InvalidOptionsError(f"the program at seat {seat} may not send {command!r}")
