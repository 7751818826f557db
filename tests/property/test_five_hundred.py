"""What holds in every game of Five Hundred, whatever the rules, the cards and the choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.cards import CARD_TEXT
from arena.games.contract import Action, Deal, Settled
from arena.games.five_hundred.actions import ACTION, TEXT
from arena.games.five_hundred.dealing import pack_of
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.state import FiveHundredState
from tests.property.observing import cards_of, everything, told_to
from tests.property.redeal import other_worlds
from tests.rules.random_play import FORMS, Form, random_action, random_deal, random_rules

seeds = st.integers(min_value=0, max_value=2**48 - 1)
NO_ACTIONS = (-1, 69, 98, 165, 175)


class Moment(NamedTuple):
    """A decision that is due in a random game, and the random numbers that drive it."""

    state: FiveHundredState
    rng: Random


def moments(seed: int, form: Form | None = None, **fixed: object) -> Iterator[Moment]:
    """Play a random game and yield it at each decision; some rules may be fixed."""
    rng = Random(seed)
    rules = random_rules(rng, form, **fixed)
    state = FIVE_HUNDRED.new(rules)
    while state.outcome is None:
        state.begin(random_deal(rng, rules, 1 + sum(isinstance(e, Deal) for e in state.log)))
        while state.to_act is not None:
            yield Moment(state, rng)
            state.apply(choose(rng, state))


def choose(rng: Random, state: FiveHundredState) -> Action:
    legal = [FIVE_HUNDRED.text(action) for action in state.legal_actions()]
    return FIVE_HUNDRED.parse(random_action(rng, legal))


@settings(deadline=None, max_examples=15)
@given(seeds)
def test_the_legal_list_is_exactly_what_check_passes(seed: int) -> None:
    for state, rng in moments(seed):
        legal = list(state.legal_actions())
        assert legal
        if rng.random() < 0.1:
            passed = [action for action in TEXT if state.check(action) is None]
            assert sorted(legal) == passed


@settings(deadline=None, max_examples=15)
@given(seeds)
def test_a_refused_action_raises_says_why_and_changes_nothing(seed: int) -> None:
    for state, rng in moments(seed):
        if rng.random() > 0.1:
            continue
        illegal = sorted({*TEXT, *NO_ACTIONS} - set(state.legal_actions()))
        before = everything(state)
        for action in rng.sample(illegal, 12):
            violation = state.check(action)
            assert violation is not None
            assert all((violation.code, violation.rule, violation.text))
            with pytest.raises(ValueError, match=r"\w") as refusal:
                state.apply(action)
            assert str(refusal.value) == violation.text
        assert everything(state) == before


@settings(deadline=None, max_examples=25)
@given(seeds)
def test_cards_are_neither_lost_nor_doubled(seed: int) -> None:
    for state, _ in moments(seed):
        assert sorted(cards_of(state)) == sorted(pack_of(state.rules))


def play_out(rules: FiveHundredRules, rng: Random) -> FiveHundredState:
    """Play a game to its end with deals of the game's own shuffling."""
    state = FIVE_HUNDRED.new(rules)
    while state.outcome is None:
        state.begin(state.shuffle(rng.randbytes(8)))
        while state.to_act is not None:
            state.apply(choose(rng, state))
    return state


@settings(deadline=None, max_examples=60)
@given(seeds)
def test_every_game_ends_within_the_caps(seed: int) -> None:
    rng = Random(seed)
    rules = random_rules(rng)
    state = play_out(rules, rng)
    results = [entry for entry in state.log if isinstance(entry, Settled)]
    thrown_in = [entry.details["contract"] is None and not any(entry.points) for entry in results]
    assert len(results) <= rules.max_deals
    assert longest_run(thrown_in) <= rules.max_passed_out or rules.all_pass != "redeal"
    assert [entry.deal for entry in results] == list(range(1, len(results) + 1))
    assert not state.legal_actions()
    assert state.to_act is None


def longest_run(flags: list[bool]) -> int:
    runs = "".join("x" if flag else " " for flag in flags).split()
    return max(map(len, runs), default=0)


