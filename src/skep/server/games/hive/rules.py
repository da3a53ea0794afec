"""Hive behind the interface of `rules`: the position, the clock, offers and ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from skep import protocol
from skep.errors import CommandRefusedError, IllegalMoveError, InvalidOptionsError, NotationError
from skep.hive import Color, HiveOptions, Move, Outcome, Position
from skep.hive.notation import GameState, format_game_string, format_move, parse_move
from skep.protocol.refusals import RefusalCode
from skep.server.games.hive import messages as m
from skep.server.games.hive.choices import choices_of, last_way
from skep.server.games.hive.offers import Offer, Offers, plies_back, same_ply
from skep.server.rules.clocks import SAME_FOR_ALL, GameClock
from skep.server.rules.contract import (
    NOTHING_MORE,
    Circumstances,
    Command,
    Event,
    Newcomer,
    SeatAway,
    Terms,
    Wants,
    game_over,
    no_free_seat,
)

__all__ = ["FIRST_MOVE_MS", "HiveRules"]

_STATES: dict[tuple[int, ...], GameState] = {
    (1, 2): GameState.WHITE_WINS,
    (2, 1): GameState.BLACK_WINS,
    (1, 1): GameState.DRAW,
}
FIRST_MOVE_MS = 60_000  # in timed games, for each side's first move; after that the clock runs
MOST_PLIES = 500  # from version 2 of the rules on: then it is a draw
FEW_PLIES_LEFT = 20  # from here on it is told


class HiveRules:
    """Seat 0 is white, seat 1 is black."""

    notes_absence = False

    def __init__(self, terms: Terms) -> None:
        if len(terms.seats) != 2:
            raise InvalidOptionsError(f"Hive has 2 seats, not {len(terms.seats)}")
        self._terms = terms
        self.options = _options(terms.options)
        self._position = Position(self.options)
        self._moves: list[str] = []
        self._checked: tuple[str, Move] | None = None  # spares reading the same move twice
        self._clock: GameClock | None = None
        self._first_move_due_ms: int | None = None
        self._turn_since_ms = 0
        self._offers = Offers(terms)
        self._started = False
        self._outcome: protocol.Ending | None = None
        self._way: m.PlayedWay | msgspec.UnsetType | None = None  # of the last move, once asked for

    # --- what the interface asks

    @property
    def turn(self) -> int:
        return 0 if self._position.turn is Color.WHITE else 1

    @property
    def ply(self) -> int:
        return len(self._moves)

    @property
    def game_string(self) -> str:
        return format_game_string(self.options, self.state, self.ply, self._moves)

    @property
    def state(self) -> GameState:
        """As UHP names it, with resignations and flags counted in."""
        if self._outcome is not None and self._outcome.ranks:
            return _STATES[self._outcome.ranks]
        return GameState.IN_PROGRESS if self._moves else GameState.NOT_STARTED

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(self._moves)

    def all_options(self) -> dict[str, Any]:
        return {
            "game_type": self.options.game_type,
            "opening_queen": self.options.opening_queen,
            "repetition": self.options.repetition,
        }

    def check(
        self,
        seats: tuple[int, ...],
        command: Command | SeatAway | Newcomer,
        now: Circumstances,
    ) -> Event:
        if self._outcome is not None:
            raise game_over()
        if not self._started:
            raise CommandRefusedError(
                RefusalCode.NOT_STARTED, "The game has not begun: a seat is still free."
            )
        if isinstance(command, Newcomer):
            raise no_free_seat()
        if not seats:
            raise CommandRefusedError(
                RefusalCode.NOT_YOUR_SEAT, "You watch this game; only players may do that."
            )
        if isinstance(command, Offer):
            return self._offers.check(seats, command, turn=self.turn, ply=self.ply)
        match command:
            case m.Play():
                return self._check_play(seats, command, now)
            case m.Resign():
                return m.Resigned(seat=self._own(seats))
            case protocol.Abort():
                if self.ply >= 2:
                    raise CommandRefusedError(
                        RefusalCode.TOO_LATE, "A game is aborted before both have moved."
                    )
                return protocol.Aborted(seat=self._own(seats))
            case m.Claim():
                return self._check_claim(seats, now)
            case _:
                raise CommandRefusedError(RefusalCode.UNKNOWN_COMMAND, "Hive has no such command.")

    def apply(self, event: Event, at_ms: int) -> tuple[()]:
        self._offers.apply(event)
        match event:
            case m.Played(move=move, compensation_ms=compensation):
                self._apply_move(move, at_ms, compensation)
            case protocol.Started():
                self._started = True
                self._begin(at_ms)
            case m.TakebackAnswered(seat=seat, accept=True, plies=plies):
                self._take_back(plies or plies_back(self.turn, 1 - seat), at_ms)
            case m.DrawAnswered(accept=True):
                self._end(at_ms, (1, 1), "agreement")
            case m.TakebackAnswered() | m.TakebackOffered() | m.TakebackWithdrawn():
                pass
            case m.DrawAnswered() | m.DrawOffered() | m.DrawWithdrawn():
                pass
            case m.Resigned(seat=seat):
                self._win(1 - seat, at_ms, "resignation")
            case m.Claimed(seat=seat):
                self._win(seat, at_ms, "absence")
            case protocol.Aborted():
                self._end(at_ms, (), "aborted")
            case protocol.TimePassed():
                if self._clock is not None:
                    self._win(1 - self._clock.running, at_ms, "time")
                else:
                    self._end(at_ms, (), "not_begun")
            case protocol.Outage(from_ms=from_ms, to_ms=to_ms):
                self._turn_since_ms += max(0, to_ms - max(from_ms, self._turn_since_ms))
                if self._clock is not None:
                    self._clock = self._clock.skip(from_ms, to_ms)
                elif self._first_move_due_ms is not None:
                    since = self._first_move_due_ms - FIRST_MOVE_MS
                    self._first_move_due_ms += max(0, to_ms - max(from_ms, since))
            case _:
                raise ValueError(f"{event!r} is no event of Hive")
        return ()

    def tail_suffices(self, events: Sequence[Event]) -> bool:
        """Not when a takeback of schema 1 is among them: it does not say how far it went."""
        return not any(
            isinstance(event, m.TakebackAnswered) and event.accept and not event.plies
            for event in events
        )

    def view(self, seat: int | None, wants: Wants = NOTHING_MORE) -> m.HiveView:
        return m.HiveView(
            game_string=self.game_string,
            moves=list(self._moves),
            status=self.status(seat, wants),
        )

    def status(self, seat: int | None, wants: Wants = NOTHING_MORE) -> m.HiveStatus:
        live = self._started and self._outcome is None
        return m.HiveStatus(
            ply=self.ply,
            turn=self.turn,
            clock=self._clock_shown(live=live),
            first_move_due_ms=self._first_move_due(live=live),
            takeback_offer=self._offers.takeback,
            draw_offer=self._offers.draw,
            repeated=self._position.occurrences >= 3,
            plies_left=self._plies_left(),
            outcome=self._outcome,
            legal=self.legal_moves() if wants.legal and live and self._plays_next(seat) else None,
            choices=self._choices(seat) if wants.choices and live else msgspec.UNSET,
        )

    def _clock_shown(self, *, live: bool) -> protocol.Clock | None:
        if self._clock is not None:
            return self._clock.shown(running=live)
        time = self._terms.time
        if self._terms.rules_version == 1 or isinstance(time, protocol.Untimed):
            return None
        return GameClock.start(time, self._turn_since_ms).shown(running=False)

    def _first_move_due(self, *, live: bool) -> int | msgspec.UnsetType:
        due = self._first_move_due_ms
        return due if due is not None and live and self._clock is None else msgspec.UNSET

    def _plies_left(self) -> int | msgspec.UnsetType:
        left = MOST_PLIES - self.ply
        few = self._terms.rules_version > 1 and self._outcome is None and left <= FEW_PLIES_LEFT
        return left if few else msgspec.UNSET

    def _choices(self, seat: int | None) -> m.HiveChoices | msgspec.UnsetType:
        if seat is None:
            return msgspec.UNSET
        return choices_of(self._position, ahead=not self._plays_next(seat))

    def event_for(
        self,
        seat: int | None,
        event: Event,
        effects: Sequence[Any] = (),
        wants: Wants = NOTHING_MORE,
    ) -> Event:
        """Nothing is hidden in Hive."""
        if wants.choices and isinstance(event, m.Played):
            return msgspec.structs.replace(event, way=self._last_way())
        return event

    def _last_way(self) -> m.PlayedWay | msgspec.UnsetType:
        if self._way is None:
            self._way = last_way(self._position)
        return self._way

    def effect_for(self, seat: int | None, effect: Any) -> Any:
        raise NotImplementedError("events of Hive have no effects beside the status")

    def awaited(self) -> tuple[int, ...]:
        return (self.turn,) if self._started and self._outcome is None else ()

    def next_deadline(self) -> int | None:
        if self._outcome is not None or not self._started:
            return None
        return self._clock.due_ms if self._clock is not None else self._first_move_due_ms

    def irrevocable_deadline(self) -> None:
        """A flag falls by a row of its own."""

    def outcome(self) -> protocol.Ending | None:
        return self._outcome

    def position(self) -> Position:
        """A copy of the position as it stands."""
        return self._position.copy()

    def position_job(self, ply: int | None = None) -> dict[str, Any]:
        """The position after so many plies, as the engine's process takes it."""
        return {
            "game_type": self.options.game_type,
            "opening_queen": self.options.opening_queen,
            "repetition": self.options.repetition,
            "moves": self._moves[:ply],
        }

    def legal_moves(self) -> list[str]:
        return [format_move(self._position, move) for move in self._position.legal_moves]

    def _plays_next(self, seat: int | None) -> bool:
        if seat is None:
            return False
        mine, next_up = self._terms.seats[seat], self._terms.seats[self.turn]
        return seat == self.turn or (mine.user is not None and mine.user == next_up.user)

    # --- checks

    def _check_play(self, seats: tuple[int, ...], play: m.Play, now: Circumstances) -> Event:
        same_ply(play.ply, self.ply)
        if self.turn not in seats:
            raise CommandRefusedError(
                RefusalCode.NOT_YOUR_TURN, "It is the other player's turn.", turn=self.turn
            )
        compensation = 0
        if self._clock is not None:
            lag_ms = now.lag_before(self._clock.since_ms)
            compensation = self._clock.compensation_ms(lag_ms)
            if not now.is_flag_held and not self._clock.is_in_time(now.at_ms, compensation):
                raise CommandRefusedError(RefusalCode.FLAG_FALLEN, "Your time had run out.")
        text = self._written(play.move)
        return m.Played(seat=self.turn, move=text, compensation_ms=compensation)

    def _written(self, text: str) -> str:
        """The move in our own notation, if it is legal."""
        try:
            move = parse_move(self._position, text)
        except IllegalMoveError as problem:
            rule = getattr(problem.reason, "code", None)
            raise CommandRefusedError(
                RefusalCode.ILLEGAL_MOVE, str(problem), move=text, rule=getattr(rule, "value", None)
            ) from problem
        except NotationError as problem:
            raise CommandRefusedError(
                RefusalCode.UNREADABLE_MOVE, str(problem), move=text
            ) from problem
        written = format_move(self._position, move)
        self._checked = (written, move)
        return written

    def _check_claim(self, seats: tuple[int, ...], now: Circumstances) -> Event:
        seat = self._own(seats)
        if len(seats) == 2 or not self._terms.is_real_time:
            raise CommandRefusedError(
                RefusalCode.NOTHING_TO_CLAIM, "A win is claimed from an absent opponent."
            )
        claim = self.claim(now.away_since_ms, now.claim_after_ms)
        if claim is None or claim.seat != seat:
            raise CommandRefusedError(
                RefusalCode.NOTHING_TO_CLAIM,
                "A win is claimed from an opponent who is away on their own turn.",
            )
        if now.at_ms < claim.from_ms:
            wait = claim.from_ms - now.at_ms
            raise CommandRefusedError(
                RefusalCode.TOO_EARLY, "Your opponent may still come back.", wait_ms=wait
            )
        return m.Claimed(seat=seat)

    def claim(self, away_since_ms: Mapping[int, int], after_ms: int) -> protocol.ClaimDue | None:
        """Only time in which the absent one was to move counts: nobody else was kept waiting."""
        absent = self.turn
        if (
            absent not in away_since_ms
            or self._outcome is not None
            or not self._started
            or not self._terms.is_real_time
            or self._terms.seats[1 - absent].user in (None, self._terms.seats[absent].user)
        ):
            return None
        since_ms = max(away_since_ms[absent], self._turn_since_ms)
        return protocol.ClaimDue(seat=1 - absent, from_ms=since_ms + after_ms)

    def _own(self, seats: tuple[int, ...]) -> int:
        return self.turn if len(seats) == 2 else seats[0]

    # --- effects

    def _begin(self, at_ms: int) -> None:
        self._turn_since_ms = at_ms
        match self._terms.time:
            case protocol.Timed():
                self._first_move_due_ms = at_ms + FIRST_MOVE_MS
            case protocol.Daily() as daily:
                self._clock = GameClock.start(daily, at_ms)

    def _apply_move(self, move: str, at_ms: int, compensation_ms: int) -> None:
        checked, self._checked = self._checked, None
        if checked is not None and checked[0] == move:
            self._position.play_unchecked(checked[1])
        else:
            self._position.play(move)
        self._moves.append(move)
        self._turn_since_ms = at_ms
        self._way = None
        if self._clock is not None:
            self._clock = self._clock.press(at_ms, compensation_ms)
        elif isinstance(self._terms.time, protocol.Timed):
            if self.ply == 1:
                self._first_move_due_ms = at_ms + FIRST_MOVE_MS
            else:
                lag = SAME_FOR_ALL if self._terms.rules_version == 1 else None
                self._clock = GameClock.start(self._terms.time, at_ms, lag=lag)
        outcome = self._position.outcome()
        if outcome is not None:
            self._end(at_ms, _ranks(outcome), outcome.cause.value)
        elif self._terms.rules_version > 1 and self.ply >= MOST_PLIES:
            self._end(at_ms, (1, 1), "ply_limit")

    def _take_back(self, plies: int, at_ms: int) -> None:
        self._checked = self._way = None
        for _ in range(plies):
            self._position.undo()
            self._moves.pop()
        self._offers.end()
        self._turn_since_ms = at_ms
        if self._clock is not None:
            self._clock = self._clock.hand_over(self.turn, at_ms)
        elif self._first_move_due_ms is not None:
            self._first_move_due_ms = at_ms + FIRST_MOVE_MS

    def _win(self, seat: int, at_ms: int, reason: str) -> None:
        self._end(at_ms, (1, 2) if seat == 0 else (2, 1), reason)

    def _end(self, at_ms: int, ranks: tuple[int, ...], reason: str) -> None:
        self._outcome = protocol.Ending(ranks=ranks, reason=reason)
        self._offers.end()
        if self._clock is not None:
            self._clock = self._clock.hand_over(self._clock.running, at_ms)


def _options(values: Any) -> HiveOptions:
    known = {"game_type", "opening_queen", "repetition"}
    unknown = set(values) - known
    if unknown:
        raise InvalidOptionsError(
            f"Hive has the options {', '.join(sorted(known))}, not {', '.join(sorted(unknown))}"
        )
    if not all(isinstance(value, str) for value in values.values()):
        raise InvalidOptionsError("the options of Hive are texts")
    return HiveOptions.parse(
        values.get("game_type", "Base+MLP"),
        opening_queen=values.get("opening_queen", "allowed"),
        repetition=values.get("repetition", "draw"),
    )


def _ranks(outcome: Outcome) -> tuple[int, ...]:
    if outcome.winner is None:
        return (1, 1)
    return (1, 2) if outcome.winner is Color.WHITE else (2, 1)
