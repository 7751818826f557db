"""Cards as numbers, as bits and as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.core.cards import (
    CARD_OF,
    CARD_TEXT,
    JOKER,
    JOKER_BIT,
    RANKS,
    SUIT_MASKS,
    SUITS,
    cards_in,
    make_card,
    mask_of,
    parse_cards,
    printed_suit,
    rank_of,
    texts,
)

HANDS = st.sets(st.integers(0, JOKER))


@pytest.mark.parametrize(
    ("text", "suit", "rank"),
    [("2S", "S", "2"), ("10H", "H", "10"), ("13D", "D", "13"), ("JC", "C", "J"), ("AH", "H", "A")],
)
def test_a_card_is_its_rank_then_its_suit(text: str, suit: str, rank: str) -> None:
    card = make_card(SUITS.index(suit), RANKS.index(rank))
    assert CARD_TEXT[card] == text
    assert (SUITS[printed_suit(card)], RANKS[rank_of(card)]) == (suit, rank)


def test_text_and_number_are_one_to_one() -> None:
    assert len(CARD_TEXT) == len(set(CARD_TEXT)) == JOKER + 1
    assert [CARD_OF[text] for text in CARD_TEXT] == list(range(JOKER + 1))
    assert CARD_TEXT[JOKER] == "Jo"
    assert printed_suit(JOKER) == len(SUITS)


def test_ranks_ascend() -> None:
    assert " ".join(RANKS) == "2 3 4 5 6 7 8 9 10 11 12 13 J Q K A"


@given(HANDS)
def test_a_mask_holds_its_cards_in_ascending_order(hand: set[int]) -> None:
    mask = mask_of(hand)
    assert mask.bit_count() == len(hand)
    assert list(cards_in(mask)) == sorted(hand)
    assert parse_cards(texts(mask)) == sorted(hand)


def test_the_suits_and_the_joker_share_the_pack() -> None:
    assert mask_of(range(JOKER + 1)) == sum(SUIT_MASKS) + JOKER_BIT
    for suit, mask in enumerate(SUIT_MASKS):
        assert {printed_suit(card) for card in cards_in(mask)} == {suit}


def test_a_hand_is_shown_by_suits_low_to_high_and_the_joker_last() -> None:
    hand = parse_cards(["Jo", "AH", "4H", "10D", "AC", "5S", "KS"])
    assert texts(mask_of(hand)) == ["5S", "KS", "AC", "10D", "4H", "AH", "Jo"]


@pytest.mark.parametrize("word", ["", "1S", "10", "S10", "jo", "JO", "10h", "5X", " 5S"])
def test_a_word_that_is_no_card_is_named(word: str) -> None:
    with pytest.raises(KeyError, match=f"^'{word}'$"):
        parse_cards(["5S", word])
