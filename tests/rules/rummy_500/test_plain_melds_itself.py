"""The plain melds and points are held to the vectors of the rules page (RM, RL, RS)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tests.rules.rummy_500.plain_melds import (
    PlainMeld,
    can_reach_table,
    lay_on,
    layoffs,
    make_meld,
    melds_of_three,
    printed,
)
from tests.rules.rummy_500.plain_positions import (
    BASE,
    GAMBIT,
    PACK,
    PERSIAN,
    RANKS,
    play,
    position,
    table,
)


def laid_points(*actions: str, rules: dict[str, object] = BASE) -> int:
    """Return what one player's melds are worth, everything legal, a king of clubs left over."""
    hand = [printed(part) for action in actions for part in action.split()[1:] if len(part) > 1]
    plain = play(position(" ".join([*hand, "2C"]), rules=rules), *actions)
    return plain.hand_points()[0] + 2 + (10 if rules["partners"] else 0)


@pytest.mark.parametrize(
    ("actions", "points"),
    [
        pytest.param(["meld 8S 9S 10S"], 27, id="RM1"),
        pytest.param(["meld 7C 7D 7H"], 21, id="RM2"),
        pytest.param(["meld QS KS AS"], 35, id="RM3"),
        pytest.param(["meld AS 2S 3S"], 6, id="RM4"),
        pytest.param(["meld 8S 9S Jo=10S"], 27, id="RM12 as 10S"),
        pytest.param(["meld Jo=7S 8S 9S"], 24, id="RM12 as 7S"),
        pytest.param(
            ["meld 8H 9H 10H", "layoff JH 0", "layoff QH 0", "layoff KH 0", "layoff AH 0"],
            72,
            id="RM16",
        ),
        pytest.param(["meld AS 2S Jo=3S"], 6, id="RM18"),
        pytest.param(["meld QS KS Jo=AS"], 35, id="RM19 as AS"),
        pytest.param(["meld Jo=JS QS KS"], 30, id="RM19 as JS"),
        pytest.param(["meld AS Jo=AD AH"], 45, id="RM20"),
        pytest.param(["meld Jo=AS 2S 3S"], 6, id="C.8.80"),
        pytest.param(["meld AS 2S 3S", "layoff 4S 0"], 10, id="C.8.75"),
    ],
)
def test_melds_and_what_they_are_worth(actions: list[str], points: int) -> None:
    assert laid_points(*actions) == points


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param("5H 6H", id="RM7"),
        pytest.param("7D 7D 7H", id="RM11"),
        pytest.param("KS AS 2S", id="C.8.73"),
        pytest.param("Jo Jo", id="C.8.79"),
        pytest.param("Jo Jo Jo Jo", id="C.8.79: no natural card"),
    ],
)
def test_what_is_no_meld(hand: str) -> None:
    assert [action for action in position(hand).legal() if action.startswith("meld")] == []


def test_identical_cards_by_the_house_rule_and_jokers_in_one_order() -> None:
    rules = BASE | {"identical_in_sets": True}
    legal = position("7D 7D 7H Jo", rules=rules).legal()
    assert {"meld 7D 7D 7H", "meld 7D 7D Jo=7D", "meld 7D Jo=7D 7H"} <= set(legal)
    assert "meld Jo=7D 7D 7H" not in legal


def test_an_ace_at_one_end_only() -> None:
    """RM17, RL7."""
    assert melds_of_three(BASE, ["QS", "KS", "AS", "2S"]) == [["QS", "KS", "AS"]]
    assert layoffs(BASE, table(BASE, "QS KS AS")[0], ["2S", "JS"]) == ["JS"]
    assert layoffs(BASE, table(BASE, "AS 2S 3S")[0], ["KS", "4S"]) == ["4S"]
    long = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    assert layoffs(BASE, table(BASE, long + " AS")[0], ["AS", "Jo"]) == []
    assert table(BASE, long + " AS")[0].places == list(range(2, 15))
    assert layoffs(BASE, table(BASE, "AS " + long)[0], ["AS", "Jo"]) == []


