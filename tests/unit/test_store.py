"""The results store: what comes back, in which order, and what it refuses to read."""

from __future__ import annotations

import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from arena.core.errors import NothingToDo, StoreError
from arena.referee.record import Measured
from arena.referee.worker import Finished
from arena.tournament.store import FILE_NAME, VERSION, Store, StoredGame

MEASURED = Measured(
    arena="0.1.0",
    played_at="2027-01-02T03:04:05+00:00",
    isolation="basic",
    ms=[[0.25, 1.5], []],
    evidence={"stderr": "♠ \x1b"},
)

KILLED_CREATION = """\
import os, signal, sys
from pathlib import Path
from arena.tournament.store import Store

def kill(event, arguments):
    if event == "sqlite3.connect":
        os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(kill)
Store.create(Path(sys.argv[1]), {"event": "Cup"})
"""


def finished(game_id: str, data: bytes = b"a record \x00\xff") -> Finished:
    return Finished(game_id, data, f"hash of {game_id}", MEASURED)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A run with three games, stored in order of completion."""
    with Store.create(tmp_path, {"event": {"name": "Cup"}, "seed": None}) as store:
        for position, game_id in ((2, "b2-a-b-1"), (0, "b1-a-b-1"), (1, "b1-a-b-2")):
            store.add(position, finished(game_id))
    return tmp_path


def change(folder: Path, statement: str, *values: object) -> None:
    """Change a store behind arena's back."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as db, db:
        db.execute(statement, values)


# -- what is kept ----------------------------------------------------------------------------------


def test_a_game_comes_back_as_it_was_stored(folder: Path) -> None:
    with Store.open(folder) as store:
        assert store.game("b1-a-b-2") == StoredGame(
            "b1-a-b-2", 1, "hash of b1-a-b-2", b"a record \x00\xff", MEASURED
        )


def test_games_come_in_schedule_order_not_in_that_of_completion(folder: Path) -> None:
    with Store.open(folder) as store:
        assert store.ids() == ["b1-a-b-1", "b1-a-b-2", "b2-a-b-1"]
        assert [game.position for game in store.games()] == [0, 1, 2]


def test_head_data_comes_back_as_json_values(folder: Path) -> None:
    with Store.open(folder, writable=True) as store:
        assert store.meta("event") == {"name": "Cup"}
        assert store.meta("seed") is None
        assert store.meta("never set") is None
        store.set_meta("run_hash", "one")
        store.set_meta("run_hash", "two")
    with Store.open(folder) as store:
        assert store.meta("run_hash") == "two"


@pytest.mark.parametrize(
    ("prefix", "ids"),
    [
        ("b1", ["b1-a-b-1", "b1-a-b-2"]),
        ("b1-a-b-1", ["b1-a-b-1"]),
        ("", ["b1-a-b-1", "b1-a-b-2", "b2-a-b-1"]),
        ("b3", []),
        ("b%", []),
        ("B1", []),
    ],
)
def test_games_are_found_by_the_start_of_their_id(
    folder: Path, prefix: str, ids: list[str]
) -> None:
    with Store.open(folder) as store:
        assert store.find(prefix) == ids


def test_an_exact_id_comes_alone_although_others_start_with_it(folder: Path) -> None:
    with Store.open(folder, writable=True) as store:
        store.add(3, finished("b1-a-b-11"))
        assert store.find("b1-a-b-1") == ["b1-a-b-1"]


def test_a_game_that_is_not_there_is_a_key_error(folder: Path) -> None:
    with Store.open(folder) as store, pytest.raises(KeyError, match="b9"):
        store.game("b9-a-b-1")


def test_a_game_cannot_be_stored_twice(folder: Path) -> None:
    with Store.open(folder, writable=True) as store:
        with pytest.raises(StoreError, match="UNIQUE"):
            store.add(0, finished("b1-a-b-1"))
        assert len(store.ids()) == 3


