"""Where runs lie on the disk: finding one by name, locking it, setting an old one aside."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.core.errors import NothingToDo, StoreError, nearest
from arena.tournament.store import FILE_NAME

RESULTS = Path("results")
LOCK_NAME = "lock"


def is_run(folder: Path) -> bool:
    """Return whether a folder holds a run."""
    return (folder / FILE_NAME).is_file()


def runs(results: Path) -> list[Path]:
    """Return the folders of the runs below a results folder, the latest first."""
    found = [path.parent for path in results.glob(f"*/{FILE_NAME}")]
    return sorted(found, key=lambda folder: (folder / FILE_NAME).stat().st_mtime, reverse=True)


def find_run(word: str, results: Path) -> Path:
    """Return where a run is, named by its path or by its name below the results folder.

    The path may be that of a store's file, such as one that was set aside.
    """
    for place in (Path(word), results / word):
        if is_run(place) or (place.suffix == ".sqlite" and place.is_file()):
            return place
    names = [folder.name for folder in runs(results)]
    hint = nearest(word, names) or "arena run EVENT.yaml makes one."
    raise NothingToDo("no-run", f"no run {word!r} here or in {results}", hint=hint)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a run's lock; ``StoreError`` names the process that holds it already."""
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK_NAME, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(descriptor, 32).decode("ascii", "replace").strip() or "unknown"
            text = f"{folder} is in use by process {holder}"
            raise StoreError("run-locked", text, hint="Wait for it, or stop it first.") from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(descriptor)


def set_aside(folder: Path) -> Path | None:
    """Rename the store of an earlier run out of the way; return its new path, ``None`` if none."""
    store = folder / FILE_NAME
    if not store.exists():
        return None
    number = 1
    while (aside := folder / f"run.{number}.sqlite").exists():
        number += 1
    for suffix in ("", "-wal", "-shm"):
        part = Path(f"{store}{suffix}")
        if part.exists():
            part.rename(f"{aside}{suffix}")
    return aside
