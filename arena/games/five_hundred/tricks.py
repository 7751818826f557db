"""Legal play and who wins a trick: the one place that knows what may be played.

The joker at no trumps follows one of several regimes (C.2), each a rule field; a joker that was
given a suit is an ordinary member of it and needs none of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from arena.core.cards import JOKER, JOKER_BIT, Card, Mask
from arena.games.contract import Seat
from arena.games.five_hundred.bids import NO_TRUMPS
from arena.games.five_hundred.rules import TRICKS, FiveHundredRules
from arena.games.five_hundred.trumps import NO_SUIT, Order, order

ALL_SUITS = 0b1111


@dataclass(slots=True)
class CardPlay:
    """The play of one deal: what was played so far, and what follows from it.

    ``suits_led`` and ``shown_void[seat]`` are masks of suits; ``joker_suit`` is the suit the
    declarer nominated (4: none). ``misere`` says that the contract is one.
    """

    rules: FiveHundredRules
    trump: int
    misere: bool
    seats: tuple[Seat, ...]
    leader: Seat
    joker_suit: int = NO_SUIT
    order: Order = field(init=False)
    next_of: dict[Seat, Seat] = field(init=False)
    sitting_out: list[Seat] = field(init=False)
    led: int = NO_SUIT
    cards: list[tuple[Seat, Card]] = field(default_factory=list)
    best: int = 0
    winning: Seat = 0
    number: int = 1
    suits_led: int = 0
    shown_void: list[int] = field(default_factory=lambda: [0] * 6)

    def __post_init__(self) -> None:
        """Build the tables of the contract and the order of the seats, past those who sit out."""
        self.order = order(self.trump, self.joker_suit)
        self.next_of = dict(zip(self.seats, (*self.seats[1:], self.seats[0]), strict=True))
        self.sitting_out = [s for s in range(self.rules.players) if s not in self.next_of]

    @property
    def joker_is_unnamed(self) -> bool:
        """Whether the joker was not nominated to a suit."""
        return self.joker_suit == NO_SUIT

    @property
    def joker_is_free(self) -> bool:
        """Whether the joker has no suit in this deal, so that the joker regimes apply."""
        return self.trump == NO_TRUMPS and self.joker_is_unnamed

    def playable(self, hand: Mask) -> Mask:
        """Return the cards of a hand that may be played now (A.004.10).

        A free joker is led by naming a suit: which ones it may be, ``joker_names`` says.
        """
        if not self.cards:
            return hand
        follow = hand & self.order.masks[self.led]
        if hand & JOKER_BIT and self.joker_is_free:
            return self._with_free_joker(hand, follow)
        return follow or hand

    def holds_led(self, hand: Mask) -> bool:
        """Return whether a hand has a card of the suit led."""
        return bool(hand & self.order.masks[self.led])

    def _with_free_joker(self, hand: Mask, follow: Mask) -> Mask:
        """Return what may be played to a lead by a hand with a joker that has no suit."""
        if follow:
            any_time = self.rules.joker_follow == "unless-shown-void"
            return follow | JOKER_BIT if any_time else follow
        forced = self.misere and self.rules.joker_forced_in_misere
        return JOKER_BIT if forced else hand

    def joker_names(self, seat: Seat, hand: Mask) -> int:
        """Return the mask of suits that a free joker may be named when led now (C.2).

        Nobody can have shown void in all four suits and lead the joker (C.2.17): the suit of the
        last natural cards cannot be shown void with a card of another.
        """
        regime = self.rules.joker_lead
        fresh = ALL_SUITS & ~self.suits_led
        if not fresh and self.rules.joker_lead_last and hand != JOKER_BIT:
            return 0
        if regime == "not-yet-led":
            return fresh or ALL_SUITS
        if regime == "not-shown-void":
            return ALL_SUITS & ~self.shown_void[seat]
        return ALL_SUITS

    def play(self, seat: Seat, card: Card, named: int = NO_SUIT) -> Seat | None:
        """Put a card on the table; ``named`` is the suit of a led joker.

        Returns the winner when the trick is complete, else ``None``.
        """
        order_ = self.order
        suit = order_.suits[card]
        if not self.cards:
            self.led = suit if suit != NO_SUIT else named
            self.suits_led |= 1 << self.led
            self.winning = seat
            self.best = 0
        power = order_.power[self.led][card]
        if card == JOKER and self.trump == NO_TRUMPS:
            power = self._joker_power(seat, power)
        elif suit != self.led:
            self.shown_void[seat] |= 1 << self.led
        if power > self.best:
            self.best, self.winning = power, seat
        self.cards.append((seat, card))
        return self.winning if len(self.cards) == len(self.seats) else None

    def _joker_power(self, seat: Seat, power: int) -> int:
        """Return the joker's worth at no trumps, where two regimes take it away.

        Worth 0 never beats a card of the suit led, and on lead wins only when no such card comes.
        """
        if self.rules.joker_last_trick_low and self.number == TRICKS:
            return 0  # the lowest card of its suit in trick ten (A.001.17)
        follows = bool(self.cards) and self.rules.joker_follow == "unless-shown-void"
        return 0 if follows and self._is_void(seat) else power  # a dead discard (C.2.16)

    def _is_void(self, seat: Seat) -> bool:
        return bool(self.joker_is_free and self.shown_void[seat] >> self.led & 1)

    def next_trick(self) -> None:
        """Clear the table for the next trick, which the winner leads."""
        self.leader = self.winning
        self.cards = []
        self.number += 1

    def next_seat(self) -> Seat:
        """Return the seat that plays next: clockwise, past those who sit out (C.5.48)."""
        return self.next_of[self.cards[-1][0]] if self.cards else self.leader
