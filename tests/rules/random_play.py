"""Random rules, deals and choices, biased towards what is rare.

Misères, no trumps, jokers on lead, hands that nobody bids on, stacked deals that give slams.
"""

from __future__ import annotations

import dataclasses
from random import Random

from arena.core.cards import CARD_OF
from arena.games.contract import Deal
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.rules import FiveHundredRules
from tests.rules.plain_score import HIGH_TO_LOW, whole_pack

OPEN_NUMBERS = {"max_deals": (4, 12, 200), "max_passed_out": (1, 3, 20)}


def random_rules(rng: Random, **fixed: object) -> FiveHundredRules:
    """Return Norwegian rules with about half of the options drawn from all their values."""
    options: dict[str, object] = {}
    for field in dataclasses.fields(FiveHundredRules):
        if not field.metadata or field.name in ("jokers", "deal_pattern"):
            continue
        choices = OPEN_NUMBERS.get(field.name) or field.metadata["choices"] or (False, True)
        if rng.random() < 0.5:
            options[field.name] = rng.choice(choices)
    if options.get("misere") == "off":
        options["open_misere"] = "off"
    if rng.random() < 0.1:
        options |= {"jokers": 0, "deal_pattern": "3 k2 4 3"}
    return FIVE_HUNDRED.rules("norwegian", 4, options | fixed)


def random_deal(rng: Random, rules: FiveHundredRules, number: int) -> Deal:
    """Return a deal by hand: shuffled, or one side gets nearly all high cards."""
    cards = whole_pack(rules.jokers)
    rng.shuffle(cards)
    if rng.random() < 0.3:
        cards.sort(key=lambda card: -1 if card == "Jo" else HIGH_TO_LOW.index(card[:-1]))
        cards = [*cards[:20:2], *cards[20:30], *cards[1:20:2], *cards[30:]]
    numbers = [CARD_OF[card] for card in cards]
    hands = tuple(tuple(numbers[10 * seat : 10 * seat + 10]) for seat in range(4))
    return Deal(number, rng.randrange(4), hands, tuple(numbers[40:]))


def random_action(rng: Random, legal: list[str]) -> str:
    """Choose an action: mostly pass, else a misère, no trumps or a next bid; jokers often."""
    if legal[0] == "pass":
        if rng.random() < 0.75 or len(legal) == 1:
            return "pass"
        no_trump = [bid for bid in legal if "misere" in bid or bid.endswith("NT")]
        return rng.choice(rng.choice([no_trump[:4], legal[1:6], legal[1:]]) or legal)
    jokers = [action for action in legal if action.startswith("play Jo")]
    return rng.choice(jokers if jokers and rng.random() < 0.3 else legal)
