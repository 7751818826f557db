"""A game in progress: one deal after the other until a score or a cap ends it."""

from __future__ import annotations

from collections.abc import Sequence

from arena.core.seeds import below, derive
from arena.games.contract import (
    Action,
    Deal,
    EndReason,
    LogEntry,
    Outcome,
    Seat,
    Settled,
    Turn,
    Violation,
    forfeit_outcome,
    outcome_of,
)
from arena.games.five_hundred import refusals
from arena.games.five_hundred.actions import DISCARD, NOMINATE, NOMINATE_NONE
from arena.games.five_hundred.bids import BID_TEXT
from arena.games.five_hundred.deal_state import DealState, Phase
from arena.games.five_hundred.dealing import make_deal, refuse_wrong_deal
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.scoring import (
    DealResult,
    best,
    contract_points,
    game_end,
    new_scores,
)
from arena.games.five_hundred.view import FiveHundredView, build_view


class FiveHundredState:
    """One game in progress, a ``contract.State``; ``current`` is the deal in progress, if any."""

    def __init__(self, rules: FiveHundredRules) -> None:
        self.rules = rules
        self.log: list[LogEntry] = []
        self.outcome: Outcome | None = None
        self.current: DealState | None = None
        self.scores: tuple[int, ...] = (0,) * len(rules.sides)
        self._seat_scores: tuple[int, ...] = (0,) * rules.players
        self.side_of = {seat: side for side, seats in enumerate(rules.sides) for seat in seats}
        self._passed_out = 0
        self._last: Deal | None = None
        self._legal: Sequence[Action] | None = None

    # -- what is due ---------------------------------------------------------------------------

    @property
    def to_act(self) -> Seat | None:
        """The seat to act, or ``None`` when a deal is due or the game is over."""
        return None if self.current is None else self.current.turn

    @property
    def phase(self) -> str:
        """The kind of decision that is due; ``deal`` or ``over`` when none is."""
        if self.current is not None:
            return self.current.phase
        return "deal" if self.outcome is None else "over"

    @property
    def place(self) -> tuple[int, int, int]:
        """The address of the decision that is due: deal, trick (0: before the lead), action."""
        number = self._last.number if self._last else 0
        return (number, 0, 1) if self.current is None else (number, *self.current.place)

    # -- deals ---------------------------------------------------------------------------------

    def shuffle(self, seed: bytes) -> Deal:
        """Return the next deal; the seed of the first one also draws the dealer."""
        if self._last is None:
            return make_deal(self.rules, seed, 1, below(derive(seed, "dealer"), self.rules.players))
        dealer = (self._last.dealer + 1) % self.rules.players
        return make_deal(self.rules, seed, self._last.number + 1, dealer)

    def begin(self, deal: Deal) -> None:
        """Start the next deal; ``ValueError`` when its cards are no deal of this game."""
        if self.current is not None or self.outcome is not None:
            raise ValueError("no deal is due")
        refuse_wrong_deal(self.rules, deal)
        self.current, self._last = DealState(self.rules, deal), deal
        self._legal = None
        self.log.append(deal)

    # -- decisions -----------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        """Return every legal action, in a fixed order: passes first, cards ascending."""
        if self._legal is None:
            self._legal = () if self.current is None else tuple(self.current.legal_actions())
        return self._legal

    def check(self, action: Action) -> Violation | None:
        """Return why the seat to act may not do this, or ``None`` when it may."""
        return None if action in self.legal_actions() else refusals.explain(self.current, action)

    def apply(self, action: Action) -> None:
        """Do a legal action; ``ValueError`` with the reason when it is not legal."""
        current = self.current
        if current is None or action not in self.legal_actions():
            violation = self.check(action)
            raise ValueError(violation.text if violation else "no decision is due")
        self._legal = None
        self.log.append((current.turn, action))
        current.apply(action)
        if current.phase is Phase.DONE:
            self._settle(current)

    # -- the end of a deal and of the game -----------------------------------------------------

    def _settle(self, finished: DealState) -> None:
        """Score a finished deal and end the game, or wait for the next deal."""
        self.current = None
        result = finished.result()
        old, self.scores = self.scores, new_scores(self.rules, self.scores, result)
        self._seat_scores = self._by_seat(self.scores)
        thrown_in = result.contract is None and not any(result.tricks)
        self._passed_out = self._passed_out + 1 if thrown_in else 0
        points = [new - before for new, before in zip(self.scores, old, strict=True)]
        details = {
            "contract": None if result.contract is None else BID_TEXT[result.contract],
            "declarer": finished.declarer,
            "partner": finished.partner,
            "made": None if result.contract is None else result.made,
            "tricks": list(finished.tricks_won),
        }
        number = finished.deal.number
        self.log.append(Settled(number, self._by_seat(points), self._seat_scores, details))
        self._end_game(number, result)

    def _by_seat(self, values: Sequence[int]) -> tuple[int, ...]:
        return tuple(values[self.side_of[seat]] for seat in range(self.rules.players))

    def _end_game(self, number: int, result: DealResult) -> None:
        end = game_end(self.rules, self.scores, result)
        capped = number >= self.rules.max_deals or self._passed_out >= self.rules.max_passed_out
        if end is None and capped:
            end = EndReason.CAP, best(self.scores, range(len(self.scores)))
        if end is not None:
            reason, winners = end
            self.outcome = outcome_of(self.scores, winners, self.rules.sides, reason)

    def forfeit(self, seat: Seat) -> Outcome:
        """Return the outcome when a seat's fault loses the game now.

        Its side scores the floor, or less where the contract it declares, failed, leaves it lower:
        a fault must not cost less than playing on.
        """
        side = self.side_of[seat]
        score = self.scores[side]
        if self.current is not None and self.current.contract is not None:
            failed = self.current.failed()
            score += contract_points(self.rules, failed) if side in failed.declaring else 0
        lowest = min(self.rules.floor, score)
        return forfeit_outcome(self.scores, seat, self.rules.sides, lowest)

    # -- what a seat may know ------------------------------------------------------------------

    def sees(self, seat: Seat, turn: Turn) -> bool:
        """Return whether a seat may know of a turn: discards and a declined name are private."""
        actor, action = turn
        private = DISCARD <= action < NOMINATE or action == NOMINATE_NONE
        return actor == seat or not private

    def view(self, seat: Seat) -> FiveHundredView:
        """Return all that a seat may know of the deal in progress (see ``view``)."""
        if self.current is None:
            raise ValueError("no deal is in progress")
        return build_view(self.current, seat, self._seat_scores)
