"""The auction: the bid that promises most points, by the tricks a hand is good for."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

from cards import JOKER, SUITS, is_misere, order_of, pack_of
from misere import hand_danger, most_dangerous
from weights import NO_TRUMPS, declarer_tricks, setting_of, support

NAMES = (*SUITS, NO_TRUMPS)
MISERE = order_of("misere")
SPREAD = 0.9
"""The scale of the logistic distribution of the tricks around their estimate."""
SURPLUS = 0.8
"""How many tricks more than bid a bidder's own estimate is on average."""
SEEN = 0.1
"""How much smaller the chance of a misère is when the hand is seen."""

RISK = 3
"""A bid must promise this share of its value: the value over so many times the floor's points."""


class Auction:
    """The auction as one seat sees it: ``tricks[name]`` is what its side would take."""

    def __init__(self, view: dict[str, Any], rules: dict[str, Any]) -> None:
        self.rules = rules
        self.setting = setting_of(rules)
        self.hand: list[str] = view["hand"]
        self.tricks = {name: declarer_tricks(self.hand, name, self.setting) for name in NAMES}
        bids = [(caller, call[4:]) for caller, call in view["calls"] if call != "pass"]
        for partner in view["partners"]:
            theirs = [bid for caller, bid in bids if caller == partner]
            if theirs and not is_misere(theirs[0]):  # later bids may count this hand's own again
                self._trust(*level_and_name(theirs[0]))
        self.partners_bid = bids[-1][1] if bids and bids[-1][0] in view["partners"] else None

    def _trust(self, level: int, name: str) -> None:
        """Take a partner's bid for what his hand is worth, and add what this one has for him."""
        ours = level + SURPLUS + support(self.hand, name, self.setting)
        self.tricks[name] = max(self.tricks[name], ours)

    def promise(self, bid: str) -> float:
        """Return the points that a contract may be expected to win, less a price for its risk."""
        value = self.value(bid)
        price = value * value / (RISK * -int(self.rules["floor"]))
        return value * (2 * self.chance(bid) - 1) - price

    def value(self, bid: str) -> int:
        """Return what a contract is worth; a partner who is called takes half of it."""
        if is_misere(bid):
            return 250 if bid == "misere" else int(self.rules["open_misere_value"])
        level, name = level_and_name(bid)
        value = 40 + 100 * (level - 6) + 20 * NAMES.index(name)
        called = self.rules["partnership"] in ("called-card", "called-player")
        return value // 2 if called and self.rules["partner_half"] else value

    def chance(self, bid: str) -> float:
        """Return the chance to make a contract."""
        if is_misere(bid):
            return self.misere_chance - SEEN * (bid == "open-misere")
        level, name = level_and_name(bid)
        return chance_of(level, self.tricks[name])

    @cached_property
    def misere_chance(self) -> float:
        """The chance to win no trick: one card is laid away, the kitty's make up for the others."""
        if JOKER in self.hand:
            return 0.0
        others = pack_of(self.rules).difference(self.hand)
        worst = most_dangerous(self.hand, others, MISERE)
        hand = [card for card in self.hand if card != worst]
        return self.setting.safe - self.setting.danger * hand_danger(hand, others, MISERE)


def chance_of(level: int, tricks: float) -> float:
    """Return the chance to take as many tricks as bid when some are expected."""
    return 1 / (1 + math.exp((level - 0.5 - tricks) / SPREAD))


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
