"""The house rules of Five Hundred as one frozen dataclass, and the presets.

Every row of the rule tables is a field; a preset is a named instance. Paragraphs such as
``A.004.7`` are those of the rules page: source document, then paragraph.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from arena.core.errors import nearest
from arena.games.contract import Seat
from arena.games.five_hundred.dealing import parse_pattern
from arena.games.options import OptionError, changed, option

HAND_SIZE = 10
TRICKS = 10


@dataclass(frozen=True, slots=True)
class FiveHundredRules:
    """One rule set; every field is a house rule that an event may set on top of a preset."""

    preset: str
    players: int
    jokers: int = option(
        1, "how many jokers are in the pack; without one the kitty has two cards",
        "A.004.1, A.002.3", choices=(0, 1),
    )  # fmt: skip
    deal_pattern: str = option(
        "3 k1 4 k1 3 k1", "packets to each player, and kN: cards to the kitty", "A.004.2"
    )
    auction: str = option(
        "until-passed", "calls go round until all but one have passed, or once",
        "A.004.6, A.000 variations", choices=("until-passed", "one-round"),
    )  # fmt: skip
    misere: str = option(
        "above-7", "where misère stands among the bids", "A.004.7, A.001.9",
        choices=("off", "8S-8C", "above-7"),
    )  # fmt: skip
    open_misere: str = option(
        "10D-10H", "where open misère stands among the bids", "A.004.8, A.002.7",
        choices=("off", "10D-10H", "top"),
    )  # fmt: skip
    open_misere_value: int = option(
        500, "points for open misère", "A.004.11, A.002.6", choices=(500, 520)
    )
    all_pass: str = option(
        "redeal", "when nobody bids: a new deal, or a hand at no trumps, and who leads it",
        "C.7 row all_pass, A.001.11, A.002.9",
        choices=("redeal", "no-trump-forehand", "no-trump-dealer"),
    )  # fmt: skip
    kitty_exposed: bool = option(False, "the kitty is shown to all when taken", "A.004.9, A.001.12")
    joker_nominate: bool = option(
        False,
        "at no trumps a declarer with the joker may name its suit before the lead",
        "A.002.17",
    )
    joker_follow: str = option(
        "when-void", "when the joker may be played to a lead at no trumps", "A.000.23, A.001.15",
        choices=("when-void", "unless-shown-void"),
    )  # fmt: skip
    joker_lead: str = option(
        "any", "which suits a led joker may be named at no trumps", "A.004.4, A.001.16, A.002.18c",
        choices=("any", "not-shown-void", "not-yet-led"),
    )  # fmt: skip
    joker_lead_last: bool = option(
        False, "once all suits were led, the joker is led to the last trick only", "A.002.18d"
    )
    joker_forced_in_misere: bool = option(
        False, "in misère the joker must be played when void in the suit led", "A.002.18b"
    )
    joker_last_trick_low: bool = option(
        False, "at no trumps the joker is the lowest card of its suit in the last trick", "A.001.17"
    )
    misere_partner_out: bool = option(
        True, "the partner of a misère declarer lays his cards down", "A.004.7"
    )
    open_misere_exposed: str = option(
        "before-lead", "when the hand of an open misère is spread", "A.004.8, A.002.13",
        choices=("before-lead", "after-trick-1"),
    )  # fmt: skip
    misere_stops_when_lost: bool = option(
        False, "a misère ends with the first trick that its declarer wins", "A.002.20"
    )
    slam_floor: int = option(
        0, "the least value of a suit or no-trump contract that takes all ten tricks (0: none)",
        "A.001.18", choices=(0, 250),
    )  # fmt: skip
    defender_points: int = option(
        10, "points for each trick of the defenders", "A.004.12, A.002.24", choices=(0, 10)
    )
    defender_cap: int = option(
        0, "the score beyond which trick points do not take a side (0: no cap)",
        "A.002.24, A.001.20", choices=(0, 390, 400, 460, 490),
    )  # fmt: skip
    misere_defender_points: str = option(
        "own-tricks", "which tricks give the defenders points in a misère", "A.004.12, A.002.20",
        choices=("own-tricks", "declarer-tricks", "none"),
    )  # fmt: skip
    target: int = option(500, "the score that wins the game", "A.004.13", choices=(400, 500))
    floor: int = option(-500, "the score that loses the game", "A.004.13", choices=(-400, -500))
    defenders_win: bool = option(
        True, "trick points may win the game", "A.004.13, A.001.20, A.002.22"
    )
    both_cross: str = option(
        "declarer", "who wins when both sides reach the target in one deal",
        "A.000.26", choices=("declarer", "higher"),
    )  # fmt: skip
    max_deals: int = option(200, "deals after which the higher score wins", "C.13.132", least=1)
    max_passed_out: int = option(
        20, "deals in a row without a bid after which the higher score wins", "C.14.137", least=1
    )

    def __post_init__(self) -> None:
        """Refuse combinations that cannot be played, with a sentence that says why."""
        try:
            packets, kitty = parse_pattern(self.deal_pattern)
        except ValueError as error:
            raise OptionError("deal_pattern", str(error)) from None
        if packets != HAND_SIZE or kitty != self.kitty_size:
            raise OptionError(
                "deal_pattern",
                f"deal_pattern {self.deal_pattern!r} deals {packets} cards to each player and "
                f"{kitty} to the kitty; it must be {HAND_SIZE} and {self.kitty_size}",
                f"With {self.jokers} joker(s), for example {self._example_pattern!r}.",
            )
        if self.misere == "off" and self.open_misere != "off":
            raise OptionError(
                "open_misere",
                "open_misere cannot be bid where misere is off",
                "Write open_misere: off as well.",
            )

    @property
    def kitty_size(self) -> int:
        """How many cards the kitty has: three with a joker in the pack, else two (A.002.4)."""
        return 2 + self.jokers

    @property
    def _example_pattern(self) -> str:
        return "3 k1 4 k1 3 k1" if self.jokers else "3 k2 4 3"

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The sides: partners sit opposite one another (A.004.1)."""
        return ((0, 2), (1, 3))

    def as_dict(self) -> dict[str, object]:
        """Return every field as a JSON value."""
        return dataclasses.asdict(self)

    def options(self) -> dict[str, object]:
        """Return the fields that differ from the preset."""
        base = PRESETS[self.preset].as_dict()
        return {key: value for key, value in self.as_dict().items() if value != base[key]}


NORWEGIAN = FiveHundredRules("norwegian", 4)

PRESETS: dict[str, FiveHundredRules] = {rules.preset: rules for rules in (NORWEGIAN,)}
PLAYERS: dict[str, tuple[int, ...]] = {"norwegian": (4,)}
"""Preset -> the player counts it is played with, the default first."""


def make_rules(preset: str, players: int | None, options: Mapping[str, object]) -> FiveHundredRules:
    """Return a preset with options on top; ``OptionError`` names what is wrong."""
    if preset not in PRESETS:
        raise OptionError("preset", f"unknown preset {preset!r}", nearest(preset, PRESETS))
    if players is not None and players not in PLAYERS[preset]:
        counts = " or ".join(map(str, PLAYERS[preset]))
        raise OptionError(
            "players", f"{preset} is not played by {players} players", f"It takes {counts}."
        )
    return changed(PRESETS[preset], options)
