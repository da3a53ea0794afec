"""A client's copy of a game: what the server's frames add up to, without any rules."""

from __future__ import annotations

from typing import Any

from skep.server import messages as m

__all__ = ["GameMirror"]


class GameMirror:
    """Follows the events of one game; a gap is noticed, not papered over."""

    def __init__(self) -> None:
        self.head = 0
        self.status: Any = None
        self.moves: list[str] = []  # Hive
        self.table: dict[tuple[int, int], str] = {}  # La Ruche: pose by cell
        self.seen: dict[int, m.Event] = {}
        self.gaps = 0

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def outcome(self) -> Any:
        return None if self.status is None else self.status.outcome

    def welcome(self, welcome: m.Welcome) -> None:
        """Take a snapshot, or the events that were missed."""
        if welcome.view is not None:
            self.head = welcome.head
            self.status = welcome.view.status
            if isinstance(welcome.view, m.HiveView):
                self.moves = list(welcome.view.moves)
            else:
                self.table = dict(welcome.view.table)
        for event in welcome.events or []:
            self.take(event)

    def take(self, sent: m.EventSent) -> bool:
        """Apply the next event. False: something is missing before it."""
        if sent.seq <= self.head:
            return True
        if sent.seq > self.head + 1:
            self.gaps += 1
            return False
        self.head = sent.seq
        self.seen[sent.seq] = sent.event
        self._follow(sent)
        if sent.status is not None:
            self.status = sent.status
        return True

    def _follow(self, sent: m.EventSent) -> None:
        match sent.event:
            case m.Played(move=move):
                self.moves.append(move)
            case m.TakebackAnswered(seat=seat, accept=True):
                back = 2 if len(self.moves) % 2 == 1 - seat else 1
                del self.moves[-back:]
        for effect in sent.effects:
            if effect["kind"] == "dealt":
                self.table = {}
            elif effect["kind"] == "taken_back":
                self.table.pop(tuple(effect["cell"]), None)
            elif effect["kind"] in ("laid", "put_down"):
                q, r = effect["cell"]
                self.table[q, r] = effect["pose"]
