"""Other worlds of 500 Rum: deals that a seat cannot tell from the real one, played alike.

Two cards that the seat has never seen, in other hands or in the stock, change places everywhere in
the deal: no public action ever named them, so the same actions are played again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from arena.core.cards import Card
from arena.games.contract import Deal, Seat, Settled
from arena.games.rummy_500.dealing import one_pack
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.state import RummyState


def visible_log(state: RummyState, seat: Seat) -> list[object]:
    """Return the log as a seat may know it: of a deal its number and dealer, of turns some."""
    entries: list[object] = []
    for entry in state.log:
        if isinstance(entry, Deal):
            entries.append((entry.number, entry.dealer))
        elif isinstance(entry, Settled) or state.sees(seat, entry):
            entries.append(entry)
    return entries


def other_worlds(state: RummyState, seat: Seat, rng: Random, tries: int) -> Iterator[RummyState]:
    """Yield states that a seat cannot tell from this one; a try without one yields nothing."""
    unseen = sorted(never_seen(state, seat))
    for _ in range(tries if len(unseen) > 1 else 0):
        one, two = rng.sample(unseen, 2)
        other = replayed(state, {one: two, two: one})
        if other is not None:
            yield other


def never_seen(state: RummyState, seat: Seat) -> set[Card]:
    """Return the cards of which the seat has seen no copy in this deal.

    They are those that are in hiding as often as there are packs; the seat's own hand is hidden
    from itself, too, until the gambit is named.
    """
    hidden = Counter(state.stock)
    for other, hand in enumerate(state.hands):
        if other != seat or state.phase == "gambit":
            hidden += Counter(hand) - Counter(state.known[other])
    return {card for card in one_pack() if hidden[card] == state.rules.packs}


def last_deal(state: RummyState) -> tuple[int, Deal]:
    """Return where the current deal is in the log, and the deal."""
    at = max(at for at, entry in enumerate(state.log) if isinstance(entry, Deal))
    deal = state.log[at]
    assert isinstance(deal, Deal)
    return at, deal


def replayed(state: RummyState, swap: dict[Card, Card]) -> RummyState | None:
    """Play the same actions in another world, if they are legal there and end nothing.

    Whether a player could draw from the pile decides if a deal without a stock goes on, which all
    see: a world in which he could not is another one to everybody.
    """
    start, deal = last_deal(state)
    other = RUMMY_500.new(state.rules)
    for at, entry in enumerate(state.log):
        if isinstance(entry, Deal):
            other.begin(swapped(deal, swap) if at == start else entry)
        elif not isinstance(entry, Settled):
            if entry[1] not in other.legal_actions():
                return None
            other.apply(entry[1])
    return other if other.to_act == state.to_act else None


def swapped(deal: Deal, swap: dict[Card, Card]) -> Deal:
    """Return a deal in which two cards have changed places."""
    hands = tuple(tuple(swap.get(card, card) for card in hand) for hand in deal.hands)
    stock = tuple(swap.get(card, card) for card in deal.stock)
    return Deal(deal.number, deal.dealer, hands, aside=deal.aside, stock=stock)
