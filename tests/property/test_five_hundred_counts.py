"""Exact counts for every registered way to play: packs, bids, and small trees of legal sequences.

A tree starts from a fixed deal. ``auction`` counts the sequences of two calls; ``play`` those of
the declarer's lead and the next two cards after a fixed exchange at six no trumps. The plain
checker counts the same trees.
"""

from __future__ import annotations

import copy
from typing import NamedTuple

import pytest

from arena.core.cards import CARD_TEXT
from arena.core.seeds import derive
from arena.games.contract import Deal
from arena.games.five_hundred.bids import ladder
from arena.games.five_hundred.dealing import make_deal, pack_of
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.state import FiveHundredState
from tests.rules.plain_checker import PlainGame
from tests.rules.random_play import FORMS, Form


class Counts(NamedTuple):
    """What is counted of a form; ``openings`` includes the pass."""

    pack: int
    kitty: int
    aside: int
    bids: int
    openings: int
    auction: int
    play: int


COUNTS = {
    "viisisataa-3": Counts(33, 3, 0, 27, 28, 406, 47),
    "viisisataa-4": Counts(43, 3, 0, 27, 28, 406, 58),
    "viisisataa-5": Counts(53, 3, 0, 27, 28, 406, 41),
    "viisisataa-5-called-player": Counts(53, 3, 0, 27, 28, 406, 36),
    "viisisataa-5-solo": Counts(53, 3, 0, 27, 28, 406, 328),
    "viisisataa-6": Counts(63, 3, 0, 27, 28, 406, 63),
    "viisisataa-6-trios": Counts(63, 3, 0, 27, 28, 406, 72),
    "seres-3": Counts(33, 3, 0, 26, 27, 378, 67),
    "seres-2": Counts(33, 3, 10, 26, 27, 378, 225),
    "seres-4": Counts(43, 3, 0, 26, 27, 378, 64),
    "seres-5": Counts(53, 3, 0, 26, 27, 378, 52),
    "seres-5-called-card": Counts(53, 3, 0, 26, 27, 378, 93),
    "seres-5-called-player": Counts(53, 3, 0, 26, 27, 378, 82),
    "five-card-kitty-3": Counts(53, 5, 18, 26, 27, 378, 189),
    "five-card-kitty-2": Counts(53, 5, 28, 26, 27, 378, 207),
    "five-card-kitty-4": Counts(53, 5, 8, 26, 27, 378, 76),
    "australian-4": Counts(43, 3, 0, 27, 28, 406, 78),
    "australian-3": Counts(33, 3, 0, 27, 28, 406, 58),
    "australian-5": Counts(53, 3, 0, 27, 28, 406, 73),
    "australian-5-called-player": Counts(53, 3, 0, 27, 28, 406, 81),
    "australian-5-solo": Counts(53, 3, 0, 27, 28, 406, 46),
    "australian-6": Counts(63, 3, 0, 27, 28, 406, 28),
    "australian-6-trios": Counts(63, 3, 0, 27, 28, 406, 111),
    "american-4": Counts(43, 3, 0, 27, 28, 406, 152),
    "american-3": Counts(33, 3, 0, 27, 28, 406, 44),
    "american-5": Counts(53, 3, 0, 27, 28, 406, 62),
    "american-5-called-player": Counts(53, 3, 0, 27, 28, 406, 68),
    "american-5-solo": Counts(53, 3, 0, 27, 28, 406, 57),
    "american-6": Counts(63, 3, 0, 27, 28, 406, 69),
    "american-6-trios": Counts(63, 3, 0, 27, 28, 406, 152),
    "norwegian-4": Counts(43, 3, 0, 27, 28, 406, 53),
    "pagat-4": Counts(43, 3, 0, 27, 27, 383, 64),
}
NO_JOKER = {3: 32, 4: 42, 5: 52}
by_form = pytest.mark.parametrize("form", FORMS, ids=str)


