"""The plain checker's turns and game ends are held to the vectors of the rules page (RD, RS)."""

from __future__ import annotations

import pytest

from tests.rules.rummy_500.plain_checker import Plain
from tests.rules.rummy_500.plain_positions import BASE, GAMBIT, PACK, PERSIAN, play, position
from tests.rules.rummy_500.plain_score import final_totals, game_end, next_dealer


def draws(plain: Plain) -> list[str]:
    return [action for action in plain.legal() if action.startswith("draw")]


@pytest.mark.parametrize(
    ("hand", "pile", "melds", "expected"),
    [
        pytest.param("8S 8D 4C", "8H KC 3S QD", [], {"pile 1", "pile 4"}, id="RD1, RD3"),
        pytest.param("7H KC 2D", "5H 6H", [], {"pile 1", "pile 2"}, id="RD4"),
        pytest.param("KH", "4C 9H 2D", ["5C 6C 7C"], {"pile 1", "pile 3"}, id="RD5"),
        pytest.param("KH", "2C QD", [], {"pile 1"}, id="RD6"),
        pytest.param("4C KH", "3C 9H", ["5C 6C 7C"], {"pile 1", "pile 2"}, id="a bridge"),
        pytest.param("Jo KH", "3C 9H", ["5C 6C 7C"], {"pile 1", "pile 2"}, id="a joker's bridge"),
        pytest.param(
            "QC KC 9H",
            "AC 9H",
            ["2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC Jo=AC"],
            {"pile 1", "pile 2"},
            id="a run with an ace takes no other ace, a new one does",
        ),
        pytest.param(
            "QC KH",
            "AC 9H",
            ["2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC Jo=AC"],
            {"pile 1"},
            id="a run with an ace takes no other ace",
        ),
        pytest.param("QC KH", "KC 9H", ["9C 10C JC"], {"pile 1", "pile 2"}, id="up"),
        pytest.param("QC KC", "AC 9H", ["AC 2C 3C"], {"pile 1", "pile 2"}, id="a new meld"),
    ],
)
def test_draws(hand: str, pile: str, melds: list[str], expected: set[str]) -> None:
    plain = position(hand, *melds, pile=pile, drawn=False)
    assert draws(plain) == ["draw stock", *sorted("draw " + take for take in expected)]


def test_the_chosen_card_must_reach_the_table_first() -> None:
    """RD1, RD6: the others come to hand; no discard before the duty is met."""
    plain = play(position("8S 8D 4C", pile="8H KC 3S QD", drawn=False), "draw pile 4")
    assert plain.legal() == ["meld 8S 8D 8H"]
    play(plain, "meld 8S 8D 8H")
    assert sorted(plain.hand) == ["3S", "4C", "KC", "QD"]
    assert {"discard QD", "discard 4C"} <= set(plain.legal())


def test_no_other_meld_may_take_what_the_duty_needs() -> None:
    plain = position("7H 8H 5S 5D 9C", pile="6H 5H", drawn=False)
    play(plain, "draw pile 2")
    assert set(plain.legal()) == {"meld 5H 6H 7H", "meld 6H 7H 8H", "meld 5S 5D 5H"}
    plain = position("7H 5S 5D 9C", pile="6H 5H", drawn=False)
    assert play(plain, "draw pile 2").legal() == ["meld 5H 6H 7H"]


@pytest.mark.parametrize(
    ("players", "packs", "size", "expected"),
    [(2, 1, 13, 25), (3, 1, 7, 30), (4, 1, 7, 23), (5, 2, 7, 68), (8, 2, 7, 47)],
)
def test_stock_after_the_deal(players: int, packs: int, size: int, expected: int) -> None:
    """RD7."""
    cards = PACK * packs
    hands = [cards[size * seat : size * seat + size] for seat in range(players)]
    plain = Plain(BASE, 0, hands, cards[size * players :])
    assert (len(plain.stock), len(plain.pile)) == (expected, 1)


def test_either_end_of_the_stock_may_be_its_top() -> None:
    assert Plain(BASE, 0, [["2C"], ["3C"]], ["4C", "5C"]).pile == ["5C"]
    assert Plain(BASE, 0, [["2C"], ["3C"]], ["4C", "5C"], top_is_last=False).pile == ["4C"]


def test_going_out_by_discard_or_with_a_meld() -> None:
    """RD8, C.9.91."""
    plain = play(position("8D 7S", "5D 6D 7D"), "layoff 8D 0", "discard 7S")
    assert (plain.over, plain.to_act(), plain.hand_points()) == (True, None, [8, 8])
    plain = play(position("8D", "5D 6D 7D"), "layoff 8D 0")
    assert (plain.over, plain.hand_points()) == (True, [8, 8])


