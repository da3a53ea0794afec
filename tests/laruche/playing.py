"""Ways to bring a match where a test wants it."""

from typing import Any

from skep.laruche import events as ev
from skep.laruche.deals import SeededDeals
from skep.laruche.match import Match, Phase
from skep.laruche.options import MatchOptions, Seat
from skep.laruche.table import Table
from skep.laruche.tiles import Placement

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


def new_match(
    seats: int = 2, seed: int = 7, options: MatchOptions | None = None, **chosen: Any
) -> Match:
    return Match(
        options or MatchOptions(**chosen),
        [Seat(name=name) for name in NAMES[:seats]],
        SeededDeals(seed),
    )


def after_setup(match: Match, at_ms: int = 0) -> Match:
    """Let time lay all set-up tiles."""
    while match.phase is Phase.SETUP:
        deadline_ms = match.next_deadline_ms
        assert deadline_ms is not None
        match.apply(ev.TimePassed(), max(at_ms, deadline_ms))
    return match


def lay(match: Match, seat: int, placement: Placement) -> ev.Lay:
    return ev.Lay.of(seat, match.round, placement)


def fits(match: Match, seat: int) -> list[Placement]:
    return sorted(match.table.placements(match.players[seat].hand))


def state_of(match: Match) -> dict[str, Any]:
    """Everything that a match is, in values that compare."""
    values = {
        name: value for name, value in vars(match).items() if name not in ("_effects", "_deals")
    }
    values["table"] = list(match.table)
    values["players"] = [
        {name: getattr(player, name) for name in type(player).__slots__}
        for player in match.copy().players
    ]
    values["dues"] = [repr(due) for due in match.dues]
    values["views"] = [match.view(seat) for seat in (None, *range(len(match.players)))]
    return values


def assert_invariants(match: Match) -> None:
    """What holds after every event: sixty tiles, matching edges, no sight of foreign hands."""
    laid = [pose.tile for _, pose in match.table]
    in_hands = [tile for player in match.players for tile in player.hand]
    dealt = [tile for hand in match.deals_used[-1].hands for tile in hand]
    assert sorted([*laid, *in_hands]) == sorted(dealt)
    table = Table()
    for placement in match.table:
        assert placement.cell not in table
        assert not table.mismatches(placement)
        if len(table):
            assert table.contacts(placement.cell) >= 1
        table.lay(placement)
    for due in match.dues:
        assert 1 <= due.left <= 3
    for seat in (None, *range(len(match.players))):
        assert_hides_hands(match, seat)


def assert_hides_hands(match: Match, seat: int | None) -> None:
    seen = repr(match.view(seat))
    for owner, player in enumerate(match.players):
        if owner != seat:
            for tile in player.hand:
                for pose in tile.poses:
                    assert pose.name not in seen
