"""The pseudo-language: English, accented and about 40 % longer, made from the template."""

from __future__ import annotations

import re
from dataclasses import replace

from skep.words.catalogue import Message

__all__ = ["pseudo_message", "pseudo_text"]

_ACCENTS = str.maketrans("aceinouyAEIOU", "áçéíñóúýÁÉÍÓÚ")
# what is filled in, what is markup, and how the forms of a name are told apart
_KEPT = re.compile(r"(\{\w+(?:!r)?(?::\w+)?\}|%\(\w+\)s|<[^<>]+>| \| \w+: )")


def pseudo_message(message: Message) -> Message:
    texts = [message.id] if message.plural is None else [message.id, message.plural]
    return replace(message, strings=[pseudo_text(text) for text in texts])


def pseudo_text(text: str) -> str:
    """
    >>> pseudo_text("{name} waits.")
    '[{name} wáíts. ~ ~]'
    """
    if " | " in text:
        return _forms(text)
    return _longer(text)


def _forms(text: str) -> str:
    bare, *others = re.split(r"( \| \w+: )", text)
    return _longer(bare) + "".join(
        other if n % 2 == 0 else _longer(other) for n, other in enumerate(others)
    )


def _longer(text: str) -> str:
    parts = _KEPT.split(text)
    accented = (part if n % 2 else part.translate(_ACCENTS) for n, part in enumerate(parts))
    return f"[{''.join(accented)}{' ~' * (len(text) // 5)}]"
