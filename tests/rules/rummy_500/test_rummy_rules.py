"""House rules and presets of 500 Rum, the cut, and what the view says."""

from __future__ import annotations

from collections import Counter

import pytest

from arena.core.cards import CARD_TEXT
from arena.core.seeds import derive, shuffled
from arena.games.options import OptionError
from arena.games.rummy_500.dealing import all_cards, cut_for_deal, one_pack
from arena.games.rummy_500.game import RUMMY_500
from tests.rules.rummy_500.rummy_vectors import put_up

WRONG = [
    ("rummy", 4, {"jokers": 3}, "jokers", "one pack has at most 2"),
    ("rummy", 8, {"packs": 1}, "hand_size", "8 players get at most 6"),
    ("rummy", 2, {"hand_size": 27}, "hand_size", "at most 26"),
    ("rummy", 3, {"partners": True}, "partners", "3 players cannot sit as pairs"),
    ("rummy", 2, {"partners": True}, "partners", "2 players cannot sit as pairs"),
    ("dealers-gambit", 4, {"packs": 2}, "dealers_joker", "needs one pack"),
    ("dealers-gambit", 4, {"jokers": 0}, "dealers_joker", "one at least"),
    ("persian", 4, {"dealers_joker": True}, "dealers_joker", "wild jokers"),
    ("rummy", 4, {"targt": 250}, "targt", "unknown rule"),
    ("rummy", 4, {"target": 0}, "target", "at least 1"),
]
REFUSED = [("dealers-gambit", 8), ("persian", 2), ("rummy-pairs", 5), ("rummy", 9), ("quick", 1)]


@pytest.mark.parametrize(("preset", "players", "options", "key", "why"), WRONG)
def test_rules_that_cannot_be_played_are_refused(
    preset: str, players: int, options: dict[str, object], key: str, why: str
) -> None:
    """C.10.99: eight players cannot be dealt from one pack (C.14.139)."""
    with pytest.raises(OptionError, match=why) as refusal:
        RUMMY_500.rules(preset, players, options)
    assert refusal.value.key == key


@pytest.mark.parametrize(("preset", "players"), REFUSED)
def test_players_that_a_preset_does_not_take_are_refused(preset: str, players: int) -> None:
    with pytest.raises(OptionError, match=f"{preset} is not played by {players} players"):
        RUMMY_500.rules(preset, players, {})


def test_an_unknown_preset_is_refused_with_a_suggestion() -> None:
    with pytest.raises(OptionError, match="unknown preset 'rumy'") as refusal:
        RUMMY_500.rules("rumy", None, {})
    assert refusal.value.hint == "Did you mean 'rummy'?"


@pytest.mark.parametrize(
    ("preset", "players"),
    [(preset, count) for preset, counts in RUMMY_500.presets.items() for count in counts],
)
def test_a_preset_has_no_options_of_its_own(preset: str, players: int) -> None:
    rules = RUMMY_500.rules(preset, players, {})
    assert rules.options() == {}
    changed = RUMMY_500.rules(preset, players, {"target": 250, "rummy_call": True})
    assert changed.options() == {"target": 250, "rummy_call": True}
    assert RUMMY_500.rules(preset, players, changed.options()) == changed


def test_the_first_dealer_is_cut_for_with_equal_chances() -> None:
    """A.003.3: the lowest card deals, the ace low; those who tie cut again."""
    dealers = Counter(cut_for_deal(derive(b"cut", number), 5) for number in range(2000))
    assert set(dealers) == set(range(5))
    assert min(dealers.values()) > 330


def test_the_dealer_of_the_first_deal_is_the_one_cut_for() -> None:
    """A.003.3: the first dealer comes from the seed, the next one from the seats (A.003.5)."""
    rules = RUMMY_500.rules("rummy", 5, {})
    for number in range(20):
        seed = derive(b"first", number)
        assert RUMMY_500.new(rules).shuffle(seed).dealer == cut_for_deal(seed, 5)


