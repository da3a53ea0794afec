import pytest
from tests.laruche.playing import after_setup, fits, lay, new_match

from skep.errors import InvalidOptionsError
from skep.laruche import events as ev
from skep.laruche.bots import LEVELS, Bot
from skep.laruche.deals import SeededDeals
from skep.laruche.match import Match
from skep.laruche.options import MatchOptions, Seat
from skep.laruche.sight import look
from skep.laruche.simulate import simulate
from skep.laruche.state import Due
from skep.laruche.tiles import Placement, Tile


def with_gift_due(level: int) -> tuple[Match, ev.Command | None]:
    """Three seats, seat 2 in the lead and a gift due to seat 0: what does its bot do?"""
    match = after_setup(new_match(3, bee_gift=True))
    match.players[1].hand += match.players[2].hand[5:]
    del match.players[2].hand[5:]
    match.dues.append(Due(0, "bee", 1, match.now_ms + 5_000))
    return match, Bot(level, seed=1).act(look(match, 0), match.now_ms)


@pytest.mark.parametrize("level", [4, 5])
def test_good_bots_give_their_hardest_tile_to_the_leader(level: int) -> None:
    match, gift = with_gift_due(level)
    assert isinstance(gift, ev.Give)
    assert gift.to == 2
    assert gift.tile is not None

    def fits(tile_bit: int) -> int:
        return sum(1 for spot in match.table.live_spots() if spot.tiles & tile_bit)

    assert fits(Tile.parse(gift.tile).bit) == min(fits(tile.bit) for tile in match.players[0].hand)


def test_a_bot_waits_while_it_is_not_its_turn() -> None:
    match = new_match(2)
    waiting = 1 - (match.turn or 0)
    assert Bot(3, 1).act(look(match, waiting), 0) is None
    assert isinstance(Bot(3, 1).act(look(match, match.turn or 0), 0), ev.Lay)


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_bot_does_is_legal_at_that_moment(level: int) -> None:
    match, bot = after_setup(new_match(2)), Bot(level, 3)
    for _ in range(200):
        command = bot.act(look(match, 0), match.now_ms)
        if command is not None:
            match.apply(command, match.now_ms)


def test_looks_take_about_as_long_as_the_level_says() -> None:
    for level, data in LEVELS.items():
        bot = Bot(level, 5)
        waits = sorted(bot.next_look_ms(0) for _ in range(501))
        assert 0.8 * data.glance_ms < waits[250] < 1.25 * data.glance_ms
        assert waits[0] >= 150


def test_only_the_top_level_shuts_the_table_and_says_so() -> None:
    assert [level for level, data in LEVELS.items() if data.shuts] == [5]
    assert [level for level, data in LEVELS.items() if "shuts the table" in data.plays] == [5]


def test_every_level_has_a_name_and_a_sentence_of_its_own() -> None:
    assert len({data.name for data in LEVELS.values()}) == len(LEVELS)
    for data in LEVELS.values():
        assert data.plays.endswith(".")
        assert data.plays.count(".") == 1


def test_a_stand_in_waits_while_its_seat_has_missed() -> None:
    match, bot = after_setup(new_match(2)), Bot(4, 3)
    placement = fits(match, 0)[0]
    wrong = lay(match, 0, Placement(placement.cell, placement.pose.turned(1)))
    match.apply(wrong, match.now_ms)
    until_ms = match.players[0].missed_until_ms
    assert all(bot.act(look(match, 0), until_ms - 1) is None for _ in range(20))
    assert any(isinstance(bot.act(look(match, 0), until_ms), ev.Lay) for _ in range(20))


def test_a_bot_waits_for_its_handicap() -> None:
    seats = [Seat(name="Rob", bot=5, handicap_ms=30_000), Seat(name="Ann")]
    match, bot = after_setup(Match(MatchOptions(), seats, SeededDeals(7))), Bot(5, 3)
    match.apply(lay(match, 0, fits(match, 0)[0]), match.now_ms)
    assert all(bot.act(look(match, 0), match.now_ms + 29_999) is None for _ in range(20))
    assert any(bot.act(look(match, 0), match.now_ms + 30_000) for _ in range(20))


@pytest.mark.parametrize("level", [0, 6])
def test_there_are_five_levels(level: int) -> None:
    with pytest.raises(InvalidOptionsError):
        Bot(level, 1)


@pytest.mark.medium
@pytest.mark.parametrize(("weaker", "stronger"), [(1, 2), (2, 3), (3, 4), (4, 5)])
def test_a_higher_level_wins_more(weaker: int, stronger: int) -> None:
    won = 0
    for seed in range(30):
        levels = [weaker, stronger] if seed % 2 else [stronger, weaker]
        outcome = simulate(MatchOptions(rounds=1), levels, seed).match.outcome()
        assert outcome is not None
        won += outcome.winners == ((1,) if seed % 2 else (0,))
    assert won > 20
