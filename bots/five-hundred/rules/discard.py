"""Which cards the declarer lays away for a contract that takes tricks."""

from __future__ import annotations

from cards import JOKER, Order


def choose_discard(hand: list[str], count: int, order: Order) -> str:
    """Return the next of ``count`` cards to lay away, with trumps or without."""
    if not order.trump:
        return min(hand, key=lambda card: no_trump_value(card, hand, order))
    side = [card for card in hand if order.suit[card] != order.trump]
    if not side:
        return order.of_suit(hand, order.trump)[0]
    return min(side, key=lambda card: side_value(card, hand, count, order))


def side_value(card: str, hand: list[str], count: int, order: Order) -> float:
    """Return what a side card is worth beside trumps: short suits without an ace go first."""
    held = order.of_suit(hand, order.suit[card])
    value = float(order.strength[card])
    best = held[-1][:-1]
    if best == "A":
        return value + (100 if card == held[-1] else 10)
    if len(held) > count:
        return value + 5
    if best == "K" and len(held) > 1:
        return value + 4
    return value - 20 + 5 * len(held)


def no_trump_value(card: str, hand: list[str], order: Order) -> float:
    """Return what a card is worth at no trumps: honours, their guards, and length."""
    if card == JOKER:
        return 1000.0
    held = order.of_suit(hand, order.suit[card])
    best = held[-1][:-1]
    bonus = {"A": 50, "K": 20}.get(best, 0) if card == held[-1] and len(held) > 1 else 0
    return order.strength[card] + 3.0 * len(held) + bonus
