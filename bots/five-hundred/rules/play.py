"""The play for tricks: suit contracts, no trumps, and deals without a declarer."""

from __future__ import annotations

from cards import ABOVE_ALL, JOKER
from table import Table


def choose_card(table: Table, cards: list[str]) -> str:
    """Return the card to play for tricks, one of ``cards``."""
    if table.led:
        return follow(table, cards)
    return lead_trump(table, cards) or lead_side_suit(table, cards)


# -- leading ---------------------------------------------------------------------------------------


def lead_trump(table: Table, cards: list[str]) -> str | None:
    """Return the trump that the declaring side draws trumps with, or ``None``."""
    trump = table.order.trump
    trumps = table.order.of_suit(cards, trump) if trump else []
    if not trumps or table.declarer not in table.ours or not table.foes_may_hold(trump):
        return None
    low = table.seat == table.declarer and not table.is_master(trumps[-1])
    return trumps[0 if low else -1]  # a low one forces out the higher trumps


def lead_side_suit(table: Table, cards: list[str]) -> str:
    """Return the lead that promises most, trumps and a free joker last."""
    return max(cards, key=lambda card: lead_value(table, card))


def lead_value(table: Table, card: str) -> float:
    """Return how good a card is to lead; only the order of the values matters."""
    order = table.order
    suit, strength = order.suit[card], order.strength[card]
    if suit == order.trump:
        return -50 - strength
    length = len(order.of_suit(table.hand, suit))
    if table.is_master(card) and table.holds(card, suit):
        return 100 + length
    if suit == table.called_suit:
        return 80 - strength
    if ruffs(table, suit, table.ours - {table.seat}):
        return 60 - strength
    value = length * 2 - strength
    if ruffs(table, suit, table.foes):
        value -= 20
    if order.trump and table.declarer not in table.ours and length == 1:
        value += 12  # a ruff is worth more to the side that did not choose the trumps
    return value


def ruffs(table: Table, suit: str, seats: set[int]) -> bool:
    """Return whether one of some seats is void in a suit and may trump it."""
    trump = table.order.trump
    if not trump or not table.out_of(trump):
        return False
    return any(suit in table.voids[seat] and trump not in table.voids[seat] for seat in seats)


# -- following -------------------------------------------------------------------------------------


def follow(table: Table, cards: list[str]) -> str:
    """Return the card to play to a trick that somebody led to."""
    winners = sorted(
        (card for card in cards if table.beats(card)), key=lambda card: cost(table, card)
    )
    seat, best = table.winning
    if not winners or (seat in table.ours and partner_suffices(table, best, winners)):
        return cheapest(table, cards)
    sure = [card for card in winners if table.holds(card, table.led)]
    if sure:
        return sure[0]
    if len(table.after) > 1 and table.order.suit[winners[0]] == table.led:
        return cheapest(table, cards)  # second hand low: two more may still beat the card
    return lowest_equal(table, winners)


def partner_suffices(table: Table, best: str, winners: list[str]) -> bool:
    """Return whether the partner's winning card is as good as any that this hand could add."""
    if not table.foes & set(table.after) or table.holds(best, table.led):
        return True
    return not any(table.holds(card, table.led) for card in winners)


def lowest_equal(table: Table, winners: list[str]) -> str:
    """Return the lowest card that wins as surely as the highest: no card out lies between."""
    power = {card: table.order.power(card, table.led) for card in (*winners, *table.out)}
    top = max(winners, key=power.__getitem__)
    higher = sum(power[card] > power[top] for card in table.out)
    equals = [c for c in winners if sum(power[o] > power[c] for o in table.out) == higher]
    return min(equals, key=power.__getitem__)


# -- what a card is worth keeping ------------------------------------------------------------------


def cheapest(table: Table, cards: list[str]) -> str:
    """Return the card that is missed least."""
    return min(cards, key=lambda card: cost(table, card))


def cost(table: Table, card: str) -> float:
    """Return what a hand gives up with a card; only the order of the values matters."""
    order = table.order
    suit, strength = order.suit[card], order.strength[card]
    if card == JOKER or suit == order.trump:
        return ABOVE_ALL + strength
    value = float(strength)
    if table.is_master(card):
        value += 20
    length = len(order.of_suit(table.hand, suit))
    if length == 2 and guards_next_best(table, suit):
        value += 8
    return value + length * (0.5 if order.trump else -0.5)


def guards_next_best(table: Table, suit: str) -> bool:
    """Return whether only one card that is out beats the highest of a suit in hand."""
    best = table.order.of_suit(table.hand, suit)[-1]
    strength = table.order.strength
    return sum(strength[card] > strength[best] for card in table.out_of(suit)) == 1
