"""The house rules of 500 Rum as one frozen dataclass, and the presets.

Every row of the rule tables is a field; a preset is a named instance. Paragraphs such as
``A.003.7`` are those of the rules page: source document, then paragraph.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from arena.core.errors import nearest
from arena.games.contract import Seat
from arena.games.options import OptionError, changed, option

PACK = 52


@dataclass(frozen=True, slots=True)
class RummyRules:
    """One rule set; every field is a house rule that an event may set on top of a preset."""

    preset: str
    players: int
    packs: int = option(
        1, "how many packs are shuffled together", "A.003.2, C.10.98, C.12.119", choices=(1, 2)
    )
    jokers: int = option(
        2, "how many jokers are in the cards, a dealer's joker included",
        "A.003.2, A.003.15, A.003.21", choices=(0, 1, 2, 3, 4),
    )  # fmt: skip
    hand_size: int = option(7, "cards dealt to each player", "A.003.4, C.9.93", least=2)
    direction: str = option(
        "clockwise", "which way the deal goes round, and the dealer after it",
        "A.003.3, A.003.15, C.11.109", choices=("clockwise", "counter-clockwise"),
    )  # fmt: skip
    partners: bool = option(
        False, "partners sit opposite and have one table and one score", "A.003.20, C.11.103"
    )
    jokers_wild: bool = option(
        True, "jokers stand for other cards; else they meld only with one another", "A.003.21"
    )
    joker_value: int = option(
        20, "points for a joker on the table where jokers are not wild", "A.003.21", least=0
    )
    joker_in_hand: int = option(
        25, "points that a joker left in hand costs", "A.003.13, A.003.19, C.11.102", least=0
    )
    identical_in_sets: bool = option(
        False, "a set may hold identical cards of two packs", "C.8.78, C.14.141"
    )
    top_card_duty: bool = option(
        False, "the top card of the pile too must reach the table when taken", "A.003.8, C.9.89"
    )
    four_of_a_kind: str = option(
        "single", "which sets of four count double: none, all, or those laid in one turn",
        "A.003.22, C.11.102", choices=("single", "double", "double-together"),
    )  # fmt: skip
    going_out_bonus: int = option(
        0, "points for going out", "A.003.23", least=0
    )  # fmt: skip
    dealers_joker: bool = option(
        False, "one joker is the dealer's: wild, double or split, named blind", "A.003.16, A.003.17"
    )
    rummy_call: bool = option(
        False, "a discard that fits a meld may be claimed by the others", "A.003.25, C.11.100"
    )
    seven_run_bonus: int = option(
        0, "points for a new run of seven and a last discard in one turn (0: none)",
        "A.003.26, C.11.101", least=0,
    )  # fmt: skip
    target: int = option(500, "the score that wins the game", "A.003.14, A.003.19", least=1)
    deals: int = option(
        0, "how many deals the game has (0: as many as the target takes)",
        "A.003.23, A.003.24", least=0,
    )  # fmt: skip
    better_side_bonus: int = option(
        0, "points at the end of the game for the side that is ahead", "A.003.23, C.14.145", least=0
    )
    max_turns: int = option(
        100, "turns per player after which a deal is scored as it stands", "C.14.139", least=1
    )
    max_deals: int = option(100, "deals after which the highest score wins", "C.14.139", least=1)

    def __post_init__(self) -> None:
        """Refuse combinations that cannot be played, with a sentence that says why."""
        self._refuse_wrong_jokers()
        if self.partners and (self.players % 2 or self.players < 4):
            text = f"{self.players} players cannot sit as pairs of partners"
            raise OptionError("partners", text, "Pairs take 4, 6 or 8 players.")
        most = (self.cards_dealt_from - 2) // self.players
        if self.hand_size > most:
            raise OptionError(
                "hand_size",
                f"{self.hand_size} cards each: with {self.cards_dealt_from} cards, one of them to "
                f"turn up and one to draw, {self.players} players get at most {most}",
                "Deal fewer cards or take two packs.",
            )

    def _refuse_wrong_jokers(self) -> None:
        special = self.dealers_joker or not self.jokers_wild
        if self.jokers > 2 * self.packs and not special:
            text = f"{self.jokers} jokers: one pack has at most 2, two packs 4"
            raise OptionError("jokers", text, "Write packs: 2 as well.")
        if self.dealers_joker and (self.packs > 1 or self.jokers < 1 or not self.jokers_wild):
            raise OptionError(
                "dealers_joker",
                "a dealer's joker needs one pack and wild jokers, one at least",
                "See the preset dealers-gambit.",
            )

    @property
    def cards_dealt_from(self) -> int:
        """How many cards are shuffled: a dealer's joker lies beside them."""
        return PACK * self.packs + self.jokers - self.dealers_joker

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The sides: everyone alone, or partners who sit opposite one another (C.11.103)."""
        half = self.players // 2
        if self.partners:
            return tuple((seat, seat + half) for seat in range(half))
        return tuple((seat,) for seat in range(self.players))

    def as_dict(self) -> dict[str, object]:
        """Return every field as a JSON value."""
        return dataclasses.asdict(self)

    def options(self) -> dict[str, object]:
        """Return the fields that differ from the preset at this number of players."""
        base = preset_rules(self.preset, self.players).as_dict()
        return {key: value for key, value in self.as_dict().items() if value != base[key]}


PLAYERS: dict[str, tuple[int, ...]] = {
    "rummy": (4, 2, 3, 5, 6, 7, 8),
    "rummy-pairs": (4, 6, 8),
    "persian": (4,),
    "quick": (4, 2, 3, 5, 6, 7, 8),
    "dealers-gambit": (4, 2, 3, 5, 6, 7),
}
"""Preset -> the player counts it is played with, the default first."""

RUMMY = RummyRules("rummy", 4)
PRESETS: dict[str, RummyRules] = {
    rules.preset: rules
    for rules in (
        RUMMY,
        dataclasses.replace(RUMMY, preset="rummy-pairs", partners=True),
        dataclasses.replace(
            RUMMY,
            preset="persian",
            partners=True,
            jokers=4,
            jokers_wild=False,
            joker_in_hand=20,
            four_of_a_kind="double",
            going_out_bonus=25,
            deals=2,
            better_side_bonus=50,
        ),
        dataclasses.replace(RUMMY, preset="quick", deals=1),
        dataclasses.replace(
            RUMMY,
            preset="dealers-gambit",
            dealers_joker=True,
            joker_in_hand=0,
            direction="counter-clockwise",
        ),
    )
}


def preset_rules(preset: str, players: int) -> RummyRules:
    """Return a preset for a number of players: 13 cards each for two, else 7 (A.003.4).

    From five players up two packs are shuffled together (A.003.2), but for the dealer's gambit.
    """
    base = PRESETS[preset]
    two_packs = players >= 5 and not base.dealers_joker
    return dataclasses.replace(
        base, players=players, packs=1 + two_packs, hand_size=13 if players == 2 else 7
    )


def make_rules(preset: str, players: int | None, options: Mapping[str, object]) -> RummyRules:
    """Return a preset with options on top; ``OptionError`` names what is wrong."""
    if preset not in PRESETS:
        raise OptionError("preset", f"unknown preset {preset!r}", nearest(preset, PRESETS))
    if players is not None and players not in PLAYERS[preset]:
        counts = " or ".join(map(str, sorted(PLAYERS[preset])))
        raise OptionError(
            "players", f"{preset} is not played by {players} players", f"It takes {counts}."
        )
    return changed(preset_rules(preset, players or PLAYERS[preset][0]), options)
