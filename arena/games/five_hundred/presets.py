"""The named rule sets: one per source document, and who plays them.

Each preset states what its source states; where a source is silent the decision of the rules page
stands (C.…). Player counts differ only in who plays together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arena.core.errors import nearest
from arena.games.five_hundred.rules import PARTNERSHIPS, FiveHundredRules
from arena.games.options import OptionError, changed

# 000, the Finnish guide: misère ranks by its value, a called partner of five stays secret.
VIISISATAA = FiveHundredRules(
    preset="viisisataa",
    players=3,
    partnership="solo",
    partner_reveal="on-play",
    deal_pattern="3 k3 4 3",
    misere="8S-8C",
    open_misere="top",
)

# 001, C. Seres: the kitty is shown, no open misère, the joker follows at any time, slams count 250.
SERES = FiveHundredRules(
    preset="seres",
    players=3,
    partnership="solo",
    deal_pattern="3 k3 4 3",
    misere="8S-8C",
    open_misere="off",
    kitty_exposed=True,
    joker_follow="unless-shown-void",
    joker_lead="not-shown-void",
    slam_floor=250,
    defender_cap=490,
    defenders_win=False,
)

# 001, its variation: a full pack, five cards in the kitty, the rest set aside.
FIVE_CARD_KITTY = replace(SERES, preset="five-card-kitty", kitty=5, deal_pattern="3 k5 4 3")

# 002, M. Saari after Parlett: nomination, the joker's limits, a hand that all passed on is played.
AUSTRALIAN = FiveHundredRules(
    preset="australian",
    players=4,
    deal_pattern="3 k3 4 3",
    open_misere="top",
    open_misere_value=520,
    all_pass="no-trump-forehand",
    joker_nominate=True,
    joker_lead="not-yet-led",
    joker_lead_last=True,
    joker_forced_in_misere=True,
    misere_defender_points="declarer-tricks",
    defenders_win=False,
)

# 002, its American paragraph: one round of calls, no nomination, trick points may win.
AMERICAN = replace(
    AUSTRALIAN,
    preset="american",
    auction="one-round",
    misere="8S-8C",
    joker_nominate=False,
    defenders_win=True,
)

# 004, the Norwegian guide: the defaults of every field.
NORWEGIAN = FiveHundredRules(preset="norwegian", players=4)

# pagat.com's Australian game: misère after a seven, no points against it, slams count 250.
PAGAT = FiveHundredRules(
    preset="pagat",
    players=4,
    misere_after_seven=True,
    joker_nominate=True,
    joker_lead="not-yet-led",
    joker_lead_last=True,
    joker_forced_in_misere=True,
    open_misere_exposed="after-trick-1",
    misere_stops_when_lost=True,
    slam_floor=250,
    misere_defender_points="none",
    defenders_win=False,
)

PRESETS: dict[str, FiveHundredRules] = {
    rules.preset: rules
    for rules in (VIISISATAA, SERES, FIVE_CARD_KITTY, AUSTRALIAN, AMERICAN, NORWEGIAN, PAGAT)
}

PLAYERS: dict[str, tuple[int, ...]] = {
    "viisisataa": (3, 4, 5, 6),
    "seres": (3, 2, 4, 5),
    "five-card-kitty": (3, 2, 4),
    "australian": (4, 3, 5, 6),
    "american": (4, 3, 5, 6),
    "norwegian": (4,),
    "pagat": (4,),
}
"""Preset -> the player counts it is played with, the default first."""

FORMS: dict[tuple[str, int], dict[str, Any]] = {
    ("seres", 5): {"partnership": "solo"},
}
"""Where a preset's form for a player count is not the usual one: A.001.24, everyone alone."""


def preset_rules(preset: str, players: int) -> FiveHundredRules:
    """Return a preset for a number of players that it is played with."""
    form = {"partnership": PARTNERSHIPS[players][0]} | FORMS.get((preset, players), {})
    return replace(PRESETS[preset], players=players, **form)


def make_rules(preset: str, players: int | None, options: Mapping[str, object]) -> FiveHundredRules:
    """Return a preset with options on top; ``OptionError`` names what is wrong."""
    if preset not in PRESETS:
        raise OptionError("preset", f"unknown preset {preset!r}", nearest(preset, PRESETS))
    counts = PLAYERS[preset]
    if players is not None and players not in counts:
        raise OptionError(
            "players",
            f"{preset} is not played by {players} players",
            f"It takes {' or '.join(map(str, sorted(counts)))}.",
        )
    base = preset_rules(preset, counts[0] if players is None else players)
    return changed(base, _implied(base, options) | dict(options))


def _implied(base: FiveHundredRules, options: Mapping[str, object]) -> dict[str, object]:
    """Return what follows from some options unless it is said otherwise.

    Without a joker the kitty has two cards, and a kitty of another size is dealt after the first
    packet (A.002.4, C.7.72). A cap keeps its distance from the target (C.13.129).
    """
    kitty = options.get("kitty", 2 if options.get("jokers") == 0 else base.kitty)
    implied: dict[str, object] = {"kitty": kitty}
    if kitty != base.kitty:
        implied["deal_pattern"] = f"3 k{kitty} 4 3"
    target = options.get("target")
    if base.defender_cap and isinstance(target, int):
        implied["defender_cap"] = base.defender_cap - base.target + target
    return implied