def test_number_of_natural_melds() -> None:
    """RM21, RM22."""
    threes = melds_of_three(BASE, PACK)
    fours = {
        frozenset([*cards, card])
        for cards in threes
        for card in layoffs(BASE, make_meld(cards, 0, 1), PACK)
    }
    assert len(threes) == 100
    assert len(fours) == 57


@pytest.mark.parametrize(
    ("hand", "melds", "expected"),
    [
        pytest.param("7S", ["8S 9S 10S", "7C 7D 7H"], ["layoff 7S 0", "layoff 7S 1"], id="RL2"),
        pytest.param("AS", ["JS QS KS"], ["layoff AS 0"], id="RL5"),
        pytest.param("KS", ["AS 2S 3S"], [], id="RL7"),
        pytest.param("Jo", ["7C 7D 7H 7S"], [], id="RL9"),
        pytest.param("10S", ["8S 9S Jo=10S"], [], id="RL11"),
        pytest.param("Jo", ["QS KS AS"], ["layoff Jo=JS 0"], id="joker below"),
        pytest.param("Jo", ["7C 7D 7H"], ["layoff Jo=7S 0"], id="the suits as represented differ"),
        pytest.param("7S", ["7C 7D Jo=7S"], [], id="C.14.141"),
    ],
)
def test_lay_offs(hand: str, melds: list[str], expected: list[str]) -> None:
    legal = position(hand + " 2D 2H", *melds).legal()
    assert [action for action in legal if action.startswith("layoff")] == expected


def test_a_joker_fills_the_gap_of_a_lay_off() -> None:
    """RL3: +20 for the jack and the queen."""
    plain = position("Jo QS 2D", "8S 9S 10S")
    assert "layoff QS 0" not in plain.legal()
    assert play(plain, "layoff Jo=JS 0", "layoff QS 0").hand_points() == [18, 17]


def test_each_card_is_the_one_s_who_laid_it() -> None:
    """RL10: 18, 8 and 9, each less what is left in hand."""
    plain = position("8D 2D 2H", "5D 6D 7D", players=3)
    plain.hands[1:] = [["2D"], ["9D", "2S", "2C"]]
    play(plain, "layoff 8D 0", "discard 2D", "draw stock", "discard 4C")
    play(plain, "draw stock", "layoff 9D 0", "discard 3C")
    assert plain.hand_points() == [8 - 2, 18 - 2, 9 - 4]


def test_brute_force_over_all_triples() -> None:
    """A second look at RM21: what each three cards are, by ranks and suits alone."""
    order = [*"A23456789", "10", *"JQKA"]
    windows = [{order[low], order[low + 1], order[low + 2]} for low in range(12)]
    for cards in combinations(PACK, 3):
        ranks, suits = {card[:-1] for card in cards}, {card[-1] for card in cards}
        expected = len(ranks) == 1 or (len(suits) == 1 and ranks in windows)
        assert bool(melds_of_three(BASE, cards)) == expected


def test_the_duty_follows_whatever_the_hand_tries_first() -> None:
    """``can_reach_table`` looks at melds and bridges only; here every order of laying is tried."""
    rng = Random(7)
    answers = set()
    for _ in range(500):
        rules = BASE | {"identical_in_sets": rng.random() < 0.3}
        cards = rng.sample([rank + suit for rank in RANKS[:2] + RANKS[8:] for suit in "SH"] * 2, 9)
        cards += ["Jo"] * rng.randrange(3)
        rng.shuffle(cards)
        melds: list[PlainMeld] = []
        for _ in range(2):
            found = melds_of_three(rules, cards)
            melds += [make_meld(rng.choice(found), 1, 0)] if found else []
        held = cards[: rng.randrange(3, 6)]
        wanted = held[0]
        answer = can_reach_table(rules, wanted, held, melds)
        assert answer == reaches_by_trying(rules, wanted, held, melds), (wanted, held, melds)
        answers.add(answer)
    assert answers == {True, False}


