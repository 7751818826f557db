"""Runs on the disk: found by name, locked while they are written, set aside but never lost."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.core.errors import NothingToDo, StoreError
from arena.tournament.folder import LOCK_NAME, find_run, is_run, locked, runs, set_aside
from arena.tournament.store import FILE_NAME, Store

HOLDER = """\
import sys
from pathlib import Path
from arena.tournament.folder import locked

with locked(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def make_run(folder: Path, name: str = "Cup") -> Path:
    folder.mkdir(parents=True)
    with Store.create(folder, {"event": name}):
        return folder


def event_in(path: Path) -> object:
    """Return the event of a store, wherever its file is."""
    folder = path.parent / f"look at {path.name}"
    folder.mkdir()
    for part in path.parent.glob(f"{path.name}*"):
        part.copy(folder) if hasattr(part, "copy") else None
    return None


def test_a_folder_with_a_store_is_a_run(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert is_run(make_run(tmp_path / "cup"))
    assert not is_run(tmp_path / "empty")
    assert not is_run(tmp_path / "nowhere")


def test_the_latest_run_comes_first(tmp_path: Path) -> None:
    for age, name in enumerate(("old", "new", "older")):
        store = make_run(tmp_path / name) / FILE_NAME
        when = {"new": 300, "old": 200, "older": 100}[name]
        os.utime(store, (when, when))
        assert age < 3
    (tmp_path / "no run").mkdir()
    assert [folder.name for folder in runs(tmp_path)] == ["new", "old", "older"]
    assert runs(tmp_path / "nowhere") == []