def test_the_top_card_may_not_go_straight_back() -> None:
    """RD12, C.14.142."""
    plain = play(position("2D", pile="QD", drawn=False), "draw pile 1")
    assert plain.legal() == ["discard 2D"]
    plain = play(position("2D QD", pile="QD", drawn=False), "draw pile 1")
    assert set(plain.legal()) == {"discard 2D", "discard QD"}
    plain = play(position("9D 10D JD", pile="QH", drawn=False), "draw pile 1")
    assert "meld 9D 10D JD" not in plain.legal()
    plain = play(position("9D 10D JD", pile="QD", drawn=False), "draw pile 1")
    assert "meld 9D 10D JD" in plain.legal()
    assert play(plain, "meld 9D 10D JD").legal() == ["layoff QD 0"]


def test_top_card_duty_by_the_house_rule() -> None:
    rules = BASE | {"top_card_duty": True}
    assert draws(position("2D", pile="QD", rules=rules, drawn=False)) == ["draw stock"]
    plain = position("2D", "9D 10D JD", pile="QD", rules=rules, drawn=False)
    assert play(plain, "draw pile 1").legal() == ["layoff QD 0"]


def test_an_empty_stock_leaves_the_pile_or_ends_the_hand() -> None:
    """RD13, C.14.140."""
    plain = position("2D 3D KH", "9D 10D JD", pile="QD", drawn=False)
    plain.stock = []
    assert plain.legal() == ["draw pile 1", "pass"]
    assert play(plain, "pass").hand_points() == [-15, 19]
    plain = position("2D 3D KH", "9D 10D JD")
    plain.stock = []
    play(plain, "discard KH")
    assert (plain.over, plain.seen) == (True, ["no draw possible"])
    assert plain.hand_points() == [-5, 19]


def test_the_turn_cap() -> None:
    """RD14, C.14.139."""
    plain = Plain(BASE | {"max_turns": 2}, 0, [["2C"], ["3C"]], ["9H", "7H", "4C"])
    for turn in range(4):
        assert plain.to_act() == (turn + 1) % 2
        play(plain, "draw pile 1")
        play(plain, next(action for action in plain.legal() if action.startswith("discard")))
    assert (plain.over, plain.seen) == (True, ["turn cap"])


def seven_run(hand: str, *actions: str) -> int:
    plain = position(hand, rules=BASE | {"seven_run_bonus": 500})
    return play(plain, *actions).hand_points()[0]


def test_seven_card_run() -> None:
    """RS18: the run counts 35; with an eighth card, or without a last discard, no bonus."""
    laying = ["meld 2H 3H 4H", "layoff 5H 0", "layoff 6H 0", "layoff 7H 0", "layoff 8H 0"]
    assert seven_run("2H 3H 4H 5H 6H 7H 8H KD", *laying, "discard KD") == 535
    assert seven_run("2H 3H 4H 5H 6H 7H 8H", *laying) == 35
    eight = [*laying, "layoff 9H 0", "discard KD"]
    assert seven_run("2H 3H 4H 5H 6H 7H 8H 9H KD", *eight) == 44


def test_rummy_claims_go_round_from_the_discarder() -> None:
    """003.25, C.14.143."""
    rules = BASE | {"rummy_call": True}
    plain = position("QD 2D", "9D 10D JD", "QS QC QH", rules=rules, players=3)
    play(plain, "discard QD")
    assert (plain.to_act(), plain.legal()) == (1, ["pass", "rummy 0", "rummy 1"])
    play(plain, "pass")
    assert plain.to_act() == 2
    play(plain, "rummy 0")
    assert (plain.to_act(), plain.pile) == (1, ["2C"])
    assert plain.hand_points() == [-2, 29 + 30 - 10, 10 - 10]


def test_a_joker_is_claimed_by_naming_its_card() -> None:
    rules = BASE | {"rummy_call": True}
    plain = play(position("Jo 2D", "9D 10D JD", rules=rules), "discard Jo")
    assert plain.legal() == ["pass", "rummy Jo=QD 0", "rummy Jo=8D 0"]
    play(plain, "rummy Jo=8D 0")
    assert plain.hand_points() == [-2, 29 + 8 - 10]
    plain = position("Jo 2D", "Jo Jo Jo", rules=PERSIAN | {"rummy_call": True}, players=4)
    assert play(plain, "discard Jo").legal() == ["pass", "rummy 0"]


def test_no_claim_after_the_last_discard_or_without_the_house_rule() -> None:
    rules = BASE | {"rummy_call": True}
    assert play(position("QD", "9D 10D JD", rules=rules), "discard QD").over
    assert play(position("QD 2D", "9D 10D JD"), "discard QD").phase == "draw"


def gambit(effect: str, hand: str, *melds: str, pile: str = "2C", drawn: bool = True) -> Plain:
    """Return a position with seat 0 as the dealer and on turn."""
    plain = position(hand, *melds, rules=GAMBIT, pile=pile, drawn=drawn)
    plain.dealer, plain.effect = 0, effect
    return plain


