"""What was once broken and must stay mended; each docstring says how the test failed before."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.games.contract import Game, State
from arena.games.registry import find_game
from arena.referee.record import (
    FaultRecord,
    GameResult,
    Record,
    deal_of,
    record_hash,
)
from arena.tournament.store import Store
from tests.e2e.conftest import Arena, Done, finish, wait_until
from tests.e2e.test_verify import alter, fault, found, seal, tamper

GAME = "b1-greedy-rules-1"
FORFEIT = "b1-greedy-clumsy-1"
SEED = ("--seed", "11")
WAITS = "while games > 1 and not os.path.exists({go!r}): time.sleep(0.01)"
NAME = "Frühling ♠"
ESCAPES = "\x1b[2J\x1b]0;taken\x07Cup\u202e\r\n"


@pytest.fixture(scope="module")
def cup(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """A folder with a played cup, one bot of which ends by itself in every game."""
    arena = Arena(tmp_path_factory.mktemp("unbroken"))
    event = arena.event("greedy", "rules", arena.bot("clumsy", act="if acts == 3: sys.exit(7)"))
    event.write_text(event.read_text("utf-8").replace("Cup", NAME), encoding="utf-8")
    assert arena.run("run", "cup.yaml", *SEED, "-j", "2").code == 0
    return arena


@pytest.fixture
def results(cup: Arena, tmp_path: Path) -> Path:
    """A results folder with the cup and a copy of it, ``whole``."""
    for name in ("cup", "whole"):
        shutil.copytree(cup.folder / "results/cup", tmp_path / "results" / name)
    return tmp_path / "results"


@pytest.fixture
def folder(results: Path) -> Path:
    """A copy of the run, to tamper with."""
    return results / "cup"


def begin(arena: Arena, *arguments: str, **changes: Any) -> subprocess.Popen[str]:
    """Start a command as ``Arena.start`` does, with other streams, group or environment."""
    usual: dict[str, Any] = {
        "cwd": arena.folder,
        "stdin": subprocess.DEVNULL,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "encoding": "utf-8",
    }
    environment = {"TMPDIR": str(arena.temporary), "NO_COLOR": "1", "TERM": "dumb"}
    environment |= {"PYTHONUNBUFFERED": ""}  # what is still in a buffer at exit counts too
    environment = dict(os.environ) | environment | changes.pop("env", {})
    command = [sys.executable, "-m", "arena", *arguments]
    return subprocess.Popen(command, env=environment, **usual | changes)


def assert_refused(done: Done) -> None:
    """Check that a command ended with words, not with a failure of its own."""
    assert done.code == 2
    assert "ERROR" in done.err
    assert "Traceback" not in done.err
    assert "harness-fault" not in done.err


# -- what verify overlooked ------------------------------------------------------------------------


def at_fault(record: Record) -> FaultRecord:
    assert record.result.fault is not None
    return record.result.fault


def other_seat(record: Record) -> None:
    """Blame the partner, whose side loses just as much."""
    fault(record, seat=(at_fault(record).seat + 2) % 4)


def begun(record: Record, actions: int | None) -> tuple[Game, State]:
    """Cut a record after so many actions of its first deal, or after all; return its state."""
    game = find_game(record.game)
    state = game.new(game.rules(record.preset, record.players, record.options))
    deal = record.deals[0]
    state.begin(deal_of(deal))
    for turn in deal.actions[:actions]:
        state.apply(game.parse(turn.action))
    if actions is not None:
        deal.actions, deal.result = deal.actions[:actions], None
    record.deals = [deal]
    return game, state


def lost(record: Record, state: State, verdict: str, seat: int, details: dict[str, Any]) -> None:
    """End a record by an invented fault, with everything that follows from it."""
    outcome = state.forfeit(seat)
    place = ".".join(map(str, state.place))
    blamed = FaultRecord(verdict=verdict, seat=seat, place=place, text="", details=details)
    scores, places = list(outcome.scores), list(outcome.places)
    record.result = GameResult(
        scores=scores, places=places, reason=outcome.reason.value, fault=blamed
    )


def invented_illegal(record: Record) -> None:
    """End the game after one call, for a call that was legal."""
    game, state = begun(record, 1)
    assert state.to_act is not None
    legal = [game.text(action) for action in state.legal_actions()]
    details = {"action": legal[0], "legal": legal}
    lost(record, state, "illegal-action", state.to_act, details)


def invented_timeout(record: Record) -> None:
    """End the game between two deals, when no bot has anything to do."""
    assert len(record.deals) > 1
    lost(record, begun(record, None)[1], "timeout", 0, {})


INVENTED: dict[str, tuple[str, Callable[[Record], object], str]] = {
    "another seat": (FORFEIT, other_seat, " is to act"),
    "a legal action": (GAME, invented_illegal, "the action that lost the game is legal"),
    "between deals": (GAME, invented_timeout, "seat 0 is blamed, but seat None is to act"),
    "no verdict": (FORFEIT, lambda game: fault(game, verdict="tired"), "is no verdict about a bot"),
    "nobody's verdict": (
        FORFEIT,
        lambda game: fault(game, verdict="harness-error"),
        "is no verdict about a bot",
    ),
}


@pytest.mark.parametrize(("game_id", "change", "text"), INVENTED.values(), ids=INVENTED.keys())
def test_an_invented_fault_is_found(
    folder: Path, game_id: str, change: Callable[[Record], object], text: str
) -> None:
    """Failed: any fault passed whose place and outcome fitted each other."""
    tamper(folder, game_id, change, sealed=True)
    lines = found(folder)
    assert len(lines) == 1
    assert lines[0].startswith(f"{game_id}: ")
    assert text in lines[0]


@pytest.mark.parametrize("path", [(), ("result",), ("seats", 0), ("deals", 0)])
def test_more_than_a_record_is_found(folder: Path, path: tuple[Any, ...]) -> None:
    """Failed: fields that no record has were hashed, exported and never looked at."""
    with Store.open(folder) as store:
        record = whole = msgspec.json.decode(store.game(GAME).data)
    for step in path:
        record = record[step]
    record["note"] = "more"
    data = msgspec.json.encode(whole)
    row = "UPDATE games SET record = ?, hash = ? WHERE id = ?"
    alter(folder, row, zlib.compress(data), record_hash(data), GAME)
    seal(folder)
    assert found(folder) == [f"{GAME}: the record holds more than a record"]


def test_another_seed_is_found(folder: Path) -> None:
    """Failed: the seed a run claims was not compared with its secrets."""
    alter(folder, "UPDATE meta SET value = '\"12\"' WHERE key = 'seed'")
    assert found(folder) == ["secrets: they are not those of the run's seed"]


# -- a damaged head --------------------------------------------------------------------------------

EVENT = "UPDATE meta SET value = {} WHERE key = 'event'"
DAMAGE = {
    "no event": "DELETE FROM meta WHERE key = 'event'",
    "no JSON": EVENT.format("'{nope'"),
    "too many boards": EVENT.format("json_set(value, '$.boards', 1000000000)"),
    "no entries": EVENT.format("json_set(value, '$.entries', json('[]'))"),
    "an unknown game": EVENT.format("json_set(value, '$.game', 'whist')"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_head_is_named(arena: Arena, results: Path, damage: str) -> None:
    """Failed: verify and show ended as a harness-fault, or scheduled a billion boards."""
    alter(results / "cup", damage)
    for command in ("verify", "show"):
        done = arena.run(command, "cup", "--results", str(results))
        assert_refused(done)
        assert "damaged-store" in done.err
    listed = arena.run("show", "--results", str(results))
    assert listed.code == 0
    lines = {line.split()[0]: line for line in listed.out.splitlines()}
    assert "cannot be read" in lines["cup"]
    assert NAME in lines["whole"]


# -- what is written -------------------------------------------------------------------------------


def test_a_stored_name_cannot_move_the_cursor(arena: Arena, results: Path) -> None:
    """Failed: the event's name went from the store to the terminal as it stood there."""
    change = "UPDATE meta SET value = json_set(value, '$.name', ?) WHERE key = 'event'"
    alter(results / "cup", change, ESCAPES)
    tamper(results / "cup", GAME, lambda game: setattr(game, "event", ESCAPES), sealed=True)
    for words in ((), ("cup",), (GAME, "--run", "cup"), (GAME, "1", "--run", "cup")):
        done = arena.run("show", *words, "--results", str(results))
        assert done.code == 0
        assert all(line.isprintable() for line in done.out.split("\n"))
    assert "\\x1b[2J" in arena.run("show", "--results", str(results)).out


