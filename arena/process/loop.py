"""Waiting: one ``poll`` over everything a worker must not neglect while it waits for one bot.

The loop always drains what its *watchers* are registered for (stderr of every bot, the pipe to the
parent) while some caller waits for its own descriptor to become ready.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable

READ = select.POLLIN | select.POLLHUP | select.POLLERR
WRITE = select.POLLOUT | select.POLLHUP | select.POLLERR


class Loop:
    """A poll object with watchers; single-threaded, never blocks past a deadline."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._watchers: dict[int, Callable[[], object]] = {}

    def watch(self, descriptor: int, on_readable: Callable[[], object]) -> None:
        """Call ``on_readable`` whenever the descriptor has bytes while anyone waits."""
        self._watchers[descriptor] = on_readable
        self._poll.register(descriptor, select.POLLIN)

    def forget(self, descriptor: int) -> None:
        """Stop watching a descriptor; unknown ones are fine."""
        if self._watchers.pop(descriptor, None) is not None:
            self._poll.unregister(descriptor)

    def wait(self, descriptors: dict[int, int], deadline: float | None) -> set[int]:
        """Wait until one of the descriptors is ready for its events; return those that are.

        ``descriptors`` maps to ``READ`` or ``WRITE``. Returns an empty set at the deadline
        (``time.monotonic`` seconds; ``None`` waits without end).
        """
        poll = self._poll
        for descriptor, events in descriptors.items():
            poll.register(descriptor, events)
        try:
            while True:
                ready = self._turn(descriptors, deadline)
                if ready or (deadline is not None and time.monotonic() >= deadline):
                    return ready
        finally:
            for descriptor in descriptors:
                poll.unregister(descriptor)

    def _turn(self, descriptors: dict[int, int], deadline: float | None) -> set[int]:
        """Poll once and serve the watchers."""
        timeout = None if deadline is None else max(0.0, deadline - time.monotonic()) * 1000
        ready = set()
        for descriptor, _ in self._poll.poll(timeout):
            if descriptor in descriptors:
                ready.add(descriptor)
            else:
                self._watchers[descriptor]()
        return ready
