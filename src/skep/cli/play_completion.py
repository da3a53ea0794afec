"""Completion for `skep play`: the legal moves of the moment and the commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from skep.cli.play_session import COMMANDS

__all__ = ["MoveCompleter", "completions"]


def completions(typed: str, moves: Iterable[str]) -> list[str]:
    r"""What may follow what was typed: first pieces and commands, then places.

    >>> completions("WA", ["wA1 -wQ", r"wA1 \bQ", "wA2 wQ-", "wB1 wQ"])
    ['wA1 ', 'wA2 ']
    >>> completions("wA1 -", ["wA1 -wQ", r"wA1 \bQ"])
    ['wA1 -wQ']
    >>> completions("why wb", ["wB1 wQ"])
    ['why wB1 ']
    """
    start = typed.lstrip()
    for command in ("why ", "moves "):
        if start.lower().startswith(command):
            return [command + text for text in completions(start[len(command) :], moves)]
    known = list(moves)
    if " " in start:
        wanted = " ".join(start.lower().split()) + (" " if start.endswith(" ") else "")
        return [move for move in known if move.lower().startswith(wanted)]
    pieces = dict.fromkeys(
        piece + (" " if goal else "") for piece, _, goal in (move.partition(" ") for move in known)
    )
    found = [text for text in pieces if text.lower().startswith(start.lower())]
    return found + [name for name in COMMANDS if name.startswith(start.lower())]


class MoveCompleter(Completer):
    def __init__(self, moves: Callable[[], list[str]]) -> None:
        self._moves = moves

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        typed = document.text_before_cursor
        for text in completions(typed, self._moves()):
            yield Completion(text, start_position=-len(typed.lstrip()))
