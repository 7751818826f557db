"""What holds in every game of 500 Rum, whatever the rules, the cards and the choices."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.core.cards import CARD_TEXT, JOKER
from arena.core.seeds import derive
from arena.games.contract import Deal, Settled
from arena.games.rummy_500.actions import ITEM_OF, Kind, card_of, items_of, kind_of
from arena.games.rummy_500.dealing import all_cards
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.state import RummyState
from tests.property.rummy_moments import moments, random_rules
from tests.property.rummy_redeal import other_worlds, visible_log

seeds = st.integers(min_value=0, max_value=2**48 - 1)
NO_ACTIONS = (-1, 2**27 - 1, 3 << 27 | 511, 7 << 27 | 3, 11 << 27, 1 << 40)
TABLES = [
    pytest.param(preset, players, id=f"{preset}-{players}")
    for preset, counts in RUMMY_500.presets.items()
    for players in counts
]


def everything(state: RummyState) -> object:
    """Return all that can be seen of a state, as a value that does not change with it."""
    views = [msgspec.json.encode(state.view(seat)) for seat in range(state.rules.players)]
    due = (state.to_act, str(state.phase), state.place, state.outcome)
    return views, list(state.log), list(state.legal_actions()), due


def candidates(state: RummyState, rng: Random) -> set[str]:
    """Return texts that could be an action now: of cards in the hand, in the pile, on the table."""
    hand = state.hands[state.turn]
    cards = {*hand, *state.pile[-3:], JOKER}
    jokers = [f"{joker}={CARD_TEXT[card]}" for card in cards - {JOKER} for joker in ("Jo", "Jo*")]
    words = sorted([*(CARD_TEXT[card] for card in cards), *jokers])
    numbers = range(len(state.melds) + 1)
    texts = {"draw stock", "pass", "block", *(f"gambit {e}" for e in ("wild", "double", "split"))}
    texts |= {f"discard {CARD_TEXT[card]}" for card in cards}
    texts |= {f"layoff {word} {number}" for word, number in product(words, numbers)}
    texts |= {f"rummy {number}" for number in numbers}
    texts |= {f"rummy {word} {number}" for word, number in product(words, numbers) if "Jo=" in word}
    for verb in ("draw pile", "use split"):
        texts |= {f"{verb} {number}" for number in range(len(state.pile) + 2)}
    texts |= {f"use double {number}" for number in numbers}
    return texts | {f"meld {' '.join(rng.choices(words, k=3))}" for _ in range(300)}


@settings(deadline=None, max_examples=12)
@given(seeds)
def test_the_legal_list_is_exactly_what_check_passes(seed: int) -> None:
    """Never empty (C.9.87), each once, and of everything that could be said nothing else."""
    for state, rng in moments(seed):
        legal = [RUMMY_500.text(action) for action in state.legal_actions()]
        assert legal
        assert len(set(legal)) == len(legal)
        if rng.random() < 0.05:
            texts = candidates(state, rng) | set(legal)
            passed = {text for text in texts if state.check(RUMMY_500.parse(text)) is None}
            assert passed == set(legal)


@settings(deadline=None, max_examples=12)
@given(seeds)
def test_a_refused_action_raises_says_why_and_changes_nothing(seed: int) -> None:
    for state, rng in moments(seed):
        if rng.random() > 0.05:
            continue
        texts = sorted(candidates(state, rng))
        illegal = {*map(RUMMY_500.parse, texts), *NO_ACTIONS} - set(state.legal_actions())
        before = everything(state)
        for action in rng.sample(sorted(illegal), min(20, len(illegal))):
            violation = state.check(action)
            assert violation is not None
            assert all((violation.code, violation.rule, violation.text))
            with pytest.raises(ValueError, match=r"\w") as refusal:
                state.apply(action)
            assert str(refusal.value) == violation.text
        assert everything(state) == before


@settings(deadline=None, max_examples=15)
@given(seeds)
def test_cards_are_neither_lost_nor_doubled(seed: int) -> None:
    """Two identical packs are counted as such; a dealer's joker that is gone counts once."""
    for state, _ in moments(seed):
        assert cards_of(state) == Counter(all_cards(state.rules))


