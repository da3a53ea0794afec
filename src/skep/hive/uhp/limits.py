"""The limit of a `bestmove` command, as text."""

from __future__ import annotations

import re
from typing import Final

from skep.errors import UnreadableError
from skep.hive.engine import Limit

__all__ = ["format_limit", "format_time", "parse_limit"]

_TIME: Final = re.compile(r"(\d{1,3}):([0-5]?\d):([0-5]?\d(?:\.\d{1,9})?)", re.ASCII)
_SECONDS: Final = re.compile(r"(?:\d{1,6}(?:\.\d{0,9})?|\.\d{1,9})", re.ASCII)
_WHOLE: Final = re.compile(r"\d{1,12}", re.ASCII)
_DEEPEST: Final = 250
_FORMS: Final = "time hh:mm:ss, depth N, nodes N or seconds S"


def parse_limit(text: str) -> Limit:
    """Read what follows `bestmove`. Fractions of seconds are welcome.

    >>> parse_limit("time 00:00:01.5").seconds
    1.5
    >>> parse_limit("depth 4").depth
    4
    """
    words = text.split()
    if len(words) == 2:
        kind, value = words[0].lower(), words[1]
        if kind == "time" and (match := _TIME.fullmatch(value)):
            hours, minutes, seconds = match.groups()
            return Limit(seconds=3600.0 * int(hours) + 60.0 * int(minutes) + float(seconds))
        if kind == "seconds" and _SECONDS.fullmatch(value):
            return Limit(seconds=float(value))
        if kind in ("depth", "nodes") and _WHOLE.fullmatch(value) and int(value) > 0:
            number = int(value)
            return Limit(depth=min(number, _DEEPEST)) if kind == "depth" else Limit(nodes=number)
    raise UnreadableError(
        f"expected bestmove {_FORMS}, found {' '.join(words)[:60]!r}", text=text, at=0
    )


def format_time(seconds: float) -> str:
    """Write a time as hh:mm:ss, with a fraction only where there is one.

    >>> format_time(61), format_time(0.25)
    ('00:01:01', '00:00:00.25')
    """
    milliseconds = max(1, round(seconds * 1000)) if seconds > 0 else 0
    whole, rest = divmod(milliseconds, 1000)
    text = f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{text}.{rest:03}".rstrip("0") if rest else text


def format_limit(limit: Limit) -> str:
    """Write a limit as the arguments of `bestmove`; UHP knows one kind at a time.

    Nodes are not in the protocol, but our server takes them.

    >>> format_limit(Limit(nodes=5000))
    'nodes 5000'
    """
    if limit.seconds is not None:
        return f"time {format_time(limit.seconds)}"
    if limit.depth is not None:
        return f"depth {limit.depth}"
    if limit.nodes is not None:
        return f"nodes {limit.nodes}"
    raise UnreadableError("bestmove needs a limit by time, depth or nodes")
