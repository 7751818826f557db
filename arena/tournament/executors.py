"""Where tables are played: in this process, or in worker processes on this machine.

Both yield finished games in order of completion and end every process they started, however they
are left. ``stop`` lets the games in play finish and plays no more.
"""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

import multiprocess
import multiprocess.connection
import multiprocess.resource_tracker

from arena.core.errors import ArenaError
from arena.process.family import become_subreaper, children, sweep
from arena.process.loop import Loop
from arena.process.work import work_folder
from arena.referee.referee import GameSpec
from arena.referee.worker import Finished, Job, play_job
from arena.referee.worker_process import (
    BLOCKED_AT_BIRTH,
    IDLE,
    STOP,
    HarnessFault,
    NoResources,
    serve,
)

MOMENT = 0.2
"""Seconds between two looks at whether to stop."""
MAX_REPLAYS = 2
"""How often a game is played again because its worker process died."""


class Executor(Protocol):
    """One way of playing tables."""

    def run(self, jobs: Sequence[Job]) -> Iterator[Finished]:
        """Play every game of every job once and yield it; close the iterator to end early."""

    def stop(self) -> None:
        """Finish the games in play and start no more; ``run`` then ends."""


class MachineError(ArenaError):
    """The machine has no processes, descriptors or space left for a game."""

    exit_code = 2

    def __init__(self, what: str) -> None:
        hint = "Finished games are stored; the same command goes on."
        super().__init__("no-resources", f"the machine refused: {what}", hint=hint)


class HarnessError(Exception):
    """Something in arena itself failed while playing; the text is the worker's traceback."""


class SerialExecutor:
    """Plays one game after the other in this process."""

    def __init__(self) -> None:
        self._stopped = False

    def run(self, jobs: Sequence[Job]) -> Iterator[Finished]:
        """Play the jobs in order."""
        become_subreaper()
        loop, own = Loop(), children()
        with work_folder() as work:
            for job in jobs:
                try:
                    yield from play_job(job, loop, lambda: self._stopped, work)
                finally:
                    sweep(keep=own)

    def stop(self) -> None:
        """Finish the game in play and start no more."""
        self._stopped = True


@dataclass
class _Worker:
    """A worker process, the pipe to it, the job it plays and the games of it still to come."""

    process: Any
    pipe: Connection
    core: int | None
    job: Job | None = None
    missing: int = 0


class LocalExecutor:
    """Plays in worker processes, each on a core of its own where there are enough."""

    def __init__(self, jobs: int) -> None:
        self._size = jobs
        self._context = multiprocess.get_context("spawn")
        self._workers: list[_Worker] = []
        self._queue: deque[Job] = deque()
        self._deaths: Counter[str] = Counter()
        self._own: set[int] = set()
        self._work = Path()
        self._stopped = self._stop_sent = False

    def run(self, jobs: Sequence[Job]) -> Iterator[Finished]:
        """Hand out the jobs as workers become idle; a dead worker's games are handed out again."""
        become_subreaper()
        multiprocess.resource_tracker.ensure_running()
        self._own = children()
        self._queue = deque(jobs)
        with work_folder() as self._work:
            try:
                for index in range(min(self._size, len(self._queue))):
                    self._workers.append(self._hire(self._core(index)))
                while self._workers:
                    yield from self._next_messages()
            finally:
                self._dismiss()

    def stop(self) -> None:
        """Have every worker finish its game and end; safe to call from a signal handler."""
        self._stopped = True

    def _pass_on_stop(self) -> None:
        """Tell the workers to stop, once."""
        if self._stopped and not self._stop_sent:
            self._stop_sent = True
            for worker in self._workers:
                _send(worker.pipe, STOP)

    # -- workers -------------------------------------------------------------------------------

    def _core(self, index: int) -> int | None:
        """Return the core for a worker, ``None`` when there are more workers than cores."""
        if not hasattr(os, "sched_getaffinity"):
            return None
        cores = sorted(os.sched_getaffinity(0))
        return cores[index] if self._size <= len(cores) else None

    def _hire(self, core: int | None) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=serve, args=(theirs, core, self._work), daemon=True)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, BLOCKED_AT_BIRTH)
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        theirs.close()
        return _Worker(process, ours, core)

    def _next_messages(self) -> Iterator[Finished]:
        """Wait a moment for workers to speak or die, and serve each that did."""
        self._pass_on_stop()
        pipes = {worker.pipe: worker for worker in self._workers}
        for pipe in multiprocess.connection.wait(list(pipes), MOMENT):
            worker = pipes[pipe]
            try:
                message = worker.pipe.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            if isinstance(message, NoResources):
                raise MachineError(str(message.args[0]))
            if isinstance(message, HarnessFault):
                raise HarnessError(str(message.args[0]))
            if isinstance(message, Finished):
                worker.missing -= 1
                yield message
            elif message == IDLE:
                self._give_work(worker)

    def _give_work(self, worker: _Worker) -> None:
        worker.job = None
        if self._queue and not self._stopped:
            worker.job = self._queue.popleft()
            worker.missing = len(worker.job.specs)
            _send(worker.pipe, worker.job)
        else:
            _send(worker.pipe, STOP)
            self._let_go(worker)

    def _let_go(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.process.join()
        worker.pipe.close()

    def _replace(self, worker: _Worker) -> None:
        """Bury a worker that died and let another play what it had not finished."""
        self._let_go(worker)
        sweep(keep=self._family())
        if worker.job is not None and worker.missing:
            self._put_back(worker.job, worker.job.specs[-worker.missing :])
        if self._queue and not self._stopped:
            self._workers.append(self._hire(worker.core))

    def _put_back(self, job: Job, rest: tuple[GameSpec, ...]) -> None:
        """Queue the games that a dead worker left; one that kills every worker ends the run."""
        first = rest[0].id
        self._deaths[first] += 1
        if self._deaths[first] > MAX_REPLAYS:
            raise HarnessError(f"game {first} ended {MAX_REPLAYS + 1} worker processes")
        self._queue.appendleft(replace(job, specs=rest))

    def _family(self) -> set[int]:
        """Return the children to keep when orphans are swept."""
        return self._own | {worker.process.pid for worker in self._workers}

    def _dismiss(self) -> None:
        """Kill what is left of the workers and of their bots."""
        for worker in self._workers:
            worker.process.kill()
            worker.process.join()
            worker.pipe.close()
        self._workers = []
        sweep(keep=self._own)


def _send(pipe: Connection, message: object) -> None:
    """Send to a worker; one that is dead is noticed when its pipe is read."""
    with suppress(OSError):
        pipe.send(message)
