"""Five Hundred as the registry knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.games.contract import Action, Deal, Rules, Turn
from arena.games.five_hundred.actions import ACTION, TEXT
from arena.games.five_hundred.page import deal_page
from arena.games.five_hundred.presets import PLAYERS, make_rules
from arena.games.five_hundred.rules import FiveHundredRules
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
        return FiveHundredState(_own(rules))

    def text(self, action: Action) -> str:
        """Return the text form of an action."""
        return TEXT[action]

    def parse(self, text: str) -> Action:
        """Return the action of a text form; ``KeyError`` when the text is none."""
        return ACTION[text]

    def page(
        self,
        rules: Rules,
        deal: Deal,
        turns: Sequence[Turn],
        names: Sequence[str],
        *,
        ascii_only: bool,
    ) -> list[str]:
        """Return one deal as lines of text, at most 80 columns wide."""
        return deal_page(_own(rules), deal, turns, names, ascii_only=ascii_only)

    def summary(self, details: Mapping[str, object]) -> str:
        """Return the result of a deal in a few words; a partner is named who was called for it."""
        if details["contract"] is None:
            return "nobody bid"
        partner = "" if details["partner"] is None else f" with seat {details['partner']}"
        made = "made" if details["made"] else "failed"
        return f"{details['contract']} by seat {details['declarer']}{partner}, {made}"


def _own(rules: Rules) -> FiveHundredRules:
    """Return rules as this game's; ``TypeError`` for those of another game."""
    if not isinstance(rules, FiveHundredRules):
        raise TypeError(f"not rules of Five Hundred: {rules!r}")
    return rules


FIVE_HUNDRED = FiveHundred()
