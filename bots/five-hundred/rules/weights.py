"""What a hand is worth, by who plays with whom and from which pack.

All numbers are least squares over some thousand deals that this bot played with itself, rounded.
The features of a hand count alike everywhere; a setting moves and stretches their sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cards import FULL_PACK_KITTY, JOKER, SAME_COLOUR, SUITS, order_of

NO_TRUMPS = "NT"


class Setting(NamedTuple):
    """What bidding depends on beside the hand.

    ``base`` and ``no_trumps`` are the tricks that a declarer's side takes with a hand of no
    features, in a suit and at no trumps; ``scale`` and ``no_trumps_scale`` stretch the features;
    ``partner`` is what they add up to in a bidding partner's hand. A misère whose hand shows no
    danger when its worst card is laid away succeeds with the chance ``safe``, and each unit of
    danger takes ``danger`` from it.
    """

    base: float
    scale: float
    no_trumps: float
    no_trumps_scale: float
    safe: float
    danger: float
    partner: float = 0.0


SETTINGS = {
    (2, "solo", False): Setting(2.0, 1.15, 3.3, 1.0, 0.67, 0.9),
    (2, "solo", True): Setting(3.8, 0.9, 4.45, 0.9, 0.72, 0.45),
    (3, "solo", False): Setting(-1.3, 1.6, 0.3, 1.4, 0.65, 0.45),
    (3, "solo", True): Setting(1.2, 1.2, 1.7, 1.3, 0.88, 0.25),
    (4, "opposite", False): Setting(2.75, 1.0, 3.3, 1.0, 0.83, 0.45, 3.3),
    (4, "opposite", True): Setting(3.75, 0.9, 4.1, 0.8, 0.78, 0.18, 2.35),
    (5, "called", False): Setting(2.0, 1.1, 3.3, 0.9, 1.05, 0.23),
    (5, "solo", False): Setting(-1.35, 1.35, -1.1, 1.55, 1.05, 0.25),
    (6, "pairs", False): Setting(0.7, 1.15, 1.9, 1.0, 1.04, 0.18, 2.65),
    (6, "trios", False): Setting(2.9, 1.0, 3.6, 0.9, 0.97, 0.22, 2.6),
}
"""By the number of players, their sides, and whether a kitty of five comes from a full pack."""


class Weights(NamedTuple):
    """What features of a hand are worth in tricks."""

    joker: float
    ace: float
    king: float
    queen: float
    trump: float = 0.0
    right: float = 0.0
    left: float = 0.0
    trump_ace: float = 0.0
    trump_king: float = 0.0
    void: float = 0.0
    extra: float = 0.0


DECLARER = {
    True: Weights(0.85, 0.6, 0.33, 0.16, 0.63, 0.47, 0.28, 0.2, 0.12, 0.07),
    False: Weights(1.75, 0.88, 0.6, 0.3, extra=0.48),
}
"""By whether there are trumps: the hand that takes the kitty."""
PARTNER = {
    True: Weights(1.1, 0.65, 0.35, 0.1, 0.45, 0.85, 0.55, 0.25, 0.15, 0.1),
    False: Weights(1.4, 0.9, 0.6, 0.25),
}
"""The same of a partner's hand."""
NO_TRUMPS_BY_PARTNER = 0.5
"""How much less of the features an average partner's hand has at no trumps."""


def setting_of(rules: dict[str, Any]) -> Setting:
    """Return the setting that a rule set is."""
    sides = rules["partnership"].split("-")[0]
    return SETTINGS[rules["players"], sides, rules["kitty"] == FULL_PACK_KITTY]


def declarer_tricks(hand: Sequence[str], name: str, setting: Setting) -> float:
    """Return the tricks of a declarer's side before he takes the kitty: trumps, or ``NT``."""
    features = weigh(hand, name, DECLARER[name != NO_TRUMPS])
    if name == NO_TRUMPS:
        return setting.no_trumps + setting.no_trumps_scale * features
    return setting.base + setting.scale * features


def support(hand: Sequence[str], name: str, setting: Setting) -> float:
    """Return how many tricks more than an average partner's a hand brings a declarer."""
    average = setting.partner * (NO_TRUMPS_BY_PARTNER if name == NO_TRUMPS else 1)
    return weigh(hand, name, PARTNER[name != NO_TRUMPS]) - average


def weigh(hand: Sequence[str], name: str, weights: Weights) -> float:
    """Return the sum of a hand's features when ``name`` is trumps (or ``NT``)."""
    order = order_of(name)
    tricks = weights.joker * (JOKER in hand)
    for suit in SUITS:
        held = [card for card in hand if order.suit[card] == suit]
        if suit == order.trump:
            tricks += trump_tricks(held, suit, weights)
        else:
            tricks += side_tricks(held, weights)
    return tricks


def trump_tricks(held: list[str], trump: str, weights: Weights) -> float:
    """Return the tricks of the trump suit."""
    return (
        weights.trump * len(held)
        + weights.right * ("J" + trump in held)
        + weights.left * ("J" + SAME_COLOUR[trump] in held)
        + weights.trump_ace * ("A" + trump in held)
        + weights.trump_king * ("K" + trump in held)
    )


def side_tricks(held: list[str], weights: Weights) -> float:
    """Return the tricks of a side suit: honours that are guarded, a void, length at no trumps."""
    ranks = {card[:-1] for card in held}
    return (
        weights.ace * ("A" in ranks)
        + weights.king * ("K" in ranks and len(held) > 1)
        + weights.queen * ("Q" in ranks and len(held) > 2)
        + weights.void * (not held)
        + weights.extra * max(0, len(held) - 4)
    )
