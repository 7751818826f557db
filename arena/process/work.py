"""Where bots have their work folders: below one folder per arena process, removed at its end."""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "arena-work-"


@contextmanager
def work_folder() -> Iterator[Path]:
    """Make a folder for the bots of this process and its workers, and remove it at the end.

    Those that killed processes could not remove are removed as well.
    """
    _remove_abandoned(Path(tempfile.gettempdir()))
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    try:
        yield folder
    finally:
        remove_tree(folder)


def remove_tree(folder: Path) -> None:
    """Remove a folder and all in it, also what a bot made unreadable; links are not followed."""
    for path, names, _ in os.walk(folder):
        for name in names:
            inner = Path(path, name)
            if not inner.is_symlink():
                with suppress(OSError):
                    inner.chmod(stat.S_IRWXU)
    shutil.rmtree(folder, ignore_errors=True)


def _remove_abandoned(parent: Path) -> None:
    """Remove the folders of processes of this user that are no more."""
    for folder in parent.glob(f"{PREFIX}*"):
        match = re.fullmatch(rf"{PREFIX}(\d+)-.*", folder.name)
        if match and folder.lstat().st_uid == os.getuid() and not _is_alive(int(match[1])):
            remove_tree(folder)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
