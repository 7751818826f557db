"""Every executor plays the same games to the same records, and leaves no process behind."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import multiprocess.resource_tracker
import pytest

from arena.assets import builtin_bots, sdk_folder
from arena.games.registry import find_game
from arena.process.family import children
from arena.process.program import Program
from arena.referee.worker import Finished, Job
from arena.tournament.executors import (
    MAX_REPLAYS,
    Executor,
    HarnessError,
    LocalExecutor,
    SerialExecutor,
)
from arena.tournament.plan import Entrant, Plan
from arena.tournament.schedule import round_robin
from arena.tournament.secrets import RunSecrets
from arena.wire.messages import Limits

GAME = "five-hundred"
RULES = find_game(GAME).rules("norwegian", 4, {"max_passed_out": 1, "max_deals": 3})
NO_LIMITS = Limits(start_ms=None, decision_ms=None, bank_ms=None)

KILLER = """\
import os, signal, sys
sys.stdin.readline()
print('{"name": "kills the process that started it"}', flush=True)
sys.stdin.readline()
os.kill(os.getppid(), signal.SIGKILL)
"""

Make = Callable[[], Executor]
EXECUTORS: dict[str, Make] = {
    "serial": SerialExecutor,
    "one worker": lambda: LocalExecutor(1),
    "two workers": lambda: LocalExecutor(2),
}
LOCAL = {name: make for name, make in EXECUTORS.items() if name != "serial"}


def every(makers: dict[str, Make]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("make", makers.values(), ids=makers.keys())


def jobs(boards: int = 4, program: Program | None = None, *, fresh: bool = False) -> list[Job]:
    """Return the tables of two bots, both of which play ``program`` or at random."""
    names = ("a", "b")
    if program is None:
        folder = builtin_bots()[GAME]["random"]
        program = Program(folder, ("python3", "bot.py"), sdk_folder())
    plan = Plan(
        event="Cup",
        game=GAME,
        rules=RULES,
        limits=NO_LIMITS,
        fresh_bots=fresh,
        show_names=False,
        entrants={name: Entrant(name, "1", "f") for name in names},
        programs=dict.fromkeys(names, program),
        secrets=RunSecrets.of_seed("4711"),
    )
    return plan.jobs(list(round_robin(names, boards, 2)), ())


def ids(tables: list[Job]) -> list[str]:
    return [spec.id for table in tables for spec in table.specs]


def hashes(games: list[Finished]) -> dict[str, str]:
    """Return the hash of each game, which is there once."""
    assert len({game.id for game in games}) == len(games)
    return {game.id: game.hash for game in games}


def workers() -> list[int]:
    """Return the worker processes of this one."""
    found = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children()}
    return [pid for pid, command in found.items() if b"spawn_main" in command]


@pytest.fixture(scope="module")
def expected() -> dict[str, str]:
    """The hash of each game, as played one after the other."""
    return hashes(list(SerialExecutor().run(jobs())))


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """However a run was left, it leaves no process behind."""
    multiprocess.resource_tracker.ensure_running()
    before = children()
    yield
    assert children() == before


@every(EXECUTORS)
def test_the_records_are_the_same_byte_for_byte(make: Make, expected: dict[str, str]) -> None:
    games = list(make().run(jobs()))
    assert hashes(games) == expected
    assert sorted(expected) == sorted(ids(jobs()))


@every(EXECUTORS)
def test_bots_restarted_for_every_game_play_the_same(make: Make, expected: dict[str, str]) -> None:
    one_table = jobs(fresh=True)[:1]
    games = hashes(list(make().run(one_table)))
    assert games == {game_id: expected[game_id] for game_id in ids(one_table)}


@every(EXECUTORS)
def test_without_games_there_is_nothing_to_do(make: Make) -> None:
    assert list(make().run([])) == []


@every(EXECUTORS)
def test_stop_ends_after_the_games_in_play(make: Make, expected: dict[str, str]) -> None:
    executor = make()
    games = []
    for game in executor.run(jobs(boards=15)):
        games.append(game)
        executor.stop()
    found = hashes(games)
    assert 1 <= len(found) < len(ids(jobs(boards=15)))
    assert {game_id: found[game_id] for game_id in found if game_id in expected}.items() <= (
        expected.items()
    )


def test_stop_lets_the_serial_executor_play_no_other_game() -> None:
    executor = SerialExecutor()
    games = executor.run(jobs())
    next(games)
    executor.stop()
    assert list(games) == []


@every(EXECUTORS)
def test_a_run_that_was_stopped_before_it_began_plays_nothing(make: Make) -> None:
    executor = make()
    executor.stop()
    assert list(executor.run(jobs())) == []


@every(EXECUTORS)
def test_closing_the_iterator_ends_everything_at_once(make: Make) -> None:
    before = children()
    with closing(make().run(jobs())) as games:  # type: ignore[type-var]  # it is a generator
        next(games)
        assert children() > before
    assert children() == before


@every(EXECUTORS)
def test_an_error_of_the_caller_ends_everything(make: Make) -> None:
    before = children()

    def fail() -> None:
        for _ in make().run(jobs()):
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert children() == before


@every(LOCAL)
@pytest.mark.parametrize("after", [1, 5])
def test_a_killed_worker_loses_nothing_and_plays_nothing_twice(
    make: Make, after: int, expected: dict[str, str]
) -> None:
    games = []
    for game in make().run(jobs()):
        games.append(game)
        if len(games) == after:
            os.kill(workers()[0], signal.SIGKILL)
    assert hashes(games) == expected


def test_all_workers_killed_at_once_lose_nothing(expected: dict[str, str]) -> None:
    games = []
    for game in LocalExecutor(2).run(jobs()):
        games.append(game)
        if len(games) == 2:
            for worker in workers():
                os.kill(worker, signal.SIGKILL)
    assert hashes(games) == expected


@every(LOCAL)
def test_a_game_that_ends_every_worker_ends_the_run(make: Make, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(KILLER, encoding="utf-8")
    one_table = jobs(boards=1, program=Program(tmp_path, ("python3", "bot.py")))[:1]
    with pytest.raises(HarnessError, match=f"b1-a-b-1 ended {MAX_REPLAYS + 1} worker processes"):
        list(make().run(one_table))


class BrokenRules:
    """Rules that fail in the worker, as a mistake in arena would."""

    preset = "broken"
    players = 4
    sides = ((0, 2), (1, 3))

    def as_dict(self) -> dict[str, object]:
        raise RuntimeError("these rules are broken")

    def options(self) -> dict[str, object]:
        return {}


def broken_job() -> Job:
    one = jobs(boards=1)[0]
    return Job(one.game, BrokenRules(), one.limits, one.programs, one.specs)


@every(LOCAL)
def test_a_fault_of_arena_itself_reaches_the_parent_with_its_traceback(make: Make) -> None:
    with pytest.raises(HarnessError) as caught:
        list(make().run([broken_job()]))
    assert "these rules are broken" in str(caught.value)
    assert "Traceback" in str(caught.value)
    assert "in as_dict" in str(caught.value)


def test_a_fault_of_arena_itself_is_raised_as_it_is_where_it_happens() -> None:
    with pytest.raises(RuntimeError, match="these rules are broken"):
        list(SerialExecutor().run([broken_job()]))
