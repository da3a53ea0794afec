"""Records: a match or a solitaire as text that replays to the same end.

One line each for the heading, the seed, the options, every seat and every deal, then the timed
commands:

    skep la ruche match 1
    seed 00000000000000000000000000000007
    options rounds=3 bee_gift=off …
    seat bot=- handicap_ms=0 name=Ann
    start 0
    deal first=1 ROYGBV … / RYOGBV …
    1500 lay seat=1 round=1 cell=0,0 pose=ROYGBV
    end totals=3,2

`-` stands for nothing, a name reaches to the end of its line, lines that begin with # are comments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from skep.errors import InvalidOptionsError, RefusedError, SkepError, Told, UnreadableError
from skep.geometry import Cell
from skep.laruche.chance import parse_seed
from skep.laruche.deals import Deal, FixedDeals, SeededDeals
from skep.laruche.events import Command, command_from_dict
from skep.laruche.match import Match
from skep.laruche.options import MatchOptions, Seat
from skep.laruche.plain import Plain, to_dict
from skep.laruche.solitaire import Puzzle, Solitaire, SolitaireOptions
from skep.laruche.solo_events import SoloCommand, solo_command_from_dict
from skep.laruche.tiles import Tile

__all__ = ["MatchRecord", "SolitaireRecord", "parse_record"]

_MATCH = "skep la ruche match 1"
_SOLITAIRE = "skep la ruche solitaire 1"
_Value = TypeVar("_Value")
_Made = TypeVar("_Made", covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A match, finished or not. The deals count; the seed tells where they came from."""

    options: MatchOptions
    seats: tuple[Seat, ...]
    deals: tuple[Deal, ...]
    commands: tuple[tuple[int, Command], ...]
    start_ms: int = 0
    seed: int | None = None
    totals: tuple[int, ...] | None = None  # the points at the end, if it came to that

    @classmethod
    def of(
        cls, match: Match, commands: Sequence[tuple[int, Command]], *, seed: int | None = None
    ) -> MatchRecord:
        """The record of a match that these commands made."""
        outcome = match.outcome()
        return cls(
            options=match.options,
            seats=match.first_seats,
            deals=match.deals_used,
            commands=tuple(commands),
            start_ms=match.start_ms,
            seed=seed,
            totals=outcome.totals if outcome else None,
        )

    @classmethod
    def parse(cls, text: str) -> MatchRecord:
        """Read a record; an error names the line."""
        return _parse_match(_Lines(text, _MATCH))

    def __str__(self) -> str:
        lines = [_MATCH]
        if self.seed is not None:
            lines.append(f"seed {self.seed:032x}")
        lines.append(f"options {self.options.recorded()}")
        for seat in self.seats:
            bot = "-" if seat.bot is None else seat.bot
            show = " show=true" if seat.show else ""
            lines.append(f"seat bot={bot} handicap_ms={seat.handicap_ms}{show} name={seat.name}")
        lines.append(f"start {self.start_ms}")
        for deal in self.deals:
            hands = " / ".join(" ".join(tile.name for tile in hand) for hand in deal.hands)
            lines.append(f"deal first={deal.first} {hands}")
        lines += [_format_command(at_ms, command) for at_ms, command in self.commands]
        if self.totals is not None:
            lines.append(f"end totals={','.join(map(str, self.totals))}")
        return "\n".join(lines) + "\n"

    def matches_seed(self) -> bool | None:
        """Are the deals those of the seed? None without a seed."""
        if self.seed is None:
            return None
        seeded = SeededDeals(self.seed)
        return all(
            deal == seeded.deal(number, len(deal.hands), deal.size)
            for number, deal in enumerate(self.deals)
        )

    def replay(self) -> Match:
        """The match as it stood after the last command."""
        try:
            match = Match(self.options, self.seats, FixedDeals(self.deals), start_ms=self.start_ms)
        except InvalidOptionsError as error:
            told = Told("the record cannot begin: {problem}", problem=error.told)
            raise UnreadableError(told) from None
        for number, (at_ms, command) in enumerate(self.commands, 1):
            _replay_one(match.apply, number, at_ms, command)
        outcome = match.outcome()
        if self.totals is not None and (outcome is None or outcome.totals != self.totals):
            other = Told(
                "the record ends with {stated}, but leads to {found}",
                stated=self.totals,
                found=outcome.totals if outcome else None,
            )
            unfinished = Told(
                "the record ends with {stated}, but leads to an unfinished match",
                stated=self.totals,
            )
            raise UnreadableError(other if outcome else unfinished)
        return match


