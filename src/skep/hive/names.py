"""How bugs, pieces and sides are called, each with the forms that sentences ask for.

The forms are English here; a translation gives each name the forms that its own sentences need.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from skep.hive.pieces import Bug, Color
from skep.words import NP_, Noun, Words

__all__ = ["ANY_NAMES", "BUG_NAMES", "OWN_NAMES", "PIECE_NAMES", "SIDE_NAMES", "Side"]

# The context and the English text, as `Words.noun` takes them.
_Name = tuple[str, str]

SIDE_NAMES: Final[Mapping[Color, _Name]] = MappingProxyType(
    {Color.WHITE: NP_("side", "white"), Color.BLACK: NP_("side", "black")}
)
BUG_NAMES: Final[Mapping[Bug, _Name]] = MappingProxyType(
    {
        Bug.QUEEN: NP_("bug", "queen | the: the queen | a: a queen | your: your queen"),
        Bug.SPIDER: NP_("bug", "spider | the: the spider | a: a spider | your: your spider"),
        Bug.BEETLE: NP_("bug", "beetle | the: the beetle | a: a beetle | your: your beetle"),
        Bug.GRASSHOPPER: NP_(
            "bug", "grasshopper | the: the grasshopper | a: a grasshopper | your: your grasshopper"
        ),
        Bug.ANT: NP_("bug", "ant | the: the ant | a: an ant | your: your ant"),
        Bug.MOSQUITO: NP_(
            "bug", "mosquito | the: the mosquito | a: a mosquito | your: your mosquito"
        ),
        Bug.LADYBUG: NP_("bug", "ladybug | the: the ladybug | a: a ladybug | your: your ladybug"),
        Bug.PILLBUG: NP_("bug", "pillbug | the: the pillbug | a: a pillbug | your: your pillbug"),
    }
)
PIECE_NAMES: Final[Mapping[tuple[Color, Bug], _Name]] = MappingProxyType(
    {
        (Color.WHITE, Bug.QUEEN): NP_("piece", "white queen | the: the white queen"),
        (Color.WHITE, Bug.SPIDER): NP_("piece", "white spider | the: the white spider"),
        (Color.WHITE, Bug.BEETLE): NP_("piece", "white beetle | the: the white beetle"),
        (Color.WHITE, Bug.GRASSHOPPER): NP_(
            "piece", "white grasshopper | the: the white grasshopper"
        ),
        (Color.WHITE, Bug.ANT): NP_("piece", "white ant | the: the white ant"),
        (Color.WHITE, Bug.MOSQUITO): NP_("piece", "white mosquito | the: the white mosquito"),
        (Color.WHITE, Bug.LADYBUG): NP_("piece", "white ladybug | the: the white ladybug"),
        (Color.WHITE, Bug.PILLBUG): NP_("piece", "white pillbug | the: the white pillbug"),
        (Color.BLACK, Bug.QUEEN): NP_("piece", "black queen | the: the black queen"),
        (Color.BLACK, Bug.SPIDER): NP_("piece", "black spider | the: the black spider"),
        (Color.BLACK, Bug.BEETLE): NP_("piece", "black beetle | the: the black beetle"),
        (Color.BLACK, Bug.GRASSHOPPER): NP_(
            "piece", "black grasshopper | the: the black grasshopper"
        ),
        (Color.BLACK, Bug.ANT): NP_("piece", "black ant | the: the black ant"),
        (Color.BLACK, Bug.MOSQUITO): NP_("piece", "black mosquito | the: the black mosquito"),
        (Color.BLACK, Bug.LADYBUG): NP_("piece", "black ladybug | the: the black ladybug"),
        (Color.BLACK, Bug.PILLBUG): NP_("piece", "black pillbug | the: the black pillbug"),
    }
)
# What a piece is called before its owner, in the place of its name: with the same forms.
OWN_NAMES: Final[Mapping[Bug, _Name]] = MappingProxyType(
    {
        Bug.QUEEN: NP_("piece", "your queen | the: your queen"),
        Bug.SPIDER: NP_("piece", "your spider | the: your spider"),
        Bug.BEETLE: NP_("piece", "your beetle | the: your beetle"),
        Bug.GRASSHOPPER: NP_("piece", "your grasshopper | the: your grasshopper"),
        Bug.ANT: NP_("piece", "your ant | the: your ant"),
        Bug.MOSQUITO: NP_("piece", "your mosquito | the: your mosquito"),
        Bug.LADYBUG: NP_("piece", "your ladybug | the: your ladybug"),
        Bug.PILLBUG: NP_("piece", "your pillbug | the: your pillbug"),
    }
)
# One of several that are alike.
ANY_NAMES: Final[Mapping[Bug, _Name]] = MappingProxyType(
    {
        Bug.SPIDER: NP_("piece", "a spider | the: a spider"),
        Bug.BEETLE: NP_("piece", "a beetle | the: a beetle"),
        Bug.GRASSHOPPER: NP_("piece", "a grasshopper | the: a grasshopper"),
        Bug.ANT: NP_("piece", "an ant | the: an ant"),
    }
)


@dataclass(frozen=True, slots=True)
class Side:
    """A side as a fact in what an error tells."""

    color: Color

    def sentence(self, words: Words) -> Noun:
        """The name of this side, with its forms in this language."""
        return words.noun(SIDE_NAMES[self.color])

    def __str__(self) -> str:
        return SIDE_NAMES[self.color][1]