def test_a_stored_game_is_there_for_others_at_once(tmp_path: Path) -> None:
    with Store.create(tmp_path, {}) as store, Store.open(tmp_path) as reader:
        store.add(0, finished("b1-a-b-1"))
        assert reader.ids() == ["b1-a-b-1"]


# -- the file --------------------------------------------------------------------------------------


def test_only_the_owner_may_read_a_store(tmp_path: Path) -> None:
    """It holds the secrets that the cards come from; its side files too."""
    with Store.create(tmp_path, {"secrets": "deep"}):
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert modes == dict.fromkeys((FILE_NAME, f"{FILE_NAME}-wal", f"{FILE_NAME}-shm"), 0o600)


def test_a_run_is_never_overwritten(folder: Path) -> None:
    with pytest.raises(FileExistsError):
        Store.create(folder, {})
    with Store.open(folder) as store:
        assert len(store.ids()) == 3


def test_reading_changes_nothing(folder: Path) -> None:
    before = (folder / FILE_NAME).read_bytes()
    with Store.open(folder) as store, pytest.raises(StoreError, match="readonly"):
        store.add(9, finished("b9-a-b-1"))
    assert (folder / FILE_NAME).read_bytes() == before


def test_a_folder_with_odd_characters_holds_a_store(tmp_path: Path) -> None:
    folder = tmp_path / "100% a?b#c ♠"
    folder.mkdir()
    with Store.create(folder, {"event": "Cup"}):
        pass
    with Store.open(folder) as store:
        assert store.meta("event") == "Cup"


def test_a_store_whose_creation_was_killed_is_not_in_the_way(tmp_path: Path) -> None:
    """Killed when its file is made but nothing stands in it yet; the next run makes it."""
    command = [sys.executable, "-c", KILLED_CREATION, str(tmp_path)]
    assert subprocess.run(command, check=False).returncode == -signal.SIGKILL
    with Store.create(tmp_path, {"event": "Cup"}) as store:
        assert store.meta("event") == "Cup"


# -- what is refused -------------------------------------------------------------------------------


def test_no_store_is_nothing_to_do(tmp_path: Path) -> None:
    with pytest.raises(NothingToDo, match="no run in"):
        Store.open(tmp_path)


@pytest.mark.parametrize("version", [0, VERSION + 1])
def test_a_store_of_another_version_is_refused_by_name(folder: Path, version: int) -> None:
    change(folder, f"PRAGMA user_version = {version}")
    with pytest.raises(StoreError, match=f"store version {version};.*reads version 1") as caught:
        Store.open(folder)
    assert (caught.value.code, caught.value.exit_code) == ("store-version", 2)


@pytest.mark.parametrize(
    "contents", [b"this is no database, not at all" * 40, b"SQLite format 3\0"]
)
def test_a_file_that_is_no_store_is_refused(tmp_path: Path, contents: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(contents)
    with pytest.raises(StoreError, match="not a results store"):
        Store.open(tmp_path)


def test_a_store_whose_pages_are_damaged_is_refused(folder: Path) -> None:
    path = folder / FILE_NAME
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xa5" * (len(whole) - 100))
    with pytest.raises(StoreError), Store.open(folder) as store:
        store.meta("event")
    with pytest.raises(StoreError), Store.open(folder) as store:
        store.ids()
    with pytest.raises(StoreError), Store.open(folder) as store:
        list(store.games())


@pytest.mark.parametrize("column", ["record", "measured"])
@pytest.mark.parametrize("contents", [b"", b"not compressed", b"x\x9c\x4b"])
def test_a_damaged_record_is_named(folder: Path, column: str, contents: bytes) -> None:
    change(folder, f"UPDATE games SET {column} = ? WHERE position = 1", contents)  # noqa: S608
    with Store.open(folder) as store:
        with pytest.raises(StoreError, match="b1-a-b-2 is damaged"):
            list(store.games())
        with pytest.raises(StoreError, match="b1-a-b-2 is damaged"):
            store.game("b1-a-b-2")
        assert store.game("b1-a-b-1").position == 0
