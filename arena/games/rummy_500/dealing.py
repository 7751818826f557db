"""The cards in play, the cut for the first deal, and who gets which of a shuffled pack."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arena.core.cards import JOKER, RANKS, SUITS, Card, make_card, rank_of
from arena.core.seeds import derive, shuffled
from arena.games.contract import Deal, Seat
from arena.games.rummy_500.rules import RummyRules

ACE = RANKS.index("A")
PIPS = tuple(rank for rank, text in enumerate(RANKS) if text not in ("11", "12", "13"))
"""The ranks of this game, two to ace."""


@cache
def one_pack() -> tuple[Card, ...]:
    """Return the 52 cards of a pack without jokers."""
    return tuple(make_card(suit, rank) for suit in range(len(SUITS)) for rank in PIPS)


def all_cards(rules: RummyRules) -> tuple[Card, ...]:
    """Return every card in play: one or two packs and the jokers (A.003.2)."""
    return (*one_pack() * rules.packs, *[JOKER] * rules.jokers)


def cut_for_deal(seed: bytes, players: int) -> Seat:
    """Return who deals first: everyone draws a card, the lowest deals, ace low (A.003.3).

    Those who tie for the lowest draw again.
    """
    seats, draw = list(range(players)), 0
    while len(seats) > 1:
        cards = shuffled(derive(seed, "cut", draw), one_pack())[: len(seats)]
        low = [(rank_of(card) + 1) % (ACE + 1) for card in cards]
        seats = [seat for seat, rank in zip(seats, low, strict=True) if rank == min(low)]
        draw += 1
    return seats[0]


def next_dealer(rules: RummyRules, dealer: Seat) -> Seat:
    """Return the next dealer: on the left, or in the dealer's gambit on the right (A.003.5)."""
    return (dealer + step_of(rules)) % rules.players


def step_of(rules: RummyRules) -> int:
    """Return the way the deal goes round: 1 clockwise, -1 counter-clockwise."""
    return 1 if rules.direction == "clockwise" else -1


def deal_out(rules: RummyRules, cards: Sequence[Card], dealer: Seat, number: int) -> Deal:
    """Deal shuffled cards one at a time, the player next to the dealer first.

    The stock is in the order in which it will be drawn; its first card is the one turned up.
    """
    order = [(dealer + step_of(rules) * (i + 1)) % rules.players for i in range(rules.players)]
    dealt = rules.players * rules.hand_size
    hands = tuple(
        tuple(cards[order.index(seat) : dealt : rules.players]) for seat in range(rules.players)
    )
    aside = (JOKER,) if rules.dealers_joker else ()
    return Deal(number, dealer, hands, aside=aside, stock=tuple(cards[dealt:]))


def refuse_wrong_deal(rules: RummyRules, deal: Deal) -> None:
    """Raise ``ValueError`` when a deal is not one of this game."""
    cards = [card for part in (*deal.hands, deal.stock, deal.aside) for card in part]
    if sorted(cards) != sorted(all_cards(rules)):
        raise ValueError("the cards dealt are not the pack")
    sizes = [len(hand) for hand in deal.hands]
    if sizes != [rules.hand_size] * rules.players:
        raise ValueError(f"hands of {sizes} cards: each player gets {rules.hand_size}")
    if deal.aside != ((JOKER,) if rules.dealers_joker else ()) or deal.kitty:
        raise ValueError("only a dealer's joker lies beside the stock")
    if not 0 <= deal.dealer < rules.players:
        raise ValueError(f"no seat {deal.dealer} to deal")