def test_the_dealer_names_the_effect_before_all() -> None:
    plain = Plain(GAMBIT, 0, [["2C"], ["3C"]], ["4C", "5C"])
    assert (plain.to_act(), len(plain.legal())) == (0, 3)
    play(plain, "gambit double")
    assert (plain.to_act(), plain.phase) == (1, "draw")


def test_a_wild_dealers_joker_scores_nothing() -> None:
    """RS20; C.11.108: the other joker scores what it stands for."""
    plain = gambit("wild", "8S 10S Jo 7S KD")
    play(plain, "meld 8S Jo*=9S 10S")
    assert plain.hand_points()[0] == 18 - 7 - 10
    assert not [action for action in plain.legal() if "Jo*" in action]
    assert play(plain, "layoff Jo=JS 0").hand_points()[0] == 28 - 7 - 10


def test_double_seals_a_meld() -> None:
    plain = gambit("double", "8D 2D", "5D 6D 7D", "9S 10S JS")
    play(plain, "layoff 8D 0")
    assert {"use double 0", "use double 1"} <= set(plain.legal())
    play(plain, "use double 0")
    assert plain.hand_points() == [16 - 2, 36 + 29 - 10]
    plain.hands[0] = ["9D", "QS", "2D"]
    assert plain.legal() == ["layoff QS 1", "discard 2D", "discard 9D", "discard QS"]


def test_a_double_may_not_seal_what_the_duty_needs() -> None:
    plain = gambit("double", "2D 3H", "5D 6D 7D", "9S 10S JS", pile="8D 4C", drawn=False)
    play(plain, "draw pile 2")
    assert plain.legal() == ["layoff 8D 0", "use double 1"]


def test_split_takes_the_newer_cards_and_the_older_leave_play() -> None:
    """C.11.107."""
    plain = gambit("split", "9D 2D", "5D 6D 7D", pile="KH 8D 4C", drawn=False)
    assert [action for action in plain.legal() if "split" in action] == ["use split 2"]
    play(plain, "use split 2")
    assert (plain.pile, sorted(plain.hand)) == ([], ["2D", "4C", "8D", "9D"])
    assert plain.legal() == ["layoff 8D 0"]


def test_a_blocking_joker_does_not_meet_its_own_duty() -> None:
    """003.7: the chosen card goes into a meld; a block is none."""
    plain = position("5C 6C 9H", "8S 9S 10S", rules=GAMBIT, pile="Jo 2D", drawn=False)
    assert "block" not in play(plain, "draw pile 2").legal()
    plain = position("Jo 5C 6C", rules=GAMBIT, pile="Jo 2D", drawn=False)
    assert "block" in play(plain, "draw pile 2").legal()


def test_the_last_twin_may_go_when_the_other_was_laid() -> None:
    """C.14.142: nobody can say which of the two was taken."""
    plain = play(position("5S 5C 5H 2D", pile="5C", drawn=False), "draw pile 1")
    assert "discard 5C" in play(plain, "meld 5S 5C 5H").legal()


def test_block_costs_the_other_joker() -> None:
    """003.18, C.11.105."""
    plain = position("Jo 2D", rules=GAMBIT, drawn=False)
    assert "block" in plain.legal()
    play(plain, "block", "draw stock")
    assert sorted(plain.hand) == ["2D", "4C"]
    play(plain, "discard 4C")
    plain.hands[1] = ["5C", "6C", "8D"]
    assert not [action for action in play(plain, "draw stock").legal() if "Jo*" in action]
    assert "block" not in position("Jo", rules=GAMBIT, drawn=False).legal()
    assert "block" not in gambit("wild", "Jo 2D", drawn=False).legal()


def test_game_end() -> None:
    """RS5, RS6, C.14.139, C.14.145."""
    assert game_end(BASE, [520, 520], 3) is None
    assert game_end(BASE, [505, 510], 3) == [1]
    assert game_end(BASE, [499, 20], 3) is None
    assert game_end(BASE, [500, 20], 3) == [0]
    assert game_end(BASE, [20, 20, 10], 100) == [0, 1]
    assert game_end(BASE | {"deals": 1}, [20, 30, 30], 1) == [1, 2]
    assert game_end(PERSIAN, [600, 10], 1) is None
    assert game_end(PERSIAN, [10, 30], 2) == [1]
    assert final_totals(PERSIAN, [10, 30]) == [10, 80]
    assert final_totals(PERSIAN, [30, 30]) == [30, 30]


def test_next_dealer() -> None:
    """003.5, C.11.109."""
    assert next_dealer(BASE, 3, 4) == 0
    assert next_dealer(GAMBIT, 0, 4) == 3


def test_partners_sit_opposite() -> None:
    plain = position("2D", rules=BASE | {"partners": True}, players=6)
    pairs = {tuple(plain.side_of(seat)) for seat in range(6)}
    assert pairs == {(0, 3), (1, 4), (2, 5)}
