"""Words: the catalogues of six languages, and how sentences are made from them.

A language is a file `<code>/LC_MESSAGES/skep.po`, made from `skep.pot` by `make words`; English is
what the sources are written in. What is here needs no package: a library that speaks English
reads no catalogue. Pages, terminal and reasons of refusals all ask here. See docs/translating.md.
"""

from skep.words.choosing import CODES, NAMES, PSEUDO, environment_language, preferred_language
from skep.words.nouns import Noun, plain
from skep.words.spoken import ENGLISH, N_, NP_, Words, words_in

__all__ = [
    "CODES",
    "ENGLISH",
    "NAMES",
    "NP_",
    "N_",
    "PSEUDO",
    "Noun",
    "Words",
    "environment_language",
    "plain",
    "preferred_language",
    "words_in",
]
