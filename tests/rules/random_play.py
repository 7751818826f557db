"""Random rules, deals and choices, biased towards what is rare.

Misères, no trumps, jokers on lead, hands that nobody bids on, stacked deals that give slams.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from arena.core.cards import CARD_OF
from arena.games.contract import Deal
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.presets import PLAYERS, preset_rules
from arena.games.five_hundred.rules import HAND_SIZE, PARTNERSHIPS, FiveHundredRules
from tests.rules.plain_score import HIGH_TO_LOW, whole_pack

OPEN_NUMBERS = {"max_deals": (4, 12, 200), "max_passed_out": (1, 3, 20)}
DRAWN_TOGETHER = ("partnership", "jokers", "kitty", "deal_pattern")


class Form(NamedTuple):
    """A registered way to play: a preset, a number of players, who plays with whom."""

    preset: str
    players: int
    partnership: str

    def rules(self, **options: object) -> FiveHundredRules:
        """Return its rules with options on top."""
        options = {"partnership": self.partnership, **options}
        return FIVE_HUNDRED.rules(self.preset, self.players, options)

    def __str__(self) -> str:
        usual = preset_rules(self.preset, self.players).partnership == self.partnership
        name = f"{self.preset}-{self.players}"
        return name if usual else f"{name}-{self.partnership}"


def forms() -> Iterator[Form]:
    """Yield every preset for each of its player counts, then the other partnerships of it.

    The usual partnership of a preset and count comes first.
    """
    for preset, counts in PLAYERS.items():
        for players in counts:
            usual = preset_rules(preset, players).partnership
            others = [form for form in PARTNERSHIPS[players] if form != usual]
            yield from (Form(preset, players, form) for form in (usual, *others))


FORMS = tuple(forms())


def random_rules(rng: Random, form: Form | None = None, **fixed: object) -> FiveHundredRules:
    """Return a form's rules with about half of the options drawn from all their values."""
    form = form or rng.choice(FORMS)
    options: dict[str, object] = {}
    for field in dataclasses.fields(FiveHundredRules):
        if not field.metadata or field.name in DRAWN_TOGETHER:
            continue
        choices = OPEN_NUMBERS.get(field.name) or tuple(field.metadata["choices"])
        if rng.random() < 0.5:
            options[field.name] = rng.choice(choices)
    if options.get("misere") == "off":
        options["open_misere"] = "off"
    if rng.random() < 0.1:
        options |= {"jokers": 0, "kitty": 2, "deal_pattern": "3 k2 4 3"}
    return form.rules(**options | fixed)


def random_deal(rng: Random, rules: FiveHundredRules, number: int) -> Deal:
    """Return a deal by hand: shuffled, or one side gets nearly all high cards."""
    cards = whole_pack(rules.as_dict())
    rng.shuffle(cards)
    players = rules.players
    if rng.random() < 0.3:
        cards.sort(key=lambda card: -1 if card == "Jo" else HIGH_TO_LOW.index(card[:-1]))
        half = HAND_SIZE * players // 2
        cards = [*cards[: 2 * half : 2], *cards[1 : 2 * half : 2], *cards[2 * half :]]
    numbers = [CARD_OF[card] for card in cards]
    hands = [tuple(numbers[at : at + HAND_SIZE]) for at in range(0, HAND_SIZE * players, HAND_SIZE)]
    if rng.random() < 0.5:
        rng.shuffle(hands)
    rest = numbers[HAND_SIZE * players :]
    dealer = rng.randrange(players)
    return Deal(
        number, dealer, tuple(hands), tuple(rest[: rules.kitty]), tuple(rest[rules.kitty :])
    )


def random_action(rng: Random, legal: list[str]) -> str:
    """Choose an action: mostly pass, else a misère, no trumps or a next bid; jokers often."""
    if legal[0] == "pass":
        if rng.random() < 0.75 or len(legal) == 1:
            return "pass"
        no_trump = [bid for bid in legal if "misere" in bid or bid.endswith("NT")]
        return rng.choice(rng.choice([no_trump[:4], legal[1:6], legal[1:]]) or legal)
    jokers = [action for action in legal if action.startswith("play Jo")]
    return rng.choice(jokers if jokers and rng.random() < 0.3 else legal)