def cards_of(state: RummyState) -> Counter[int]:
    """Return the cards in hands, stock, pile and melds, out of play, and the dealer's joker."""
    cards = Counter([*state.stock, *state.pile, *state.out_of_play])
    for hand in state.hands:
        cards.update(hand)
    items = [laid.item for meld in state.melds for laid in meld.cards]
    cards.update(card for item in items if (card := card_of(item)) is not None)
    cards[JOKER] += state.rules.dealers_joker
    return cards


@settings(deadline=None, max_examples=15)
@given(seeds)
def test_a_duty_is_met_before_the_turn_ends(seed: int) -> None:
    """A.003.7, C.9.92: the card taken from inside the pile reaches the table in that turn."""
    for state, _ in moments(seed):
        duty = state.duty
        if duty is None:
            continue
        assert state.hands[state.turn].count(duty)
        kinds = {kind_of(action) for action in state.legal_actions()}
        assert kinds <= {Kind.MELD, Kind.LAYOFF, Kind.USE_DOUBLE, Kind.BLOCK}


@settings(deadline=None, max_examples=25)
@given(seeds)
def test_every_game_ends_within_the_caps(seed: int) -> None:
    """C.10.95, C.10.96, C.14.139: turns of a deal and deals of a game are bounded."""
    state = list(moments(seed))[-1].state
    rules = state.rules
    results = [entry for entry in state.log if isinstance(entry, Settled)]
    assert len(results) <= max(rules.max_deals, 1)
    assert [entry.deal for entry in results] == list(range(1, len(results) + 1))
    assert state.turns <= rules.max_turns * rules.players
    assert not state.legal_actions()
    assert state.to_act is None
    for entry in results:
        assert entry.details["ended"] in ("out", "stock", "turns")
        assert (entry.details["out"] is not None) == (entry.details["ended"] == "out")


@settings(deadline=None, max_examples=20)
@given(seeds)
def test_replaying_the_log_gives_the_same_game(seed: int) -> None:
    state = list(moments(seed))[-1].state
    again = RUMMY_500.new(state.rules)
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
    state = RUMMY_500.new(random_rules(rng))
    deal = state.shuffle(rng.randbytes(8))
    first, second, *others = deal.hands
    wrong = [
        Deal(1, 0, (first[1:], second, *others), aside=deal.aside, stock=(first[0], *deal.stock)),
        Deal(1, 0, deal.hands, aside=deal.aside, stock=deal.stock[1:]),
        Deal(1, 0, deal.hands[:-1], aside=deal.aside, stock=deal.stock),
        Deal(1, 0, deal.hands, aside=deal.stock[-1:], stock=(*deal.stock[:-1], *deal.aside)),
        Deal(1, 0, deal.hands, deal.stock[-1:], deal.aside, deal.stock[:-1]),
        Deal(1, state.rules.players, deal.hands, aside=deal.aside, stock=deal.stock),
    ]
    for one in wrong:
        if one == deal:
            continue  # a joker set aside for another joker
        with pytest.raises(ValueError, match=r"\w"):
            state.begin(one)
        assert state.log == []
        assert state.to_act is None
    state.begin(deal)
    before = everything(state)
    with pytest.raises(ValueError, match="no deal is due"):
        state.begin(deal)
    assert everything(state) == before


# -- what a seat is told ---------------------------------------------------------------------------


def compare_worlds(seed: int) -> Counter[str]:
    """Re-deal the hidden cards: all that a seat is told must stay the same, to the byte.

    Returns how many worlds were compared in which situation.
    """
    compared: Counter[str] = Counter()
    for state, rng in moments(seed, max_deals=1, max_turns=12):
        looked_at = state.phase == "gambit" or rng.random() < 0.05
        for seat in range(state.rules.players) if looked_at else ():
            told = told_to(state, seat)
            for other in other_worlds(state, seat, rng, tries=2):
                assert told_to(other, seat) == told
                compared[situation(state)] += 1
    return compared


def situation(state: RummyState) -> str:
    """Return what is special about what a seat may know now."""
    if state.rules.packs == 2:
        return f"{state.phase}, two packs"
    return "split" if state.out_of_play else str(state.phase)


