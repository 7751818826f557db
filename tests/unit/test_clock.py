"""The clocks of a game: the decision's limit, the bank, and which of them a time-out broke."""

from __future__ import annotations

import pytest

from arena.referee.clock import GameClock
from arena.wire.messages import Clock, Limits
from arena.wire.verdicts import NO_ANSWER, Fault, Verdict

NO_LINE = "no whole line within 1000 ms: was it flushed, and ended by a newline?"
USED_UP = "the 1000 ms for the game are used up"


def clock(decision_ms: int | None, bank_ms: int | None, seats: int = 2) -> GameClock:
    return GameClock(Limits(start_ms=None, decision_ms=decision_ms, bank_ms=bank_ms), seats)


@pytest.mark.parametrize(
    ("decision_ms", "bank_ms", "seconds"),
    [(1000, 5000, 1.0), (5000, 1000, 1.0), (1000, None, 1.0), (None, 700, 0.7), (None, None, None)],
)
def test_the_tighter_limit_counts(
    decision_ms: int | None, bank_ms: int | None, seconds: float | None
) -> None:
    assert clock(decision_ms, bank_ms).limit(0) == seconds


def test_an_answer_costs_its_own_seat_only() -> None:
    game = clock(1000, 1500)
    game.spend(0, 0.9)
    assert game.limit(0) == pytest.approx(0.6)
    assert game.limit(1) == 1.0
    assert game.shown(0) == Clock(decision_ms=1000, bank_ms=600)
    assert game.shown(1) == Clock(decision_ms=1000, bank_ms=1500)


def test_what_is_shown_is_never_more_than_there_is() -> None:
    game = clock(None, 1000)
    game.spend(0, 0.0001)
    assert game.shown(0).bank_ms == 999


def test_an_overdrawn_bank_is_empty_and_not_negative() -> None:
    game = clock(1000, 1000)
    game.spend(0, 1.2)
    assert game.limit(0) == 0.0
    assert game.shown(0).bank_ms == 0


def test_without_a_bank_nothing_is_spent() -> None:
    game = clock(1000, None)
    game.spend(0, 100.0)
    assert game.limit(0) == 1.0
    assert game.shown(0) == Clock(decision_ms=1000, bank_ms=None)


@pytest.mark.parametrize(
    ("decision_ms", "bank_ms", "spent", "verdict", "text"),
    [
        (1000, 5000, 0.0, Verdict.TIMEOUT, NO_LINE),
        (1000, 1000, 0.0, Verdict.TIMEOUT, NO_LINE),
        (1000, 1000, 0.001, Verdict.BANK_EMPTY, USED_UP),
        (1000, None, 0.0, Verdict.TIMEOUT, NO_LINE),
        (None, 1000, 0.0, Verdict.BANK_EMPTY, USED_UP),
    ],
)
def test_which_limit_a_time_out_broke(
    decision_ms: int | None, bank_ms: int | None, spent: float, verdict: Verdict, text: str
) -> None:
    game, fault = clock(decision_ms, bank_ms), Fault(Verdict.TIMEOUT, NO_ANSWER)
    game.spend(0, spent)
    game.judge(0, fault)
    assert (fault.verdict, fault.text) == (verdict, text)


def test_a_time_out_that_says_more_keeps_its_words() -> None:
    fault = Fault(Verdict.TIMEOUT, "took no more input")
    clock(1000, None).judge(0, fault)
    assert fault == Fault(Verdict.TIMEOUT, "took no more input")


def test_the_bank_is_the_seat_s_own() -> None:
    game, fault = clock(1000, 1000), Fault(Verdict.TIMEOUT, NO_ANSWER)
    game.spend(0, 0.5)
    game.judge(1, fault)
    assert fault == Fault(Verdict.TIMEOUT, NO_LINE)


@pytest.mark.parametrize("verdict", [v for v in Verdict if v is not Verdict.TIMEOUT])
def test_other_verdicts_stay_what_they_are(verdict: Verdict) -> None:
    fault = Fault(verdict, NO_ANSWER)
    clock(None, 0).judge(0, fault)
    assert fault == Fault(verdict, NO_ANSWER)