def test_an_export_is_utf8_whatever_the_locale(cup: Arena) -> None:
    r"""Failed: where standard output is ASCII, ``♠`` became ``\u2660`` and ``ü`` ``\xfc``."""
    process = begin(cup, "export", "cup", env={"PYTHONIOENCODING": "ascii"}, encoding=None)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, bytes(err)) == (0, b"")  # type: ignore[arg-type]
    lines = bytes(out).splitlines()  # type: ignore[arg-type]
    assert len(lines) == len(cup.stored())
    assert {msgspec.json.decode(line)["event"] for line in lines} == {NAME}


@pytest.mark.parametrize("arguments", [("export", "cup"), ("show", "cup", "--json"), ("show",)])
def test_what_nobody_reads_ends_quietly(cup: Arena, arguments: tuple[str, ...]) -> None:
    """Failed: the write, or the buffer's end at exit, ended with a message or another code."""
    read, write = os.pipe()
    os.close(read)
    process = begin(cup, *arguments, stdout=write)
    os.close(write)
    assert finish(process) == Done(141, "", "")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("run", "cup.yaml", *SEED), 0),
        (("verify", "cup"), 0),
        (("run", "cup.yaml", "--seed", ""), 2),
        (("show", "nothing"), 5),
        (("--nonsense",), 2),
    ],
)
def test_a_full_standard_error_changes_no_exit_code(
    cup: Arena, arguments: tuple[str, ...], code: int
) -> None:
    """Failed: a note that could not be written ended the command, or Python's exit, otherwise."""
    with Path("/dev/full").open("w") as full:
        process = begin(cup, *arguments, stderr=full)
        process.communicate(timeout=60)
    assert process.returncode == code


