"""The table as one seat sees it: who plays, what was shown, which cards are still out."""

from __future__ import annotations

from typing import Any

from cards import Order, order_of, pack_of
from sides import sides_of


class Table:
    """What a view says about the play.

    ``trick`` are the (seat, card) pairs on the table, ``led`` the suit to follow (empty on lead),
    ``after`` the seats that play after this one. ``out`` are the cards that other hands may hold,
    ``voids[seat]`` the suits that a seat has shown to be without. ``ours`` and ``foes`` are the
    seats that play with and against this one.
    """

    def __init__(self, view: dict[str, Any], seat: int, rules: dict[str, Any]) -> None:
        self.view = view
        self.rules = rules
        self.seat = seat
        self.players: int = rules["players"]
        self.hand: list[str] = view["hand"]
        self.declarer: int | None = view["declarer"]
        self.order: Order = order_of(view["contract"], view["joker_suit"])
        resting = view["sitting_out"]
        self.playing = [s for s in range(self.players) if s not in resting]
        ours, foes = sides_of(view, seat, rules)
        self.ours, self.foes = ours.intersection(self.playing), foes.intersection(self.playing)
        self.voids: dict[int, set[str]] = {s: set() for s in range(self.players)}
        played = self._read_tricks()
        seen = {*self.hand, *played, *(view["discards"] or ())}
        self.out = pack_of(rules) - seen

    def _read_tricks(self) -> list[str]:
        """Return the cards played so far; set ``trick``, ``led``, ``after`` and ``voids``."""
        played: list[str] = []
        for finished in self.view["tricks"]:
            played += [card for _, card in self._read_trick(finished["leader"], finished["cards"])]
        current = self.view["trick"]
        self.trick = self._read_trick(current["leader"], current["cards"])
        self.led: str = current["led"] or ""
        self.after = self._clockwise(self.seat)[1 : len(self.playing) - len(self.trick)]
        return played + [card for _, card in self.trick]

    def _read_trick(self, leader: int, texts: list[str]) -> list[tuple[int, str]]:
        """Return the (seat, card) pairs of a trick and note who did not follow suit."""
        if not texts:
            return []
        cards = [text.split("=")[0] for text in texts]
        led = texts[0][-1] if "=" in texts[0] else self.order.suit[cards[0]]
        turns = list(zip(self._clockwise(leader), cards, strict=False))
        for seat, card in turns[1:]:
            if self.order.suit[card] not in (led, ""):
                self.voids[seat].add(led)
        return turns

    def _clockwise(self, first: int) -> list[int]:
        """Return the seats that play, from one of them on."""
        at = self.playing.index(first)
        return self.playing[at:] + self.playing[:at]

    # -- the trick on the table ----------------------------------------------------------------

    @property
    def winning(self) -> tuple[int, str]:
        """The seat and the card that win the trick on the table; not on lead."""
        return max(self.trick, key=lambda turn: self.order.power(turn[1], self.led))

    def beats(self, card: str) -> bool:
        """Return whether a card would win the trick on the table as it lies."""
        return self.order.power(card, self.led) > self.order.power(self.winning[1], self.led)

    def holds(self, card: str, led: str) -> bool:
        """Return whether no foe who plays after this seat can beat a card, as far as is known."""
        power = self.order.power(card, led)
        higher = [other for other in self.out if self.order.power(other, led) > power]
        return not any(self.may_beat(foe, higher, led) for foe in self.foes & set(self.after))

    def may_beat(self, seat: int, higher: list[str], led: str) -> bool:
        """Return whether a seat may hold and play one of some higher cards to a suit led."""
        void = led in self.voids[seat]
        suits = {self.order.suit[card] for card in higher} - self.voids[seat]
        return led in suits or (void and bool(suits))

    # -- what is still out ---------------------------------------------------------------------

    def out_of(self, suit: str) -> list[str]:
        """Return the cards of a suit that others may hold, the lowest first."""
        return self.order.of_suit(self.out, suit)

    def is_master(self, card: str) -> bool:
        """Return whether no card of its suit that is out is higher."""
        strength = self.order.strength
        suit = self.order.suit[card]
        return all(strength[other] < strength[card] for other in self.out_of(suit))

    @property
    def called_suit(self) -> str:
        """The suit of the card that this declarer called and that was not played yet, or none."""
        called = self.view["called"]
        return self.order.suit[called] if self.seat == self.declarer and called in self.out else ""

    def foes_may_hold(self, suit: str) -> bool:
        """Return whether a foe may still have a card of a suit."""
        return bool(self.out_of(suit)) and any(suit not in self.voids[foe] for foe in self.foes)
