"""What the pseudo-language has not touched: plain words outside of its brackets."""

from __future__ import annotations

import re

__all__ = ["is_english"]

# What is no language: our name, those of the games, people, pieces and moves, sets of bugs.
NAMES = re.compile(
    r"\b(skep|Hive|La Ruche|XX|Ada|Ben|Maximiliane \w+|\w+ enailimixaM|"
    r"Base(\+[MLP]+)?|PGN|pass|"
    r"[wb]?[QSBGAMLP][1-3]?|ms|s|d|ok|"
    # dates: the browser writes them, and has no pseudo-language
    r"(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)|"
    r"(Jan|Febr)uary|March|April|May|June|July|August|(Septem|Octo|Novem|Decem)ber)\b"
)


def is_english(text: str) -> bool:
    """Is there a word outside of the brackets that the pseudo-language sets?

    >>> is_english("[Pláý ~]"), is_english("Play"), is_english("[{n}] wA1"), is_english("[a [b] c]")
    (False, True, False, False)
    """
    depth, outside = 0, ""
    for char in text:
        depth += (char == "[") - (char == "]")
        outside += char if depth == 0 and char != "]" else ""
    return bool(re.search(r"[A-Za-z]{2,}", NAMES.sub("", outside)))
