"""Looking pays: whoever sends tiles blindly loses to a bot of the middle level."""

from itertools import pairwise

import pytest
from benchmarks.laruche_fairness import BAR, ROUNDS, play_round, tally

from skep.laruche import events as ev
from skep.laruche.options import MatchOptions


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_blind_tapper_loses_to_level_three() -> None:
    made = tally(3, ROUNDS, miss_ms=MatchOptions().miss_ms)
    assert made.lost + made.shared + made.won == ROUNDS
    assert made.lost >= BAR


def test_misses_are_what_stops_a_tapper() -> None:
    free = tally(3, 3, miss_ms=0)
    dear = tally(3, 3, miss_ms=1_500)
    assert (free.lost, free.misses) == (0, 0)
    assert dear.lost == 3
    assert dear.misses > 100


def test_a_tapper_obeys_the_clock_of_misses() -> None:
    end, tapper = play_round(3, 0, MatchOptions(rounds=1))
    sent = [at_ms for at_ms, command in end.commands
            if isinstance(command, ev.Lay) and command.seat == tapper]  # fmt: skip
    waits = [after - before for before, after in pairwise(sent)]
    assert sum(wait < 1_500 for wait in waits) < len(waits) / 4
