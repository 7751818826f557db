"""Random rules, deals and choices of 500 Rum, biased towards what is rare.

Deep draws, melds that use the whole hand, claims, gambit effects, blocks, stocks that run out.
"""

from __future__ import annotations

import dataclasses
from random import Random

from arena.core.cards import CARD_OF, CARD_TEXT
from arena.games.contract import Deal
from arena.games.options import OptionError
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.rules import RummyRules
from tests.rules.rummy_500.plain_checker import Plain
from tests.rules.rummy_500.plain_melds import LADDER, SUITS

OPEN_NUMBERS = {
    "hand_size": (2, 3, 5, 7, 8, 10, 13, 17),
    "joker_value": (5, 20),
    "joker_in_hand": (0, 15, 20, 25),
    "going_out_bonus": (0, 25),
    "seven_run_bonus": (0, 500, 500),
    "target": (1, 30, 60, 120, 250),
    "deals": (0, 0, 1, 2, 3),
    "better_side_bonus": (0, 50),
    "max_turns": (1, 6, 15, 30, 100),
    "max_deals": (1, 2, 3, 5),
}
CHANCE = {
    "hand_size": 0.3,
    "max_turns": 0.8,
    "target": 0.8,
    "max_deals": 0.9,
    "rummy_call": 0.7,
    "seven_run_bonus": 0.6,
}
OTHERS = 0.25
WISHES = {
    "layer": ["star", "deep", "use", "meld", "layoff", "rummy"],
    "sweeper": ["draw stock", "layoff", "layoff", "meld", "meld"],
    "digger": ["star", "deep", "deep", "block", "use", "rummy"],
    "hoarder": ["draw stock", "discard"],
    "dasher": ["draw pile 1", "meld", "layoff"],
    "drifter": ["draw pile 1", "discard", "rummy", "block"],
}
"""Temper -> the kinds of action it wants, the first wish first."""


TABLES = [(preset, players) for preset, counts in RUMMY_500.presets.items() for players in counts]
"""Every preset with every number of players."""


def random_rules(rng: Random, preset: str, players: int) -> RummyRules:
    """Return a preset with some options drawn from all their values."""
    while True:
        options: dict[str, object] = {}
        for field in dataclasses.fields(RummyRules):
            if not field.metadata or rng.random() > CHANCE.get(field.name, OTHERS):
                continue
            choices = OPEN_NUMBERS.get(field.name) or field.metadata["choices"] or (False, True)
            options[field.name] = rng.choice(choices)
        try:
            return RUMMY_500.rules(preset, players, options)
        except OptionError:
            continue


def random_deal(rng: Random, rules: RummyRules, number: int) -> Deal:
    """Return a deal by hand: shuffled, or each hand gets neighbours in rank or in suit."""
    cards = whole_pack(rules)
    order = rng.choice(["shuffled", "shuffled", "by rank", "new pack"])
    if order != "new pack":
        rng.shuffle(cards)
    if order == "by rank":
        cards.sort(key=lambda card: card[:-1])
    size = rules.hand_size
    hands = [cards[size * seat : size * (seat + 1)] for seat in range(rules.players)]
    stock = cards[size * rules.players :]
    rng.shuffle(stock)
    rng.shuffle(hands)
    return deal_of(rules, number, rng.randrange(rules.players), hands, stock)


def whole_pack(rules: RummyRules) -> list[str]:
    """Return the cards that are dealt from; a dealer's joker lies beside them (003.16)."""
    cards = [rank + suit for suit in SUITS for rank in LADDER[1:]] * rules.packs
    return cards + ["Jo"] * (rules.jokers - rules.dealers_joker)


def deal_of(
    rules: RummyRules, number: int, dealer: int, hands: list[list[str]], stock: list[str]
) -> Deal:
    """Return a deal from texts; the stock's first card is turned up, the next drawn first."""
    return Deal(
        number,
        dealer,
        tuple(tuple(CARD_OF[card] for card in hand) for hand in hands),
        aside=(CARD_OF["Jo"],) if rules.dealers_joker else (),
        stock=tuple(CARD_OF[card] for card in stock),
    )


def plain_deal(rules: RummyRules, deal: Deal) -> Plain:
    """Return the plain checker's hand of the same deal."""
    return Plain(
        rules.as_dict(),
        deal.dealer,
        [[CARD_TEXT[card] for card in hand] for hand in deal.hands],
        [CARD_TEXT[card] for card in deal.stock],
        top_is_last=False,
    )


def random_action(rng: Random, legal: list[str], temper: str) -> str:
    """Choose an action by temper, now and then any other."""
    kinds: dict[str, list[str]] = {}
    for action in legal:
        kinds.setdefault(kind_of(action), []).append(action)
    for wish in WISHES[temper]:
        if wish in kinds and rng.random() < 0.8:
            return rng.choice(kinds[wish])
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def kind_of(action: str) -> str:
    """Return the kind of an action; deep draws, and the dealer's wild joker, are their own."""
    if "Jo*" in action:
        return "star"
    if action in ("draw stock", "draw pile 1"):
        return action
    return "deep" if action.startswith("draw pile") else action.split()[0]
