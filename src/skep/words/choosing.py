"""Which language somebody wants: by a browser's header, or by a terminal's environment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

__all__ = ["CODES", "NAMES", "PSEUDO", "environment_language", "preferred_language"]

# each language's name in itself, for whoever looks for it among words that they cannot read
NAMES = {
    "en": "English",
    "de": "Deutsch",
    "nl": "Nederlands",
    "fr": "Français",
    "es": "Español",
    "it": "Italiano",
}
CODES = tuple(NAMES)
PSEUDO = "xx"  # longer and accented: shows what overflows and what was never translatable


def preferred_language(accepted: str) -> str:
    """The language that a browser's Accept-Language asks for first.

    >>> preferred_language("tlh, de-AT;q=0.8, en;q=0.5")
    'de'
    """
    weighed = []
    for part in accepted[:200].split(","):
        code, _, quality = part.strip().partition(";q=")
        try:
            weighed.append((-float(quality or 1), code))
        except ValueError:
            continue
    return _known(code for _, code in sorted(weighed, key=lambda pair: pair[0])) or "en"


def environment_language(environment: Mapping[str, str]) -> str:
    """The language of a terminal, by the variables that POSIX and gettext look at.

    >>> environment_language({"LANG": "fr_FR.UTF-8"})
    'fr'
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name):
            # A list of wishes counts only where a language is wished for at all.
            wishes = environment.get("LANGUAGE", "") if locale not in ("C", "POSIX") else ""
            return _known([*wishes.split(":"), locale]) or "en"
    return "en"


def _known(wishes: Iterable[str]) -> str | None:
    for wish in wishes:
        code = wish.replace("_", "-").partition("-")[0].partition(".")[0].lower()
        if code in CODES:
            return code
    return None