@settings(deadline=None, max_examples=40)
@given(seeds)
def test_replaying_the_log_gives_the_same_game(seed: int) -> None:
    state = list(moments(seed))[-1].state
    again = FIVE_HUNDRED.new(state.rules)
    for entry in state.log:
        if isinstance(entry, Deal):
            again.begin(entry)
        elif not isinstance(entry, Settled):
            seat, action = entry
            assert again.to_act == seat
            again.apply(action)
    assert again.log == state.log
    assert again.outcome == state.outcome is not None


@settings(deadline=None, max_examples=40)
@given(seeds)
def test_a_wrong_deal_is_refused_and_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    state = FIVE_HUNDRED.new(random_rules(rng))
    deal = state.shuffle(rng.randbytes(8))
    first, second, *others = deal.hands
    for hands, dealer in (
        ((first[1:] + first[:1] + second[:1], second[1:], *others), 0),
        ((first[:-1] + second[:1], second, *others), 0),
        ((first,), 0),
        (deal.hands, state.rules.players),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            state.begin(Deal(1, dealer, hands, deal.kitty, deal.aside))
        assert state.log == []
        assert state.to_act is None
    state.begin(deal)
    before = everything(state)
    with pytest.raises(ValueError, match="no deal is due"):
        state.begin(deal)
    assert everything(state) == before


def compare_worlds(seed: int, form: Form | None = None) -> Counter[str]:
    """Re-deal the hidden cards: all that a seat is told must stay the same, to the byte.

    Returns how many worlds were compared in which situation.
    """
    compared: Counter[str] = Counter()
    for state, rng in moments(seed, form, max_deals=1, joker_nominate=bool(seed % 2)):
        rare = situation(state) in ("call", "joker nominated")
        for seat in range(state.rules.players) if rng.random() < (0.7 if rare else 0.1) else ():
            told = told_to(state, seat)
            for other in other_worlds(state, seat, rng, tries=4):
                assert told_to(other, seat) == told
                compared[situation(state)] += 1
    return compared


def test_worlds_are_compared_in_every_situation() -> None:
    compared: Counter[str] = Counter()
    five, three = Form("viisisataa", 5, "called-card"), Form("seres", 3, "solo")
    for seed, form in enumerate((five, three, Form("pagat", 4, "opposite")) * 17):
        compared += compare_worlds(seed, form)
    assert min(compared[name] for name in SITUATIONS) >= 5, compared


SITUATIONS = (
    *("auction", "discard", "play", "call"),
    *("kitty exposed", "hand exposed", "joker nominated", "partner known", "partner secret"),
)


def situation(state: FiveHundredState) -> str:
    """Return what is special about what a seat may know now."""
    view, deal = state.view(0), state.current
    assert deal is not None
    if view.exposed is not None:
        return "hand exposed"
    if deal.partner is not None:
        return "partner known" if deal.partner_known else "partner secret"
    if view.joker_suit is not None:
        return "joker nominated"
    if state.rules.kitty_exposed and view.declarer is not None:
        return "kitty exposed"
    return str(state.phase)


def test_re_dealing_would_find_a_leak() -> None:
    state, rng = next(moment for moment in moments(3) if moment.state.phase == "play")
    others = list(other_worlds(state, 0, rng, tries=20))
    assert any(told_to(other, 1) != told_to(state, 1) for other in others)


def test_text_and_parse_are_inverse_for_every_action() -> None:
    assert [FIVE_HUNDRED.parse(FIVE_HUNDRED.text(action)) for action in TEXT] == list(TEXT)
    assert len(ACTION) == len(TEXT)
    for text in ("", "play", "play 14X", "bid 5S", "PASS", "play js", " pass", "nominate NT"):
        with pytest.raises(KeyError):
            FIVE_HUNDRED.parse(text)


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_every_card_of_the_pack_has_its_actions(form: Form) -> None:
    for card in pack_of(form.rules()):
        for verb in ("play", "discard"):
            assert f"{verb} {CARD_TEXT[card]}" in ACTION
        assert f"call {CARD_TEXT[card]}" in ACTION or CARD_TEXT[card] == "Jo"
