"""Misère: how safe a hand is, what to throw away, and the play on both sides."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable

from cards import SUITS, Order, is_misere
from table import Table

JOKER_DANGER = 20.0
LIKELY = 0.5
"""The share of a suit that must be below a card before the declarer is taken to have one of it."""


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


def is_on(table: Table) -> bool:
    """Return whether the declarer must still be kept from tricks, or made to take more of them.

    A lost misère is played for tricks, unless the declarer's are what the defenders are paid for.
    """
    if not is_misere(table.view["contract"]) or table.declarer is None:
        return False
    lost = table.view["tricks_won"][table.declarer] > 0
    return not lost or table.rules["misere_defender_points"] == "declarer-tricks"


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


def lead_risk(table: Table, card: str) -> int:
    """Return how sure a led card is to win: the more higher cards are out, the less."""
    strength, suit = table.order.strength, table.order.suit[card]
    if not table.foes_may_hold(suit):
        return 1
    return -sum(strength[other] > strength[card] for other in table.out_of(suit))


def attack(table: Table, cards: list[str]) -> str:
    """Return a defender's card to a trick: below the declarer's, or rid of a high one."""
    order = table.order
    if table.declarer in table.after and not gets_away(table):
        return min(cards, key=lambda card: (order.power(card, table.led), -order.strength[card]))
    losers = [card for card in cards if not table.beats(card)]
    declarer_wins = table.winning[0] == table.declarer
    return max((declarer_wins and losers) or cards, key=order.strength.__getitem__)


def gets_away(table: Table) -> bool:
    """Return whether the declarer, who plays later, need hardly win the trick on the table.

    He need not when he is void or has a card below the best one played, which can be seen or is
    taken for granted when so many of the cards that are out lie below it.
    """
    if table.declarer is not None and table.led in table.voids[table.declarer]:
        return True
    seen = table.view["exposed"]
    theirs = table.order.of_suit(table.out if seen is None else seen, table.led)
    lower = [card for card in theirs if not table.beats(card)]
    if seen is not None:
        return bool(lower) or not theirs
    return len(lower) > LIKELY * len(theirs)


def lead_attack(table: Table, cards: list[str]) -> str:
    """Return a defender's lead: a card that the declarer can least stay below."""
    order = table.order
    seen = order.strengths(table.view["exposed"] or ())
    rest = order.strengths(table.out.difference(table.view["exposed"] or ()))

    def preference(card: str) -> tuple[float, float, int]:
        suit = order.suit[card]
        return escape(table, card), -suit_danger(seen[suit], rest[suit]), order.strength[card]

    return min(cards, key=preference)


def escape(table: Table, card: str) -> float:
    """Return how easily the declarer stays below a led card: 0 (cannot) to 2 (is void)."""
    strength, suit = table.order.strength, table.order.suit[card]
    exposed = table.view["exposed"]
    theirs = table.order.of_suit(exposed if exposed is not None else table.out, suit)
    if not theirs or (table.declarer is not None and suit in table.voids[table.declarer]):
        return 2.0
    lower = sum(strength[other] < strength[card] for other in theirs)
    return float(lower > 0) if exposed is not None else lower / len(theirs)
