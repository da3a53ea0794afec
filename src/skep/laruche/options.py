"""The options of a match and the seats at its table, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal, get_args

from skep.errors import InvalidOptionsError

__all__ = ["MAX_SEATS", "MatchOptions", "Seat", "TripleGift"]

TripleGift = Literal["off", "split", "one"]

MAX_SEATS = 6
_MAX_MS = 3_600_000
_SWITCH = {"on": True, "off": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """What the players agreed on. All optional rules of the booklet are off unless switched on.

    `bee_gift`: laying a tile bee up earns one gift. `triple_gift`: touching three tiles or more
    earns up to three gifts, for opponents at will (`split`) or all for one (`one`). `unblock`: when
    nothing fits, the player with most tiles lays one by a single edge. `stall_ms`: so long without
    a tile laid ends the round; 0 switches it off.

    >>> MatchOptions.parse("rounds=1 bee_gift=on").bee_gift
    True
    """

    rounds: int = 3
    bee_gift: bool = False
    triple_gift: TripleGift = "off"
    unblock: bool = False
    stall_ms: int = 60_000
    setup_ms: int = 15_000
    gift_ms: int = 5_000
    absent_ms: int = 20_000
    break_ms: int = 30_000
    pause_ms: int = 600_000  # a pause ends by itself then, should nobody come back

    def __post_init__(self) -> None:
        if type(self.rounds) is not int or not 1 <= self.rounds <= 20:
            raise InvalidOptionsError(f"rounds is 1 to 20, not {self.rounds!r}")
        for name in ("bee_gift", "unblock"):
            if type(getattr(self, name)) is not bool:
                raise InvalidOptionsError(f"{name} is true or false, not {getattr(self, name)!r}")
        if self.triple_gift not in get_args(TripleGift):
            raise InvalidOptionsError(
                f"triple_gift is one of {', '.join(get_args(TripleGift))}, not {self.triple_gift!r}"
            )
        for name in ("stall_ms", "setup_ms", "gift_ms", "absent_ms", "break_ms", "pause_ms"):
            value = getattr(self, name)
            least = 0 if name == "stall_ms" else 1
            if type(value) is not int or not least <= value <= _MAX_MS:
                raise InvalidOptionsError(f"{name} is {least} to {_MAX_MS}, not {value!r}")

    @classmethod
    def parse(cls, text: str) -> MatchOptions:
        """Read `name=value` pairs; what is not named has its default."""
        known = {field.name: field.default for field in fields(cls)}
        values: dict[str, object] = {}
        for pair in text.split():
            name, _, value = pair.partition("=")
            if name not in known:
                raise InvalidOptionsError(
                    f"{pair!r} is not an option: expected one of {', '.join(known)}, as in rounds=3"
                )
            if isinstance(known[name], bool):
                values[name] = _SWITCH.get(value, value)
            elif isinstance(known[name], int):
                values[name] = int(value) if value.isascii() and value.isdigit() else value
            else:
                values[name] = value
        return cls(**values)  # type: ignore[arg-type]

    def __str__(self) -> str:
        """All options as `parse` reads them."""
        words = {True: "on", False: "off"}
        pairs = []
        for field in fields(self):
            value = getattr(self, field.name)
            pairs.append(f"{field.name}={words[value] if type(value) is bool else value}")
        return " ".join(pairs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits at the table: a name, the level of a bot (None for a person), and a handicap.

    `handicap_ms` is the pause that this seat keeps between two of its placements.
    """

    name: str
    bot: int | None = None
    handicap_ms: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not 1 <= len(self.name) <= 60:
            raise InvalidOptionsError(f"a name has 1 to 60 characters, not {self.name!r}")
        if self.name != " ".join(self.name.split()) or not self.name.isprintable():
            raise InvalidOptionsError(f"a name is one line of words, not {self.name!r}")
        if self.bot is not None and (type(self.bot) is not int or not 1 <= self.bot <= 5):
            raise InvalidOptionsError(f"bot levels are 1 to 5, not {self.bot!r}")
        if type(self.handicap_ms) is not int or not 0 <= self.handicap_ms <= 60_000:
            raise InvalidOptionsError(f"handicap_ms is 0 to 60000, not {self.handicap_ms!r}")
