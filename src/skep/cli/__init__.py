"""The command `skep`: one file per command, loaded only when it is called.

Exit codes: 0 all went well, 1 the answer is no (`skep why` of an illegal move), 2 the question
cannot be answered (bad arguments, a game that cannot be read, a file that cannot be written), 3 a
search stopped at its limit before it knew, 130 somebody pressed Ctrl-C, 141 whoever read the output
had enough of it. Ctrl-C at the prompt of a game leaves the game, and stops a server: both are 0.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from skep.cli.language import asked_language, speaking, spoken_to, translated
from skep.cli.streams import make_streams_safe
from skep.words import Words

__all__ = [
    "INTERRUPTED",
    "PIPE_CLOSED",
    "STOPPED_AT_LIMIT",
    "LazyGroup",
    "SpokenGroup",
    "Unanswerable",
    "main",
]

STOPPED_AT_LIMIT = 3
INTERRUPTED, PIPE_CLOSED = 130, 141  # what shells call a command that such a signal has ended

# name of the command -> the module that defines it as `command`, and its line in `skep --help`;
# the line stands here too so that the help needs no command's module
_COMMANDS = {
    "convert": ("skep.cli.convert", "Convert the games of IN to OUT."),
    "demo": (
        "skep.cli.demo",
        "Show the end of a short game, what a rule forbids, and what the engine finds.",
    ),
    "moves": ("skep.cli.moves", "List the legal moves after a game, one a line."),
    "perft": ("skep.cli.perft", "Count the lines of play of 1, 2, … DEPTH plies."),
    "version": ("skep.cli.version", "Say which version this is, and on which CPU path it runs."),
    "why": ("skep.cli.why", "Say why a move is not allowed after a game."),
    "play": (
        "skep.cli.play",
        "Play Hive at this terminal. Every move is saved: --resume goes on after anything.",
    ),
    "show": ("skep.cli.show", "Show GAME as text, or as a picture."),
    "stats": ("skep.cli.stats", "Count the games in FILES: results by set, lengths, first moves."),
    "laruche": (
        "skep.cli.laruche",
        "La Ruche: solve and play the solitaire, let bots play matches.",
    ),
    "analyse": (
        "skep.cli.analyse",
        "Search the position after a game; Ctrl-C ends it with what was found.",
    ),
    "bench": (
        "skep.cli.bench",
        "Search fixed positions with one thread and print the total of nodes.",
    ),
    "solve": (
        "skep.cli.solve",
        "Prove a forced win of the side to move, or that there is none.",
    ),
    "eval": (
        "skep.cli.eval",
        "Print the terms of the evaluation after a game, and what the network adds,"
        " without a search.",
    ),
    "review": (
        "skep.cli.review",
        "Mark the inaccuracies, mistakes and blunders of GAME and show what was better.",
    ),
    "arena": (
        "skep.cli.arena",
        "Let UHP engines play a match, each opening twice with colours swapped.",
    ),
    "uhp": (
        "skep.cli.uhp",
        "Speak UHP, the Universal Hive Protocol, on standard input and output.",
    ),
    "bot": ("skep.cli.bot", "Let a UHP engine take a seat at a server."),
    "db": ("skep.cli.db", "Care for the server's database."),
    "worker": (
        "skep.cli.worker",
        "Think for the servers of a site: moves, analyses, reviews and puzzles.",
    ),
    "serve": ("skep.cli.serve", "Hold live tables of both games."),
}


class Unanswerable(click.ClickException):
    """What a user sees of an error that skep raised on purpose."""

    exit_code = 2


class SpokenGroup(click.Group):
    """A group whose commands explain themselves in the language of whoever calls them."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = super().get_command(ctx, cmd_name)
        return command and translated(command, spoken_to(ctx))


class LazyGroup(click.Group):
    """As above; its commands are imported when they are called: `skep --help` stays quick."""

    def __init__(
        self, *args: object, modules: dict[str, tuple[str, str]], **kwargs: object
    ) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._modules:
            return None
        module, _ = self._modules[cmd_name]
        command: click.Command = importlib.import_module(module).command
        return translated(command, spoken_to(ctx))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = spoken_to(ctx)
        lines = [(name, words.gettext(line)) for name, (_, line) in sorted(self._modules.items())]
        with formatter.section(words.gettext("Commands")):
            formatter.write_dl(lines)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command. Errors that are no bugs become a message and exit code 2.

        These are the ones that skep raises on purpose, and those of the system about files and the
        network. The commands raise them and need not catch any.
        """
        from skep.errors import SkepError

        try:
            answer = super().invoke(ctx)
            sys.stdout.flush()  # here, where it is known what to do when nobody reads it
        except SkepError as error:
            raise Unanswerable(error.sentence(spoken_to(ctx))) from error
        except OSError as error:
            if error.errno == errno.EPIPE:
                _leave_output()
                ctx.exit(PIPE_CLOSED)
            if error.filename is None:
                _leave_output()  # or the rest of it would fail once more at the very end
            raise Unanswerable(_words_of(error, spoken_to(ctx))) from error
        except KeyboardInterrupt:
            click.echo(spoken_to(ctx).gettext("Interrupted."), err=True)
            ctx.exit(INTERRUPTED)
        return answer

    def main(self, args: Sequence[str] | None = None, *others: Any, **settings: Any) -> Any:
        make_streams_safe()
        given = sys.argv[1:] if args is None else list(args)
        words = asked_language(given, os.environ)
        with speaking(words):
            told = translated(self, words)
            return super(LazyGroup, told).main(given, *others, obj=words, **settings)


def _leave_output() -> None:
    """Nothing more goes to whoever read our output, not even what is still to be flushed."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _words_of(error: OSError, words: Words) -> str:
    if error.strerror is None:
        return str(error)
    if error.filename is None:  # files of ours have names: it is a stream
        return words.say("the output cannot be written: {problem}", problem=error.strerror)
    return f"{error.filename}: {error.strerror}"


def _say_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        import skep

        click.echo(f"skep {skep.__version__}")
        context.exit()


@click.group(
    cls=LazyGroup, modules=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_say_version,
    help="Say which version this is.",
)
def main() -> None:
    """Hive and La Ruche: rules, engine and a place to play."""
