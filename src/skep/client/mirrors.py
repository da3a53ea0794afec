"""A client's copy of a game: what the server's frames add up to, without any rules."""

from __future__ import annotations

from typing import Any

import msgspec

from skep import protocol
from skep.server.games.hive import messages as hive_messages
from skep.server.games.laruche import messages as laruche_messages
from skep.server.games.solitaire import messages as solitaire_messages

__all__ = ["GameMirror", "typed_view"]

_MESSAGES = {"hive": hive_messages, "laruche": laruche_messages, "solitaire": solitaire_messages}


def typed_view(kind: str, plain: Any) -> Any:
    """A view as the kind's own type."""
    return msgspec.convert(plain, _MESSAGES[kind].View)


class GameMirror:
    """Follows the events of one game; a gap is noticed, not papered over."""

    def __init__(self) -> None:
        self.head = 0
        self.at_ms = 0  # the server's time when it last told something of the game
        self._messages: Any = None
        self.status: Any = None
        self.moves: list[str] = []  # Hive
        self.table: dict[tuple[int, int], str] = {}  # La Ruche: pose by cell
        self.seen: dict[int, Any] = {}
        self.gaps = 0

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def outcome(self) -> Any:
        return None if self.status is None else self.status.outcome

    def welcome(self, welcome: protocol.Welcome) -> None:
        """Take a snapshot, or the events that were missed."""
        self._messages = _MESSAGES[welcome.game.game]
        if welcome.view is not None:
            self.head = welcome.head
            view = msgspec.convert(welcome.view, self._messages.View)
            self.status = view.status
            if isinstance(view, hive_messages.HiveView):
                self.moves = list(view.moves)
            else:
                self.table = dict(view.table)
        for event in welcome.events or []:
            self.take(event)
        self.at_ms = welcome.at_ms

    def take(self, sent: protocol.EventSent) -> bool:
        """Apply the next event. False: something is missing before it."""
        if sent.seq <= self.head:
            return True
        if sent.seq > self.head + 1:
            self.gaps += 1
            return False
        self.head = sent.seq
        self.at_ms = sent.at_ms
        event = msgspec.convert(sent.event, self._messages.Event)
        self.seen[sent.seq] = event
        self._follow(event, sent.effects)
        if sent.status is not None:
            self.status = msgspec.convert(sent.status, self._messages.Status)
        return True

    def _follow(self, event: Any, effects: list[Any]) -> None:
        match event:
            case hive_messages.Played(move=move):
                self.moves.append(move)
            case hive_messages.TakebackAnswered(accept=True, plies=plies):
                del self.moves[len(self.moves) - plies :]
        for effect in effects:
            if effect["kind"] == "dealt":
                self.table = {}
            elif effect["kind"] == "taken_back":
                self.table.pop(tuple(effect["cell"]), None)
            elif effect["kind"] in ("laid", "put_down"):
                q, r = effect["cell"]
                self.table[q, r] = effect["pose"]
