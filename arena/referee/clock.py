"""The clocks of one game: how long each seat may think now, and what it has used."""

from __future__ import annotations

from arena.games.contract import Seat
from arena.wire.messages import Clock, Limits
from arena.wire.verdicts import NO_ANSWER, Fault, Verdict


class GameClock:
    """A limit per decision and a bank per seat; it measures nothing itself."""

    def __init__(self, limits: Limits, seats: int) -> None:
        self._decision = limits.decision_ms
        self._whole_bank = limits.bank_ms
        self._bank: list[float | None] = [limits.bank_ms] * seats

    def limit(self, seat: Seat) -> float | None:
        """Return how many seconds the seat has for this decision, ``None`` without a limit."""
        limits = [ms for ms in (self._decision, self._bank[seat]) if ms is not None]
        return max(0.0, min(limits)) / 1000 if limits else None

    def shown(self, seat: Seat) -> Clock:
        """Return the clock as sent to the bot, in whole milliseconds."""
        bank = self._bank[seat]
        return Clock(
            decision_ms=self._decision, bank_ms=None if bank is None else max(0, int(bank))
        )

    def spend(self, seat: Seat, seconds: float) -> None:
        """Take the time of an answer from the seat's bank."""
        bank = self._bank[seat]
        if bank is not None:
            self._bank[seat] = bank - seconds * 1000

    def judge(self, seat: Seat, fault: Fault) -> None:
        """Say which limit a time-out broke: the decision's, or the emptier bank's."""
        bank, decision = self._bank[seat], self._decision
        if fault.verdict is not Verdict.TIMEOUT:
            return
        if bank is not None and (decision is None or bank < decision):
            fault.verdict = Verdict.BANK_EMPTY
            fault.text = f"the {self._whole_bank} ms for the game are used up"
        elif fault.text == NO_ANSWER:
            fault.text = (
                f"no whole line within {decision} ms: was it flushed, and ended by a newline?"
            )
