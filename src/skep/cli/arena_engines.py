"""The engines of `skep arena` from what was typed: command lines and settings by number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

import click

from skep.cli.language import said
from skep.errors import EngineError, Told
from skep.hive.arena.contestants import Contestant, Seat
from skep.hive.uhp_client.client import UhpClient, arguments_of
from skep.words import N_

__all__ = ["contestants_of", "one_contestant"]


def one_contestant(command: str) -> Contestant:
    """An engine by its command line; it is started once, to hear its name."""
    words = tuple(arguments_of(command))
    with UhpClient(words) as client:
        return Contestant(client.id.name, words)


def contestants_of(
    commands: Sequence[str],
    names: Sequence[str],
    searches: Sequence[str],
    options: Sequence[str],
    threads: Sequence[str],
) -> list[Contestant]:
    """The engines of a match, each with its own name, search command, options and threads."""
    found = []
    for number, command in enumerate(commands, start=1):
        with _engine(number, command):
            found.append(one_contestant(command))
    for number, name in _numbered(names, "--name", len(found)):
        found[number] = replace(found[number], name=name)
    for number, search in _numbered(searches, "--search", len(found)):
        try:
            search.format(limit="", seconds="", depth="")
        except (KeyError, IndexError, ValueError) as error:
            wrong = N_("--search: {text} is no template: {problem}")
            raise click.UsageError(said(wrong, text=repr(search), problem=error)) from None
        found[number] = replace(found[number], search=search)
    for number, setting in _numbered(options, "--option", len(found), sign=":"):
        name, equals, value = setting.partition("=")
        if not equals or not name:
            wrong = N_("--option: expected N:OPTION=VALUE, found {found}")
            raise click.UsageError(said(wrong, found=repr(setting)))
        found[number] = replace(
            found[number], options=(*found[number].options, (name.strip(), value.strip()))
        )
    for number, count in _numbered(threads, "--threads", len(found)):
        if not count.isdigit() or int(count) < 1:
            wrong = N_("--threads: expected a number of threads, found {found}")
            raise click.UsageError(said(wrong, found=repr(count)))
        found[number] = replace(found[number], threads=int(count))
    for number, contestant in enumerate(found, start=1):
        if contestant.options:  # an option that is refused should be heard of before the match
            with _engine(number, str(contestant)):
                seat = Seat(contestant)
                seat.client()
                seat.close()
    return _told_apart(found)


@contextmanager
def _engine(number: int, command: str) -> Iterator[None]:
    """What goes wrong in here is told of this engine."""
    try:
        yield
    except EngineError as problem:
        raise EngineError(
            Told("engine {n} ({command}): {problem}", n=number, command=command, problem=problem)
        ) from problem


def _numbered(
    settings: Sequence[str], option: str, engines: int, sign: str = "="
) -> list[tuple[int, str]]:
    pairs = []
    for setting in settings:
        match = re.fullmatch(rf"\s*(\d+)\s*{sign}(.*)", setting)
        if match is None or not 1 <= int(match[1]) <= engines:
            wrong = N_(
                "{option}: expected the number of an engine (1 to {engines}), {sign} and a value,"
                " found {found}"
            )
            facts = {"option": option, "engines": engines, "sign": repr(sign)}
            raise click.UsageError(said(wrong, **facts, found=repr(setting)))
        pairs.append((int(match[1]) - 1, match[2].strip()))
    return pairs


def _told_apart(found: Sequence[Contestant]) -> list[Contestant]:
    """Engines of the same name get their number behind it."""
    counts = Counter(one.name for one in found)
    return [
        replace(one, name=f"{one.name} ({number})") if counts[one.name] > 1 else one
        for number, one in enumerate(found, start=1)
    ]