def test_the_lowest_card_of_the_cut_deals() -> None:
    """A.003.3: restated from the cards drawn, the ace as one."""
    low_to_high = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    ties = 0
    for number in range(200):
        seed = derive(b"lowest", number)
        cards = shuffled(derive(seed, "cut", 0), one_pack())[:4]
        places = [low_to_high.index(CARD_TEXT[card][:-1]) for card in cards]
        lowest = [seat for seat, place in enumerate(places) if place == min(places)]
        assert cut_for_deal(seed, 4) in lowest
        ties += len(lowest) > 1
    assert ties > 10


def test_a_hand_is_hidden_until_the_gambit_is_named() -> None:
    """A.003.17, C.11.104: the effect is named before anyone looks at cards."""
    state = RUMMY_500.new(RUMMY_500.rules("dealers-gambit", 3, {}))
    state.begin(state.shuffle(b"blind"))
    assert [RUMMY_500.text(action) for action in state.legal_actions()] == [
        "gambit wild",
        "gambit double",
        "gambit split",
    ]
    assert state.to_act == state.dealer
    assert [state.view(seat).hand for seat in range(3)] == [[], [], []]
    assert state.view(0).hand_sizes == [7, 7, 7]
    state.apply(RUMMY_500.parse("gambit double"))
    assert [len(state.view(seat).hand) for seat in range(3)] == [7, 7, 7]
    assert state.view(1).effect == "double"
    assert state.to_act == (state.dealer + 1) % 3


def test_a_claim_window_tells_nobody_of_the_others() -> None:
    """C.14.143: passes are seen by none but who passed, and no view shows who was asked."""
    rules = RUMMY_500.rules("rummy", 4, {"rummy_call": True})
    state = put_up(rules, {"hands": {"1": "JS KD"}, "melds": ["8S 9S 10S @3"]})
    for text in ("draw stock", "discard JS"):
        state.apply(RUMMY_500.parse(text))
    before = [state.view(seat) for seat in range(4)]
    state.apply(RUMMY_500.parse("pass"))
    assert [state.view(seat) for seat in range(4)] == before
    passed = state.log[-1]
    assert isinstance(passed, tuple)
    assert [state.sees(seat, passed) for seat in range(4)] == [False, False, True, False]


def test_only_the_player_himself_is_told_what_he_may_not_discard() -> None:
    """C.14.142: whether a twin is in the hand is not for the others."""
    rules = RUMMY_500.rules("rummy", 4, {"packs": 2})
    for hand, banned in (("4C KD", "QD"), ("4C QD", None)):
        state = put_up(rules, {"hands": {"1": hand}, "pile": "3S QD"})
        state.apply(RUMMY_500.parse("draw pile 1"))
        assert [state.view(seat).not_discard for seat in range(4)] == [None, banned, None, None]


def test_a_deal_has_its_stock_in_the_order_drawn() -> None:
    """A.003.5: the first card of the stock is turned up, the next ones are drawn."""
    state = RUMMY_500.new(RUMMY_500.rules("rummy", 3, {}))
    deal = state.shuffle(b"order")
    state.begin(deal)
    first, second, third, *_ = (CARD_TEXT[card] for card in deal.stock)
    seat = state.turn
    assert state.view(0).pile == [first]
    state.apply(RUMMY_500.parse("draw stock"))
    assert Counter(state.view(seat).hand) - Counter(CARD_TEXT[c] for c in deal.hands[seat]) == {
        second: 1
    }
    discard = next(a for a in state.legal_actions() if RUMMY_500.text(a).startswith("discard"))
    state.apply(discard)
    state.apply(RUMMY_500.parse("draw stock"))
    assert third in state.view(state.turn).hand


def test_all_cards_of_every_preset_are_dealt() -> None:
    """A.003.2, A.003.15, A.003.21: the sizes of the packs."""
    sizes = {
        preset: {count: len(all_cards(RUMMY_500.rules(preset, count, {}))) for count in counts}
        for preset, counts in RUMMY_500.presets.items()
    }
    both = {2: 54, 3: 54, 4: 54, 5: 106, 6: 106, 7: 106, 8: 106}
    assert sizes == {
        "rummy": both,
        "rummy-pairs": {4: 54, 6: 106, 8: 106},
        "persian": {4: 56},
        "quick": both,
        "dealers-gambit": dict.fromkeys(range(2, 8), 54),
    }
