"""Ctrl-C and SIGTERM while games are played: once to finish the games in play, twice to end now."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType, TracebackType

from arena.cli.main import Interrupted

FINISH_WITHIN = 10
"""Seconds that the games in play have to finish after the first signal."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupts:
    """Calls ``stop`` at the first signal and raises ``Interrupted`` at the second or in time."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self._stop = stop
        self._before: dict[signal.Signals, signal.Handlers] = {}
        self.seen = False

    def __enter__(self) -> Interrupts:
        for number in (*SIGNALS, signal.SIGALRM):
            self._before[number] = signal.signal(number, self._handle)  # type: ignore[assignment]
        # Ctrl-Z would stop the clock's reader but not the bots, and charge them for the pause.
        self._before[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # type: ignore[assignment]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.alarm(0)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        if self.seen:
            raise Interrupted
        self.seen = True
        signal.alarm(FINISH_WITHIN)
        self._stop()
