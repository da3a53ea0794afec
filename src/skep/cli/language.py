"""In which language commands speak to people: as asked for, else as the terminal is set.

The help is in it too. What programs read stays English, and so does everything about UHP.
"""

from __future__ import annotations

import contextlib
import copy
import importlib
import inspect
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

import click

from skep.errors import SkepError
from skep.words import CODES, ENGLISH, N_, PSEUDO, Words, environment_language, words_in

__all__ = [
    "asked_language",
    "language_option",
    "paragraphs",
    "said",
    "said_many",
    "speaking",
    "spoken_to",
    "told_by",
    "translated",
    "words_now",
]

_Command = TypeVar("_Command", bound=Callable[..., Any])
_Explained = TypeVar("_Explained", bound=click.Command)
_OPTION: Final = "--language"
_HELP: Final = N_("One of en, de, nl, fr, es, it. [the terminal's: LC_ALL, LC_MESSAGES or LANG]")

# What click says by itself, as far as our commands let it. It asks Python's gettext, which reads
# compiled files only; so its modules are given our words for as long as a command runs.
_CLICK_MODULES: Final = ("core", "decorators", "exceptions", "formatting", "parser", "types")
_CLICK: Final = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Show this message and exit."),
    N_("default: {default}"),
    N_("required"),
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing command."),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("Option {name!r} does not take a value."),
)
# Here click would say its own name for a kind of file first, which has no forms.
_CLICK_OF_FILES: Final = {
    "{name} {filename!r} does not exist.": N_("{filename!r} does not exist."),
    "{name} {filename!r} is a directory.": N_("{filename!r} is a folder."),
    "{name} {filename!r} is a file.": N_("{filename!r} is a file."),
    "{name} {filename!r} is not readable.": N_("{filename!r} cannot be read."),
    "{name} {filename!r} is not writable.": N_("{filename!r} cannot be written."),
}


def _click_plurals(words: Words) -> None:
    """Gathered for translators."""
    words.ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 1)
    words.ngettext(
        "Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 1
    )
    words.ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 1)
    words.ngettext(
        "Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 1
    )


@contextlib.contextmanager
def speaking(words: Words) -> Iterator[None]:
    """While this lasts, click speaks a language."""

    def gettext(text: str) -> str:
        return words.gettext(_CLICK_OF_FILES.get(text, text)) if words is not ENGLISH else text

    modules = [importlib.import_module(f"click.{name}") for name in _CLICK_MODULES]
    before = [(one, name, getattr(one, name)) for one in modules for name in ("_", "ngettext")
              if hasattr(one, name)]  # fmt: skip
    try:
        for module, name, _ in before:
            setattr(module, name, gettext if name == "_" else words.ngettext)
        yield
    finally:
        for module, name, function in before:
            setattr(module, name, function)


def asked_language(arguments: Sequence[str], environment: Mapping[str, str]) -> Words:
    """Found before anything else is read: the help and complaints about the rest need it.

    >>> asked_language(["why", "--language", "de", "--help"], {}).code
    'de'
    """
    for n, argument in enumerate(arguments):
        name, _, code = argument.partition("=")
        if name == _OPTION:
            code = code or next(iter(arguments[n + 1 :]), "")
            if code in (*CODES, PSEUDO):
                return words_in(code)
    return words_in(environment_language(environment))


def spoken_to(context: click.Context) -> Words:
    """The language of whoever called the command."""
    return context.find_object(Words) or ENGLISH


def said(text: str, /, **facts: object) -> str:
    """A text for whoever called the command that runs now; mark it by `N_`."""
    return words_now().say(text, **facts)


def said_many(one: str, many: str, n: int, /, **facts: object) -> str:
    """As above, of a number of things."""
    return words_now().say_many(one, many, n, **facts)


def told_by(error: SkepError) -> str:
    """What an error says to whoever called the command that runs now."""
    return error.sentence(words_now())


def words_now() -> Words:
    """The language of whoever called the command that runs now."""
    context = click.get_current_context(silent=True)
    return spoken_to(context) if context is not None else ENGLISH


def paragraphs(text: str) -> list[str]:
    """A help as translators get it, each paragraph on one line.

    >>> paragraphs("Say why.\\n\\n    GAME is\\n    a set.")
    ['Say why.', 'GAME is a set.']
    """
    parts = re.split(r"\n\s*\n", inspect.cleandoc(text))
    return [" ".join(part.split()) for part in parts if part.strip()]


def translated(command: _Explained, words: Words) -> _Explained:
    """A command that explains itself in a language. The one that was given stays as it is."""
    told = copy.copy(command)
    told.params = [_explained(parameter, words) for parameter in command.params]
    if command.help:
        told.help = "\n\n".join(map(words.gettext, paragraphs(command.help)))
    # A command that hands all it is given to another program (UHP) has no such option.
    if not command.ignore_unknown_options and all(one.name != "words" for one in told.params):
        told.params.append(_explained(_option(expose_value=False), words))
    return told


def _explained(parameter: click.Parameter, words: Words) -> click.Parameter:
    if not isinstance(parameter, click.Option) or not parameter.help:
        return parameter
    told = copy.copy(parameter)
    (text,) = paragraphs(parameter.help)
    told.help = words.gettext(text)
    return told


class _Code(click.Choice[str]):
    """The six languages; the one that tests speak is taken too, but not offered."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if value == PSEUDO else super().convert(value, param, ctx)


def _option(*, expose_value: bool) -> click.Option:
    return click.Option(
        [_OPTION, "words"],
        type=_Code(CODES),
        metavar="CODE",
        callback=_chosen,
        expose_value=expose_value,
        help=_HELP,
    )


def _chosen(_context: click.Context, _parameter: click.Parameter, code: str | None) -> Words:
    return words_in(code or environment_language(os.environ))


def language_option(command: _Command) -> _Command:
    """`--language`; the command is given the `words`."""
    return click.option(
        _OPTION,
        "words",
        type=_Code(CODES),
        metavar="CODE",
        callback=_chosen,
        help=_HELP,
    )(command)