def reaches_by_trying(
    rules: dict[str, object], wanted: str, held: list[str], melds: list[PlainMeld]
) -> bool:
    """Return whether some order of melds and lay-offs puts a card on the table."""
    for cards in melds_of_three(rules, held):
        rest = list(held)
        for card in cards:
            rest.remove(printed(card))
        if wanted in map(printed, cards):
            return True
        if reaches_by_trying(rules, wanted, rest, [*melds, make_meld(cards, 0, 1)]):
            return True
    for meld in melds:
        for card in layoffs(rules, meld, held):
            if printed(card) == wanted:
                return True
            grown = PlainMeld(meld.kind, list(meld.cards))
            lay_on(rules, grown, card, 0, 1)
            rest = list(held)
            rest.remove(printed(card))
            others = [other for other in melds if other is not meld]
            if reaches_by_trying(rules, wanted, rest, [*others, grown]):
                return True
    return False


@pytest.mark.parametrize(
    ("rules", "hand", "cost"),
    [
        pytest.param(BASE, "AS Jo", 40, id="RS2"),
        pytest.param(BASE, "KD 7C", 17, id="RS3"),
        pytest.param(GAMBIT, "Jo", 0, id="RS21"),
        pytest.param(PERSIAN, "Jo", 20, id="C.11.102"),
    ],
)
def test_what_is_left_in_hand(rules: dict[str, object], hand: str, cost: int) -> None:
    plain = position(hand, rules=rules, players=4)
    assert plain.hand_points()[0] == -cost - (10 if rules["partners"] else 0)


def test_table_less_hand() -> None:
    """RS1: 85 on the table, 90 in hand."""
    plain = position("KS KD KH QS QD QH JS JD JH")
    plain.melds = table(BASE, "10H JH QH KH AH", "10D JD QD")
    for meld in plain.melds:
        meld.cards = [replace(card, seat=0) for card in meld.cards]
    assert plain.hand_points()[0] == -5


@pytest.mark.parametrize(
    ("actions", "points"),
    [
        pytest.param(["meld 6S 6C 6D", "layoff 6H 0"], 48, id="RS8"),
        pytest.param(["meld Jo Jo Jo"], 60, id="RS9"),
        pytest.param(["meld Jo Jo Jo", "layoff Jo 0"], 160, id="RS10"),
        pytest.param(["meld AS AC AD", "layoff AH 0"], 120, id="RS13"),
        pytest.param(["meld KS KD KH"], 30, id="RS14"),
    ],
)
def test_persian_sets(actions: list[str], points: int) -> None:
    hand = [part for action in actions for part in action.split()[1:] if part != "0"]
    plain = play(position(" ".join([*hand, "2D"]), rules=PERSIAN, players=4), *actions)
    assert plain.hand_points()[0] == points - 2 - 10


def test_persian_jokers_are_never_wild() -> None:
    """RS12."""
    legal = position("Jo Jo 8S 9S", "10H JH QH", rules=PERSIAN, players=4).legal()
    assert {action.split()[0] for action in legal} == {"discard"}


@pytest.mark.parametrize(("option", "factor"), [("double", 2), ("double-together", 1)])
def test_a_set_of_four_built_up_by_two_players(option: str, factor: int) -> None:
    """C.11.102: each card doubles for its owner, or not when the set was not laid together."""
    rules = PERSIAN | {"four_of_a_kind": option}
    plain = position("6H 2D", "6S 6C 6D", rules=rules, players=4)
    play(plain, "layoff 6H 0")
    assert plain.hand_points() == [6 * factor - 12, 18 * factor - 20] * 2


def test_persian_team_goes_out() -> None:
    """RS15."""
    plain = play(position("6H", "6S 6C 6D", rules=PERSIAN, players=4), "layoff 6H 0")
    assert plain.hand_points() == [12 + 25 - 10, 36 - 20] * 2
