"""The auction: how many tricks a hand is good for, and the bid that promises most points.

The weights are least squares over some thousand deals that this bot played with itself, rounded;
the base at no trumps is a quarter trick lower, which won more points against the bot as fitted.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from cards import JOKER, SAME_COLOUR, SUITS, is_misere, order_of, pack
from misere import hand_danger, most_dangerous
from table import partner_of

NO_TRUMPS = "NT"
NAMES = (*SUITS, NO_TRUMPS)
MISERE = order_of("misere")
SPREAD = 0.9
"""The scale of the logistic distribution of the tricks around their estimate."""
SURPLUS = 0.8
"""How many tricks more than bid a bidder's own estimate is taken to be."""
SAFE_MISERE = 0.8
"""The chance of a misère whose hand shows no danger when its worst card is laid away."""
DANGER_WEIGHT = 0.53
OPEN_RISK = 0.25
"""How much smaller the chance must be taken when the hand is seen and a failure ends the game."""


class Weights(NamedTuple):
    """What features of a hand are worth in tricks; ``base`` stands for the unseen hands."""

    base: float
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
    True: Weights(2.6, 0.75, 0.6, 0.3, 0.2, 0.6, 0.65, 0.4, 0.3, 0.15, 0.2),
    False: Weights(3.4, 1.75, 0.75, 0.5, 0.3, extra=0.25),
}
"""By whether there are trumps: the hand that takes the kitty, with an average partner."""
PARTNER = {
    True: Weights(-3.3, 1.1, 0.65, 0.35, 0.1, 0.45, 0.85, 0.55, 0.25, 0.15, 0.1),
    False: Weights(-1.65, 1.4, 0.9, 0.6, 0.25),
}
"""The same of a partner's hand, measured from an average one."""


def estimate(hand: Sequence[str], name: str, weights: Weights) -> float:
    """Return the tricks that the weights give a hand when ``name`` is trumps (or ``NT``)."""
    order = order_of(name)
    tricks = weights.base + weights.joker * (JOKER in hand)
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


# -- the auction -----------------------------------------------------------------------------------


class Auction:
    """The auction as one seat sees it: ``tricks[name]`` is what its side would take."""

    def __init__(self, view: dict[str, Any], seat: int, rules: dict[str, Any]) -> None:
        self.rules = rules
        self.hand: list[str] = view["hand"]
        self.tricks = {
            name: estimate(self.hand, name, DECLARER[name != NO_TRUMPS]) for name in NAMES
        }
        bids = [(caller, call[4:]) for caller, call in view["calls"] if call != "pass"]
        partner = partner_of(seat, rules["players"])
        theirs = [bid for caller, bid in bids if caller == partner]
        if theirs and not is_misere(theirs[0]):  # later bids may count this hand's own again
            self._trust(*level_and_name(theirs[0]))
        self.partners_bid = bids[-1][1] if bids and bids[-1][0] == partner else None

    def _trust(self, level: int, name: str) -> None:
        """Take the partner's bid for what his hand is worth, and add what this one has for him."""
        support = estimate(self.hand, name, PARTNER[name != NO_TRUMPS])
        self.tricks[name] = max(self.tricks[name], level + SURPLUS + support)

    def promise(self, bid: str) -> float:
        """Return the points that a contract of this side may be expected to win or lose."""
        return self.value(bid) * (2 * self.chance(bid) - 1)

    def value(self, bid: str) -> int:
        """Return what a contract is worth."""
        if is_misere(bid):
            return 250 if bid == "misere" else int(self.rules["open_misere_value"])
        level, name = level_and_name(bid)
        return 40 + 100 * (level - 6) + 20 * NAMES.index(name)

    def chance(self, bid: str) -> float:
        """Return the chance to make a contract."""
        if is_misere(bid):
            return self.misere_chance - OPEN_RISK * (bid == "open-misere")
        level, name = level_and_name(bid)
        return 1 / (1 + math.exp((level - 0.5 - self.tricks[name]) / SPREAD))

    @cached_property
    def misere_chance(self) -> float:
        """The chance to win no trick: one card is laid away, the kitty's make up for the others."""
        if JOKER in self.hand:
            return 0.0
        others = pack(self.rules["players"], self.rules["jokers"]).difference(self.hand)
        worst = most_dangerous(self.hand, others, MISERE)
        hand = [card for card in self.hand if card != worst]
        return SAFE_MISERE - DANGER_WEIGHT * hand_danger(hand, others, MISERE)


def level_and_name(bid: str) -> tuple[int, str]:
    """Return the tricks and the trump suit (or ``NT``) of a bid that is no misère."""
    name = bid.lstrip("0123456789")
    return int(bid[: -len(name)]), name


def choose_call(auction: Auction, legal: list[str]) -> str:
    """Return the call that promises most points.

    A partner's bid stands unless another promises more than it; his misère always stands.
    """
    bids = [action[4:] for action in legal if action != "pass"]
    theirs = auction.partners_bid
    if not bids or (theirs is not None and is_misere(theirs)):
        return "pass"
    best = max(bids, key=auction.promise)
    needed = max(0.0, auction.promise(theirs)) if theirs is not None else 0.0
    return f"bid {best}" if auction.promise(best) > needed else "pass"
