"""Progress of a run: a bar on a terminal, one dated line a step anywhere else."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from datetime import datetime
from types import TracebackType
from typing import Protocol

from arena.referee.record import Record

STEP = 0.1
"""Share of the games between two lines."""
MINUTE = 60.0


class Progress(Protocol):
    """Shows how far a run is. Use as a context manager."""

    def __enter__(self) -> Progress: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def advance(self, record: Record) -> None:
        """Count a finished game."""


def progress(done: int, total: int) -> Progress:
    """Return the progress display that suits standard error."""
    return Bar(done, total) if sys.stderr.isatty() else Lines(done, total)


def fault_line(record: Record) -> str | None:
    """Return one line about the fault that decided a game, if one did."""
    fault = record.result.fault
    if fault is None:
        return None
    bot = record.seats[fault.seat].bot
    return f"{bot} {fault.verdict} game={record.id} at={fault.place}: {fault.text}"


class Bar:
    """A bar that is redrawn in place; faults stay above it."""

    def __init__(self, done: int, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (BarColumn(None), TextColumn("{task.completed:,.0f} of {task.total:,.0f}"))
        self._bar = Progress(
            TextColumn(""), *columns, TimeRemainingColumn(), console=Console(stderr=True)
        )
        self._task = self._bar.add_task("", total=total, completed=done)

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def advance(self, record: Record) -> None:
        """Count a finished game."""
        line = fault_line(record)
        if line is not None:
            self._bar.console.print(f" ! {line}", markup=False, highlight=False)
        self._bar.advance(self._task)


class Lines:
    """One dated line each tenth of the games or each minute, and for each fault."""

    def __init__(self, done: int, total: int) -> None:
        self._done = done
        self._total = total
        self._begun = self._last = time.monotonic()
        self._start = done
        self._next = done + STEP * total

    def __enter__(self) -> Lines:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._write(f"{'done' if error is None else 'stopped':<8} {self._done}/{self._total}")

    def advance(self, record: Record) -> None:
        """Count a finished game."""
        self._done += 1
        line = fault_line(record)
        if line is not None:
            self._write(f"{'fault':<8} {line}")
        now = time.monotonic()
        if self._done >= self._next or now - self._last >= MINUTE:
            self._last, self._next = now, self._done + STEP * self._total
            rate = (self._done - self._start) / max(now - self._begun, 1e-9)
            share = self._done / self._total
            self._write(f"{'progress':<8} {self._done}/{self._total} {share:.0%} {rate:.1f}/s")

    def _write(self, text: str) -> None:
        with suppress(OSError):  # a full log disk must not stop a run
            sys.stderr.write(f"{datetime.now():%H:%M:%S} {text}\n")
            sys.stderr.flush()
