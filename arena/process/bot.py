"""One bot process: spawn it, exchange lines under a deadline, keep its stderr, end it.

Every read has a byte cap and a deadline. What goes wrong is a ``Fault``; nothing else is raised for
anything a bot does.
"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Protocol

from arena.process.family import die_with_parent, kill_group
from arena.process.framing import HeadAndTail, LineBuffer, LineTooLong
from arena.process.loop import READ, WRITE, Loop
from arena.process.program import Program
from arena.process.work import remove_tree
from arena.wire.messages import MAX_LINE
from arena.wire.verdicts import NO_ANSWER, Fault, Verdict

NO_RESOURCES = (errno.EAGAIN, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOSPC)
STDERR_KEPT = 16_384
CHUNK = 65_536
GRACE = 0.2
"""Seconds a bot has to end after ``quit``, and once more after SIGTERM."""
TWO_LINES = (
    "more than one line answers one request"
    " (standard output is the protocol: print to standard error)"
)
LAST_CHUNKS = 64
POLL_WITHOUT_PIDFD = 0.01
LAST_WORDS = 0.5
"""Seconds to learn why a bot whose stdout ended is gone."""


class Transport(Protocol):
    """What the referee needs of a bot: the process, or a script in a test."""

    def tell(self, line: bytes) -> None:
        """Send a line that has no answer; ``Fault`` when the bot is gone or does not read."""

    def exchange(self, line: bytes, limit: float | None) -> tuple[bytes, float]:
        """Send a line, return the one line that answers it and the seconds it took.

        ``limit`` is in seconds. ``Fault`` on a time-out, an end, or more than one line.
        """

    def stderr(self) -> str:
        """Return the first and the last of what the bot wrote to its standard error."""


class BotProcess:
    """A running bot in a session and process group of its own, a ``Transport``."""

    def __init__(self, program: Program, loop: Loop, parent: Path | None = None) -> None:
        """Start the program; ``Fault`` (start-failed) when the system refuses to.

        Its work folder is made below ``parent``, or in the system's temporary folder.
        """
        self._loop = loop
        self._lines = LineBuffer(MAX_LINE)
        self._errors = HeadAndTail(STDERR_KEPT)
        self._work = Path(tempfile.mkdtemp(prefix="bot-", dir=parent))
        try:
            self._process = subprocess.Popen(
                program.argv(),
                cwd=program.folder,
                env=program.environment(self._work),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                preexec_fn=die_with_parent(),
            )
        except (OSError, ValueError) as error:
            remove_tree(self._work)
            if isinstance(error, OSError) and error.errno in NO_RESOURCES:
                raise  # the machine's fault, not the bot's
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            text = f"cannot run {program.command[0]!r}: {why}"
            raise Fault(Verdict.START_FAILED, text) from None
        self._open_descriptors()

    def _open_descriptors(self) -> None:
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        if stdin is None or stdout is None or stderr is None:
            raise RuntimeError("a pipe is missing")
        self._stdin, self._stdout, self._stderr = stdin.fileno(), stdout.fileno(), stderr.fileno()
        for descriptor in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(descriptor, False)
        self._ended = _pidfd(self._process.pid)
        self._loop.watch(self._stderr, self._drain_stderr)

    @property
    def pid(self) -> int:
        """The process id, which is also its group's."""
        return self._process.pid

    # -- lines ---------------------------------------------------------------------------------

    def tell(self, line: bytes) -> None:
        """Send a line that has no answer."""
        self._write(line, time.monotonic() + GRACE)

    def exchange(self, line: bytes, limit: float | None) -> tuple[bytes, float]:
        """Send a line and return its answer and the seconds from the last byte to the newline."""
        self._write(line, None if limit is None else time.monotonic() + limit)
        started = time.monotonic()
        reply = self._read_line(None if limit is None else started + limit)
        elapsed = time.monotonic() - started
        if self._lines.pending:
            evidence = {"reply": reply[:CHUNK].decode("utf-8", "replace")}
            raise Fault(Verdict.OUT_OF_TURN, TWO_LINES, {}, evidence)
        return reply, elapsed

    def _write(self, line: bytes, deadline: float | None) -> None:
        rest = memoryview(line)
        while rest:
            try:
                rest = rest[os.write(self._stdin, rest) :]
            except BlockingIOError:
                if not self._loop.wait({self._stdin: WRITE}, deadline):
                    raise Fault(Verdict.TIMEOUT, "does not read its standard input") from None
            except OSError:
                raise self._end_fault("closed its standard input") from None

    def _read_line(self, deadline: float | None) -> bytes:
        """Return the next line; a bot that ended is judged only when its last words are read."""
        waiting = {self._stdout: READ}
        if self._ended is not None:
            waiting[self._ended] = READ
        while True:
            try:
                line = self._lines.next_line()
            except LineTooLong:
                text = f"wrote more than {MAX_LINE} bytes without a newline"
                raise Fault(Verdict.OUTPUT_LIMIT, text) from None
            if line is not None:
                return line
            late = deadline is not None and time.monotonic() >= deadline
            if late or not self._loop.wait(waiting, deadline):
                raise Fault(Verdict.TIMEOUT, NO_ANSWER)
            if not self._read_some():
                raise self._end_fault("closed its standard output")

    def _read_some(self) -> bool:
        """Read what is there; ``False`` when nothing is or nothing will be."""
        try:
            data = os.read(self._stdout, CHUNK)
        except OSError:
            return False
        self._lines.feed(data)
        return bool(data)

    def _drain_stderr(self) -> bool:
        """Keep what stderr holds now; ``False`` when that is nothing."""
        try:
            data = os.read(self._stderr, CHUNK)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if data:
            self._errors.feed(data)
        else:
            self._loop.forget(self._stderr)
        return bool(data)

    def stderr(self) -> str:
        """Return the first and the last 16 KiB of standard error as text."""
        return self._errors.text()

    # -- the end -------------------------------------------------------------------------------

    def _end_fault(self, otherwise: str) -> Fault:
        """Return why the bot is gone: a signal, an exit code, or that it only closed a pipe."""
        self._wait_for_end(time.monotonic() + LAST_WORDS)
        code = self._exit_code()
        if code is None:
            return Fault(Verdict.CLOSED_STDOUT, otherwise)
        if code < 0:
            name = _signal_name(-code)
            return Fault(Verdict.CRASHED, f"ended by signal {-code} ({name})", {"signal": -code})
        return Fault(Verdict.EXITED, f"ended with exit code {code}", {"exit_code": code})

    def _exit_code(self) -> int | None:
        """Return the exit code (negative: a signal), ``None`` while the process lives.

        It is not reaped yet: a zombie keeps its process group's number from being given away.
        """
        if not hasattr(os, "waitid"):
            return self._process.poll()
        status = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if status is None:
            return None
        return status.si_status if status.si_code == os.CLD_EXITED else -status.si_status

    def _wait_for_end(self, deadline: float) -> None:
        """Wait until the process ended or the deadline, then keep its last words on stderr."""
        while self._exit_code() is None and time.monotonic() < deadline:
            if self._ended is not None:
                self._loop.wait({self._ended: READ}, deadline)
            else:
                self._loop.wait({}, min(deadline, time.monotonic() + POLL_WITHOUT_PIDFD))
        for _ in range(LAST_CHUNKS):
            if not self._drain_stderr():
                break

    def _say_goodbye(self, farewell: bytes) -> None:
        """Say the last line if the bot reads, and end its input."""
        with suppress(OSError):
            os.write(self._stdin, farewell)
        self._close(self._process.stdin)

    def _terminate(self) -> None:
        if self._exit_code() is None:
            kill_group(self.pid, signal.SIGTERM)

    def _finish(self) -> None:
        """Kill what is left of the group, reap the process, give back what it held."""
        kill_group(self.pid, signal.SIGKILL)
        self._process.wait()
        self._loop.forget(self._stderr)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            self._close(stream)
        if self._ended is not None:
            os.close(self._ended)
        remove_tree(self._work)

    @staticmethod
    def _close(stream: IO[bytes] | None) -> None:
        if stream is not None:
            with suppress(OSError):
                stream.close()

    @classmethod
    def close_all(cls, bots: Sequence[BotProcess], farewell: bytes) -> None:
        """End bots together: farewell, end of input, SIGTERM, SIGKILL of the group, reaping."""
        for bot in bots:
            bot._say_goodbye(farewell)
        cls._wait_for_all(bots)
        for bot in bots:
            bot._terminate()
        cls._wait_for_all(bots)
        for bot in bots:
            bot._finish()

    @staticmethod
    def _wait_for_all(bots: Sequence[BotProcess]) -> None:
        deadline = time.monotonic() + GRACE
        for bot in bots:
            bot._wait_for_end(deadline)


def _pidfd(pid: int) -> int | None:
    """Return a descriptor that becomes readable when the process ends, where there are such."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _signal_name(number: int) -> str:
    with suppress(ValueError):
        return signal.Signals(number).name
    return "unknown"
