"""What the commands write besides their answer: pictures and games in files, or on the output."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import click

from skep.cli.language import said, said_many
from skep.words import N_

__all__ = [
    "OUTPUT_FILE",
    "echo_json",
    "games_in_words",
    "is_standard",
    "refuse_beside",
    "refuse_without",
    "tell",
    "try_outputs",
    "write_text",
]

OUTPUT_FILE = click.Path(dir_okay=False, allow_dash=True, path_type=Path)


def is_standard(path: Path) -> bool:
    """Does the path stand for standard output?"""
    return str(path) == "-"


def try_outputs(*paths: Path | None) -> None:
    """Try the paths before the work begins, so that none of it is lost."""
    from skep.whole_files import check_writable

    for path in paths:
        if path is not None and not is_standard(path):
            check_writable(path)


def write_text(path: Path, text: str, written: str) -> None:
    """Write a text whole, or not at all; `-` is standard output. `written`: what is said then."""
    from skep.whole_files import whole_file

    if is_standard(path):
        click.echo(text, nl=False)
        return
    with whole_file(path) as stream:
        stream.write(text)
    tell(said(written, path=path))


def tell(words: str) -> None:
    """Say something beside the answer, which has standard output for itself."""
    click.echo(words, err=True)


def echo_json(value: Any) -> None:
    click.echo(json.dumps(value, ensure_ascii=False))


def games_in_words(count: int) -> str:
    return said_many("{n} game", "{n} games", count)


def refuse_beside(context: click.Context, option: str, *, but: Collection[str] = ()) -> None:
    """Refuse options that would be ignored beside another one; some may stand there."""
    for parameter in _typed(context):
        if option not in parameter.opts and parameter.name not in but:
            raise click.UsageError(
                said(
                    N_("{option} has no meaning beside {other}."),
                    option=parameter.opts[0],
                    other=option,
                )
            )


def refuse_without(context: click.Context, option: str, names: Collection[str]) -> None:
    """Refuse options that would be ignored without another one."""
    for parameter in _typed(context):
        if parameter.name in names:
            raise click.UsageError(
                said(
                    N_("{option} has no meaning without {other}."),
                    option=parameter.opts[0],
                    other=option,
                )
            )


def _typed(context: click.Context) -> Iterator[click.Parameter]:
    typed = click.core.ParameterSource.COMMANDLINE
    for parameter in context.command.params:
        if parameter.name in (None, "words"):  # a language means something beside everything
            continue
        if context.get_parameter_source(parameter.name) is typed:
            yield parameter
