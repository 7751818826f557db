"""The auction: who may call what, and when it is over."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.contract import Seat
from arena.games.five_hundred.bids import BID_TEXT, MISERE, Bid, ladder, level_of
from arena.games.five_hundred.rules import FiveHundredRules


class Auction:
    """The calls of one deal. ``turn`` calls next; a pass is ``None`` in ``calls``.

    ``spoken`` are the same calls as text.
    """

    def __init__(self, rules: FiveHundredRules, opener: Seat) -> None:
        self._rules = rules
        self.turn = opener
        self.calls: list[tuple[Seat, Bid | None]] = []
        self.spoken: list[tuple[Seat, str]] = []
        self.standing: Bid | None = None
        self.declarer: Seat | None = None
        self._passed: set[Seat] = set()
        self._higher: Sequence[Bid] = ladder(rules)

    def bids(self) -> Sequence[Bid]:
        """Return the bids that may be made now, lowest first; a pass is always possible."""
        bids = self._higher
        if self._rules.misere_after_seven and MISERE in bids and not self._seven_was_bid():
            return [bid for bid in bids if bid != MISERE]
        return bids

    def _seven_was_bid(self) -> bool:
        return any(bid is not None and level_of(bid) == 7 for _, bid in self.calls)

    def call(self, bid: Bid | None) -> None:
        """Take a call and pass the turn on; whoever passed is out for good (A.004.6)."""
        self.calls.append((self.turn, bid))
        self.spoken.append((self.turn, "pass" if bid is None else f"bid {BID_TEXT[bid]}"))
        if bid is None:
            self._passed.add(self.turn)
        else:
            self.standing, self.declarer = bid, self.turn
            rungs = ladder(self._rules)
            self._higher = rungs[rungs.index(bid) + 1 :]
        if not self.over:
            self.turn = self._next_caller()

    @property
    def over(self) -> bool:
        """Whether one player is left who holds a bid, or nobody; or one round is done (C.3.29)."""
        if self._rules.auction == "one-round":
            return len(self.calls) == self._rules.players
        still_in = self._rules.players - len(self._passed)
        return still_in == 0 or (still_in == 1 and self.standing is not None)

    def _next_caller(self) -> Seat:
        seat = self.turn
        while True:
            seat = (seat + 1) % self._rules.players
            if seat not in self._passed:
                return seat