@dataclass(frozen=True, slots=True, kw_only=True)
class SolitaireRecord:
    """An attempt at a puzzle."""

    puzzle: Puzzle
    commands: tuple[tuple[int, SoloCommand], ...]
    start_ms: int = 0

    @classmethod
    def parse(cls, text: str) -> SolitaireRecord:
        """Read a record; an error names the line."""
        return _parse_solitaire(_Lines(text, _SOLITAIRE))

    def __str__(self) -> str:
        puzzle = self.puzzle
        lines = [_SOLITAIRE]
        if puzzle.seed is not None:
            lines.append(f"seed {puzzle.seed:032x}")
        lines.append(f"options {puzzle.options}")
        lines.append(f"tiles {' '.join(tile.name for tile in puzzle.tiles)}")
        if puzzle.shape is not None:
            lines.append(f"shape {' '.join(f'{q},{r}' for q, r in sorted(puzzle.shape))}")
        lines.append(f"start {self.start_ms}")
        lines += [_format_command(at_ms, command) for at_ms, command in self.commands]
        return "\n".join(lines) + "\n"

    def replay(self) -> Solitaire:
        """The solitaire as it stood after the last command."""
        solitaire = Solitaire(self.puzzle, start_ms=self.start_ms)
        for number, (at_ms, command) in enumerate(self.commands, 1):
            _replay_one(solitaire.apply, number, at_ms, command)
        return solitaire


def parse_record(text: str) -> MatchRecord | SolitaireRecord:
    """Read a record of either kind."""
    heading = next((line.strip() for line in text.splitlines() if line.strip()), "")
    if heading == _SOLITAIRE:
        return SolitaireRecord.parse(text)
    return MatchRecord.parse(text)


def _replay_one(
    apply: Callable[[Any, int], object], number: int, at_ms: int, command: Plain
) -> None:
    try:
        apply(command, at_ms)
    except (RefusedError, InvalidOptionsError) as error:
        text = _format_command(at_ms, command)
        told = Told(
            "command {n} ({text}) cannot be replayed: {problem}",
            n=number,
            text=text,
            problem=error.told,
        )
        raise UnreadableError(told, text=text) from None


class _Lines:
    """The lines of a record with their numbers; errors in `read` name the line."""

    def __init__(self, text: str, heading: str) -> None:
        self._lines = [
            (number, line.strip())
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        found = self._lines.pop(0)[1] if self._lines else ""
        if found != heading:
            told = Told("expected a record that begins with {heading}", heading=repr(heading))
            raise UnreadableError(told, text=found)

    def __iter__(self) -> Iterator[tuple[int, str, str]]:
        for number, line in self._lines:
            word, _, rest = line.partition(" ")
            yield number, word, rest

    @staticmethod
    def read(number: int, rest: str, reader: Callable[[str], _Value]) -> _Value:
        try:
            return reader(rest)
        except SkepError as error:
            problem = error.told
        except ValueError:  # of a number that is none
            problem = Told("expected numbers, found {found}", found=repr(rest[:60]))
        told = Told("line {line}: {problem}", line=number, problem=problem)
        raise UnreadableError(told, text=rest)


def _parse_match(lines: _Lines) -> MatchRecord:
    options: MatchOptions | None = None
    seed: int | None = None
    start_ms = 0
    seats: list[Seat] = []
    deals: list[Deal] = []
    commands: list[tuple[int, Command]] = []
    totals: tuple[int, ...] | None = None
    for number, word, rest in lines:
        match word:
            case "seed":
                seed = lines.read(number, rest, parse_seed)
            case "options":
                options = lines.read(number, rest, MatchOptions.parse_stored)
            case "seat":
                seats.append(lines.read(number, rest, _parse_seat))
            case "start":
                start_ms = lines.read(number, rest, int)
            case "deal":
                deals.append(lines.read(number, rest, _parse_deal))
            case "end":
                totals = lines.read(number, rest, _parse_totals)
            case _:
                commands.append(lines.read(number, f"{word} {rest}", _timed(command_from_dict)))
    if options is None or not seats or not deals:
        raise UnreadableError(Told("a record of a match needs options, seats and a deal"))
    return MatchRecord(
        options=options,
        seats=tuple(seats),
        deals=tuple(deals),
        commands=tuple(commands),
        start_ms=start_ms,
        seed=seed,
        totals=totals,
    )


def _parse_solitaire(lines: _Lines) -> SolitaireRecord:
    options: SolitaireOptions | None = None
    seed: int | None = None
    start_ms = 0
    tiles: tuple[Tile, ...] = ()
    shape: frozenset[Cell] | None = None
    commands: list[tuple[int, SoloCommand]] = []
    for number, word, rest in lines:
        match word:
            case "seed":
                seed = lines.read(number, rest, parse_seed)
            case "options":
                options = lines.read(number, rest, SolitaireOptions.parse)
            case "tiles":
                tiles = lines.read(number, rest, _parse_tiles)
            case "shape":
                shape = lines.read(
                    number, rest, lambda text: frozenset(map(_parse_cell, text.split()))
                )
            case "start":
                start_ms = lines.read(number, rest, int)
            case _:
                commands.append(
                    lines.read(number, f"{word} {rest}", _timed(solo_command_from_dict))
                )
    if options is None or not tiles:
        raise UnreadableError(Told("a record of a solitaire needs options and tiles"))
    try:
        puzzle = Puzzle(options, tiles, shape, seed)
    except InvalidOptionsError as error:
        told = Told("the puzzle is impossible: {problem}", problem=error.told)
        raise UnreadableError(told) from None
    return SolitaireRecord(puzzle=puzzle, commands=tuple(commands), start_ms=start_ms)


def _format_command(at_ms: int, command: Plain) -> str:
    plain = to_dict(command)
    words = [str(at_ms), plain.pop("kind")]
    name = plain.pop("name", None)
    if plain.get("show") is False:
        del plain["show"]  # as it was before there was such a thing
    for key, value in plain.items():
        if value is None:
            value = "-"
        elif isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, tuple):
            value = ",".join(map(str, value))
        words.append(f"{key}={value}")
    if name is not None:
        words.append(f"name={name}")
    return " ".join(words)


