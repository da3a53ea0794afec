"""What the players of Hive ask each other: to take moves back, and to agree on a draw."""

from __future__ import annotations

from skep.errors import CommandRefusedError
from skep.protocol.refusals import RefusalCode
from skep.server.games.hive import messages as m
from skep.server.rules.contract import Event, Terms

__all__ = ["Offer", "Offers", "plies_back", "same_ply"]

Offer = (
    m.OfferTakeback
    | m.AnswerTakeback
    | m.WithdrawTakeback
    | m.OfferDraw
    | m.AnswerDraw
    | m.WithdrawDraw
)


def plies_back(turn: int, seat: int) -> int:
    """So many moves go back until it is this seat's turn to choose its last one again."""
    return 2 if turn == seat else 1


class Offers:
    """Which seat asks for what. Only events change it."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.takeback: int | None = None
        self.draw: int | None = None

    def check(self, seats: tuple[int, ...], command: Offer, *, turn: int, ply: int) -> Event:
        """The event that a command makes while `turn` is to play the next move after `ply`."""
        same_ply(command.ply, ply)
        match command:
            case m.OfferTakeback():
                return self._ask_takeback(seats, turn, ply)
            case m.AnswerTakeback(accept=accept):
                seat = _answerer(seats, self.takeback)
                return _takeback_answered(turn, seat, accept=accept)
            case m.WithdrawTakeback():
                return m.TakebackWithdrawn(seat=_asker(seats, self.takeback))
            case m.OfferDraw():
                return self._ask_draw(seats, turn)
            case m.AnswerDraw(accept=accept):
                return m.DrawAnswered(seat=_answerer(seats, self.draw), accept=accept)
            case m.WithdrawDraw():
                return m.DrawWithdrawn(seat=_asker(seats, self.draw))

    def apply(self, event: Event) -> None:
        match event:
            case m.TakebackOffered(seat=seat):
                self.takeback = seat
            case m.TakebackAnswered() | m.TakebackWithdrawn():
                self.takeback = None
            case m.DrawOffered(seat=seat):
                self.draw = seat
            case m.DrawAnswered() | m.DrawWithdrawn():
                self.draw = None
            case m.Played(seat=seat):
                # Whoever plays on has answered; one's own offer of a draw outlives one's move.
                self.takeback = None
                if self.draw == 1 - seat:
                    self.draw = None

    def end(self) -> None:
        self.takeback = self.draw = None

    def _ask_takeback(self, seats: tuple[int, ...], turn: int, ply: int) -> Event:
        seat = (1 - turn) if len(seats) == 2 else seats[0]
        if ply < plies_back(turn, seat):
            raise CommandRefusedError(RefusalCode.NOTHING_TO_TAKE_BACK, "You have not moved yet.")
        other = 1 - seat
        if other in seats or self._terms.seats[other].who == "engine":
            return _takeback_answered(turn, other, accept=True)
        if self.takeback == seat:
            raise _already_offered()
        return m.TakebackOffered(seat=seat)

    def _ask_draw(self, seats: tuple[int, ...], turn: int) -> Event:
        if len(seats) == 2:
            return m.DrawAnswered(seat=1 - turn, accept=True)
        seat = seats[0]
        if self.draw == 1 - seat:
            return m.DrawAnswered(seat=seat, accept=True)
        if self._terms.seats[1 - seat].who == "engine":
            raise CommandRefusedError(RefusalCode.ENGINE_DECLINES, "The engine plays on.")
        if self.draw == seat:
            raise _already_offered()
        return m.DrawOffered(seat=seat)


def same_ply(meant: int, ply: int) -> None:
    """A command is for the position that its sender saw."""
    if meant != ply:
        raise CommandRefusedError(RefusalCode.STALE, f"That was meant for ply {meant}.", ply=ply)


def _takeback_answered(turn: int, seat: int, *, accept: bool) -> Event:
    plies = plies_back(turn, 1 - seat) if accept else 0
    return m.TakebackAnswered(seat=seat, accept=accept, plies=plies)


def _answerer(seats: tuple[int, ...], offered_by: int | None) -> int:
    if offered_by is None or (1 - offered_by) not in seats:
        raise CommandRefusedError(RefusalCode.NO_OFFER, "There is no offer for you to answer.")
    return 1 - offered_by


def _asker(seats: tuple[int, ...], offered_by: int | None) -> int:
    if offered_by is None or offered_by not in seats:
        raise CommandRefusedError(RefusalCode.NO_OFFER, "There is no offer of yours.")
    return offered_by


def _already_offered() -> CommandRefusedError:
    return CommandRefusedError(RefusalCode.ALREADY_OFFERED, "Your offer still stands.")
