"""The cards, bids and points of Five Hundred, derived a second time from the rules text alone.

Cards are strings and orders are lists; see ``plain_checker``, which plays a game with them.
Paragraphs such as ``004.10`` are those of the rules page, without their ``A.``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SUITS = ["S", "C", "D", "H"]
HIGH_TO_LOW = ["A", "K", "Q", "J", "13", "12", "11", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
SAME_COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}
NO_TRUMP_CALLS = ["misere", "open-misere"]
TABLE = {
    "6": [40, 60, 80, 100, 120],
    "7": [140, 160, 180, 200, 220],
    "8": [240, 260, 280, 300, 320],
    "9": [340, 360, 380, 400, 420],
    "10": [440, 460, 480, 500, 520],
}
Options = Mapping[str, object]


@dataclass
class PlainResult:
    """What a deal came to: the contract, the declarer, the partner he called, tricks per seat."""

    contract: str | None
    declarer: int | None
    partner: int | None
    won: list[int]


@dataclass
class PlainEnd:
    """The end of a game: the reason, and the sides that win (several: a shared win)."""

    reason: str
    winners: list[int]


def number(options: Options, name: str) -> int:
    return int(str(options[name]))


def whole_pack(options: Options) -> list[str]:
    """The cards in play: 000.3, 001.3, 002.3, 004.1; six players C.1.9; a full pack 001.25."""
    players = number(options, "players")
    removed = {
        2: "2 3 4 5 6",
        3: "2 3 4 5 6",
        4: "2 3",
        5: "",
        6: "",
    }[players].split()
    cards = [rank + suit for suit in SUITS for rank in HIGH_TO_LOW]
    if options["kitty"] == 5:
        removed = []
    elif players == 4:
        cards = [card for card in cards if card not in ("4S", "4C")]
    if players == 6:
        cards = [card for card in cards if card not in ("13S", "13C")]
    else:
        removed += ["11", "12", "13"]
    return [card for card in cards if card[:-1] not in removed] + ["Jo"] * number(options, "jokers")


def sides_of(options: Options) -> list[list[int]]:
    """Who shares a score: 000.2, 001.24, 002.11, 002.12, C.13.134."""
    if options["partnership"] == "opposite":
        return [[0, 2], [1, 3]]
    if options["partnership"] == "pairs":
        return [[0, 3], [1, 4], [2, 5]]
    if options["partnership"] == "trios":
        return [[0, 2, 4], [1, 3, 5]]
    return [[seat] for seat in range(number(options, "players"))]


def all_bids(options: Options) -> list[str]:
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
    """Return the cards of a suit from the highest down, without the joker at no trumps (004.3).

    Elevens, twelves and thirteens rank between jack and ten (C.1.8).
    """
    plain = [rank + suit for rank in HIGH_TO_LOW]
    if trump is None:
        return plain
    bowers = ["J" + trump, "J" + SAME_COLOUR[trump]]
    rest = [card for card in plain if card not in bowers]
    return ["Jo", *bowers, *rest] if suit == trump else rest


def declaring(options: Options, result: PlainResult) -> list[int]:
    """Return the sides of the declarer and of the partner he called."""
    seats = [result.declarer, result.partner]
    return [
        side
        for seat in seats
        for side, members in enumerate(sides_of(options))
        if seat is not None and seat in members
    ]


def taken(options: Options, result: PlainResult) -> int:
    """Return the tricks of the contract's sides; in a misère the declarer's own (000.16)."""
    if result.declarer is None:
        return 0
    if result.contract in NO_TRUMP_CALLS:
        return result.won[result.declarer]
    sides = sides_of(options)
    return sum(result.won[seat] for side in declaring(options, result) for seat in sides[side])


def is_made(options: Options, result: PlainResult) -> bool:
    """Return whether the declaring side kept its contract: 000.16, 004.7, 004.11."""
    if result.contract is None:
        return False
    if result.contract in NO_TRUMP_CALLS:
        return taken(options, result) == 0
    return taken(options, result) >= int(result.contract.rstrip("SCDHNT"))


def worth(options: Options, result: PlainResult) -> int:
    """Return the value of the contract: 004.11, 002.6; the slam of 001.18; halves of 002.19."""
    contract = str(result.contract)
    if contract == "misere":
        value = 250
    elif contract == "open-misere":
        value = number(options, "open_misere_value")
    else:
        level = contract.rstrip("SCDHNT")
        value = TABLE[level][[*SUITS, "NT"].index(contract[len(level) :])]
        if taken(options, result) == 10:
            value = max(value, number(options, "slam_floor"))
    halved = result.partner is not None and options["partner_half"]
    return value // 2 if halved else value


def points_of(options: Options, result: PlainResult) -> list[int]:
    """Return the points of each side before any cap: 004.12, 002.20, 002.21, C.5.53, C.5.54."""
    each, points = number(options, "defender_points"), []
    for side, seats in enumerate(sides_of(options)):
        if result.contract is not None and side in declaring(options, result):
            value = worth(options, result)
            points.append(value if is_made(options, result) else -value)
            continue
        tricks = sum(result.won[seat] for seat in seats)
        if result.contract in NO_TRUMP_CALLS and options["misere_defender_points"] != "own-tricks":
            against = options["misere_defender_points"] == "declarer-tricks"
            tricks = taken(options, result) if against else 0
        points.append(each * tricks)
    return points


def add_up(options: Options, scores: Sequence[int], result: PlainResult) -> list[int]:
    """Return the scores after a deal; trick points stop at a cap: C.6.59, C.13.129."""
    cap, new = number(options, "defender_cap"), []
    for side, points in enumerate(points_of(options, result)):
        score = scores[side] + points
        if cap and side not in declaring(options, result):
            score = max(scores[side], min(score, cap))
        new.append(score)
    return new


def end_of_game(options: Options, scores: Sequence[int], result: PlainResult) -> PlainEnd | None:
    """Return how a deal ends the game, if it does: 000.26-27, 001.21, 002.22, 004.13, C.6.61-66."""
    ours = declaring(options, result)
    there = [side for side, score in enumerate(scores) if score >= number(options, "target")]
    if not options["defenders_win"]:
        there = [side for side in there if side in ours and is_made(options, result)]
    contracting = [side for side in ours if side in there]
    if contracting and options["both_cross"] == "declarer":
        return PlainEnd("target", [highest(scores, contracting)[0]])
    if there:
        return PlainEnd("target", sorted(highest(scores, there)))
    if min(scores) <= number(options, "floor"):
        return PlainEnd("floor", highest(scores, list(range(len(scores)))))
    return None


def highest(scores: Sequence[int], sides: Sequence[int]) -> list[int]:
    """Return the sides with the most points; equal ones share (C.13.132, C.13.133)."""
    return [side for side in sides if scores[side] == max(scores[other] for other in sides)]
