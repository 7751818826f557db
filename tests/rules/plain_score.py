"""The cards, bids and points of Five Hundred, derived a second time from the rules text alone.

Cards are strings and orders are lists; see ``plain_checker``, which plays a game with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SUITS = ["S", "C", "D", "H"]
HIGH_TO_LOW = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4"]
SAME_COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}
NO_TRUMP_CALLS = ["misere", "open-misere"]
TABLE = {
    "6": [40, 60, 80, 100, 120],
    "7": [140, 160, 180, 200, 220],
    "8": [240, 260, 280, 300, 320],
    "9": [340, 360, 380, 400, 420],
    "10": [440, 460, 480, 500, 520],
}


@dataclass
class PlainResult:
    """What a deal came to: the contract and declaring side, if any, and the tricks of each side."""

    contract: str | None
    side: int | None
    tricks: list[int]


@dataclass
class PlainEnd:
    """The end of a game: the reason, and the sides that win (both: a shared win)."""

    reason: str
    winners: list[int]


def whole_pack(jokers: int) -> list[str]:
    """004.1: twos, threes and black fours are removed; one joker, or none (002.3)."""
    cards = [rank + suit for suit in SUITS for rank in HIGH_TO_LOW]
    return [card for card in cards if card not in ("4S", "4C")] + ["Jo"] * jokers


def all_bids(options: Mapping[str, object]) -> list[str]:
    """Return the bids from the lowest to the highest: 004.5, 004.7, 004.8, C.3.25, C.3.26."""
    bids = []
    for level in TABLE:
        for denomination in [*SUITS, "NT"]:
            bids.append(level + denomination)
            if level + denomination == "8S" and options["misere"] == "8S-8C":
                bids.append("misere")
            if level + denomination == "7NT" and options["misere"] == "above-7":
                bids.append("misere")
            if level + denomination == "10D" and options["open_misere"] == "10D-10H":
                bids.append("open-misere")
    return bids + (["open-misere"] if options["open_misere"] == "top" else [])


def trump_of(contract: str | None) -> str | None:
    """Return the trump suit; misère, no trumps and a hand that nobody bid on have none."""
    if contract is None or contract in NO_TRUMP_CALLS or contract.endswith("NT"):
        return None
    return contract[-1]


def suit_of(card: str, trump: str | None, joker_suit: str | None) -> str | None:
    """004.3: the joker and the left bower are trumps; at no trumps the joker may have no suit."""
    if card == "Jo":
        return trump or joker_suit
    if trump is not None and card == "J" + SAME_COLOUR[trump]:
        return trump
    return card[-1]


def high_cards(suit: str, trump: str | None) -> list[str]:
    """Return the cards of a suit from the highest down, without the joker at no trumps (004.3)."""
    plain = [rank + suit for rank in HIGH_TO_LOW]
    if trump is None:
        return plain
    bowers = ["J" + trump, "J" + SAME_COLOUR[trump]]
    rest = [card for card in plain if card not in bowers]
    return ["Jo", *bowers, *rest] if suit == trump else rest


def points_of(options: Mapping[str, object], result: PlainResult) -> list[int]:
    """Return the points of each side before any cap: 004.11, 004.12, 001.18, 002.20, C.5.53."""
    each = int(str(options["defender_points"]))
    points = [each * tricks for tricks in result.tricks]
    if result.contract is None or result.side is None:
        return points
    taken, defenders = result.tricks[result.side], 1 - result.side
    if result.contract in NO_TRUMP_CALLS:
        value = 250 if result.contract == "misere" else int(str(options["open_misere_value"]))
        if options["misere_defender_points"] == "declarer-tricks":
            points[defenders] = each * taken
        if options["misere_defender_points"] == "none":
            points[defenders] = 0
    else:
        level = result.contract.rstrip("SCDHNT")
        value = TABLE[level][[*SUITS, "NT"].index(result.contract[len(level) :])]
        if taken == 10:
            value = max(value, int(str(options["slam_floor"])))
    points[result.side] = value if is_made(result) else -value
    return points


def is_made(result: PlainResult) -> bool:
    """Return whether the declaring side kept its contract: 000.16, 004.7, 004.11."""
    if result.contract is None or result.side is None:
        return False
    taken = result.tricks[result.side]
    if result.contract in NO_TRUMP_CALLS:
        return taken == 0
    return taken >= int(result.contract.rstrip("SCDHNT"))


def add_up(options: Mapping[str, object], scores: Sequence[int], result: PlainResult) -> list[int]:
    """Return the scores after a deal; trick points stop at a cap: C.6.59, C.13.129."""
    cap, new = int(str(options["defender_cap"])), []
    for side, points in enumerate(points_of(options, result)):
        score = scores[side] + points
        if cap and side != result.side:
            score = max(scores[side], min(score, cap))
        new.append(score)
    return new


def end_of_game(
    options: Mapping[str, object], scores: Sequence[int], result: PlainResult
) -> PlainEnd | None:
    """Return how a deal ends the game, if it does: 000.26, 000.27, 002.22, 004.13, C.6.61-63."""
    there = [side for side in (0, 1) if scores[side] >= int(str(options["target"]))]
    if not options["defenders_win"] and not is_made(result):
        there = []
    if not options["defenders_win"]:
        there = [side for side in there if side == result.side]
    if len(there) == 2 and result.side is not None and options["both_cross"] == "declarer":
        there = [result.side]
    if there:
        return PlainEnd("target", highest(scores, there))
    if min(scores) <= int(str(options["floor"])):
        return PlainEnd("floor", highest(scores, [0, 1]))
    return None


def highest(scores: Sequence[int], sides: Sequence[int]) -> list[int]:
    """Return the sides with the most points; equal ones share (C.13.132, C.13.133)."""
    return [side for side in sides if scores[side] == max(scores[other] for other in sides)]
