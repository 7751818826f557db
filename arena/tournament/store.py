"""The results store: one SQLite file per run, written by one process, the whole truth of the run.

It holds the frozen event, the commitment and the secrets, and one row per finished game. Everything
else (ratings, standings) is computed from it. One transaction per game: an acknowledged game is
never lost.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import msgspec

from arena.core.errors import NothingToDo, StoreError
from arena.referee.record import Measured, Record, decode_record
from arena.referee.worker import Finished

T = TypeVar("T")

FILE_NAME = "run.sqlite"
VERSION = 1
_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    hash TEXT NOT NULL,
    record BLOB NOT NULL,
    measured BLOB NOT NULL
) STRICT;
CREATE INDEX games_in_order ON games (position);
"""


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as stored: its place in the schedule, its hash, the bytes of its record."""

    id: str
    position: int
    hash: str
    data: bytes
    measured: Measured

    def record(self) -> Record:
        """Return the record; ``StoreError`` when the bytes are none."""
        try:
            return decode_record(self.data)
        except msgspec.MsgspecError as error:
            text = f"the record of game {self.id} is damaged: {error}"
            raise StoreError("damaged-record", text) from None


class Store:
    """An open results store. Use as a context manager."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._db = connection
        self._inode = path.stat().st_ino

    # -- opening -------------------------------------------------------------------------------

    @classmethod
    def create(cls, folder: Path, meta: dict[str, Any]) -> Store:
        """Create the store of a new run; readable by its owner only, as it holds the secrets.

        It is made under another name first, so that an unfinished one is never taken for a store.
        ``FileExistsError`` when there is one already.
        """
        if (folder / FILE_NAME).exists():
            raise FileExistsError(folder / FILE_NAME)
        unfinished = folder / f"{FILE_NAME}.new"
        unfinished.unlink(missing_ok=True)
        try:
            _fill(unfinished, meta)
        except sqlite3.Error as error:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{unfinished}{suffix}").unlink(missing_ok=True)
            raise StoreError("cannot-store", f"cannot make a store in {folder}: {error}") from None
        unfinished.rename(folder / FILE_NAME)
        return cls.open(folder, writable=True)

    @classmethod
    def open(cls, place: Path, *, writable: bool = False) -> Store:
        """Open the store of a run, by its folder or its own path.

        ``StoreError`` when it is no store or a newer one.
        """
        path = place / FILE_NAME if place.is_dir() else place
        if not path.is_file():
            raise NothingToDo("no-run", f"no run in {place}", hint="Known runs: arena show")
        connection = _connect(path, writable=writable)
        try:
            _check_version(path, connection)
        except StoreError:
            connection.close()
            raise
        return cls(path, connection)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._db.close()

    # -- reading -------------------------------------------------------------------------------

    def meta(self, key: str) -> Any:
        """Return a value of the run's head data, or ``None``."""
        rows = list(self._rows("SELECT value FROM meta WHERE key = ?", key))
        try:
            return json.loads(rows[0][0]) if rows else None
        except ValueError:
            raise StoreError("damaged-store", f"{self.path}: {key} is damaged") from None

    def ids(self) -> list[str]:
        """Return the ids of the finished games in schedule order."""
        return [row[0] for row in self._rows("SELECT id FROM games ORDER BY position, id")]

    def hashes(self) -> list[tuple[str, str]]:
        """Return id and hash of the finished games in schedule order, without their records."""
        rows = self._rows("SELECT id, hash FROM games ORDER BY position, id")
        return [(row[0], row[1]) for row in rows]

    def games(self) -> Iterator[StoredGame]:
        """Yield the finished games in schedule order; ``StoreError`` for a damaged one."""
        query = "SELECT id, position, hash, record, measured FROM games ORDER BY position, id"
        for row in self._rows(query):
            yield _stored(row)

    def find(self, prefix: str) -> list[str]:
        """Return the ids of the games that start with a prefix; an exact id comes alone."""
        query = "SELECT id FROM games WHERE substr(id, 1, ?) = ? ORDER BY position"
        found = [row[0] for row in self._rows(query, len(prefix), prefix)]
        return [prefix] if prefix in found else found

    def game(self, game_id: str) -> StoredGame:
        """Return one game; ``KeyError`` when there is none of that id."""
        query = "SELECT id, position, hash, record, measured FROM games WHERE id = ?"
        rows = list(self._rows(query, game_id))
        if not rows:
            raise KeyError(game_id)
        return _stored(rows[0])

    def _rows(self, query: str, *values: object) -> Iterator[Any]:
        """Yield the rows of a query; ``StoreError`` when the file is damaged."""
        cursor = self._read(lambda: self._db.execute(query, values))
        while (row := self._read(cursor.fetchone)) is not None:
            yield row

    def _read(self, step: Callable[[], T]) -> T:
        try:
            return step()
        except sqlite3.Error as error:
            raise StoreError("damaged-store", f"{self.path} cannot be read: {error}") from None

    # -- writing -------------------------------------------------------------------------------

    def add(self, position: int, finished: Finished) -> None:
        """Store a finished game; it is on the disk when this returns."""
        row = (
            finished.id,
            position,
            finished.hash,
            zlib.compress(finished.data),
            zlib.compress(msgspec.json.encode(finished.measured)),
        )
        self._write("INSERT INTO games VALUES (?, ?, ?, ?, ?)", *row)
        self._refuse_if_gone()

    def _refuse_if_gone(self) -> None:
        """Raise ``StoreError`` when the file was deleted: what is written now is lost."""
        try:
            there = self.path.stat().st_ino
        except OSError:
            there = None
        if there != self._inode:
            text = f"{self.path} was deleted or replaced while games were played"
            raise StoreError("store-gone", text, hint="The games played since then are lost.")

    def finish(self, run_hash: str) -> None:
        """Seal a finished run; its file can then be read where nothing can be written."""
        self.set_meta("run_hash", run_hash)
        self._db.execute("PRAGMA journal_mode = DELETE")

    def set_meta(self, key: str, value: Any) -> None:
        """Set a value of the run's head data."""
        self._write("INSERT OR REPLACE INTO meta VALUES (?, ?)", key, json.dumps(value))

    def _write(self, statement: str, *values: object) -> None:
        """Write in one transaction; ``StoreError`` when the disk refuses, and nothing changed."""
        try:
            with self._db:
                self._db.execute(statement, values)
        except sqlite3.Error as error:
            text = f"cannot write to {self.path}: {error}"
            hint = "What was stored before is safe; the same command goes on from there."
            raise StoreError("cannot-store", text, hint=hint) from None


