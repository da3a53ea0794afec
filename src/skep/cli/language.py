"""In which language a command for people answers: as asked for, else as the terminal is set."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import click

from skep.words import CODES, PSEUDO, Words, environment_language, words_in

__all__ = ["language_option"]

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _chosen(_context: click.Context, _parameter: click.Parameter, code: str | None) -> Words:
    return words_in(code or environment_language(os.environ))


def language_option(command: _Command) -> _Command:
    """`--language`; the command is given the `words`."""
    return click.option(
        "--language",
        "words",
        type=click.Choice([*CODES, PSEUDO]),
        metavar="CODE",
        callback=_chosen,
        help=f"One of {', '.join(CODES)}. [the terminal's: LC_ALL, LC_MESSAGES or LANG]",
    )(command)
