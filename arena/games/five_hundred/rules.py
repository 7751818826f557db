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
        "opposite",
        "who plays together",
        "A.000.2, A.001.24, A.002.11, C.13.134",
        choices={
            "solo": "everyone plays alone",
            "opposite": "partners sit opposite one another",
            "called-card": "the declarer calls a card; its holder is his partner for the deal",
            "called-player": "the declarer calls a player as his partner for the deal",
            "pairs": "three pairs, partners sit opposite one another",
            "trios": "two trios sit alternately",
        },
    )
    partner_reveal: str = option(
        "immediate",
        "when the holder of a called card is known",
        "A.002.11, A.000 variations",
        choices={
            "immediate": "the holder of a called card shows himself at once",
            "on-play": "the holder of a called card is secret until the card is played",
        },
    )
    call_own_card: bool = option(
        False,
        "whether the declarer may call a card he has",
        "C.4.43",
        choices={
            False: "the declarer may not call a card of his own",
            True: "the declarer may call a card of his own, and then plays alone",
        },
    )
    may_play_alone: bool = option(
        True,
        "whether a declarer who could call a partner may play alone",
        "A.002.11",
        choices={
            True: "the declarer may play alone",
            False: "the declarer must call a partner",
        },
    )
    partner_half: bool = option(
        True,
        "what a called partner shares",
        "A.002.19",
        choices={
            True: "declarer and called partner get half the contract each",
            False: "declarer and called partner get the whole contract each",
        },
    )
    jokers: int = option(
        1,
        "how many jokers are in the pack",
        "A.004.1, A.002.3",
        choices={1: "one joker", 0: "no joker"},
    )
    kitty: int = option(
        3,
        "cards in the kitty",
        "A.004.2, A.002.4, A.001.25",
        choices={
            3: "three cards in the kitty",
            2: "two cards in the kitty, as there is no joker",
            5: "five cards in the kitty, from a full pack; the rest is set aside",
        },
    )
    deal_pattern: str = option(
        "3 k1 4 k1 3 k1", "packets to each player, and kN: cards to the kitty", "A.004.2, A.000.9"
    )
    auction: str = option(
        "until-passed",
        "how long the calls go round",
        "A.004.6, A.000 variations",
        choices={
            "until-passed": "calls go round until all but one have passed",
            "one-round": "everyone calls once",
        },
    )
    misere: str = option(
        "above-7",
        "where misère stands among the bids",
        "A.004.7, A.001.9, A.002.24",
        choices={
            "above-7": "misère ranks above all sevens and below all eights",
            "8S-8C": "misère ranks by its value, between 8S and 8C",
            "off": "misère cannot be bid",
        },
    )
    misere_after_seven: bool = option(
        False,
        "when misère may be bid",
        "C.3.28",
        choices={
            False: "misère may be bid at any time",
            True: "misère may be bid only after somebody bid seven",
        },
    )
    open_misere: str = option(
        "10D-10H",
        "where open misère stands among the bids",
        "A.004.8, A.002.7",
        choices={
            "10D-10H": "open misère ranks above 10D and below 10H",
            "top": "open misère is the highest bid",
            "off": "open misère cannot be bid",
        },
    )
    open_misere_value: int = option(
        500,
        "points for open misère",
        "A.004.11, A.002.6",
        choices={500: "open misère is worth 500", 520: "open misère is worth 520"},
    )
    all_pass: str = option(
        "redeal",
        "what happens when nobody bids",
        "B.1 row all_pass, A.001.11, A.002.9",
        choices={
            "redeal": "when all pass, the next dealer deals anew",
            "no-trump-forehand": "when all pass, the hand is played at no trumps; forehand leads",
            "no-trump-dealer": "when all pass, the hand is played at no trumps; the dealer leads",
        },
    )
    kitty_exposed: bool = option(
        False,
        "whether the kitty is shown when taken",
        "A.004.9, A.001.12",
        choices={
            False: "the declarer takes the kitty without showing it",
            True: "the declarer shows the kitty to all before he takes it",
        },
    )
    joker_nominate: bool = option(
        False,
        "whether a joker at no trumps may be given a suit before the lead",
        "A.002.17",
        choices={
            False: "the joker is not given a suit before the lead",
            True: "at no trumps a declarer with the joker may name its suit before the lead",
        },
    )
    joker_follow: str = option(
        "when-void",
        "when the joker may be played to a lead at no trumps",
        "A.000.23, A.001.15",
        choices={
            "when-void": "at no trumps the joker is played only when void in the suit led",
            "unless-shown-void": "at no trumps the joker follows any suit not shown void",
        },
    )
    joker_lead: str = option(
        "any",
        "which suit a joker led at no trumps may be named",
        "A.004.4, A.001.16, A.002.18c",
        choices={
            "any": "a joker led at no trumps is named any suit",
            "not-shown-void": "a joker led at no trumps is named a suit not shown void",
            "not-yet-led": "a joker led at no trumps is named a suit that was not led yet",
        },
    )
    joker_lead_last: bool = option(
        False,
        "whether the joker may be led once all suits were led",
        "A.002.18d",
        choices={
            False: "the joker may be led after all suits were led",
            True: "once all suits were led, the joker is led to the last trick only",
        },
    )
    joker_forced_in_misere: bool = option(
        False,
        "whether a void hand must play the joker in misère",
        "A.002.18b",
        choices={
            False: "in misère nobody has to play the joker when void",
            True: "in misère the joker must be played when void in the suit led",
        },
    )
    joker_last_trick_low: bool = option(
        False,
        "what the joker is worth in the last trick at no trumps",
        "A.001.17",
        choices={
            False: "the joker is as high in the last trick as before",
            True: "at no trumps the joker is the lowest card of its suit in the last trick",
        },
    )
    misere_partner_out: bool = option(
        True,
        "what the partner of a misère declarer does",
        "A.004.7",
        choices={
            True: "the partner of a misère declarer lays his cards down",
            False: "the partner of a misère declarer plays on",
        },
    )
    open_misere_exposed: str = option(
        "before-lead",
        "when the hand of an open misère is spread",
        "A.004.8, A.002.13",
        choices={
            "before-lead": "the hand of an open misère is spread before the first lead",
            "after-trick-1": "the hand of an open misère is spread after the first trick",
        },
    )
    misere_stops_when_lost: bool = option(
        False,
        "whether a lost misère is played on",
        "A.002.20",
        choices={
            False: "a misère is played to the end, even when lost",
            True: "a misère ends with the first trick that its declarer wins",
        },
    )
    slam_floor: int = option(
        0,
        "what all ten tricks are worth at least",
        "A.001.18",
        choices={
            0: "no bonus for all ten tricks",
            250: "a suit or no-trump contract that takes all ten tricks is worth at least 250",
        },
    )
    defender_points: int = option(
        10,
        "points for each trick of the defenders",
        "A.004.12, A.002.24",
        choices={
            10: "every trick of the defenders gives them 10",
            0: "tricks of the defenders give nothing",
        },
    )
    defender_cap: int = option(
        0,
        "the score beyond which trick points do not take a side",
        "A.002.24, A.001.20",
        choices={
            0: "trick points have no cap",
            390: "trick points take nobody beyond 390",
            400: "trick points take nobody beyond 400",
            460: "trick points take nobody beyond 460",
            490: "trick points take nobody beyond 490",
        },
    )
    misere_defender_points: str = option(
        "own-tricks",
        "which tricks give the defenders points in a misère",
        "A.004.12, A.002.20",
        choices={
            "own-tricks": "in a misère the defenders score their own tricks",
            "declarer-tricks": "in a misère the defenders score the declarer's tricks",
            "none": "in a misère the defenders score nothing",
        },
    )
    target: int = option(
        500,
        "the score that wins the game",
        "A.004.13",
        choices={500: "500 wins the game", 400: "400 wins the game"},
    )
    floor: int = option(
        -500,
        "the score that loses the game",
        "A.004.13",
        choices={-500: "-500 loses the game", -400: "-400 loses the game"},
    )
    defenders_win: bool = option(
        True,
        "whether trick points may win the game",
        "A.004.13, A.001.20, A.002.22",
        choices={
            True: "trick points may win the game",
            False: "only a contract wins the game",
        },
    )
    both_cross: str = option(
        "declarer",
        "who wins when several reach the target in one deal",
        "A.000.26",
        choices={
            "declarer": "when several reach the target in one deal, the declarer's side wins",
            "higher": "when several reach the target in one deal, the higher score wins",
        },
    )
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