def fixed_deal(form: Form) -> Deal:
    """Return the deal that the trees of a form start from; the last seat deals."""
    return make_deal(form.rules(), derive(b"counts", str(form)), 1, form.players - 1)


def after_exchange(state: FiveHundredState, plain: PlainGame) -> None:
    """Bring both to the first lead: the last two seats hold the auction, low cards go."""
    state.apply(FIVE_HUNDRED.parse("bid 6NT"))
    plain.do("bid 6NT")
    while state.phase != "play":
        legal = state.legal_actions()
        action = legal[-1] if state.phase in ("call", "nominate") else legal[0]
        state.apply(action)
        plain.do(FIVE_HUNDRED.text(action))


def begun(form: Form) -> tuple[FiveHundredState, PlainGame]:
    """Return the fixed deal in the engine and in the plain checker."""
    rules, deal = form.rules(), fixed_deal(form)
    state, plain = FIVE_HUNDRED.new(rules), PlainGame(rules.as_dict())
    state.begin(deal)
    hands = [[CARD_TEXT[card] for card in hand] for hand in deal.hands]
    plain.deal(deal.dealer, hands, [CARD_TEXT[card] for card in deal.kitty])
    return state, plain


def count(state: FiveHundredState, depth: int) -> int:
    """Return how many legal sequences of so many actions follow."""
    if depth == 1:
        return len(state.legal_actions())
    total = 0
    for action in state.legal_actions():
        after = copy.deepcopy(state)
        after.apply(action)
        total += count(after, depth - 1)
    return total


def plain_count(plain: PlainGame, depth: int) -> int:
    """Return the same from the plain checker."""
    if depth == 1:
        return len(plain.legal())
    total = 0
    for action in plain.legal():
        after = copy.deepcopy(plain)
        after.do(action)
        total += plain_count(after, depth - 1)
    return total


def counted(form: Form) -> Counts:
    """Return the counts of a form from the engine."""
    rules, deal = form.rules(), fixed_deal(form)
    state, plain = begun(form)
    openings, auction = len(state.legal_actions()), count(state, 2)
    after_exchange(state, plain)
    return Counts(
        len(pack_of(rules)),
        len(deal.kitty),
        len(deal.aside),
        len(ladder(rules)),
        openings,
        auction,
        count(state, 3),
    )


@by_form
def test_counts_are_exact(form: Form) -> None:
    assert counted(form) == COUNTS[str(form)]


@by_form
def test_the_plain_checker_counts_the_same_trees(form: Form) -> None:
    expected = COUNTS[str(form)]
    state, plain = begun(form)
    assert (len(plain.legal()), plain_count(plain, 2)) == (expected.openings, expected.auction)
    after_exchange(state, plain)
    assert plain_count(plain, 3) == expected.play


def test_every_registered_form_is_counted() -> None:
    assert list(COUNTS) == [str(form) for form in FORMS]
    registered = {(name, n) for name, counts in FIVE_HUNDRED.presets.items() for n in counts}
    assert {(form.preset, form.players) for form in FORMS} == registered


@pytest.mark.parametrize(("players", "size"), NO_JOKER.items())
def test_a_pack_without_a_joker_has_one_card_less(players: int, size: int) -> None:
    rules = FIVE_HUNDRED.rules(
        "australian", players, {"jokers": 0, "kitty": 2, "deal_pattern": "3 k2 4 3"}
    )
    assert len(pack_of(rules)) == size == 10 * players + 2


@by_form
def test_two_calls_make_as_many_sequences_as_arithmetic_says(form: Form) -> None:
    counts = COUNTS[str(form)]
    sequences = 1 + counts.bids + counts.bids * (counts.bids + 1) // 2
    if form.rules().misere_after_seven:
        opening, after_pass, after_a_six = 1 + 16, 1, 5  # 16 bids and a pass may follow misère
        sequences -= opening + after_pass + after_a_six
    assert counts.auction == sequences
