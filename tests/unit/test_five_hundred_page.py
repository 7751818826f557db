"""The page of one deal: whole pages for every number of players, and what must hold on any."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from arena.core.cards import parse_cards
from arena.games.contract import Action, Deal, Settled, Turn
from arena.games.five_hundred.actions import ACTION, PASS
from arena.games.five_hundred.deal_state import DealState
from arena.games.five_hundred.dealing import pack
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.page import deal_page
from arena.games.five_hundred.page_tables import LED
from arena.games.five_hundred.presets import PLAYERS, make_rules
from arena.games.five_hundred.rules import PARTNERSHIPS, FiveHundredRules
from arena.games.five_hundred.state import FiveHundredState

GOLDEN = Path(__file__).parents[1] / "golden" / "five_hundred_page"
NAMES = ("magpie", "quokka") * 3
NO_JOKER: dict[str, object] = {"jokers": 0, "kitty": 2, "deal_pattern": "3 k2 4 3"}
LATE_SPREAD: dict[str, object] = {"open_misere_exposed": "after-trick-1"}
OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"joker_nominate": True, **LATE_SPREAD},
    {"all_pass": "no-trump-forehand", **NO_JOKER},
    {"misere_partner_out": False, "misere_stops_when_lost": True, "auction": "one-round"},
)
Choice = Callable[[Sequence[Action]], Action]


class Played:
    """A deal played through the engine: the scripted actions, then what ``choose`` says."""

    def __init__(
        self,
        script: str,
        *,
        seed: str = "page",
        deal: Deal | None = None,
        choose: Choice | None = None,
        preset: str = "norwegian",
        players: int = 4,
        options: dict[str, object] | None = None,
    ) -> None:
        self.rules: FiveHundredRules = make_rules(preset, players, options or {})
        self.state = FiveHundredState(self.rules)
        self.deal = deal or self.state.shuffle(seed.encode())
        self.state.begin(self.deal)
        assert self.state.current is not None
        self.current: DealState = self.state.current
        for word in filter(None, script.split(", ")):
            self.state.apply(ACTION[word])
        while choose is not None and self.state.to_act is not None:
            self.state.apply(choose(self.state.legal_actions()))

    @property
    def turns(self) -> list[Turn]:
        return [entry for entry in self.state.log if isinstance(entry, tuple)]

    def page(self, *turns: Turn, names: Sequence[str] = NAMES, ascii_only: bool = False) -> str:
        """Return the page of the turns played, or of those given, as one text."""
        shown = turns or self.turns
        seated = names[: self.rules.players]
        lines = deal_page(self.rules, self.deal, shown, seated, ascii_only=ascii_only)
        return "\n".join([*lines, ""])


def passing(legal: Sequence[Action]) -> Action:
    """Pass, and otherwise take an action from the middle of the list."""
    return PASS if PASS in legal else legal[len(legal) // 2]


def at_random(seed: int) -> Choice:
    return random.Random(seed).choice


def dealt(*hands: str, kitty: str, players: int = 4) -> Deal:
    """Return a deal by the last seat, so that seat 0 calls first; seats not named get the rest."""
    given = [tuple(parse_cards(hand.split())) for hand in hands]
    below = parse_cards(kitty.split())
    rest = [card for card in pack(players, 1) if card not in sum(given, ()) and card not in below]
    while len(given) < players:
        given.append(tuple(rest[:10]))
        del rest[:10]
    return Deal(1, players - 1, tuple(given), tuple(below))


BOWERS = dealt("Jo JS JC AS 10S 9S 8S 10H AD 5C", kitty="QC 9H 7D")
DISCARDS = "discard 5C, discard 9H, discard 7D"


# -- whole pages -----------------------------------------------------------------------------------


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_page_of_a_suit_contract() -> None:
    script = f"bid 7S, bid 7D, pass, pass, bid 8S, pass, {DISCARDS}"
    assert Played(script, deal=BOWERS, choose=passing).page() == golden("suit")


def test_page_of_a_misere_in_ascii() -> None:
    played = Played("pass, bid 6H, bid misere", choose=passing)
    assert played.page(ascii_only=True) == golden("misere_ascii")


def test_page_of_a_deal_cut_short_by_a_fault() -> None:
    played = Played("bid 7NT", seed="a joker in hand", choose=passing)
    assert played.page(*played.turns[:26]) == golden("cut_short")


CALLED_CARD = "pass, bid 8D, bid 8H, pass, pass, pass, discard 10D, discard 2D, discard QC"


@pytest.mark.parametrize(
    ("name", "preset", "players", "script"),
    [
        ("two", "seres", 2, "bid 7D"),
        ("three", "five-card-kitty", 3, "pass, bid 7NT, pass"),
        ("five", "viisisataa", 5, f"{CALLED_CARD}, call AC"),
        ("six", "australian", 6, "pass, bid 7C, pass, bid 8H"),
    ],
)
def test_page_of_other_player_counts(name: str, preset: str, players: int, script: str) -> None:
    played = Played(script, choose=passing, preset=preset, players=players)
    assert played.page(names=("emu", "kea", "owl", "tui", "moa", "kiwi")) == golden(name)


# -- what holds on every page ----------------------------------------------------------------------


LONG_NAMES = ["a-bot.with_a_name_of_64_characters" * 2] * 6


@pytest.mark.parametrize("seed", range(200))
def test_a_random_deal_fits_wherever_it_ends(seed: int) -> None:
    choose = passing if seed % 20 == 0 else at_random(seed)
    played = Played("", seed=str(seed), choose=choose, options=OPTIONS[seed % len(OPTIONS)])
    assert_tells_the_result(played.page(), played.state.log[-1])
    assert_fits(played, (1, 1 + seed % len(played.turns), len(played.turns)))


FORMS = [
    (preset, players, partnership)
    for preset, counts in PLAYERS.items()
    for players in counts
    for partnership in PARTNERSHIPS[players]
]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("preset", "players", "partnership"), FORMS)
def test_a_random_deal_fits_in_every_form(
    preset: str, players: int, partnership: str, seed: int
) -> None:
    played = Played(
        "",
        seed=f"{preset} {players} {partnership} {seed}",
        choose=at_random(seed) if seed else passing,
        preset=preset,
        players=players,
        options={"partnership": partnership},
    )
    assert_tells_the_result(played.page(), played.state.log[-1])
    assert_counts_the_declaring_side(played)
    assert_fits(played, range(1, len(played.turns) + 1, 7))


def assert_fits(played: Played, ends: Sequence[int]) -> None:
    for end in ends:
        turns = played.turns[:end]
        signs, plain = (played.page(*turns, names=LONG_NAMES, ascii_only=x) for x in (False, True))
        assert max(map(len, signs.splitlines())) <= 80
        assert plain.isascii()
        assert list(map(len, plain.splitlines())) == list(map(len, signs.splitlines()))


def assert_counts_the_declaring_side(played: Played) -> None:
    """The last number of the trick table is what the engine says that the contract took."""
    result = played.current.result()
    if result.contract is not None:
        tricks = [line for line in played.page().splitlines() if "*" in line and LED in line]
        assert int(tricks[-2].split()[-1]) == result.taken


def assert_tells_the_result(page: str, settled: object) -> None:
    assert isinstance(settled, Settled)
    made, tricks = settled.details["made"], settled.details["tricks"]
    assert isinstance(tricks, list)
    assert (", made" in page) == (made is True)
    assert (", down" in page) == (made is False)
    assert page.partition(" led ")[0].count("*") == sum(tricks)


def test_a_long_name_ends_with_an_ellipsis() -> None:
    played = Played("pass")
    assert "  3 a-bot.with_a_name_of_…  " in played.page(names=LONG_NAMES)
    assert "  3 a-bot.with_a_name_o...  " in played.page(names=LONG_NAMES, ascii_only=True)


def test_a_name_that_is_not_ascii_is_escaped_where_only_ascii_can_be_shown() -> None:
    page = Played("pass").page(names=["kèa", "tui", "kèa", "tui"], ascii_only=True)
    assert "0 k\\xe8a" in page


# -- hands -----------------------------------------------------------------------------------------


def test_before_the_exchange_is_complete_the_declarers_hand_is_as_dealt() -> None:
    page = Played("bid 8S, pass, pass, pass, discard 5C, discard 9H", deal=BOWERS).page()
    assert "♣ 5\n" in page
    assert "kitty 9♥ 7♦ Q♣ · discarded 9♥ 5♣\n" in page


def test_without_trumps_the_jacks_are_no_bowers_and_the_joker_stands_alone() -> None:
    page = Played(f"bid 7NT, pass, pass, pass, {DISCARDS}", deal=BOWERS).page()
    assert lines_under("0 magpie", page, 5) == ["Jo", "♠ A J 10 9 8", "♥ 10", "♦ A", "♣ Q J"]


def test_in_the_auction_nothing_is_trumps_yet() -> None:
    page = Played("bid 8S, pass", deal=BOWERS).page()
    assert lines_under("0 magpie", page, 5) == ["Jo", "♠ A J 10 9 8", "♥ 10", "♦ A", "♣ J 5"]


def test_red_trumps_come_first() -> None:
    page = Played(f"bid 8D, pass, pass, pass, {DISCARDS}", deal=BOWERS).page()
    assert lines_under("0 magpie", page, 4) == ["♦ Jo A", "♠ A J 10 9 8", "♥ 10", "♣ Q J"]


def test_six_hands_stand_in_rows_of_three() -> None:
    lines = Played("pass", preset="australian", players=6).page().splitlines()
    labels = [line.split() for line in lines if line[2:3].isdigit() and "dealt" not in line][:2]
    assert labels == [
        ["0", "magpie", "1", "quokka", "2", "magpie"],
        ["3", "quokka", "4", "magpie", "5", "quokka"],
    ]


def test_hands_with_a_very_long_suit_stand_in_rows_of_two() -> None:
    long = "Jo JH JD AH KH QH 13H 12H 11H 10H"
    deal = dealt(long, kitty="2S 2C 2D", players=6)
    script = f"bid 10H{', pass' * 5}, discard 2S, discard 2C, discard 2D"
    page = Played(script, deal=deal, preset="australian", players=6).page()
    assert "  0 magpie                     1 quokka\n  ♥ Jo J J♦ A K Q 13 12 11 10  " in page


def lines_under(label: str, page: str, count: int) -> list[str]:
    """Return the lines of the hand at the top or bottom of the table."""
    lines = page.splitlines()
    start = 1 + [line.strip() for line in lines].index(label)
    return [line.strip() for line in lines[start : start + count]]


# -- contract and result ---------------------------------------------------------------------------


def test_a_deal_that_is_thrown_in_has_no_tricks() -> None:
    page = Played("pass, pass, pass, pass", deal=BOWERS).page()
    assert "\n  all passed, thrown in\n" in page
    assert "won the trick" not in page


def test_a_deal_that_nobody_bid_on_may_be_played_at_no_trumps() -> None:
    played = Played("", choose=passing, options={"all_pass": "no-trump-dealer", **NO_JOKER})
    taken = [sum(played.current.tricks_won[seat::2]) for seat in (0, 1)]
    text = f"all passed, played at no trumps · 0+2 took {taken[0]} · 1+3 took {taken[1]}\n"
    assert text in played.page()


def test_a_contract_that_fails_says_by_how_much() -> None:
    played = Played("bid 10S, pass, pass, pass", deal=BOWERS, choose=passing)
    taken = played.current.tricks_won[0] + played.current.tricks_won[2]
    assert f"10♠ by 0 magpie (440) · took {taken}, down {10 - taken}\n" in played.page()


def test_a_nominated_joker_stands_in_its_suit() -> None:
    script = f"bid 7NT, pass, pass, pass, {DISCARDS}, nominate H, play Jo"
    page = Played(script, deal=BOWERS, options={"joker_nominate": True}).page()
    assert "\n  joker nominated ♥\n" in page
    assert lines_under("0 magpie", page, 2) == ["♠ A J 10 9 8", "♥ Jo 10"]
    assert f"1  {LED}Jo\n" in page


def test_a_joker_that_is_not_nominated() -> None:
    script = f"bid 7NT, pass, pass, pass, {DISCARDS}, nominate none"
    page = Played(script, deal=BOWERS, options={"joker_nominate": True}).page()
    assert "\n  joker not nominated\n" in page


def test_a_led_joker_shows_the_suit_it_was_named() -> None:
    script = f"bid 7NT, pass, pass, pass, {DISCARDS}, play Jo=H"
    played = Played(script, deal=BOWERS)
    assert f"{LED}Jo(♥)" in played.page()
    assert ">Jo(H)" in played.page(ascii_only=True)


OPEN_MISERE = f"bid open-misere, pass, pass, pass, {DISCARDS}"


def test_an_open_misere_is_spread_before_the_lead() -> None:
    page = Played(OPEN_MISERE, deal=BOWERS).page()
    assert "open misère by 0 magpie (500)\n" in page
    assert "\n  seat 0's hand spread before the lead · seat 2 sits out\n" in page
    assert "\n  open   pass   pass   pass\n" in page


def test_an_open_misere_that_is_spread_late_is_spread_when_trick_1_is_over() -> None:
    first = Played(f"{OPEN_MISERE}, play 8S, play KS", deal=BOWERS, options=LATE_SPREAD)
    assert "spread" not in first.page()
    second = Played("bid open-misere", deal=BOWERS, choose=passing, options=LATE_SPREAD)
    assert "seat 0's hand spread after trick 1 · seat 2 sits out\n" in second.page()


def test_a_misere_is_counted_for_the_declarer_alone_where_his_partner_plays_on() -> None:
    playing_on: dict[str, object] = {"misere_partner_out": False}
    played = Played("bid misere", deal=BOWERS, choose=passing, options=playing_on)
    taken, page = played.current.tricks_won[0], played.page()
    assert (
        f"misère by 0 magpie (250) · took {taken}, {f'down {taken}' if taken else 'made'}\n" in page
    )
    assert "· seat 0: tricks of that side so far\n" in page


def test_an_exposed_kitty_says_so_once_it_is_taken() -> None:
    script, shown = "bid 8S, pass, pass", "kitty 9♥ 7♦ Q♣ shown to all\n"
    exposed: dict[str, object] = {"kitty_exposed": True}
    assert shown not in Played(script, deal=BOWERS, options=exposed).page()
    assert shown in Played(f"{script}, pass", deal=BOWERS, options=exposed).page()


def test_several_sides_that_nobody_bid_against_are_told_apart() -> None:
    played = Played("", choose=passing, preset="australian", players=6)
    won = played.current.tricks_won
    taken = " · ".join(f"{a}+{b} took {won[a] + won[b]}" for a, b in ((0, 3), (1, 4), (2, 5)))
    assert f"all passed, played at no trumps · {taken}\n" in played.page()


# -- a partner called for the deal -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "options", "text"),
    [
        ("call AC", {}, "with 0 magpie (called A♣, half each of 300)"),
        ("call AC", {"partner_half": False}, "with 0 magpie (called A♣, 300)"),
        ("call KC", {"call_own_card": True}, "with 1 quokka (called K♣, half each of 300)"),
        ("call QS", {"call_own_card": True}, "alone (called Q♠, 300)"),
        ("alone", {}, "alone (300)"),
        ("call seat 4", {"partnership": "called-player"}, "with 4 magpie (half each of 300)"),
    ],
)
def test_the_contract_names_the_called_partner(
    call: str, options: dict[str, object], text: str
) -> None:
    script = f"{CALLED_CARD}, {call}"
    page = Played(script, preset="viisisataa", players=5, options=options).page()
    assert f"\n  8♥ by 3 quokka {text}\n" in page


def test_a_contract_with_long_names_goes_on_in_the_next_line() -> None:
    played = Played(f"{CALLED_CARD}, call AC", preset="viisisataa", players=5)
    page = played.page(names=LONG_NAMES)
    assert (
        "\n  8♥ by 3 a-bot.with_a_name_of_… with 0 a-bot.with_a_name_of_… (called A♣, half\n"
        in page
    )
    assert "\n  each of 300)\n" in page


def test_a_deal_cut_short_before_the_call() -> None:
    page = Played(CALLED_CARD, preset="viisisataa", players=5).page()
    assert "8♥ by 3 quokka (300)\n" in page
    assert page.endswith("\n\n  Cut short at 1.0.10: 3 quokka was to call a partner.\n")


def test_the_summary_of_a_deal_names_the_called_partner() -> None:
    for call, text in (("call AC", "8H by seat 3 with seat 0"), ("alone", "8H by seat 3")):
        script = f"{CALLED_CARD}, {call}"
        played = Played(script, choose=passing, preset="viisisataa", players=5)
        settled = played.state.log[-1]
        assert isinstance(settled, Settled)
        made = "made" if settled.details["made"] else "failed"
        assert FIVE_HUNDRED.summary(settled.details) == f"{text}, {made}"


# -- deals that end early, records that are wrong --------------------------------------------------


@pytest.mark.parametrize(
    ("script", "place", "due"),
    [
        ("bid 7NT", "1.0.2: 1 quokka", "call"),
        ("bid 7NT, pass, pass, pass", "1.0.5: 0 magpie", "discard"),
        (f"bid 7NT, pass, pass, pass, {DISCARDS}", "1.0.8: 0 magpie", "nominate the joker's suit"),
    ],
)
def test_a_deal_cut_short_before_the_play(script: str, place: str, due: str) -> None:
    page = Played(script, deal=BOWERS, options={"joker_nominate": True}).page()
    assert page.endswith(f"\n\n  Cut short at {place} was to {due}.\n")
    assert "won the trick" not in page


def test_a_deal_without_any_turn() -> None:
    played = Played("", deal=BOWERS)
    assert "\n  no bid so far\n  3 quokka dealt · kitty" in played.page()


@pytest.mark.parametrize(
    ("turn", "text"),
    [
        ((3, ACTION["play AH"]), "at 1.1.1: 'play AH' by seat 3, but 0 magpie is to act."),
        ((0, ACTION["play 5S"]), "at 1.1.1: 'play 5S' by seat 0: cannot play 5S: it is not in the"),
        ((0, ACTION["pass"]), "at 1.1.1: 'pass' by seat 0: 'pass' does not answer what is due:"),
        ((0, -1), "at 1.1.1: '-1' by seat 0: this is no action of Five Hundred."),
    ],
)
def test_a_wrong_turn_ends_the_page(turn: Turn, text: str) -> None:
    played = Played(f"bid 8S, pass, pass, pass, {DISCARDS}", deal=BOWERS)
    good, _, _ = played.page().rpartition("  Cut short")
    page = played.page(*played.turns, turn, *played.turns)
    assert page.startswith(f"{good}  Wrong record {text}")


@pytest.mark.parametrize(
    ("preset", "players", "script"),
    [("norwegian", 4, "bid 8S"), ("viisisataa", 5, f"{CALLED_CARD}, call AC")],
)
def test_any_action_anywhere_gives_a_page(preset: str, players: int, script: str) -> None:
    played = Played(script, choose=passing, preset=preset, players=players)
    for end in range(0, len(played.turns), 9):
        seat = played.turns[end][0]
        for action in ACTION.values():
            lines = played.page(*played.turns[:end], (seat, action)).splitlines()
            assert max(map(len, lines)) <= 80


def test_a_turn_after_the_end_is_wrong() -> None:
    played = Played("", deal=BOWERS, choose=passing)
    page = played.page(*played.turns, (0, PASS))
    assert page.endswith("\n\n  Wrong record: 'pass' by seat 0, but the deal is over.\n")


def test_cards_that_are_no_deal_are_wrong() -> None:
    played = Played("pass", options=NO_JOKER)
    page = deal_page(make_rules("norwegian", 4, {}), played.deal, played.turns, NAMES[:4])
    assert page == ["  Wrong record: the cards dealt are not the pack."]
