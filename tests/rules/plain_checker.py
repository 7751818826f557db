"""Five Hundred derived a second time: slow, plain, strings, from the rules text alone.

Nothing here comes from the engine, so that the two can only agree when both follow the rules.
Paragraphs such as ``004.10`` are those of the rules page, without their ``A.``. Options have the
names and values of the house rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.rules.plain_score import (
    NO_TRUMP_CALLS,
    SUITS,
    Options,
    PlainEnd,
    PlainResult,
    add_up,
    all_bids,
    end_of_game,
    high_cards,
    highest,
    number,
    sides_of,
    suit_of,
    trump_of,
    whole_pack,
)


class PlainGame:
    """A whole game: ``deal``, then ``do`` one of ``legal`` while there is a seat ``to_act``."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.count = number(options, "players")
        self.scores = [0] * len(sides_of(options))
        self.end: PlainEnd | None = None
        self.deals = 0
        self.thrown_in = 0
        self.to_act: int | None = None
        self.seen: list[str] = []
        """What came up, for a test that wants to have met it."""

    def deal(self, dealer: int, hands: Sequence[Sequence[str]], kitty: Sequence[str]) -> None:
        """Deal; the player at the dealer's left calls first (000.11)."""
        self.deals += 1
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.kitty = list(kitty)
        self.phase = "auction"
        self.to_act = (dealer + 1) % self.count
        self.calls: list[tuple[int, str]] = []
        self.contract: str | None = None
        self.declarer: int | None = None
        self.discards: list[str] = []
        self.called: str | None = None
        self.partner: int | None = None
        self.partner_is_public = False
        self.joker_suit: str | None = None
        self.players = list(range(self.count))
        self.table: list[tuple[int, str]] = []
        self.led: str | None = None
        self.suits_led: list[str] = []
        self.shown_void: list[tuple[int, str]] = []
        self.dead_joker = False
        self.won = [0] * self.count

    # -- what may be done ------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Return every action that the rules allow, as text, in no order."""
        if self.phase == "auction":
            bids = all_bids(self.options)
            above = bids if self.contract is None else bids[bids.index(self.contract) + 1 :]
            if self.options["misere_after_seven"] and not self.seven_was_bid:
                above = [bid for bid in above if bid != "misere"]
            return ["pass"] + ["bid " + bid for bid in above]
        hand = self.hands[self.seat]
        if self.phase == "discard":
            return ["discard " + card for card in hand]
        if self.phase == "call":
            return self.may_be_called(hand)
        if self.phase == "nominate":
            return ["nominate none"] + ["nominate " + suit for suit in SUITS]
        return self.leads(hand) if not self.table else self.follows(hand)

    @property
    def seat(self) -> int:
        """The seat that is to act, while there is one."""
        assert self.to_act is not None
        return self.to_act

    @property
    def seven_was_bid(self) -> bool:
        """C.3.28: any earlier seven-bid by anyone."""
        return any(call.startswith("7") for _, call in self.calls)

    def may_be_called(self, hand: Sequence[str]) -> list[str]:
        """Return the calls of 002.11: a card that is no trump, a player, or none; C.4.42-43."""
        alone = ["alone"] if self.options["may_play_alone"] else []
        if self.options["partnership"] == "called-player":
            others = [seat for seat in range(self.count) if seat != self.seat]
            return alone + [f"call seat {other}" for other in others]
        mine = [] if self.options["call_own_card"] else [*hand, *self.discards]
        return alone + [
            "call " + card
            for card in whole_pack(self.options)
            if card != "Jo" and card not in mine and not self.is_trump(card)
        ]

    def is_trump(self, card: str) -> bool:
        return self.trump is not None and suit_of(card, self.trump, None) == self.trump

    @property
    def trump(self) -> str | None:
        return trump_of(self.contract)

    @property
    def joker_is_free(self) -> bool:
        """Whether the joker is at no trumps and was given no suit."""
        return self.trump is None and self.joker_suit is None

    def leads(self, hand: Sequence[str]) -> list[str]:
        """Any card may be led; a free joker names a suit (004.4) that the table allows."""
        plays = ["play " + card for card in hand if card != "Jo" or not self.joker_is_free]
        if "Jo" in hand and self.joker_is_free:
            plays += ["play Jo=" + suit for suit in self.names(hand)]
        return plays

    def names(self, hand: Sequence[str]) -> list[str]:
        """Return the suits that a led joker may be named: 001.16, 002.18c, 002.18d, C.2.13-17."""
        fresh = [suit for suit in SUITS if suit not in self.suits_led]
        if self.options["joker_lead_last"] and not fresh and len(hand) > 1:
            return []
        if self.options["joker_lead"] == "not-yet-led":
            return fresh or SUITS
        if self.options["joker_lead"] == "not-shown-void":
            return [s for s in SUITS if (self.seat, s) not in self.shown_void] or SUITS
        return SUITS

    def follows(self, hand: Sequence[str]) -> list[str]:
        """The suit led must be followed (004.10); a free joker belongs to none (000.23, 001.15)."""
        same = [c for c in hand if suit_of(c, self.trump, self.joker_suit) == self.led]
        holds_free_joker = "Jo" in hand and self.joker_is_free
        if same and holds_free_joker and self.options["joker_follow"] == "unless-shown-void":
            same.append("Jo")
        if same:
            return ["play " + card for card in same]
        if holds_free_joker and self.is_misere and self.options["joker_forced_in_misere"]:
            return ["play Jo"]
        return ["play " + card for card in hand]

    @property
    def is_misere(self) -> bool:
        return self.contract in NO_TRUMP_CALLS

    # -- doing it --------------------------------------------------------------------------------

    def do(self, action: str) -> None:
        """Do one of the legal actions."""
        assert action in self.legal(), action
        word, _, rest = action.partition(" ")
        if word in ("pass", "bid"):
            self.call(rest or "pass")
        elif word == "discard":
            self.discard(rest)
        elif word in ("call", "alone"):
            self.call_partner(rest)
        elif word == "nominate":
            self.seen.append(action)
            self.joker_suit = None if rest == "none" else rest
            self.begin_play(self.seat)
        else:
            self.play(rest)

    def call(self, call: str) -> None:
        """004.6: round and round until all but one have passed; C.3.29, C.3.33."""
        self.calls.append((self.seat, call))
        if call != "pass":
            self.contract, self.declarer = call, self.seat
        passed = [seat for seat, word in self.calls if word == "pass"]
        waiting = [(self.seat + step) % self.count for step in range(1, self.count + 1)]
        waiting = [seat for seat in waiting if seat not in passed]
        if self.options["auction"] == "one-round":
            over = len(self.calls) == self.count
        else:
            over = not waiting or (len(waiting) == 1 and waiting[0] == self.declarer)
        if over:
            self.end_auction()
        else:
            self.to_act = waiting[0]

    def end_auction(self) -> None:
        """The declarer takes the kitty (004.9); without one C.7 and 002.9 say what follows."""
        if self.declarer is not None:
            self.seen.append(f"contract {self.contract}")
            self.hands[self.declarer] += self.kitty
            self.to_act, self.phase = self.declarer, "discard"
            return
        then = self.options["all_pass"]
        self.seen.append(f"all pass: {then}")
        if then == "redeal":
            self.settle()
        elif then == "no-trump-dealer":
            self.begin_play(self.dealer)
        else:
            self.begin_play((self.dealer + 1) % self.count)

    def discard(self, card: str) -> None:
        """004.9: as many cards as the kitty had; then what C.13.121 says."""
        self.hands[self.seat].remove(card)
        self.discards.append(card)
        if len(self.discards) < len(self.kitty):
            return
        by_call = self.options["partnership"] in ("called-card", "called-player")
        if by_call and not self.is_misere:
            self.phase = "call"
        else:
            self.end_exchange()

    def call_partner(self, called: str) -> None:
        """002.11: the holder is known at once, or when the card is played; C.4.43, C.4.44."""
        self.called = called or "alone"
        if called.startswith("seat "):
            self.partner, self.partner_is_public = int(called.removeprefix("seat ")), True
        elif called:
            holders = [seat for seat, hand in enumerate(self.hands) if called in hand]
            self.partner = next((seat for seat in holders if seat != self.seat), None)
            self.partner_is_public = self.options["partner_reveal"] == "immediate"
        self.seen.append("partner" if self.partner is not None else "alone")
        self.end_exchange()

    def end_exchange(self) -> None:
        """002.17: a declarer with the joker at no trumps may give it a suit; then the lead."""
        if self.options["joker_nominate"] and self.trump is None and "Jo" in self.hands[self.seat]:
            self.phase = "nominate"
        else:
            self.begin_play(self.seat)

    def begin_play(self, leader: int) -> None:
        """004.7, C.13.126: a misère declarer's partners sit out; 004.10: the declarer leads."""
        if self.is_misere and self.options["misere_partner_out"]:
            for side in sides_of(self.options):
                if self.declarer in side:
                    out = [seat for seat in side if seat != self.declarer]
                    self.players = [seat for seat in self.players if seat not in out]
        self.to_act, self.phase = leader, "play"

    @property
    def trick_number(self) -> int:
        return sum(self.won) + 1

    def play(self, text: str) -> None:
        """Put a card on the table; when all have played the winner leads (004.10)."""
        card, _, named = text.partition("=")
        self.hands[self.seat].remove(card)
        suit = named or suit_of(card, self.trump, self.joker_suit)
        if not self.table:
            self.led = suit
            self.suits_led.append(str(suit))
            self.dead_joker = False
        elif card == "Jo" and self.joker_is_free:
            # C.2.16: it cannot count as a suit that its holder has shown himself void in.
            regime = self.options["joker_follow"] == "unless-shown-void"
            self.dead_joker = regime and (self.seat, self.led) in self.shown_void
        elif suit != self.led:
            self.shown_void.append((self.seat, str(self.led)))
        if card == self.called:
            self.partner_is_public = True
        self.note_joker(card, named)
        self.table.append((self.seat, card))
        if len(self.table) == len(self.players):
            self.end_trick()
        else:
            order = [(self.seat + step) % self.count for step in range(1, self.count)]
            self.to_act = next(seat for seat in order if seat in self.players)

    def note_joker(self, card: str, named: str) -> None:
        if card != "Jo" or not self.joker_is_free:
            return
        if self.dead_joker and self.table:
            self.seen.append("dead joker")
        elif self.table:
            self.seen.append("joker follows")
        else:
            self.seen.append(f"joker led as {named}")
        if self.trick_number == 10:
            self.seen.append("joker in trick ten")

    def trick_winner(self) -> int:
        """Return who takes the trick on the table: 004.3, 004.4, 004.10, 001.17, C.2.18."""
        assert self.led is not None
        ranking = high_cards(self.led, self.trump)
        if self.trump is not None and self.trump != self.led:
            ranking = high_cards(self.trump, self.trump) + ranking
        counts = self.joker_suit == self.led if self.joker_suit else not self.dead_joker
        if self.trump is None and counts:
            low = self.options["joker_last_trick_low"] and self.trick_number == 10
            ranking = [*ranking, "Jo"] if low else ["Jo", *ranking]
        played = {card: seat for seat, card in self.table}
        return next(played[card] for card in ranking if card in played)

    def end_trick(self) -> None:
        winner = self.trick_winner()
        self.won[winner] += 1
        self.table = []
        self.to_act = winner
        lost = self.is_misere and winner == self.declarer
        if lost and self.options["misere_stops_when_lost"]:
            self.seen.append("misere stopped")
            self.settle()
        elif sum(self.won) == 10:
            self.settle()

    # -- the score -------------------------------------------------------------------------------

    def settle(self) -> None:
        """Score the deal and end the game if it is over: C.13.132, C.14.137."""
        result = PlainResult(self.contract, self.declarer, self.partner, self.won)
        self.scores = add_up(self.options, self.scores, result)
        self.to_act, self.phase = None, "deal"
        passed_out = self.contract is None and not sum(self.won)
        self.thrown_in = self.thrown_in + 1 if passed_out else 0
        self.end = end_of_game(self.options, self.scores, result)
        at_cap = self.deals >= number(self.options, "max_deals")
        too_many = self.thrown_in >= number(self.options, "max_passed_out")
        if self.end is None and (at_cap or too_many):
            self.end = PlainEnd("cap", highest(self.scores, list(range(len(self.scores)))))
        if self.end is not None:
            self.phase = "over"
            self.seen.append(f"end: {self.end.reason}")
