"""The points of 500 Rum and the end of a game, derived a second time; see ``plain_checker``.

Beyond the decisions of the rules page: a set of four that counts double, doubled by the dealer's
joker as well, counts four times; the end of any game brings the better side's bonus.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tests.rules.rummy_500.plain_melds import PlainCard, PlainMeld


def table_points(rules: Mapping[str, object], melds: Iterable[PlainMeld], seat: int) -> int:
    """Return what a seat's own cards on the table are worth (003.13, 003.17, 003.22)."""
    points = 0
    for meld in melds:
        times = (2 if meld.sealed else 1) * (2 if is_double_four(rules, meld) else 1)
        points += times * sum(card_points(rules, card) for card in meld.cards if card.seat == seat)
    return points


def is_double_four(rules: Mapping[str, object], meld: PlainMeld) -> bool:
    """003.22, C.11.102: a set of four doubles, built up too, or only when laid together."""
    if meld.kind != "set" or len(meld.cards) < 4 or rules["four_of_a_kind"] == "single":
        return False
    together = len({(card.seat, card.turn) for card in meld.cards}) == 1
    return together or rules["four_of_a_kind"] == "double"


def card_points(rules: Mapping[str, object], card: PlainCard) -> int:
    """003.13: an ace counts one only as the first of a run; a joker counts what it stands for."""
    if card.text == "Jo*":
        return 0
    if card.stands_for == "Jo":
        return int(str(rules["joker_value"]))
    rank = card.stands_for[:-1]
    if rank == "A":
        return 1 if card.place == 1 else 15
    return int(rank) if rank.isdigit() else 10


def hand_cost(rules: Mapping[str, object], hand: Iterable[str]) -> int:
    """Return what cards left in hand cost: an ace fifteen, a joker what the preset says."""
    cost = 0
    for card in hand:
        if card == "Jo":
            cost += int(str(rules["joker_in_hand"]))
        elif card[:-1] == "A":
            cost += 15
        else:
            cost += int(card[:-1]) if card[:-1].isdigit() else 10
    return cost


def next_dealer(rules: Mapping[str, object], dealer: int, players: int) -> int:
    """003.5: the dealer's left; in the gambit counter-clockwise (003.15, C.11.109)."""
    return (dealer + (1 if rules["direction"] == "clockwise" else -1)) % players


def game_end(rules: Mapping[str, object], totals: Sequence[int], deals: int) -> list[int] | None:
    """Return the sides that win a game after so many deals, or ``None`` while it goes on.

    A fixed number of deals (003.23, 003.24) or the target (003.14): the highest, and a tie there
    plays on (C.10.97); at the cap the highest, shared (C.14.139).
    """
    best = [side for side, total in enumerate(totals) if total == max(totals)]
    fixed, target = int(str(rules["deals"])), int(str(rules["target"]))
    done = deals >= fixed if fixed else max(totals) >= target and len(best) == 1
    return best if done or deals >= int(str(rules["max_deals"])) else None


def final_totals(rules: Mapping[str, object], totals: Sequence[int]) -> list[int]:
    """003.23, C.14.145: at the end the better side gets a bonus; on equal totals none does."""
    totals = list(totals)
    if totals.count(max(totals)) == 1:
        totals[totals.index(max(totals))] += int(str(rules["better_side_bonus"]))
    return totals
