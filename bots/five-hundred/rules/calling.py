"""The partner that a declarer calls for the deal, or none."""

from __future__ import annotations

from typing import Any

from bidding import chance_of, level_and_name
from cards import Order, order_of
from weights import DECLARER, NO_TRUMPS, weigh

HONOURS = ("A", "K", "Q")
ALONE = {True: (-3.85, 1.65), False: (-2.1, 1.6)}
CALLED = {True: (0.9, 1.2), False: (3.0, 0.9)}
"""By whether there are trumps: the tricks of a hand without features, when the kitty was taken, and
how much the features stretch it; alone and with the holder of the best card that it misses."""


def choose_partner(view: dict[str, Any], legal: list[str], rules: dict[str, Any]) -> str:
    """Return the call of the card or of the player that promises most help, or ``alone``."""
    if "alone" in legal and is_better_alone(view, rules):
        return "alone"
    seats = [action for action in legal if action.startswith("call seat")]
    if seats:
        return max(seats, key=lambda action: seat_help(int(action[-1]), view))
    order = order_of(view["contract"])
    own = {*view["hand"], *view["discards"]}
    cards = [action.split()[1] for action in legal if action != "alone"]
    others = [card for card in cards if card not in own]
    return f"call {max(others, key=lambda card: card_help(card, view['hand'], order))}"


def is_better_alone(view: dict[str, Any], rules: dict[str, Any]) -> bool:
    """Return whether the whole contract alone promises more than a share with a partner."""
    level, name = level_and_name(view["contract"])
    features = weigh(view["hand"], name, DECLARER[name != NO_TRUMPS])

    def gain(base: float, scale: float) -> float:
        return 2 * chance_of(level, base + scale * features) - 1

    whole = 2 if rules["partner_half"] else 1
    return whole * gain(*ALONE[name != NO_TRUMPS]) > gain(*CALLED[name != NO_TRUMPS])


def card_help(card: str, hand: list[str], order: Order) -> float:
    """Return how much the holder of a card helps: most with the best card that a suit misses.

    It is worth most where the hand is short but not void: the declarer can lead to it.
    """
    held = order.of_suit(hand, order.suit[card])
    ranks = {other[:-1] for other in held}
    missing = [honour for honour in HONOURS if honour not in ranks]
    if not missing or card[:-1] != missing[0]:
        return order.strength[card] / 100
    return 10 - 2 * HONOURS.index(missing[0]) - (len(held) or 4)


def seat_help(seat: int, view: dict[str, Any]) -> int:
    """Return how much a player showed in the auction: his bids, and those in the trump suit."""
    bids = [call for caller, call in view["calls"] if caller == seat and call != "pass"]
    trump: str = view["contract"].lstrip("0123456789")
    return len(bids) + 2 * len([bid for bid in bids if bid.endswith(trump)])
