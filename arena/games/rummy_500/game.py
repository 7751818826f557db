"""500 Rum as the registry knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.games.contract import Action, Deal, Rules, Turn
from arena.games.rummy_500.actions import action_text, parse_action
from arena.games.rummy_500.page import deal_page
from arena.games.rummy_500.rules import PLAYERS, RummyRules, make_rules
from arena.games.rummy_500.state import RummyState
from arena.games.rummy_500.view import RummyView


class Rummy500:
    """The game, a ``contract.Game``."""

    name = "rummy-500"
    title = "500 Rum"
    presets: Mapping[str, Sequence[int]] = PLAYERS
    draw_probability = 0.01  # level scores decide a game only at a cap or after a fixed deal
    view_type: type = RummyView

    def rules(self, preset: str, players: int | None, options: Mapping[str, object]) -> RummyRules:
        """Return a validated rule set; ``OptionError`` names a key or value that is wrong."""
        return make_rules(preset, players, options)

    def new(self, rules: Rules) -> RummyState:
        """Return a state that waits for its first deal."""
        return RummyState(_own(rules))

    def text(self, action: Action) -> str:
        """Return the text form of an action."""
        return action_text(action)

    def parse(self, text: str) -> Action:
        """Return the action of a text form; ``KeyError`` when the text is none."""
        return parse_action(text)

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
        """Return the result of a deal in a few words."""
        if details["out"] is not None:
            return f"seat {details['out']} went out"
        return "the stock gave out" if details["ended"] == "stock" else "stopped at the turn cap"


def _own(rules: Rules) -> RummyRules:
    """Return rules as this game's; ``TypeError`` for those of another game."""
    if not isinstance(rules, RummyRules):
        raise TypeError(f"not rules of 500 Rum: {rules!r}")
    return rules


RUMMY_500 = Rummy500()
