from datetime import date
from hashlib import sha256

import pytest

from skep.errors import InvalidOptionsError
from skep.laruche.chance import Stream, daily_seed, parse_seed


def test_the_stream_is_the_documented_one() -> None:
    block = sha256(b"skep la ruche 1\0" + bytes(15) + b"\x07" + b"deal 0\0" + bytes(8)).digest()
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    stream = Stream(7, "deal 0")
    assert [stream.below(1 << 32) for _ in range(8)] == words
    second = sha256(
        b"skep la ruche 1\0" + bytes(15) + b"\x07" + b"deal 0\0" + bytes(7) + b"\x01"
    ).digest()
    assert stream.below(1 << 32) == int.from_bytes(second[:4], "big")


def test_words_that_would_favour_small_numbers_are_skipped() -> None:
    count = (1 << 31) + 1  # only words below this are taken: about every second one is not
    words, taken = Stream(3, "x"), Stream(3, "x")
    expected = [word for word in (words.below(1 << 32) for _ in range(40)) if word < count]
    assert [taken.below(count) for _ in expected] == expected


def test_a_shuffle_keeps_all_items_and_has_a_frozen_order() -> None:
    shuffled = Stream(7, "deal 0").shuffled("abcdefghij")
    assert sorted(shuffled) == list("abcdefghij")
    assert "".join(shuffled) == "fdcbiheagj"


def test_seeds_are_read_in_two_ways() -> None:
    assert parse_seed("7") == parse_seed("0" * 31 + "7") == 7
    assert parse_seed("f" * 32) == (1 << 128) - 1
    for text in ("", "-1", "seven", "1" * 40, "g" * 32):
        with pytest.raises(InvalidOptionsError):
            parse_seed(text)
    for seed in (-1, 1 << 128):
        with pytest.raises(InvalidOptionsError):
            Stream(seed, "x")


def test_days_have_seeds_of_their_own() -> None:
    expected = int.from_bytes(sha256(b"skep la ruche daily 2026-03-01").digest()[:16], "big")
    assert daily_seed(date(2026, 3, 1)) == expected


@pytest.mark.parametrize("count", [0, -1, (1 << 32) + 1])
def test_only_what_32_bits_can_choose_is_asked_for(count: int) -> None:
    with pytest.raises(ValueError, match="possibilities"):
        Stream(1, "x").below(count)
