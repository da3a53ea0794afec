"""The colours of a drawing. A theme changes nothing but colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from skep.errors import InvalidOptionsError
from skep.hive.pieces import Bug, Color

__all__ = ["THEMES", "Theme", "ThemeName", "TileColors", "theme_named"]

ThemeName = Literal["light", "dark", "contrast"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TileColors:
    """One side's tiles: the face, its outline, the rim below it, and the ink of the bug."""

    face: str
    outline: str
    rim: str
    ink: str
    accents: Mapping[Bug, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a picture."""

    background: str
    tiles: Mapping[Color, TileColors]
    text: str  # words on the background
    grid: str  # outlines of empty cells
    last_move: str
    target: str
    highlight: str
    arrow: str
    badge: str  # the disc with the height of a stack
    badge_ink: str


_ACCENTS = {
    Bug.QUEEN: "#f0b02e",
    Bug.SPIDER: "#cf6f45",
    Bug.BEETLE: "#8d6cc4",
    Bug.GRASSHOPPER: "#6db052",
    Bug.ANT: "#4f97cf",
    Bug.MOSQUITO: "#9aa5ae",
    Bug.LADYBUG: "#d43c31",
    Bug.PILLBUG: "#5dbfae",
}

THEMES: Mapping[ThemeName, Theme] = {
    "light": Theme(
        background="#ece2cd",
        tiles={
            Color.WHITE: TileColors(
                face="#fcf6e8", outline="#b3a080", rim="#cdbc9c", ink="#2c2420", accents=_ACCENTS
            ),
            Color.BLACK: TileColors(
                face="#352f2d", outline="#171412", rim="#6b605a", ink="#f6ecd8", accents=_ACCENTS
            ),
        },
        text="#2c2420",
        grid="#c9b993",
        last_move="#b8860b",
        target="#1f7a4d",
        highlight="#c23b22",
        arrow="#1d5fa8",
        badge="#b8501f",
        badge_ink="#ffffff",
    ),
    "dark": Theme(
        background="#1f1c1b",
        tiles={
            Color.WHITE: TileColors(
                face="#ece2cb", outline="#6f624d", rim="#c9bb9d", ink="#2a221e", accents=_ACCENTS
            ),
            Color.BLACK: TileColors(
                face="#4b4542", outline="#0e0c0b", rim="#7f746d", ink="#f6ecd8", accents=_ACCENTS
            ),
        },
        text="#f0e6d2",
        grid="#57504b",
        last_move="#f0b02e",
        target="#5fd39a",
        highlight="#ff7a5c",
        arrow="#7db8f5",
        badge="#f0b02e",
        badge_ink="#1f1c1b",
    ),
    # No accents: bugs are told apart by line and solid alone.
    "contrast": Theme(
        background="#ffffff",
        tiles={
            Color.WHITE: TileColors(
                face="#ffffff",
                outline="#000000",
                rim="#ffffff",
                ink="#000000",
                accents=dict.fromkeys(Bug, "#ffffff"),
            ),
            Color.BLACK: TileColors(
                face="#000000",
                outline="#ffffff",
                rim="#000000",
                ink="#ffffff",
                accents=dict.fromkeys(Bug, "#000000"),
            ),
        },
        text="#000000",
        grid="#767676",
        last_move="#0033cc",
        target="#007a33",
        highlight="#d40000",
        arrow="#0033cc",
        badge="#ffe600",
        badge_ink="#000000",
    ),
}


def theme_named(name: str) -> Theme:
    """The theme of a name; refuses one that does not exist."""
    for known in get_args(ThemeName):
        if name == known:
            return THEMES[known]
    raise InvalidOptionsError(f"theme is one of {', '.join(get_args(ThemeName))}, not {name!r}")
