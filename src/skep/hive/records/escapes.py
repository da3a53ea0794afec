"""Characters that a line of PGN cannot hold, written as numbered entities: `&#125;` for `}`."""

from __future__ import annotations

import re

__all__ = ["escape", "unescape"]

# Control characters, everything that some reader takes for the end of a line, half surrogate
# pairs, and & where it would look like an entity of ours.
_ALWAYS = r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]|&(?=#)|^\s|\s$"
_ENTITY = re.compile(r"&#([0-9]{1,7});")


def escape(text: str, also: str = "(?!)") -> str:
    r"""Replace what a line cannot hold, and what the pattern `also` matches.

    >>> escape("two\nlines {a}", r"[{}]")
    'two&#10;lines &#123;a&#125;'
    """
    return re.sub(f"{_ALWAYS}|{also}", lambda match: f"&#{ord(match[0])};", text)


def unescape(text: str) -> str:
    """The inverse of `escape`; entities that are no character stay as they are."""

    def character(match: re.Match[str]) -> str:
        number = int(match[1])
        return chr(number) if number < 0x110000 else match[0]

    return _ENTITY.sub(character, text) if "&#" in text else text
