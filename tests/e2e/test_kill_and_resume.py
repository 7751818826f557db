"""However a run is ended, the same command goes on with it to the records of an untouched run."""

from __future__ import annotations

import os
import random
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.tournament.store import Store
from arena.tournament.verify import verify_run
from tests.e2e.conftest import Arena, contents, finish, wait_until

COMMAND = ("run", "cup.yaml", "--seed", "4711")
BOARDS = 2
GAMES = 3 * BOARDS * 2
WAITS = "while games > 1 and not os.path.exists({go!r}): time.sleep(0.01)"
WAITING_GAMES = 8

RNG = random.Random(1815)
MOMENTS = [
    pytest.param(RNG.randrange(1, GAMES // 2 + 1), id=f"moment {index}", marks=marks)
    for marks, indices in (((), range(3)), (pytest.mark.slow, range(3, 18)))
    for index in indices
]
"""Numbers of stored games after which something is killed."""

Stored = list[tuple[int, str, str]]
Kill = Callable[[subprocess.Popen[str]], None]


def make_cup(arena: Arena) -> None:
    arena.event("greedy", "random", "{bot: random, name: other}", boards=BOARDS)


def kill_everything(process: subprocess.Popen[str]) -> None:
    """Kill the command and its workers at once."""
    os.killpg(process.pid, signal.SIGKILL)


def kill_parent(process: subprocess.Popen[str]) -> None:
    """Kill the command; its workers must notice."""
    os.kill(process.pid, signal.SIGKILL)


def workers(process: subprocess.Popen[str]) -> list[int]:
    """Return the process ids of a command's workers."""
    pids = contents(Path(f"/proc/{process.pid}/task/{process.pid}/children")).split()
    return [
        int(pid) for pid in pids if b"spawn_main" in contents(Path(f"/proc/{int(pid)}/cmdline"))
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """The games of a run that nothing disturbed, played one after the other."""
    arena = Arena(tmp_path_factory.mktemp("whole"))
    make_cup(arena)
    assert arena.run(*COMMAND, "-j", "1").code == 0
    stored = arena.stored()
    assert len(stored) == GAMES
    return stored


def assert_whole(arena: Arena, whole: Stored) -> None:
    """Check that a run has the games of an undisturbed one, and that each is what it says."""
    assert arena.stored() == whole
    with Store.open(arena.folder / "results/cup") as store:
        assert verify_run(store).discrepancies == []


def test_two_workers_play_what_one_plays(arena: Arena, whole: Stored) -> None:
    make_cup(arena)
    assert arena.run(*COMMAND, "-j", "2").code == 0
    assert_whole(arena, whole)
    arena.assert_nothing_left()


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(
    ("kill", "jobs"), [(kill_everything, "1"), (kill_everything, "2"), (kill_parent, "2")]
)
def test_a_killed_run_goes_on(
    arena: Arena, whole: Stored, kill: Kill, jobs: str, moment: int
) -> None:
    make_cup(arena)
    process = arena.start(*COMMAND, "-j", jobs)
    arena.wait_for_games(moment, process)
    kill(process)
    assert finish(process).code == -signal.SIGKILL
    kept = arena.stored()
    assert moment <= len(kept) < GAMES
    resumed = arena.run(*COMMAND, "-j", jobs)
    assert resumed.code == 0
    assert f"{GAMES} games, {GAMES - len(kept)} to play" in resumed.err
    assert set(kept) <= set(arena.stored())
    assert_whole(arena, whole)
    wait_until(lambda: not arena.processes())


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_worker_is_replaced(arena: Arena, whole: Stored, moment: int) -> None:
    make_cup(arena)
    process = arena.start(*COMMAND, "-j", "2")
    arena.wait_for_games(moment, process)
    os.kill(RNG.choice(workers(process)), signal.SIGKILL)
    done = finish(process)
    assert done.code == 0
    assert f"done     {GAMES}/{GAMES}" in done.err
    assert_whole(arena, whole)
    wait_until(lambda: not arena.processes())


# -- Ctrl-C ----------------------------------------------------------------------------------------


@pytest.fixture
def waiting(arena: Arena) -> Arena:
    """A cup whose bot waits, in the second game at each table, for a file named ``go``."""
    bot = arena.bot("waits", act=WAITS.format(go=str(arena.folder / "go")))
    arena.event(bot, "random", boards=4)
    return arena


def go(arena: Arena) -> None:
    (arena.folder / "go").touch()


@pytest.mark.parametrize(
    ("number", "jobs"), [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "2")]
)
def test_an_interrupted_run_is_resumed_to_the_same_records(
    waiting: Arena, number: signal.Signals, jobs: str
) -> None:
    command = ("run", "cup.yaml", "--seed", "4711", "-j", jobs)
    process = waiting.start(*command)
    waiting.wait_for_games(1, process)
    process.send_signal(number)
    go(waiting)
    stopped = finish(process)
    kept = waiting.stored()
    assert stopped.code == 130
    assert "Stopping: the games in play are finished first; Ctrl-C again" in stopped.err
    assert "resume with  arena run cup.yaml" in stopped.err
    assert "bot" in stopped.out  # the standings so far
    assert 1 <= len(kept) < WAITING_GAMES
    waiting.assert_nothing_left()

    resumed = waiting.run(*command)
    assert resumed.code == 0
    assert f"{WAITING_GAMES - len(kept)} to play" in resumed.err
    assert waiting.run(*command[:-1], "1", "--results", "whole").code == 0
    assert waiting.stored() == waiting.stored("whole/cup")
    assert set(kept) < set(waiting.stored())


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_second_signal_ends_the_games_in_play(waiting: Arena, jobs: str) -> None:
    process = waiting.start("run", "cup.yaml", "-j", jobs)
    waiting.wait_for_games(int(jobs), process)
    process.send_signal(signal.SIGINT)
    process.send_signal(signal.SIGTERM)
    stopped = finish(process)
    assert stopped.code == 130
    assert "resume with" in stopped.err
    assert "Traceback" not in stopped.err
    assert len(waiting.stored()) == int(jobs)
    wait_until(lambda: not waiting.processes())


def test_how_to_resume_names_the_results_folder(arena: Arena) -> None:
    """The store is made after the bots were tried, so they can be waited for in it."""
    started = arena.folder / "started"
    wait = f"open({str(started)!r}, 'w').close()\n{WAITS.format(go=str(arena.folder / 'go'))}"
    arena.event(arena.bot("waits", act=wait), "random", boards=4)
    process = arena.start("run", "cup.yaml", "-j", "1", "--results", "kept")
    wait_until(started.exists)
    process.send_signal(signal.SIGINT)
    go(arena)
    stopped = finish(process)
    assert stopped.code == 130
    assert "resume with  arena run cup.yaml --results kept\n" in stopped.err


def test_ctrl_c_reaches_the_whole_foreground_group(waiting: Arena) -> None:
    """A terminal signals workers too; they leave it to the parent to stop them."""
    process = waiting.start("run", "cup.yaml", "-j", "2")
    waiting.wait_for_games(2, process)
    os.killpg(process.pid, signal.SIGINT)
    go(waiting)
    stopped = finish(process)
    assert stopped.code == 130
    assert "Traceback" not in stopped.err
    waiting.assert_nothing_left()


def test_a_signal_before_the_first_game_ends_at_once(arena: Arena) -> None:
    begun = arena.folder / "begun"
    says_no_hello = f"open({str(begun)!r}, 'w').close()\nwhile True: time.sleep(1)"
    arena.event(arena.bot("slow", setup=says_no_hello), "random")
    process = arena.start("run", "cup.yaml")
    wait_until(begun.exists)
    process.send_signal(signal.SIGTERM)
    stopped = finish(process)
    assert (stopped.code, stopped.out) == (130, "")
    assert "Traceback" not in stopped.err
    arena.assert_nothing_left()
