"""What a function was given is of the kind that it takes: one way to say that it is not."""

from __future__ import annotations

from typing import Any

from skep.errors import InvalidOptionsError, WrongTypeError

__all__ = ["expect", "expect_board", "expect_number"]


def expect(value: object, kind: Any, words: str) -> None:
    """WrongTypeError for a value of another kind; `words` say what was expected.

    >>> expect("white", int, "a ply is a whole number")
    Traceback (most recent call last):
    skep.errors.WrongTypeError: a ply is a whole number, not 'white'
    """
    if not isinstance(value, kind):
        raise WrongTypeError(f"{words}, not {value!r}")


def expect_board(value: object) -> None:
    """WrongTypeError for what has no pieces on cells: drawings take any class that has."""
    if not hasattr(value, "stack_at"):
        raise WrongTypeError(f"a drawing needs a Position, not {value!r}")


def expect_number(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is no whole number, and a number out of its range.

    >>> expect_number("seed", -1, 0, 99)
    Traceback (most recent call last):
    skep.errors.InvalidOptionsError: seed is a whole number from 0 to 99, not -1
    """
    expect(value, int, f"{name} is a whole number")
    assert isinstance(value, int)
    if not least <= value <= most:
        raise InvalidOptionsError(f"{name} is a whole number from {least} to {most}, not {value!r}")
