"""The page of a deal of 500 Rum: its width, and what it says of deals cut short or wrong."""

from __future__ import annotations

import pytest

from arena.games.contract import Deal, Turn
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.rules import RummyRules
from tests.property.rummy_moments import moments

RULES = RUMMY_500.rules("rummy", 3, {"rummy_call": True})


def played(seed: int) -> tuple[RummyRules, Deal, list[Turn]]:
    """Return a random deal with all its turns."""
    state = list(moments(seed, max_deals=1, deals=1))[-1].state
    deal, *rest = state.log
    assert isinstance(deal, Deal)
    return state.rules, deal, [entry for entry in rest if isinstance(entry, tuple)]


def page(rules: RummyRules, deal: Deal, turns: list[Turn], *, plain: bool = False) -> list[str]:
    names = [f"a bot with a very long name {seat}" for seat in range(rules.players)]
    return RUMMY_500.page(rules, deal, turns, names, ascii_only=plain)


def ending(deal: Deal, turn: Turn) -> str:
    """Return the end of a page with one turn, its lines joined."""
    return " ".join(map(str.strip, page(RULES, deal, [turn])[-2:]))


@pytest.mark.parametrize("seed", range(12))
def test_a_page_is_at_most_80_columns_wide_with_signs_or_without(seed: int) -> None:
    rules, deal, turns = played(seed)
    signs, letters = page(rules, deal, turns), page(rules, deal, turns, plain=True)
    assert max(map(len, signs + letters)) <= 80
    assert all(line.isascii() for line in letters)
    assert len(signs) == len(letters)
    assert not any("Wrong" in line or "Cut" in line for line in signs)


def test_a_deal_without_turns_says_where_it_was_cut_short() -> None:
    deal = RUMMY_500.new(RULES).shuffle(b"cut")
    lines = page(RULES, deal, [])
    assert (
        lines[-1]
        == f"  Cut short at 1.1.1: {(deal.dealer + 1) % 3} a bot with a very… was to draw."
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("discard QS", "'discard QS' by seat"),
        ("draw pile 2", "the pile has 1 cards, not 2"),
    ],
)
def test_a_wrong_turn_ends_the_page_with_what_is_wrong(text: str, said: str) -> None:
    deal = RUMMY_500.new(RULES).shuffle(b"wrong")
    seat = (deal.dealer + 1) % 3
    told = ending(deal, (seat, RUMMY_500.parse(text)))
    assert "Wrong record at 1.1.1" in told
    assert said in told


def test_a_turn_of_another_seat_and_no_action_at_all_are_named() -> None:
    deal = RUMMY_500.new(RULES).shuffle(b"wrong")
    draw = RUMMY_500.parse("draw stock")
    assert "is to act." in ending(deal, (deal.dealer, draw))
    assert "'-1' by seat" in ending(deal, ((deal.dealer + 1) % 3, -1))


def test_turns_after_the_end_are_named() -> None:
    rules, deal, turns = played(1)
    assert "but the deal is over." in page(rules, deal, [*turns, (0, RUMMY_500.parse("block"))])[-1]


def test_a_deal_of_another_game_is_a_wrong_record() -> None:
    deal = RUMMY_500.new(RULES).shuffle(b"other")
    rules = RUMMY_500.rules("rummy", 3, {"jokers": 0})
    assert page(rules, deal, []) == ["  Wrong record: the cards dealt are not the pack."]


def test_a_summary_says_how_the_deal_ended() -> None:
    ends: list[dict[str, object]] = [
        {"out": 2, "ended": "out"},
        {"out": None, "ended": "stock"},
        {"out": None, "ended": "turns"},
    ]
    said = ["seat 2 went out", "the stock gave out", "stopped at the turn cap"]
    assert [RUMMY_500.summary(details) for details in ends] == said


def test_the_page_tells_every_kind_of_action() -> None:
    told = {
        line
        for seed in range(60)
        for line in " ".join(page(*played(seed))).replace("·", "\n").split("\n")
    }
    for words in (
        "stock ",
        "pile ",
        "meld ",
        "discards ",
        "Rummy!",
        "splits",
        "use double",
        "block",
    ):
        assert any(words in line for line in told), words
