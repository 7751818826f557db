"""Melds and lay-offs are those of OpenSpiel's gin rummy, but for an ace above the king.

In gin rummy an ace is always one; here it may be fourteen as well (003.1). Nothing else differs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import pyspiel

from arena.core.cards import CARD_OF, CARD_TEXT, Card, cards_in
from arena.games.rummy_500.actions import items_of
from arena.games.rummy_500.combinations import melds_in
from arena.games.rummy_500.hands import Hand
from arena.games.rummy_500.melds import Shape, shape_of
from arena.games.rummy_500.rules import PACK

Gin = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
Cards = frozenset[Card]


def card_of(gin_card: int) -> Card:
    """Return our card for OpenSpiel's, which writes ``Ts`` for the ten of spades."""
    return CARD_OF[Gin.card_string(gin_card).upper().replace("T", "10")]


def cards_of(texts: str) -> Cards:
    return frozenset(CARD_OF[text] for text in texts.split())


OURS = [card_of(gin_card) for gin_card in range(PACK)]
HIGH_RUNS = {cards_of(f"Q{suit} K{suit} A{suit}") for suit in "SCDH"}
HIGH_RUNS |= {cards_of(f"J{suit} Q{suit} K{suit} A{suit}") for suit in "SCDH"}


def shapes_in(cards: Iterable[Card]) -> Iterator[tuple[Cards, Shape]]:
    """Yield the melds of three that some cards allow, with what each accepts."""
    for action in melds_in(Hand.of(cards), star=False, wild=True, identical=False):
        items = items_of(action)
        yield frozenset(items), shape_of(items, identical=False)


def is_meld(cards: Cards) -> bool:
    """Return whether three or four cards are a meld: three, and perhaps one laid off on them."""
    for three, shape in shapes_in(cards):
        rest = cards - three
        if not rest or any(shape.accepts >> card & 1 for card in rest):
            return True
    return False


def test_the_cards_are_the_same() -> None:
    assert sorted(CARD_TEXT[card] for card in OURS) == sorted(
        rank + suit for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K") for suit in "SCDH"
    )


def test_only_runs_with_a_high_ace_are_melds_here_and_not_in_gin_rummy() -> None:
    """All 22,100 sets of three cards and all 270,725 of four."""
    different = set()
    for size in (3, 4):
        for gin_cards in combinations(range(PACK), size):
            theirs = Gin.is_rank_meld(gin_cards) or Gin.is_suit_meld(gin_cards)
            cards = frozenset(OURS[card] for card in gin_cards)
            if is_meld(cards) != theirs:
                different.add(cards)
                assert not theirs
    assert different == HIGH_RUNS


def test_lay_offs_differ_by_a_high_ace_only() -> None:
    """Every meld of gin rummy takes the same cards, and a run to the king an ace as well."""
    melds = list(Gin.int_to_meld.values())
    assert len(melds) == 185
    with_high_ace = 0
    for gin_cards in melds:
        if Gin.is_rank_meld(gin_cards):
            theirs = {Gin.rank_meld_layoff(gin_cards)} if len(gin_cards) == 3 else set()
        else:
            theirs = set(Gin.suit_meld_layoffs(gin_cards))
        shape = grown([OURS[card] for card in gin_cards])
        extra = set(cards_in(shape.accepts)) ^ {OURS[card] for card in theirs}
        ranks = {CARD_TEXT[OURS[card]][:-1] for card in gin_cards}
        if len(ranks) > 1 and "K" in ranks:
            assert [CARD_TEXT[card][:-1] for card in extra] == ["A"]
            with_high_ace += 1
        else:
            assert extra == set()
    assert with_high_ace > 0


def grown(cards: list[Card]) -> Shape:
    """Return the shape of a whole meld: its first three cards, the others laid off one by one."""
    shape = shape_of(cards[:3], identical=False)
    for card in cards[3:]:
        assert shape.accepts >> card & 1
        shape = shape.extended(card)
    return shape
