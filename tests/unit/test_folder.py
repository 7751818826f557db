"""Runs on the disk: found by name, locked while they are written, set aside but never lost."""

from __future__ import annotations

import os
import stat
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
    folder.mkdir(parents=True, exist_ok=True)
    with Store.create(folder, {"event": name}):
        return folder


# -- finding ---------------------------------------------------------------------------------------


def test_a_folder_with_a_store_is_a_run(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert is_run(make_run(tmp_path / "cup"))
    assert not is_run(tmp_path / "empty")
    assert not is_run(tmp_path / "nowhere")


def test_the_latest_run_comes_first(tmp_path: Path) -> None:
    for name, changed in (("middle", 200), ("new", 300), ("old", 100)):
        os.utime(make_run(tmp_path / name) / FILE_NAME, (changed, changed))
    (tmp_path / "no run").mkdir()
    assert [folder.name for folder in runs(tmp_path)] == ["new", "middle", "old"]
    assert runs(tmp_path / "nowhere") == []


def test_a_run_is_found_by_its_name_and_by_its_path(tmp_path: Path) -> None:
    cup = make_run(tmp_path / "results" / "cup")
    assert find_run("cup", tmp_path / "results") == cup
    assert find_run(str(cup), tmp_path / "elsewhere") == cup


def test_an_unknown_run_is_answered_with_the_nearest(tmp_path: Path) -> None:
    make_run(tmp_path / "spring-cup")
    with pytest.raises(NothingToDo, match="no run 'sprig-cup'") as caught:
        find_run("sprig-cup", tmp_path)
    assert caught.value.hint == "Did you mean 'spring-cup'?"
    assert caught.value.exit_code == 5


def test_without_any_run_the_hint_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(NothingToDo) as caught:
        find_run("cup", tmp_path)
    assert "arena run" in caught.value.hint


# -- the lock --------------------------------------------------------------------------------------


def test_a_second_process_is_refused_and_told_who_holds_the_lock(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match=rf"in use by process {holder.pid}\n") as caught:
            locked(tmp_path).__enter__()
        holder.communicate()
    assert caught.value.exit_code == 2
    with locked(tmp_path):  # the holder has ended
        assert (tmp_path / LOCK_NAME).read_text(encoding="ascii") == str(os.getpid())


def test_the_same_process_cannot_hold_a_lock_twice(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(StoreError, match=f"process {os.getpid()}\n"):
        locked(tmp_path).__enter__()


def test_a_killed_holder_leaves_no_lock_behind(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        holder.kill()
    with locked(tmp_path):
        pass


def test_the_lock_is_given_back_when_its_work_fails(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked(tmp_path):
        raise ZeroDivisionError
    with locked(tmp_path):
        pass


def test_the_lock_makes_its_folder_and_is_its_owners(tmp_path: Path) -> None:
    folder = tmp_path / "results" / "cup"
    with locked(folder):
        assert stat.S_IMODE((folder / LOCK_NAME).stat().st_mode) == 0o600


# -- setting aside ---------------------------------------------------------------------------------


def test_runs_set_aside_are_numbered_and_kept(tmp_path: Path) -> None:
    for number, name in enumerate(("first", "second", "third"), 1):
        make_run(tmp_path, name)
        assert set_aside(tmp_path) == tmp_path / f"run.{number}.sqlite"
        assert not is_run(tmp_path)
    for number, name in enumerate(("first", "second", "third"), 1):
        (tmp_path / f"run.{number}.sqlite").rename(tmp_path / FILE_NAME)
        with Store.open(tmp_path) as store:
            assert store.meta("event") == name


def test_nothing_is_set_aside_where_there_is_no_run(tmp_path: Path) -> None:
    assert set_aside(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_what_is_not_yet_in_the_main_file_goes_with_it(tmp_path: Path) -> None:
    """A killed process leaves a write-ahead log; without it the last games would be lost."""
    with Store.create(tmp_path, {"event": "Cup"}) as store:
        store.set_meta("run_hash", "in the log only")
        assert (tmp_path / f"{FILE_NAME}-wal").stat().st_size > 0
        aside = set_aside(tmp_path)
        assert aside is not None
        assert Path(f"{aside}-wal").stat().st_size > 0
    assert [path.name for path in tmp_path.glob(f"{FILE_NAME}*")] == []
