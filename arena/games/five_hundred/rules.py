"""The house rules of Five Hundred as one frozen dataclass.

Every row of the rule tables is a field. Paragraphs such as ``A.004.7`` are those of the rules page:
source document, then paragraph; ``C.…`` are its decisions where the sources are silent.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from arena.games.contract import Seat
from arena.games.five_hundred.dealing import pack_size, parse_pattern
from arena.games.options import OptionError, option

HAND_SIZE = 10
TRICKS = 10
PARTNERSHIPS = {
    2: ("solo",),
    3: ("solo",),
    4: ("opposite",),
    5: ("called-card", "called-player", "solo"),
    6: ("pairs", "trios"),
}
"""Player count -> who may play together, the usual form first."""


@dataclass(frozen=True, slots=True)
class FiveHundredRules:
    """One rule set; every field is a house rule that an event may set on top of a preset."""

    preset: str
    players: int
    partnership: str = option(
        "opposite", "who plays together: nobody, those opposite, a partner called for the deal, "
        "three pairs or two trios", "A.000.2, A.001.24, A.002.11, C.13.134",
        choices=("solo", "opposite", "called-card", "called-player", "pairs", "trios"),
    )  # fmt: skip
    partner_reveal: str = option(
        "immediate", "when the holder of a called card is known", "A.002.11, A.000 variations",
        choices=("immediate", "on-play"),
    )  # fmt: skip
    call_own_card: bool = option(
        False, "the declarer may call a card he has, and then plays alone", "C.4.43"
    )
    may_play_alone: bool = option(
        True, "a declarer who could call a partner may play alone", "A.002.11"
    )
    partner_half: bool = option(
        True, "declarer and called partner get half the contract each", "A.002.19"
    )
    jokers: int = option(1, "how many jokers are in the pack", "A.004.1, A.002.3", choices=(0, 1))
    kitty: int = option(
        3, "cards in the kitty: two without a joker; five from a full pack",
        "A.004.2, A.002.4, A.001.25", choices=(2, 3, 5),
    )  # fmt: skip
    deal_pattern: str = option(
        "3 k1 4 k1 3 k1", "packets to each player, and kN: cards to the kitty", "A.004.2, A.000.9"
    )
    auction: str = option(
        "until-passed", "calls go round until all but one have passed, or once",
        "A.004.6, A.000 variations", choices=("until-passed", "one-round"),
    )  # fmt: skip
    misere: str = option(
        "above-7", "where misère stands among the bids", "A.004.7, A.001.9",
        choices=("off", "8S-8C", "above-7"),
    )  # fmt: skip
    misere_after_seven: bool = option(
        False, "misère may be bid only after somebody bid seven", "C.3.28"
    )
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
        self._check_partnership()
        self._check_pack()
        self._check_pattern()

    def _check_partnership(self) -> None:
        forms = PARTNERSHIPS.get(self.players)
        if forms is None:
            raise OptionError("players", f"{self.players} cannot play: it takes two to six")
        if self.partnership not in forms:
            text = f"{self.players} players cannot play as {self.partnership!r}"
            raise OptionError("partnership", text, f"They play as {' or '.join(forms)}.")

    def _check_pack(self) -> None:
        if self.jokers == (self.kitty == 2):
            text = f"a kitty of {self.kitty} does not go with {self.jokers} joker(s)"
            hint = "Without a joker the kitty has two cards, with one it has three or five."
            raise OptionError("kitty", text, hint)
        if self.kitty == 5 and self.players > 4:
            text = f"a full pack is too small for {self.players} players and a kitty of five"
            raise OptionError("kitty", text, "It is for two to four players.")

    def _check_pattern(self) -> None:
        try:
            packets, kitty = parse_pattern(self.deal_pattern)
        except ValueError as error:
            raise OptionError("deal_pattern", str(error)) from None
        if packets != HAND_SIZE or kitty != self.kitty:
            raise OptionError(
                "deal_pattern",
                f"deal_pattern {self.deal_pattern!r} deals {packets} cards to each player and "
                f"{kitty} to the kitty; it must be {HAND_SIZE} and {self.kitty}",
                f"For example '3 k{self.kitty} 4 3'.",
            )

    @property
    def dead_hands(self) -> int:
        """How many hands are dealt to nobody: two play as three, one hand dead (A.001.22)."""
        return 1 if self.players == 2 and self.kitty != 5 else 0

    @property
    def surplus(self) -> int:
        """How many cards are left over and set aside unseen (A.001.25)."""
        dealt = HAND_SIZE * (self.players + self.dead_hands) + self.kitty
        return pack_size(self.players, self.jokers, full=self.kitty == 5) - dealt

    @property
    def calls_partner(self) -> bool:
        """Whether a declarer calls a partner for the deal."""
        return self.partnership in ("called-card", "called-player")

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats that share a score: partners sit opposite, or as far apart (C.13.134).

        With a called partner everyone has a score of his own.
        """
        count = {"opposite": 2, "pairs": 3, "trios": 2}.get(self.partnership, self.players)
        return tuple(tuple(range(side, self.players, count)) for side in range(count))

    def as_dict(self) -> dict[str, object]:
        """Return every field as a JSON value."""
        return dataclasses.asdict(self)

    def options(self) -> dict[str, object]:
        """Return the fields that differ from the preset for as many players."""
        # Presets are made of rules, so their module cannot be imported before this one.
        from arena.games.five_hundred.presets import preset_rules

        base = preset_rules(self.preset, self.players).as_dict()
        return {key: value for key, value in self.as_dict().items() if value != base[key]}
