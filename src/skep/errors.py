"""Every exception that skep raises on purpose.

SkepError
├── NotationError           text that cannot be taken as what it should be
│   ├── UnreadableError     it is not written in the notation at all
│   ├── IllegalMoveError    it reads well, but the rules forbid it (carries the reason)
│   └── AmbiguousError      it could mean more than one thing
├── InvalidPositionError    a set-up that no rules could have
├── InvalidOptionsError     options that do not exist or do not go together
└── RefusedError            an event that a match refuses (carries a code and its facts)
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "AmbiguousError",
    "IllegalMoveError",
    "InvalidOptionsError",
    "InvalidPositionError",
    "NotationError",
    "RefusedError",
    "SkepError",
    "UnreadableError",
]


class SkepError(Exception):
    """The root: catch this to catch everything that skep raises on purpose."""


class NotationError(SkepError, ValueError):
    """Text that cannot be taken as what it should be.

    `text` is the whole input, `at` the character (from 0) where the trouble starts, if known.
    """

    def __init__(self, message: str, *, text: str = "", at: int | None = None) -> None:
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
        self, message: str, *, text: str = "", at: int | None = None, reason: Any = None
    ) -> None:
        super().__init__(message, text=text, at=at)
        self.reason = reason


class InvalidPositionError(SkepError, ValueError):
    """A set-up that no rules could have."""


class InvalidOptionsError(SkepError, ValueError):
    """Options that do not exist or do not go together."""


class RefusedError(SkepError, ValueError):
    """An event that a match refuses; nothing has changed.

    `code` says which rule, `params` the facts that a sentence about it needs.
    """

    def __init__(self, code: str, **params: Any) -> None:
        facts = ", ".join(f"{name}={value}" for name, value in params.items())
        super().__init__(f"{code}: {facts}" if facts else code)
        self.code = code
        self.params = params
