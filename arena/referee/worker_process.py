"""The process around a worker: a pipe to the parent that is also its lifeline.

The parent sends jobs and, at any time, ``STOP``; the worker sends finished games and ``IDLE``. When
the parent is gone the pipe ends, and the worker ends its bots and itself.
"""

from __future__ import annotations

import os
import signal
import traceback
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from arena.process.family import become_subreaper, sweep
from arena.process.loop import Loop
from arena.referee.worker import Job, play_job

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

BLOCKED_AT_BIRTH = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
"""Signals that the parent blocks while a worker starts, until it ignores them."""
STOP = "stop"
IDLE = "idle"


class ParentGone(Exception):  # noqa: N818 - says what happened
    """The other end of the pipe was closed."""


class NoResources(Exception):  # noqa: N818 - travels to the parent as a value
    """The machine refused something that a game needs; ``args[0]`` says what."""


class HarnessFault(Exception):  # noqa: N818 - travels to the parent as a value
    """Something in arena itself failed; ``args[0]`` is the traceback as text."""


def serve(pipe: Connection, core: int | None, work: Path) -> None:
    """Play the jobs that come through the pipe until ``STOP`` or the parent's end.

    ``work`` holds the bots' work folders; the parent removes it.

    ``core`` is the processor core that this worker and its bots share: referee and bot take turns,
    so sharing one saves waking another for every message.
    """
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGTSTP):
        signal.signal(number, signal.SIG_IGN)  # the parent says when to stop; no pause of a clock
    signal.pthread_sigmask(signal.SIG_UNBLOCK, BLOCKED_AT_BIRTH)
    become_subreaper()
    if core is not None:
        with suppress(OSError):
            os.sched_setaffinity(0, {core})
    try:
        _Worker(pipe, work).run()
    except (ParentGone, BrokenPipeError, ConnectionResetError):
        pass
    finally:
        sweep()


class _Worker:
    def __init__(self, pipe: Connection, work: Path) -> None:
        self._pipe = pipe
        self._work = work
        self._stopped = False
        self._loop = Loop()
        self._loop.watch(pipe.fileno(), self._listen)

    def run(self) -> None:
        """Ask for work, play it, until told to stop."""
        while not self._stopped:
            self._pipe.send(IDLE)
            job = self._receive()
            if isinstance(job, Job):
                self._play(job)

    def _play(self, job: Job) -> None:
        try:
            games = play_job(job, self._loop, lambda: self._stopped, self._work)
            with closing(games):
                for finished in games:
                    self._pipe.send(finished)
        except (ParentGone, BrokenPipeError, ConnectionResetError):
            raise
        except OSError as error:
            self._pipe.send(NoResources(str(error)))
        except Exception:  # noqa: BLE001 - whatever it is, the parent must learn of it
            self._pipe.send(HarnessFault(traceback.format_exc()))
        finally:
            sweep()

    def _listen(self) -> None:
        """Take what the parent sends while a game is played: only ever the word to stop."""
        self._receive()

    def _receive(self) -> object:
        try:
            message: object = self._pipe.recv()
        except (EOFError, OSError):
            raise ParentGone from None
        self._stopped = self._stopped or message == STOP
        return message
