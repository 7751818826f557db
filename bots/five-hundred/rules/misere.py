"""Misère: how safe a hand is, what to throw away, and the play on both sides."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable

from cards import SUITS, Order
from table import Table

JOKER_DANGER = 20.0


# -- how safe a hand is ----------------------------------------------------------------------------


def suit_danger(held: list[int], others: list[int]) -> float:
    """Return how likely a suit is to be made to win a trick; 0 is safe.

    Both lists are strengths, the lowest first. The others can stay below the i-th card held (from
    0) when they have more than 2i lower ones: two of them follow to each trick, and the lower cards
    of this hand were spent on the tricks before.
    """
    danger = 0
    for index, strength in enumerate(held):
        danger += max(0, bisect(others, strength) - 2 * index)
    return danger / (1 + len(others))


def hand_danger(hand: Iterable[str], others: Iterable[str], order: Order) -> float:
    """Return the danger of a whole hand; ``others`` are the cards that other hands may hold."""
    held, rest = order.strengths(hand), order.strengths(others)
    return sum(suit_danger(held[suit], rest[suit]) for suit in SUITS) + JOKER_DANGER * len(held[""])


def most_dangerous(hand: Iterable[str], others: Iterable[str], order: Order) -> str:
    """Return the card that a misère is best rid of: a free joker, else the top of some suit."""
    held, rest = order.strengths(hand), order.strengths(others)

    def relief(card: str) -> tuple[float, int]:
        mine, theirs = held[order.suit[card]], rest[order.suit[card]]
        return suit_danger(mine, theirs) - suit_danger(mine[:-1], theirs), order.strength[card]

    tops = {order.suit[card]: card for card in sorted(hand, key=order.strength.__getitem__)}
    return tops[""] if "" in tops else max(tops.values(), key=relief)


# -- the play --------------------------------------------------------------------------------------


def is_alive(table: Table) -> bool:
    """Return whether the contract is a misère whose declarer has won no trick yet."""
    contract, declarer = table.view["contract"], table.declarer
    if contract is None or declarer is None or not contract.endswith("misere"):
        return False
    return not table.view["tricks_won"][declarer]


def choose_card(table: Table, cards: list[str]) -> str:
    """Return the card to play while the misère stands, one of ``cards``."""
    if table.seat == table.declarer:
        return duck(table, cards) if table.led else lead_safely(table, cards)
    if table.declarer in table.ours:
        return max(cards, key=lambda card: table.order.power(card, table.led))
    return attack(table, cards) if table.led else lead_attack(table, cards)


def duck(table: Table, cards: list[str]) -> str:
    """Return the declarer's card to a trick: as high as possible without winning it."""
    losers = [card for card in cards if not table.beats(card)]
    if losers:
        return most_dangerous(losers, table.out, table.order)
    pick = min if table.after else max
    return pick(cards, key=lambda card: table.order.power(card, table.led))


def lead_safely(table: Table, cards: list[str]) -> str:
    """Return the declarer's lead: the card that the foes can least stay below."""
    return min(cards, key=lambda card: (lead_risk(table, card), -table.order.strength[card]))


def lead_risk(table: Table, card: str) -> float:
    """Return how likely a led card is to win, from 0 (cannot) to 2 (does)."""
    strength, suit = table.order.strength, table.order.suit[card]
    out = table.out_of(suit)
    higher = [other for other in out if strength[other] > strength[card]]
    if not higher or not table.foes_may_hold(suit):
        return 2.0
    return -len(higher)


def attack(table: Table, cards: list[str]) -> str:
    """Return a defender's card to a trick: below the declarer's, or rid of a high one."""
    seat, best = table.winning
    order = table.order
    losers = [card for card in cards if not table.beats(card)]
    if table.declarer in table.after:
        if order.strength[best] > 0 and losers and can_duck(table, best):
            return max(losers, key=order.strength.__getitem__)
        return min(cards, key=lambda card: (order.power(card, table.led), -order.strength[card]))
    if seat == table.declarer and losers:
        return max(losers, key=order.strength.__getitem__)
    return max(cards, key=order.strength.__getitem__)


def can_duck(table: Table, best: str) -> bool:
    """Return whether the declarer may well have a card below the one that wins now."""
    order = table.order
    held = table.view["exposed"]
    suit = [card for card in held or table.out if order.suit[card] == table.led]
    if held is not None and not suit:
        return True
    lower = [card for card in suit if order.power(card, table.led) < order.power(best, table.led)]
    return bool(lower) if held is not None else len(lower) > 1


def lead_attack(table: Table, cards: list[str]) -> str:
    """Return a defender's lead: a card that the declarer can least stay below."""
    return min(cards, key=lambda card: (escape(table, card), table.order.strength[card]))


def escape(table: Table, card: str) -> float:
    """Return how easily the declarer stays below a led card: 0 (must win) to 2 (is void)."""
    strength, suit = table.order.strength, table.order.suit[card]
    declarer = table.declarer
    held = table.view["exposed"]
    theirs = table.order.of_suit(held, suit) if held is not None else table.out_of(suit)
    if not theirs or (declarer is not None and suit in table.voids[declarer]):
        return 2.0
    lower = sum(strength[other] < strength[card] for other in theirs)
    if held is not None:
        return float(lower > 0)
    return lower / len(theirs)
