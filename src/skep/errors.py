"""Every exception that skep raises on purpose.

SkepError
├── NotationError           text that cannot be taken as what it should be
│   ├── UnreadableError     it is not written in the notation at all
│   ├── IllegalMoveError    it reads well, but the rules forbid it (carries the reason)
│   ├── AmbiguousError      it could mean more than one thing
│   └── RecordError         a damaged game record (carries line, ply and what was readable)
├── InvalidPositionError    a set-up that no rules could have
├── InvalidOptionsError     options that do not exist or do not go together
├── WrongTypeError          a value of a kind that is not taken there
├── CoreError               the compiled core cannot run as it was asked to
├── RefusedError            an event that a match refuses (carries a code and its facts)
│   └── CommandRefusedError a command that the server refuses
├── UnreachableError        no server answers at an address
├── NothingToUndoError      no move has been played that could be taken back
├── SetupError              the server cannot start as it is set up
├── StorageAwayError        the server's database does not answer
├── GameOverError           a move was asked for, but the game has ended
└── EngineError             another program that plays by UHP did not do as it should
    ├── EngineStartError    it could not be started, or did not greet
    ├── EngineCrashError    it ended while it was still needed
    ├── EngineTimeoutError  it did not answer in time
    ├── EngineGarbageError  its answer cannot be understood
    └── EngineRefusalError  it answered err or invalidmove (carries its words)
"""

from __future__ import annotations

from typing import Any, Protocol

__all__ = [
    "AmbiguousError",
    "CommandRefusedError",
    "CoreError",
    "EngineCrashError",
    "EngineError",
    "EngineGarbageError",
    "EngineRefusalError",
    "EngineStartError",
    "EngineTimeoutError",
    "GameOverError",
    "IllegalMoveError",
    "InvalidOptionsError",
    "InvalidPositionError",
    "NotationError",
    "NothingToUndoError",
    "RecordError",
    "RefusedError",
    "SetupError",
    "SkepError",
    "StorageAwayError",
    "Told",
    "UnreachableError",
    "UnreadableError",
    "WrongTypeError",
]


class _Language(Protocol):
    def gettext(self, text: str) -> str: ...


class Told:
    """What an error says to people: a text of the catalogues, and the facts that stand in it.

    A fact that has a sentence of its own is said in the same language.

    >>> str(Told("line {line}: {problem}", line=3, problem=Told("expected a game")))
    'line 3: expected a game'
    """

    __slots__ = ("facts", "text")

    def __init__(self, text: str, /, **facts: Any) -> None:
        self.text = text
        self.facts = facts

    def sentence(self, words: _Language) -> str:
        """It in this language, with its facts in their places."""
        said = {
            name: fact.sentence(words) if hasattr(fact, "sentence") else fact
            for name, fact in self.facts.items()
        }
        return words.gettext(self.text).format(**said)

    def __str__(self) -> str:
        return self.text.format(**self.facts)

    def __repr__(self) -> str:
        return repr(str(self))

    def __format__(self, _form: str) -> str:
        return str(self)


class SkepError(Exception):
    """The root: catch this to catch everything that skep raises on purpose.

    As a text it is English. What people may do wrong is told in every language by `sentence`.
    """

    @property
    def told(self) -> str | Told:
        """What it says, to be said again inside of another error."""
        return self.args[0] if self.args and isinstance(self.args[0], Told) else str(self)

    def sentence(self, words: _Language) -> str:
        """What is wrong, in this language where it was told in words that can be translated."""
        told = self.told
        return told.sentence(words) if isinstance(told, Told) else told


class NotationError(SkepError, ValueError):
    """Text that cannot be taken as what it should be.

    `text` is the whole input, `at` the character (from 0) where the trouble starts, if known.
    """

    def __init__(self, message: str | Told, *, text: str = "", at: int | None = None) -> None:
        super().__init__(message)
        self.text = text
        self.at = at


class UnreadableError(NotationError):
    """The text is not written in the expected notation."""


class AmbiguousError(NotationError):
    """The text could mean more than one thing."""


class IllegalMoveError(NotationError):
    """The text reads well, but the rules forbid the move. `reason` says which rule."""

    def __init__(
        self, message: str | Told, *, text: str = "", at: int | None = None, reason: Any = None
    ) -> None:
        super().__init__(message, text=text, at=at)
        self.reason = reason


class RecordError(NotationError):
    """A game record is damaged.

    `line` counts from 1 in the file or text; `ply` from 1 too, None outside the moves. `game` is
    the game as far as it could be read, None if nothing could.
    """

    def __init__(
        self,
        message: str | Told,
        *,
        line: int | None = None,
        ply: int | None = None,
        game: Any = None,
        text: str = "",
        at: int | None = None,
    ) -> None:
        super().__init__(_placed(message, line, ply), text=text, at=at)
        self.line = line
        self.ply = ply
        self.game = game


def _placed(problem: str | Told, line: int | None, ply: int | None) -> str | Told:
    if line is None and ply is None:
        return problem
    if ply is None:
        return Told("line {line}: {problem}", line=line, problem=problem)
    if line is None:
        return Told("ply {ply}: {problem}", ply=ply, problem=problem)
    return Told("line {line}, ply {ply}: {problem}", line=line, ply=ply, problem=problem)


class InvalidPositionError(SkepError, ValueError):
    """A set-up that no rules could have."""


class InvalidOptionsError(SkepError, ValueError):
    """Options that do not exist or do not go together."""


class WrongTypeError(SkepError, TypeError):
    """A value of a kind that is not taken there."""


class CoreError(SkepError, RuntimeError):
    """The compiled core cannot run as it was asked to, by SKEP_CPU for example."""


class RefusedError(SkepError, ValueError):
    """An event that a match refuses; nothing has changed.

    `code` says which rule, `params` the facts that a sentence about it needs.
    """

    def __init__(self, code: str, **params: Any) -> None:
        facts = ", ".join(f"{name}={value}" for name, value in params.items())
        super().__init__(f"{code}: {facts}" if facts else code)
        self.code = code
        self.params = params


class UnreachableError(SkepError, ConnectionError):
    """No server answers at an address."""


class NothingToUndoError(SkepError, IndexError):
    """No move has been played that could be taken back."""


class GameOverError(SkepError):
    """A move was asked for, but the game has ended."""


class EngineError(SkepError):
    """Another program that plays by UHP did not do as it should."""


class EngineStartError(EngineError):
    """It could not be started, or did not greet."""


class EngineCrashError(EngineError):
    """It ended while it was still needed."""


class EngineTimeoutError(EngineError):
    """It did not answer in time."""


class EngineGarbageError(EngineError):
    """Its answer cannot be understood."""


class EngineRefusalError(EngineError):
    """It answered `err` or `invalidmove`; the message holds its words."""


class CommandRefusedError(RefusedError):
    """A command that the server refuses, with a sentence for programmers."""

    def __init__(self, code: str, message: str, **params: Any) -> None:
        super().__init__(code, **params)
        self.message = message

    def __str__(self) -> str:
        return self.message


class SetupError(SkepError):
    """The server cannot start as it is set up; the message says what to change."""


class StorageAwayError(SkepError):
    """The server's database does not answer, so it is not known what is stored."""