def _fill(path: Path, meta: dict[str, Any]) -> None:
    """Make a store that holds nothing but its head."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(_connect(path, writable=True)) as db, db:
        db.executescript(_TABLES)
        db.execute(f"PRAGMA user_version = {VERSION}")
        rows = [(key, json.dumps(value)) for key, value in meta.items()]
        db.executemany("INSERT INTO meta VALUES (?, ?)", rows)


def _connect(path: Path, *, writable: bool) -> sqlite3.Connection:
    """Open the file; ``StoreError`` when it is no database or cannot be written."""
    mode = "rw" if writable else "ro"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    try:
        if writable:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error as error:
        connection.close()
        raise StoreError("bad-store", f"{path} cannot be used as a store: {error}") from None
    return connection


def _check_version(path: Path, connection: sqlite3.Connection) -> None:
    """Raise ``StoreError`` unless the file is a store of this version."""
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError("bad-store", f"{path} is not a results store: {error}") from None
    if version != VERSION:
        text = f"{path} has store version {version}; this arena reads version {VERSION}"
        raise StoreError("store-version", text)


def _stored(row: tuple[str, int, str, bytes, bytes]) -> StoredGame:
    game_id, position, digest, record, measured = row
    try:
        data = zlib.decompress(record)
        facts = msgspec.json.decode(zlib.decompress(measured), type=Measured)
    except (zlib.error, msgspec.MsgspecError) as error:
        text = f"the record of game {game_id} is damaged: {error}"
        raise StoreError("damaged-record", text) from None
    return StoredGame(game_id, position, digest, data, facts)
