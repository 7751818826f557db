"""Points of a deal and the end of a game: pure functions of the table and the hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arena.core.cards import cards_in
from arena.games.contract import EndReason
from arena.games.rummy_500.actions import STAR_AS, face_of
from arena.games.rummy_500.hands import Hand
from arena.games.rummy_500.melds import Form, pips
from arena.games.rummy_500.rules import RummyRules
from arena.games.rummy_500.table import Laid, Meld

SEVEN = 7


def table_points(rules: RummyRules, melds: Iterable[Meld]) -> list[int]:
    """Return what each seat has on the table: every card counts for who laid it (C.9.83)."""
    points = [0] * rules.players
    for meld in melds:
        times = multiplier(rules, meld)
        for laid in meld.cards:
            points[laid.seat] += times * laid_points(rules, meld, laid)
    return points


def multiplier(rules: RummyRules, meld: Meld) -> int:
    """Return how often a meld counts: a sealed one twice (C.11.106), fours by the rules."""
    times = 2 if meld.sealed else 1
    if meld.is_four and rules.four_of_a_kind != "single":
        together = rules.four_of_a_kind == "double-together"
        times *= 2 if meld.of_one_turn or not together else 1
    return times


def laid_points(rules: RummyRules, meld: Meld, laid: Laid) -> int:
    """Return what one card on the table counts, not doubled.

    A joker counts what it stands for (A.003.13), the dealer's as wild card nothing (A.003.17).
    """
    if meld.shape.form is Form.JOKERS:
        return rules.joker_value
    face = face_of(laid.item)
    if laid.item >= STAR_AS:
        return 0
    return 1 if meld.shape.counts_low(face) else pips(face)


def hand_points(rules: RummyRules, hand: Hand) -> int:
    """Return what the cards left in a hand cost: an ace fifteen (A.003.13)."""
    cards = sum(map(pips, cards_in(hand.cards))) + sum(map(pips, cards_in(hand.twins)))
    return cards + rules.joker_in_hand * hand.jokers


def bonus_points(rules: RummyRules, melds: Iterable[Meld], turn: int, *, discarded: bool) -> int:
    """Return the bonus for going out in a turn.

    ``discarded`` says that its last card was a discard, as the run of seven needs (C.11.101).
    """
    sevens = [
        meld
        for meld in melds
        if meld.shape.form is Form.RUN and meld.shape.size == SEVEN and meld.turn == turn
    ]
    return rules.going_out_bonus + (rules.seven_run_bonus if sevens and discarded else 0)


def per_side(rules: RummyRules, points: Sequence[int]) -> list[int]:
    """Return the points of each side from those of the seats."""
    return [sum(points[seat] for seat in seats) for seats in rules.sides]


def game_end(
    rules: RummyRules, scores: Sequence[int], deals: int
) -> tuple[EndReason, list[int]] | None:
    """Return why the game is over after some deals and which sides won, or ``None``.

    Several sides at the target: the highest wins; level ones play on (C.10.97). A game of a fixed
    number of deals, or one at the cap, may be shared.
    """
    best = max(scores)
    winners = [side for side, score in enumerate(scores) if score == best]
    if rules.deals:
        if deals >= rules.deals:
            return EndReason.DEALS, winners
    elif best >= rules.target and len(winners) == 1:
        return EndReason.TARGET, winners
    return (EndReason.CAP, winners) if deals >= rules.max_deals else None


def final_scores(rules: RummyRules, scores: Sequence[int], winners: Sequence[int]) -> list[int]:
    """Return the scores at the end of the game: a side that is ahead gets its bonus (C.14.145)."""
    ahead = winners[0] if len(winners) == 1 else None
    bonus = rules.better_side_bonus
    return [score + (bonus if side == ahead else 0) for side, score in enumerate(scores)]
