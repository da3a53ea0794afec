"""Comparing what somebody sent with what only the right one can know."""

from __future__ import annotations

import hmac

__all__ = ["is_same_secret"]


def is_same_secret(given: str, secret: str) -> bool:
    """In a time that tells nothing about how much of it was right.

    >>> is_same_secret("schlüssel", "key")
    False
    """
    # Of texts, only ASCII can be compared so; whatever came in may be anything else.
    return hmac.compare_digest(given.encode(errors="replace"), secret.encode(errors="replace"))