# -- what is given ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["", "\udcff", "a\nb"], ids=["empty", "no text", "two lines"])
def test_a_seed_that_is_no_word_is_refused(arena: Arena, seed: str) -> None:
    """Failed: an empty one was taken, one that is no UTF-8 ended as a harness-fault."""
    arena.event("greedy", "random")
    assert_refused(arena.run("run", "cup.yaml", "--seed", seed))
    assert not (arena.folder / "results").exists()


def test_an_event_file_without_a_name_is_refused(arena: Arena) -> None:
    """Failed: ``...yaml`` put its run in ``results/..``, beside the event file."""
    before = {*arena.folder.iterdir(), arena.event("greedy", "random", name="..")}
    assert_refused(arena.run("run", "...yaml"))
    assert set(arena.folder.iterdir()) == before


# -- what happens during a run ---------------------------------------------------------------------


@pytest.fixture
def waiting(arena: Arena) -> Arena:
    """A cup whose bot waits, in the second game at each table, for a file named ``go``."""
    bot = arena.bot("waits", act=WAITS.format(go=str(arena.folder / "go")))
    arena.event(bot, "random", boards=4)
    return arena


def test_a_deleted_results_folder_ends_the_run(waiting: Arena) -> None:
    """Failed: the games went on into a deleted file, and the run ended as if all was well."""
    process = waiting.start("run", "cup.yaml", "-j", "1")
    waiting.wait_for_games(1, process)
    shutil.rmtree(waiting.folder / "results")
    (waiting.folder / "go").touch()
    done = finish(process)
    assert_refused(done)
    assert "store-gone" in done.err
    waiting.assert_nothing_left()


def test_a_bot_that_changes_its_folder_is_named(arena: Arena) -> None:
    """Failed: the fingerprint in the records was not compared with the folder afterwards."""
    place = str(arena.folder / "learns" / "learnt.txt")
    bot = arena.bot("learns", act=f"open({place!r}, 'w').close()")
    arena.event(bot, "random", boards=1)
    done = arena.run("run", "cup.yaml", "-j", "1")
    assert done.code == 0
    assert "! learns changed its own folder" in done.err
    assert "random changed" not in done.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_z_does_not_stop_a_run(waiting: Arena, jobs: str) -> None:
    """Failed: the clocks of the bots ran on while nobody read their answers.

    The group must share this test's session: the system itself spares one without a parent in it.
    """
    process = begin(waiting, "run", "cup.yaml", "-j", jobs, process_group=0)
    waiting.wait_for_games(1, process)
    os.killpg(process.pid, signal.SIGTSTP)
    (waiting.folder / "go").touch()
    wait_until(lambda: process.poll() is not None or len(waiting.stored()) == 8)
    done = finish(process)
    assert done.code == 0
    assert "done     8/8" in done.err
    waiting.assert_nothing_left()
