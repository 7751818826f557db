"""Process groups, orphans and zombies: what the operating system offers, in one place.

On Linux a worker adopts what its bots leave behind (``PR_SET_CHILD_SUBREAPER``) and bots die with
the process that started them (``PR_SET_PDEATHSIG``); elsewhere these two are missing and process
groups do what they can.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LINUX = sys.platform == "linux"
_libc = ctypes.CDLL(None, use_errno=True) if LINUX else None


def become_subreaper() -> None:
    """Make this process the parent of every descendant that loses its own."""
    if _libc is not None:
        _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with_parent() -> Callable[[], None] | None:
    """Return what a new child must do first so that it is killed when its parent ends."""
    libc = _libc
    if libc is None:
        return None
    parent = os.getpid()

    def set_death_signal() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return set_death_signal


def kill_group(leader: int, number: signal.Signals) -> None:
    """Send a signal to the process group that a bot leads; a group that is gone is fine."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def children() -> set[int]:
    """Return the process ids of this process's children, or nothing where that is unknown."""
    try:
        lists = [
            task.joinpath("children").read_text() for task in Path("/proc/self/task").iterdir()
        ]
    except OSError:
        return set()
    return {int(pid) for line in lists for pid in line.split()}


def sweep(keep: Collection[int] = ()) -> int:
    """Kill and reap every child but those to keep, and theirs as they are inherited.

    Returns how many were found.
    """
    found = 0
    while strangers := children() - set(keep):
        for pid in strangers:
            found += 1
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
    return found
