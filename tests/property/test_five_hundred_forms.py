"""Every registered way to play Five Hundred keeps the contract, in random deals and whole games."""

from __future__ import annotations

from random import Random

import pytest

from arena.core.seeds import derive
from arena.games.contract import Action, Deal, EndReason, Settled
from arena.games.five_hundred.actions import ACTION, BID, LEAD_JOKER, PASS, TEXT
from arena.games.five_hundred.bids import BID_OF, NO_TRUMPS, denomination_of, level_of
from arena.games.five_hundred.deal_state import DealState
from arena.games.five_hundred.dealing import pack_of
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.rules import TRICKS, FiveHundredRules
from arena.games.five_hundred.state import FiveHundredState
from arena.games.five_hundred.tricks import CardPlay
from arena.games.five_hundred.trumps import order, right_bower
from tests.property.observing import cards_of, told_to
from tests.property.redeal import other_worlds
from tests.rules.random_play import FORMS, Form, random_action, random_deal, random_rules

by_form = pytest.mark.parametrize("form", FORMS, ids=str)


def check_deals(form: Form, count: int) -> None:
    """Play random deals, every other one by the preset's own rules, and check each."""
    rng = Random(str(form))
    for number in range(count):
        rules = form.rules() if number % 2 else random_rules(rng, form)
        check_deal(rules, rng)


def check_deal(rules: FiveHundredRules, rng: Random) -> None:
    """Play one random deal: legality, conservation, no leak, termination, replay."""
    state = FIVE_HUNDRED.new(rules)
    state.begin(random_deal(rng, rules, 1))
    steps = 0
    while state.to_act is not None:
        if rng.random() < 0.03:
            check_legality(state)
            assert sorted(cards_of(state)) == sorted(pack_of(rules))
        if rng.random() < 0.02:
            seat = rng.randrange(rules.players)
            for other in other_worlds(state, seat, rng, tries=2):
                assert told_to(other, seat) == told_to(state, seat)
        legal = [FIVE_HUNDRED.text(action) for action in state.legal_actions()]
        state.apply(FIVE_HUNDRED.parse(random_action(rng, legal)))
        steps += 1
    calls = (len(BID_OF) + 1) * rules.players
    assert steps <= calls + rules.kitty + 2 + TRICKS * rules.players
    check_replay(state)


def check_legality(state: FiveHundredState) -> None:
    """Assert that the legal list is what passes ``check``, over the whole action table."""
    assert sorted(state.legal_actions()) == [a for a in TEXT if state.check(a) is None]


def check_replay(state: FiveHundredState) -> None:
    """Assert that applying the log to a new state gives the same game again."""
    again = FIVE_HUNDRED.new(state.rules)
    for entry in state.log:
        if isinstance(entry, Deal):
            again.begin(entry)
        elif not isinstance(entry, Settled):
            assert again.to_act == entry[0]
            again.apply(entry[1])
    assert again.log == state.log
    assert (again.scores, again.outcome) == (state.scores, state.outcome)


@by_form
def test_100_random_deals_keep_the_contract(form: Form) -> None:
    check_deals(form, 100)


@pytest.mark.slow
@by_form
def test_2000_random_deals_keep_the_contract(form: Form) -> None:
    check_deals(form, 2_000)


# -- whole games with simple choices ---------------------------------------------------------------


def greedy(deal: DealState) -> Action:
    """Bid what the hand is worth, throw low cards away, win tricks as high as possible."""
    legal = deal.legal_actions()
    if deal.phase == "auction":
        bids = [action for action in legal if action != PASS and is_worth(deal, action - BID)]
        return bids[0] if bids else PASS
    if deal.phase == "play" and deal.card_play is not None:
        return greedy_card(deal, deal.card_play)
    if deal.phase == "discard":
        return min(legal, key=lambda action: strength(deal.trump, action - ACTION["discard 2S"]))
    return legal[0]


def is_worth(deal: DealState, bid: int) -> bool:
    """Return whether long trumps and aces promise the tricks of a bid."""
    trump = denomination_of(bid)
    if level_of(bid) == 0 or trump == NO_TRUMPS:
        return False
    hand = deal.hands[deal.turn]
    trumps = (hand & order(trump).masks[trump]).bit_count()
    aces = sum(hand >> ACTION[f"play A{suit}"] & 1 for suit in "SCDH")
    return trumps + aces + (hand >> right_bower(trump) & 1) >= level_of(bid)


def strength(trump: int, card: int) -> int:
    """Return a card's worth when its own suit is led."""
    tables = order(trump)
    return max(power[card] for power in tables.power)


def greedy_card(deal: DealState, play: CardPlay) -> Action:
    """Lead high; follow as high as possible if that wins the trick, else as low as possible."""
    legal = deal.legal_actions()
    if not play.cards:
        return max(legal, key=lambda action: strength(deal.trump, min(action, LEAD_JOKER - 1)))
    powers = {action: play.order.power[play.led][action] for action in legal}
    top = max(legal, key=powers.__getitem__)
    return top if powers[top] > play.best else min(legal, key=powers.__getitem__)


def play_greedily(rules: FiveHundredRules, seed: bytes) -> FiveHundredState:
    """Play one game of greedy players to its end."""
    state, deals = FIVE_HUNDRED.new(rules), 0
    while state.outcome is None:
        deals += 1
        state.begin(state.shuffle(derive(seed, deals)))
        while state.current is not None:
            state.apply(greedy(state.current))
    return state


@by_form
def test_20_whole_games_end_by_their_score_and_replay(form: Form) -> None:
    rules, reasons = form.rules(), []
    for number in range(20):
        state = play_greedily(rules, derive(b"greedy", str(form), number))
        assert state.outcome is not None
        reasons.append(state.outcome.reason)
        assert len([entry for entry in state.log if isinstance(entry, Deal)]) <= rules.max_deals
        if number % 10 == 0:
            check_replay(state)
    assert reasons.count(EndReason.CAP) <= 2, reasons