class _FromDict(Protocol[_Made]):
    def __call__(self, plain: Any, *, strict: bool) -> _Made: ...


def _timed(from_dict: _FromDict[_Made]) -> Callable[[str], tuple[int, _Made]]:
    """A reader of command lines."""

    def read(line: str) -> tuple[int, _Made]:
        at_ms, plain = _parse_command(line)
        return at_ms, from_dict(plain, strict=False)

    return read


def _parse_command(line: str) -> tuple[int, dict[str, Any]]:
    at_ms, _, rest = line.partition(" ")
    kind, _, rest = rest.partition(" ")
    if not at_ms.lstrip("-").isdigit() or not kind:
        told = Told(
            "{found} is not a line of a record: expected a time in ms and what happened",
            found=repr(line[:60]),
        )
        raise UnreadableError(told, text=line)
    return int(at_ms), {"kind": kind, **_parse_pairs(rest)}


def _parse_pairs(text: str) -> dict[str, Any]:
    """`a=1 b=- name=Ann Lee`, a name reaching to the end."""
    pairs: dict[str, Any] = {}
    head, has_name, name = f" {text}".partition(" name=")
    for pair in head.split():
        key, equals, value = pair.partition("=")
        if not equals or key in pairs or key == "kind":
            told = Told("{found}: expected name=value, each name once", found=repr(pair))
            raise UnreadableError(told, text=text)
        if key == "cell" and value != "-":
            pairs[key] = value.split(",")
        else:
            pairs[key] = None if value == "-" else value
    if has_name:
        pairs["name"] = name
    return pairs


def _parse_seat(text: str) -> Seat:
    pairs = _parse_pairs(text)
    if not {"name"} <= set(pairs) <= {"bot", "handicap_ms", "show", "name"}:
        told = Told("expected a seat such as bot=- handicap_ms=0 name=Ann")
        raise UnreadableError(told, text=text)
    bot, handicap, show = pairs.get("bot"), pairs.get("handicap_ms"), pairs.get("show", "false")
    if show not in ("true", "false"):
        told = Told("{name} is true or false, not {found}", name="show", found=show)
        raise UnreadableError(told, text=text)
    return Seat(
        name=pairs["name"],
        bot=None if bot is None else int(bot),
        handicap_ms=0 if handicap is None else int(handicap),
        show=show == "true",
    )


def _parse_deal(text: str) -> Deal:
    first, _, hands = text.partition(" ")
    key, _, seat = first.partition("=")
    if key != "first":
        told = Told("expected a deal such as first=0 ROYGBV … / RYOGBV …")
        raise UnreadableError(told, text=text)
    return Deal(tuple(_parse_tiles(hand) for hand in hands.split("/")), int(seat))


def _parse_tiles(text: str) -> tuple[Tile, ...]:
    return tuple(Tile.parse(name) for name in text.split())


def _parse_cell(text: str) -> Cell:
    q, _, r = text.partition(",")
    return Cell(int(q), int(r))


def _parse_totals(text: str) -> tuple[int, ...]:
    key, _, totals = text.partition("=")
    if key != "totals":
        raise UnreadableError(Told("expected an end such as totals=3,2"), text=text)
    return tuple(map(int, totals.split(",")))
