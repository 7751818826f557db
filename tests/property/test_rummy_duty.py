"""Whether a taken card can be tabled, compared with trying every meld and lay-off of the turn."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random

from arena.core.cards import CARD_TEXT, JOKER, Card
from arena.games.rummy_500.actions import Kind, card_of, items_of, kind_of
from arena.games.rummy_500.dealing import one_pack
from arena.games.rummy_500.finish import open_shapes, table_of
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.hands import Hand
from arena.games.rummy_500.legal import find_legal
from arena.games.rummy_500.rules import RummyRules
from arena.games.rummy_500.state import Phase, RummyState
from tests.rules.rummy_500.rummy_vectors import meld_of_text

TABLES = (
    "4S 5S 6S @2",
    "8S 9S 10S @2",
    "2C 3C 4C @0",
    "JC QC KC @0",
    "2D 3D 4D @0 5D 6D 7D 8D 9D 10D JD @0",
    "7S 7C 7D @3",
    "AC AD AH @3",
    "9S 9C 9D @0 9H @0",
    "6S 7S 8S @1 sealed",
)
"""Melds of which a position has some; its hands are of the same suits and ranks."""


def position(rng: Random) -> RummyState:
    """Return a state after a draw, without a duty, of few cards that are near one another."""
    rules = random_options(rng)
    state = RUMMY_500.new(rules)
    state.begin(state.shuffle(rng.randbytes(8)))
    state.phase, state.turn, state.dealer = Phase.MELD, 1, rng.choice([0, 1])
    state.effect = "wild" if rules.dealers_joker else None
    identical = rules.identical_in_sets
    chosen = rng.sample(TABLES, rng.randrange(4))
    state.melds = [meld_of_text(text, identical=identical) for text in chosen]
    return state


def random_options(rng: Random) -> RummyRules:
    preset = rng.choice(["rummy", "rummy", "persian", "dealers-gambit"])
    two = {"packs": 2, "identical_in_sets": rng.random() < 0.5}
    return RUMMY_500.rules(preset, 4, two if preset == "rummy" and rng.random() < 0.7 else {})


def few_cards(rng: Random, packs: int) -> list[Card]:
    """Return up to six cards, mostly of two suits, with a joker now and then."""
    suits = rng.sample("SCDH", 2)
    near = [card for card in one_pack() if CARD_TEXT[card][-1] in suits] * packs
    cards = rng.sample(near, rng.randrange(1, 5)) + rng.sample(one_pack(), rng.randrange(2))
    counts = Counter(cards)
    return [card for card in counts.elements() if counts[card] <= packs] + [JOKER] * rng.choice(
        [0, 0, 0, 1, 1, 2, 3]
    )


def reaches_table(state: RummyState, card: Card, seen: set[object]) -> bool:
    """Return whether some melds and lay-offs in a row put a card on the table: all are tried."""
    for action in find_legal(state):
        if kind_of(action) not in (Kind.MELD, Kind.LAYOFF):
            continue
        if card in map(card_of, items_of(action)):
            return True
        after = deepcopy(state)
        after.apply(action)
        hand = after.hands[1]
        key = (hand.cards, hand.twins, hand.jokers, after.star, *(m.shape for m in after.melds))
        if after.phase is Phase.MELD and key not in seen:
            seen.add(key)
            if reaches_table(after, card, seen):
                return True
    return False


def test_a_card_can_be_tabled_exactly_when_some_way_of_playing_the_turn_does() -> None:
    """C.9.87, C.9.88: the closed form against the full search over the turn."""
    rng, answers = Random(88), Counter[object]()
    for _ in range(1500):
        state = position(rng)
        cards = few_cards(rng, state.rules.packs)
        if not cards:
            continue
        state.hands[1] = Hand.of(cards)
        card = rng.choice(cards)
        table = table_of(state, open_shapes(state))
        answer = table.can_table(card, state.hands[1], state.star_is_wild())
        assert answer == reaches_table(state, card, set()), (state.view(1), CARD_TEXT[card])
        answers["joker" if card == JOKER else "card", answer] += 1
    assert min(answers[kind, answer] for kind in ("joker", "card") for answer in (True, False)) > 50


def test_no_legal_action_leaves_a_duty_that_cannot_be_met() -> None:
    """C.9.87: after each legal action some way of playing the turn still tables the card."""
    rng, met, tried = Random(87), 0, 0
    for _ in range(400):
        state = position(rng)
        cards = few_cards(rng, state.rules.packs)
        if len(cards) < 3:
            continue
        state.hands[1] = Hand.of(cards)
        state.duty = rng.choice(cards)
        everything = deepcopy(state)
        everything.duty = None
        for action in find_legal(everything):
            if kind_of(action) not in (Kind.MELD, Kind.LAYOFF):
                continue
            after = deepcopy(everything)
            after.apply(action)
            done = state.duty in map(card_of, items_of(action))
            possible = done or (
                after.phase is Phase.MELD and reaches_table(after, state.duty, set())
            )
            assert (action in find_legal(state)) == possible, (state.view(1), action)
            tried, met = tried + 1, met + possible
    assert 0 < met < tried
