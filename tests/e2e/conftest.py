"""``arena`` as its users run it: a real process in a folder of its own, with bots made for a test.

Every process that a command starts, bots included, has the folder's path in its environment, so
that what is left behind can be found.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

PATIENCE = 60.0
"""Seconds that a test waits for what must happen, on a busy machine too."""
POLL = 0.01

EVENT = """\
name: Cup
game: five-hundred
rules: norwegian
boards: {boards}
limits: {{start: 60s, decision: 60s, bank: none}}
entries: [{entries}]
"""

MANIFEST = """\
name: {name}
version: "1.0"
command: python3 bot.py
games: {{five-hundred: {{norwegian: [4]}}}}
"""

PROGRAM = """\
import json, os, random, sys, time

def say(**message):
    print(json.dumps(message), flush=True)

hello = {{"name": "made for a test"}}
games = acts = 0
{setup}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say(**hello)
    elif message["type"] == "start":
        games += 1
        rng = random.Random(message["seed"])
    elif message["type"] == "act":
        acts += 1
        answer = {{"id": message["id"], "action": rng.choice(message["legal"])}}
        {act}
        say(**answer)
"""
"""A bot that plays at random; ``setup`` runs before its hello, ``act`` before each answer."""


@dataclass(frozen=True)
class Done:
    """How a command ended: its exit code and what it wrote."""

    code: int
    out: str
    err: str


class Arena:
    """A folder to run commands in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.temporary = folder / "temporary"
        self.temporary.mkdir(parents=True)
        kept = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
        screen = {"COLUMNS": "80", "TERM": "dumb", "NO_COLOR": "1"}
        self._environment = kept | screen | {"TMPDIR": str(self.temporary)}

    # -- what is played ------------------------------------------------------------------------

    def event(self, *entries: str, boards: int = 2, name: str = "cup") -> Path:
        """Write an event file."""
        path = self.folder / f"{name}.yaml"
        text = EVENT.format(boards=boards, entries=", ".join(entries))
        path.write_text(text, encoding="utf-8")
        return path

    def bot(self, name: str, *, setup: str = "", act: str = "") -> str:
        """Write a bot and return the entry that names it."""
        folder = self.folder / name
        folder.mkdir()
        (folder / "bot.yaml").write_text(MANIFEST.format(name=name), encoding="utf-8")
        text = PROGRAM.format(setup=setup, act=act.replace("\n", "\n        "))
        (folder / "bot.py").write_text(text, encoding="utf-8")
        return f"./{name}"

    # -- commands ------------------------------------------------------------------------------

    def run(self, *arguments: str) -> Done:
        """Run a command to its end."""
        return finish(self.start(*arguments))

    def start(self, *arguments: str, output: int = subprocess.PIPE) -> subprocess.Popen[str]:
        """Start a command as the leader of a process group, as a shell does."""
        return subprocess.Popen(
            [sys.executable, "-m", "arena", *arguments],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    # -- what became of it ---------------------------------------------------------------------

    def stored(self, run: str = "results/cup") -> list[tuple[int, str, str]]:
        """Return position, id and hash of a run's stored games; none while it has no store."""
        path = self.folder / run / "run.sqlite"
        query = "SELECT position, id, hash FROM games ORDER BY position, id"
        try:
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as store:
                return store.execute(query).fetchall()
        except sqlite3.OperationalError:
            return []

    def wait_for_games(self, number: int, process: subprocess.Popen[str]) -> None:
        """Wait until so many games are stored, or the command has ended."""
        wait_until(lambda: process.poll() is not None or len(self.stored()) >= number)

    def processes(self) -> set[int]:
        """Return the ids of the processes that run and came from commands in this folder."""
        mark = str(self.temporary).encode()
        found = [path for path in Path("/proc").iterdir() if path.name.isdecimal()]
        return {int(path.name) for path in found if mark in contents(path / "environ")}

    def assert_nothing_left(self) -> None:
        """Check that no process and no temporary file stays behind."""
        wait_until(lambda: not self.processes())
        assert list(self.temporary.iterdir()) == []


def finish(process: subprocess.Popen[str]) -> Done:
    """Return how a started command ends; one that does not is killed."""
    try:
        out, err = process.communicate(timeout=2 * PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    return Done(process.returncode, out or "", err)


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait until something happened; a test fails that waits too long."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(POLL)


def contents(path: Path) -> bytes:
    """Return a file's bytes; none when it is gone or another user's."""
    with suppress(OSError):
        return path.read_bytes()
    return b""


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    """A folder to run commands in, in which nothing may be left running."""
    made = Arena(tmp_path)
    yield made
    wait_until(lambda: not made.processes())
