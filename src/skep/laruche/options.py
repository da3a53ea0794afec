"""The options of a match and the seats at its table, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Literal, get_args

from skep.errors import InvalidOptionsError, Told

__all__ = [
    "GIFT_TIMES_MS",
    "MAX_SEATS",
    "RULES_VERSION",
    "DealSize",
    "Help",
    "MatchOptions",
    "Seat",
    "TripleGift",
]

TripleGift = Literal["off", "split", "one"]
Help = Literal["turn", "none", "show"]
DealSize = Literal["full", "15", "10", "8"]

MAX_SEATS = 6
GIFT_TIMES_MS: Final = (5_000, 8_000, 12_000)
RULES_VERSION: Final = 3
_MAX_MS = 3_600_000
_SWITCH = {"on": True, "off": False, "true": True, "false": False}
# What the options of version 1, which knew none of these, come to.
_VERSION_1: Final = {"rules_version": 1, "gift_ms": 5_000, "help": "turn", "miss_ms": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOptions:
    """What the players agreed on. All optional rules of the booklet are off unless switched on.

    `bee_gift`: laying a tile bee up earns one gift. `triple_gift`: touching three tiles or more
    earns up to three gifts, for opponents at will (`split`) or all for one (`one`). `gift_ms`: how
    long a gift can be made (0 chooses: 8 s with triple gifts, else 5 s). `unblock`: when nothing
    fits, the player with most tiles lays one by a single edge. `stall_ms`: so long without a tile
    laid ends the round; 0 switches it off. `deal`: all tiles, or 8, 10 or 15 a hand and the
    rest stays out.

    For screens. `help`: a tile over a spot turns by itself (`turn`), by hand (`none`), or what fits
    is shown (`show`). `miss_ms`: so long may a seat not lay after it sent a tile to a spot that it
    does not fit; 0 refuses such a tile and costs nothing.

    `rules_version` is a fact of the match, nothing to choose. Version 1 had no misses, no short
    deals, and gifts of any length; up to version 2 a pause ended at once. A server reads what a
    player asks for by `chosen`, and what its log holds by `stored`, which takes an option set
    without a version for one of version 1.

    >>> MatchOptions.parse("rounds=1 bee_gift=on").bee_gift
    True
    >>> MatchOptions.chosen({"triple_gift": "one"}).gift_ms
    8000
    >>> MatchOptions.stored({"triple_gift": "one"}).gift_ms
    5000
    """

    rounds: int = 3
    bee_gift: bool = False
    triple_gift: TripleGift = "off"
    unblock: bool = False
    stall_ms: int = 60_000
    setup_ms: int = 15_000
    gift_ms: int = 0
    absent_ms: int = 20_000
    break_ms: int = 30_000
    pause_ms: int = 600_000  # a pause ends by itself then, should nobody come back
    deal: DealSize = "full"
    help: Help = "turn"
    miss_ms: int = 1_500
    rules_version: int = RULES_VERSION

    def __post_init__(self) -> None:
        _check_number("rules_version", self.rules_version, 1, RULES_VERSION)
        _check_number("rounds", self.rounds, 1, 20)
        for name in ("bee_gift", "unblock"):
            if type(getattr(self, name)) is not bool:
                told = Told(
                    "{name} is true or false (on or off), not {found}",
                    name=name,
                    found=repr(getattr(self, name)),
                )
                raise InvalidOptionsError(told)
        _check_choice("triple_gift", self.triple_gift, get_args(TripleGift))
        _check_choice("deal", self.deal, get_args(DealSize))
        _check_choice("help", self.help, get_args(Help))
        for name in ("stall_ms", "setup_ms", "absent_ms", "break_ms", "pause_ms"):
            _check_number(name, getattr(self, name), 0 if name == "stall_ms" else 1, _MAX_MS)
        _check_number("miss_ms", self.miss_ms, 0, 5_000)
        if type(self.gift_ms) is int and self.gift_ms == 0:
            usual_ms = 5_000 if self.triple_gift == "off" else 8_000
            object.__setattr__(self, "gift_ms", usual_ms)
        elif self.rules_version == 1:
            _check_number("gift_ms", self.gift_ms, 1, _MAX_MS)
        elif type(self.gift_ms) is not int or self.gift_ms not in GIFT_TIMES_MS:
            raise InvalidOptionsError(
                Told("gift_ms is 5000, 8000 or 12000, not {found}", found=repr(self.gift_ms))
            )

    @classmethod
    def chosen(cls, values: Mapping[str, object]) -> MatchOptions:
        """What somebody asks for a new match; what is not named has its default."""
        _check_names(values, [name for name in _names() if name != "rules_version"])
        return cls(**values)  # type: ignore[arg-type]

    @classmethod
    def stored(cls, values: Mapping[str, object]) -> MatchOptions:
        """What was stored, as the rules of its time meant it.

        Without a `rules_version` that is version 1: no misses, tiles turn by themselves, gifts
        last 5 s.
        """
        _check_names(values, _names())
        older = {} if values.get("rules_version", 1) != 1 else _VERSION_1
        return cls(**{**older, **values})  # type: ignore[arg-type]

    @classmethod
    def parse(cls, text: str) -> MatchOptions:
        """Read `name=value` pairs; what is not named has its default."""
        return cls(**_read_pairs(text))  # type: ignore[arg-type]

    @classmethod
    def parse_stored(cls, text: str) -> MatchOptions:
        """Read the pairs of a record: like `stored`."""
        return cls.stored(_read_pairs(text))

    def __str__(self) -> str:
        """All options as `parse` and `parse_stored` read them."""
        words = {True: "on", False: "off"}
        pairs = []
        for field in fields(self):
            value = getattr(self, field.name)
            pairs.append(f"{field.name}={words[value] if type(value) is bool else value}")
        return " ".join(pairs)

    def recorded(self) -> str:
        """As `parse_stored` reads them; those of version 1 as version 1 wrote them.

        >>> "miss_ms" in MatchOptions().recorded(), "miss_ms" in MatchOptions.stored({}).recorded()
        (True, False)
        """
        later = {"deal": "full", "help": "turn", "miss_ms": 0, "rules_version": 1}
        pairs = str(self).split()
        if any(getattr(self, name) != value for name, value in later.items()):
            return " ".join(pairs)
        return " ".join(pair for pair in pairs if pair.partition("=")[0] not in later)

    def hand_size(self, seats: int) -> int:
        """How many tiles each of so many seats is dealt.

        >>> [MatchOptions(deal="15").hand_size(seats) for seats in (2, 4, 6)]
        [15, 15, 10]
        """
        share = 60 // seats
        return share if self.deal == "full" else min(share, int(self.deal))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """Who sits at the table: a name, the level of a bot (None for a person), and handicaps.

    `handicap_ms` is the pause that this seat keeps between two of its placements. `show` gives this
    seat alone the help `show`: what fits is shown, and it cannot miss.
    """

    name: str
    bot: int | None = None
    handicap_ms: int = 0
    show: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not 1 <= len(self.name) <= 60:
            raise InvalidOptionsError(
                Told("a name has 1 to 60 characters, not {found}", found=repr(self.name))
            )
        if self.name != " ".join(self.name.split()) or not self.name.isprintable():
            raise InvalidOptionsError(
                Told("a name is one line of words, not {found}", found=repr(self.name))
            )
        if self.bot is not None and (type(self.bot) is not int or not 1 <= self.bot <= 5):
            raise InvalidOptionsError(
                Told("bot levels are 1 to {most}, not {found}", most=5, found=repr(self.bot))
            )
        _check_number("handicap_ms", self.handicap_ms, 0, 60_000)
        if type(self.show) is not bool:
            raise InvalidOptionsError(
                Told("{name} is true or false, not {found}", name="show", found=repr(self.show))
            )


def _names() -> list[str]:
    return [field.name for field in fields(MatchOptions)]


def _check_names(values: Mapping[str, object], known: list[str]) -> None:
    if strange := [str(name) for name in values if name not in known]:
        told = Told(
            "La Ruche has the options {known}, not {found}",
            known=", ".join(known),
            found=", ".join(strange),
        )
        raise InvalidOptionsError(told)


def _check_number(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        told = Told(
            "{name} is {least} to {most}, not {found}",
            name=name,
            least=least,
            most=most,
            found=repr(value),
        )
        raise InvalidOptionsError(told)


def _check_choice(name: str, value: object, known: tuple[str, ...]) -> None:
    if value not in known:
        told = Told(
            "{name} is one of {known}, not {found}",
            name=name,
            known=", ".join(known),
            found=repr(value),
        )
        raise InvalidOptionsError(told)


def _read_pairs(text: str) -> dict[str, object]:
    known = {field.name: field.default for field in fields(MatchOptions)}
    values: dict[str, object] = {}
    for pair in text.split():
        name, _, value = pair.partition("=")
        if name not in known:
            told = Told(
                "{found} is not an option: expected one of {known}, as in {example}",
                found=repr(pair),
                known=", ".join(known),
                example="rounds=3",
            )
            raise InvalidOptionsError(told)
        if isinstance(known[name], bool):
            values[name] = _SWITCH.get(value, value)
        elif isinstance(known[name], int):
            values[name] = int(value) if value.isascii() and value.isdigit() else value
        else:
            values[name] = value
    return values
