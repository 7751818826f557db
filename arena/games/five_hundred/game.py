"""Five Hundred as the registry knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.games.contract import Action, Rules
from arena.games.five_hundred.actions import ACTION, TEXT
from arena.games.five_hundred.rules import PLAYERS, FiveHundredRules, make_rules
from arena.games.five_hundred.state import FiveHundredState
from arena.games.five_hundred.view import FiveHundredView


class FiveHundred:
    """The game, a ``contract.Game``."""

    name = "five-hundred"
    title = "Five Hundred"
    presets: Mapping[str, Sequence[int]] = PLAYERS
    draw_probability = 0.01  # a drawn game needs a cap reached with equal scores
    view_type: type = FiveHundredView

    def rules(
        self, preset: str, players: int | None, options: Mapping[str, object]
    ) -> FiveHundredRules:
        """Return a validated rule set; ``OptionError`` names a key or value that is wrong."""
        return make_rules(preset, players, options)

    def new(self, rules: Rules) -> FiveHundredState:
        """Return a state that waits for its first deal."""
        if not isinstance(rules, FiveHundredRules):
            raise TypeError(f"not rules of Five Hundred: {rules!r}")
        return FiveHundredState(rules)

    def text(self, action: Action) -> str:
        """Return the text form of an action."""
        return TEXT[action]

    def parse(self, text: str) -> Action:
        """Return the action of a text form; ``KeyError`` when the text is none."""
        return ACTION[text]


FIVE_HUNDRED = FiveHundred()
