"""Seeds are hashes of names: checked against the published definition, written out again here."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.core.seeds import below, derive, shuffled

SEEDS = [bytes([number, 77]) for number in range(200)]


def words(seed: bytes, count: int) -> list[int]:
    """Return the first 32-bit big-endian words of SHAKE-256(seed)."""
    stream = hashlib.shake_256(seed).digest(4 * count)
    return [int.from_bytes(stream[at : at + 4], "big") for at in range(0, 4 * count, 4)]


def test_a_path_is_length_prefixed_and_keyed_by_the_secret() -> None:
    path = b"\0\0\0\5board" + b"\0\0\0\2" + b"12"
    expected = hmac.new(b"secret", path, hashlib.sha256).digest()
    assert derive(b"secret", "board", 12) == expected
    assert derive(b"secret", "board", "12") == expected
    assert derive(b"other", "board", 12) != expected


def test_no_two_paths_give_the_same_seed() -> None:
    paths = [
        ("ab",),
        ("a", "b"),
        ("", "ab"),
        ("ab", ""),
        ("b", "a"),
        (),
        ("",),
        ("é",),
        (1, 2),
        (12,),
    ]
    seeds = [derive(b"secret", *path) for path in paths]
    assert not [pair for pair in combinations(seeds, 2) if pair[0] == pair[1]]


@given(st.binary(max_size=8), st.lists(st.integers(), max_size=60))
def test_a_shuffle_keeps_every_item(seed: bytes, items: list[int]) -> None:
    assert Counter(shuffled(seed, items)) == Counter(items)


@pytest.mark.parametrize("size", [0, 1, 2, 43, 255, 256, 257, 258, 700])
def test_a_shuffle_is_fisher_yates_from_the_end(size: int) -> None:
    for seed in SEEDS[:5]:
        pack = list(range(size))
        for last, word in zip(range(size - 1, 0, -1), words(seed, size + 5), strict=False):
            pick = word % (last + 1)  # of these seeds none draws a word that must be refused
            pack[last], pack[pick] = pack[pick], pack[last]
        assert shuffled(seed, range(size)) == pack


def test_every_order_comes_about_as_often() -> None:
    seeds = [derive(b"orders", number) for number in range(6000)]
    counts = Counter(tuple(shuffled(seed, "abc")) for seed in seeds)
    assert set(counts) == set(permutations("abc"))
    assert all(abs(count - 1000) < 150 for count in counts.values())  # five standard deviations


def test_a_number_beyond_the_last_whole_multiple_is_drawn_again() -> None:
    bound = 3 << 30  # a quarter of all words must be refused
    refused = 0
    for seed in SEEDS:
        stream = words(seed, 50)
        first = next(word for word in stream if word < bound)
        refused += first != stream[0]
        assert below(seed, bound) == first
    assert 20 < refused < 80
