"""The bots at one table: started when needed, greeted once, replaced after a fault.

A table serves one seating of its boards, so that no process ever meets the same cards twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.process.bot import Transport
from arena.wire.codec import decode, encode
from arena.wire.messages import Hello, HelloReply, Quit
from arena.wire.verdicts import Fault, Verdict

FAREWELL = encode(Quit())
AT_START = {
    Verdict.TIMEOUT: Verdict.START_TIMEOUT,
    Verdict.BAD_MESSAGE: Verdict.BAD_HELLO,
    Verdict.OUT_OF_TURN: Verdict.BAD_HELLO,
    Verdict.OUTPUT_LIMIT: Verdict.BAD_HELLO,
    Verdict.CRASHED: Verdict.START_FAILED,
    Verdict.EXITED: Verdict.START_FAILED,
    Verdict.CLOSED_STDOUT: Verdict.START_FAILED,
}

Connect = Callable[[int], Transport]
Disconnect = Callable[[Sequence[Transport]], None]


class Table:
    """The seats of one table; ``connect`` starts the bot of a seat, ``disconnect`` ends bots."""

    def __init__(self, seats: int, hello: Hello, connect: Connect, disconnect: Disconnect) -> None:
        self._bots: list[Transport | None] = [None] * seats
        self._hello = encode(hello)
        self._limits = hello.limits
        self._connect = connect
        self._disconnect = disconnect

    def bot(self, seat: int) -> Transport:
        """Return the bot of a seat, started and greeted; ``Fault`` when it cannot be."""
        bot = self._bots[seat]
        if bot is None:
            bot = self._bots[seat] = self._connect(seat)
            self._greet(bot)
        return bot

    def _greet(self, bot: Transport) -> None:
        try:
            start = self._limits.start_ms
            line, _ = bot.exchange(self._hello, None if start is None else start / 1000)
            decode(line, HelloReply)
        except Fault as fault:
            if fault.verdict is Verdict.TIMEOUT:
                limit = self._limits.start_ms
                fault.text = f"no hello within {limit} ms: was it flushed, and ended by a newline?"
            fault.verdict = AT_START.get(fault.verdict, fault.verdict)
            fault.evidence["stderr"] = bot.stderr()
            raise

    def seated(self, seat: int) -> Transport | None:
        """Return the bot of a seat if there is one now; nothing is started."""
        return self._bots[seat]

    def dismiss(self, seats: Sequence[int]) -> None:
        """End the bots of some seats; each is started afresh when it is needed again."""
        leaving = [bot for seat in seats if (bot := self._bots[seat]) is not None]
        for seat in seats:
            self._bots[seat] = None
        self._disconnect(leaving)

    def close(self) -> None:
        """End every bot of the table."""
        self.dismiss(range(len(self._bots)))
