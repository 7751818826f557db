"""What can go wrong at a table, as stable codes. Prose is separate: ``Fault.text``.

A verdict is about a bot; where it is nobody's (``NOBODYS``) the game is void and played again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """The code of a fault; the values stand in records, exit messages and statistics."""

    START_FAILED = "start-failed"
    START_TIMEOUT = "start-timeout"
    BAD_HELLO = "bad-hello"
    TIMEOUT = "timeout"
    BANK_EMPTY = "bank-empty"
    CRASHED = "crashed"
    EXITED = "exited"
    CLOSED_STDOUT = "closed-stdout"
    BAD_MESSAGE = "bad-message"
    OUT_OF_TURN = "out-of-turn"
    OUTPUT_LIMIT = "output-limit"
    ILLEGAL_ACTION = "illegal-action"
    HARNESS_ERROR = "harness-error"

    @property
    def bots(self) -> bool:
        """Whether the fault is a bot's, which loses the game for its side."""
        return self is not Verdict.HARNESS_ERROR

    @property
    def kind(self) -> str:
        """The kind of fault as shown in tables: start, slow, crash, protocol, illegal, harness."""
        return KINDS[self]


NO_ANSWER = "no answer in time"
"""What a time-out says before the clock that was broken is known."""
KINDS = {
    Verdict.START_FAILED: "start",
    Verdict.START_TIMEOUT: "start",
    Verdict.BAD_HELLO: "start",
    Verdict.TIMEOUT: "slow",
    Verdict.BANK_EMPTY: "slow",
    Verdict.CRASHED: "crash",
    Verdict.EXITED: "crash",
    Verdict.CLOSED_STDOUT: "crash",
    Verdict.BAD_MESSAGE: "protocol",
    Verdict.OUT_OF_TURN: "protocol",
    Verdict.OUTPUT_LIMIT: "protocol",
    Verdict.ILLEGAL_ACTION: "illegal",
    Verdict.HARNESS_ERROR: "harness",
}


@dataclass
class Fault(Exception):  # noqa: N818 - the field's word
    """A bot broke the protocol, its limits or the rules.

    ``details`` holds what is decided by the bot's own behaviour (exit code, signal, rule …) as JSON
    values; ``evidence`` holds what was measured or sent (request, reply, stderr) as text.
    """

    verdict: Verdict
    text: str
    details: dict[str, object] = field(default_factory=dict)
    evidence: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.verdict}: {self.text}"
