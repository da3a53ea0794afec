"""The options of the UHP server: one table, typed and ranged, read and written in one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from skep.errors import InvalidOptionsError
from skep.hive.engine import LEVELS
from skep.hive.engine.limits import MOST_THREADS, most_hash_mib
from skep.hive.engine.network import DEFAULT_EVALUATION

__all__ = [
    "BoolOption",
    "EnumOption",
    "IntOption",
    "Option",
    "OptionTable",
    "engine_options",
    "game_options",
]

_Value = bool | int | str


@dataclass(frozen=True, slots=True)
class BoolOption:
    """An option that is on or off."""

    name: str
    default: bool

    def parse(self, text: str) -> bool:
        """Read a value."""
        values = {"true": True, "false": False}
        if text.lower() not in values:
            raise InvalidOptionsError(f"{self.name} is True or False, not {text[:40]!r}")
        return values[text.lower()]

    def format(self, value: _Value) -> str:
        """Write a value."""
        return f"{self.name};bool;{value};{self.default}"


@dataclass(frozen=True, slots=True)
class IntOption:
    """An option that is a number of a range."""

    name: str
    default: int
    least: int
    most: int

    def parse(self, text: str) -> int:
        """Read a value."""
        # Only plain digits: int() would also take "1_000" and digits of other scripts.
        if text.isascii() and text.isdigit() and len(text) < 10:
            value = int(text)
            if self.least <= value <= self.most:
                return value
        raise InvalidOptionsError(
            f"{self.name} is a whole number from {self.least} to {self.most}, not {text[:40]!r}"
        )

    def format(self, value: _Value) -> str:
        """Write a value."""
        return f"{self.name};int;{value};{self.default};{self.least};{self.most}"


@dataclass(frozen=True, slots=True)
class EnumOption:
    """An option with a few words to choose from."""

    name: str
    default: str
    values: tuple[str, ...]

    def parse(self, text: str) -> str:
        """Read a value."""
        for value in self.values:
            if value.lower() == text.lower():
                return value
        raise InvalidOptionsError(
            f"{self.name} is one of {', '.join(self.values)}, not {text[:40]!r}"
        )

    def format(self, value: _Value) -> str:
        """Write a value."""
        return ";".join([self.name, "enum", str(value), self.default, *self.values])


Option = BoolOption | IntOption | EnumOption


def game_options() -> tuple[Option, ...]:
    """What can be set whoever thinks."""
    return (
        EnumOption("Repetition", "Draw", ("Draw", "Offer")),
        EnumOption("OpeningQueen", "Forbidden", ("Forbidden", "Allowed")),
    )


def engine_options() -> tuple[Option, ...]:
    """What `skep uhp` lets its users set."""
    return (
        IntOption("Threads", 1, 1, MOST_THREADS),
        IntOption("HashMiB", 64, 1, most_hash_mib()),
        IntOption("Level", 0, 0, len(LEVELS)),
        IntOption("MultiPV", 1, 1, 100),
        *game_options(),
        EnumOption("Evaluation", DEFAULT_EVALUATION.title(), ("Terms", "Network")),
        BoolOption("Variety", True),
        IntOption("Seed", 0, 0, 999_999_999),
        IntOption("OverheadMs", 5, 0, 5000),
        BoolOption("Verbose", False),
    )


class OptionTable:
    """The options and their values now; names are found in any letter case."""

    def __init__(self, options: Iterable[Option]) -> None:
        self._options = {option.name.lower(): option for option in options}
        self._values: dict[str, _Value] = {
            option.name: option.default for option in self._options.values()
        }

    def find(self, name: str) -> Option:
        """The option of a name, in any letter case."""
        option = self._options.get(name.lower())
        if option is None:
            known = ", ".join(option.name for option in self._options.values())
            raise InvalidOptionsError(f"there is no option {name[:40]!r}: expected one of {known}")
        return option

    def set(self, name: str, text: str, apply: Callable[[str], None]) -> Option:
        """Set an option and let `apply` make it so; if that fails the old value stays."""
        option = self.find(name)
        before = self._values[option.name]
        self._values[option.name] = option.parse(text)
        try:
            apply(option.name)
        except BaseException:
            self._values[option.name] = before
            raise
        return option

    def line(self, option: Option) -> str:
        """One option as UHP tells it."""
        return option.format(self._values[option.name])

    def lines(self) -> list[str]:
        """All options as UHP tells them."""
        return [self.line(option) for option in self._options.values()]

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        return int(self._values[name])

    def flag(self, name: str) -> bool:
        """The value of an option that is on or off."""
        return bool(self._values[name])

    def word(self, name: str) -> str:
        """The value of an option that is a word."""
        return str(self._values[name])