def told_to(state: RummyState, seat: int) -> object:
    """Return all that a seat is told by now; what is asked only where it is asked."""
    asked = state.to_act == seat
    return (
        msgspec.json.encode(state.view(seat)),
        visible_log(state, seat),
        (str(state.phase), list(state.legal_actions())) if asked else None,
    )


@settings(deadline=None, max_examples=8)
@given(seeds)
def test_what_a_seat_is_told_does_not_depend_on_cards_it_cannot_know(seed: int) -> None:
    """C.11b.110b: pile and melds are public, hands and the order of the stock are not."""
    compare_worlds(seed)


def test_worlds_are_compared_in_every_situation() -> None:
    compared = sum(map(compare_worlds, range(30)), Counter[str]())
    situations = ("gambit", "draw", "meld", "claim", "split", "draw, two packs", "meld, two packs")
    assert min(compared[name] for name in situations) >= 5, compared


def test_re_dealing_would_find_a_leak() -> None:
    state, rng = next(moment for moment in moments(3) if moment.state.phase == "meld")
    others = list(other_worlds(state, 0, rng, tries=30))
    assert any(told_to(other, 1) != told_to(state, 1) for other in others)


@settings(deadline=None, max_examples=15)
@given(seeds)
def test_known_cards_are_in_the_hand(seed: int) -> None:
    """C.11b.110b: a card taken from the pile is known until it leaves the hand."""
    for state, _ in moments(seed):
        for known, hand in zip(state.known, state.hands, strict=True):
            assert not Counter(known) - Counter(hand)


# -- text forms ------------------------------------------------------------------------------------


def test_text_and_parse_are_inverse() -> None:
    rng = Random(27)
    words = sorted(ITEM_OF)
    texts = {f"meld {' '.join(rng.choices(words, k=3))}" for _ in range(2000)}
    texts |= {f"layoff {word} {number}" for word, number in product(words, (0, 9, 36))}
    for text in texts:
        assert RUMMY_500.text(RUMMY_500.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "draw", "draw pile", "draw pile x", "draw pile 109", "draw pile -1", "draw pile 01"),
        *("draw  stock", "Pass", "pass ", "meld 7H 8H", "meld 7H 8H 9H 10H", "meld 7h 8h 9h"),
        *("meld Jo=Jo 8H 9H", "meld Jo= 8H 9H", "layoff 7H", "layoff 7H x", "layoff 7H 1_0"),
        *("rummy", "rummy 10S 3", "rummy Jo*=10S 3", "rummy Jo=10S", "discard", "discard 1S"),
        *("gambit", "gambit Wild", "use", "use wild 1", "use double", "use split ²", "block 1"),
        "layoff Jo*=7H",
    ],
)
def test_a_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(KeyError):
        RUMMY_500.parse(text)


@pytest.mark.parametrize("number", NO_ACTIONS)
def test_a_number_that_is_no_action_has_no_text(number: int) -> None:
    with pytest.raises(KeyError):
        RUMMY_500.text(number)


def test_every_card_of_the_pack_has_its_text() -> None:
    for action in (RUMMY_500.parse(f"layoff {word} 0") for word in ITEM_OF):
        (item,) = items_of(action)
        assert ITEM_OF[RUMMY_500.text(action).split()[1]] == item


# -- many hands ------------------------------------------------------------------------------------


def play_hands(preset: str, players: int, count: int) -> None:
    """Play hands with random choices: nothing is lost, none leads nowhere, each ends."""
    rules = RUMMY_500.rules(preset, players, {"rummy_call": True})
    rng = Random(f"{preset} {players} {count}")
    for number in range(count):
        state = RUMMY_500.new(rules)
        state.begin(state.shuffle(derive(preset.encode(), players, number)))
        while state.to_act is not None:
            state.apply(rng.choice(state.legal_actions()))
        assert cards_of(state) == Counter(all_cards(rules))
        assert isinstance(state.log[-1], Settled)


@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_a_hundred_random_hands(preset: str, players: int) -> None:
    """A.003.1: every preset with every number of players."""
    play_hands(preset, players, 100)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "players"), TABLES)
def test_two_thousand_random_hands(preset: str, players: int) -> None:
    play_hands(preset, players, 2000)
