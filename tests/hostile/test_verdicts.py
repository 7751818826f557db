"""Faulty programs as real processes at a real table: each gets its verdict and leaves nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import arena.process.bot
from arena.core.text import clean
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.process.bot import BotProcess, Transport
from arena.process.loop import Loop
from arena.process.program import Program
from arena.referee.record import decode_record, encode_record
from arena.referee.referee import Played, play
from arena.referee.table import FAREWELL, Table
from arena.referee.worker import Job, hello_of
from arena.tournament.executors import SerialExecutor
from arena.wire.messages import Limits
from tests.conformance.scripted import SEATS, ScriptedBot, first_legal, make_spec
from tests.hostile.bots import (
    AT_START,
    HARMLESS,
    IN_PLAY,
    PATIENT,
    Case,
    nothing_left,
    program,
)

RULES = FIVE_HUNDRED.rules("norwegian", 4, {"max_deals": 2, "all_pass": "no-trump-forehand"})
SEAT = 1
HONEST = "hello(); play_on()"


@pytest.fixture(autouse=True)
def marker(tmp_path: Path) -> Iterator[str]:
    with nothing_left(tmp_path) as word:
        yield word


def games(hostile: Program, limits: Limits = PATIENT, count: int = 1) -> list[Played]:
    """Play games with one real process in a seat; the other seats are scripted."""
    loop = Loop()

    def connect(seat: int) -> Transport:
        return BotProcess(hostile, loop) if seat == SEAT else ScriptedBot(first_legal)

    def disconnect(bots: Sequence[Transport]) -> None:
        BotProcess.close_all([bot for bot in bots if isinstance(bot, BotProcess)], FAREWELL)

    hello = hello_of(FIVE_HUNDRED.name, RULES, limits)
    table = Table(len(SEATS), hello, connect, disconnect)
    try:
        return [play(make_spec(), FIVE_HUNDRED, RULES, limits, table) for _ in range(count)]
    finally:
        table.close()


def assert_lost(played: Played, verdict: str, details: dict[str, object]) -> None:
    """Assert that the hostile seat, and nobody else, lost by this verdict."""
    result = played.record.result
    assert result.fault is not None
    assert (result.fault.verdict, result.fault.seat) == (verdict, SEAT)
    assert result.fault.details == details
    assert result.fault.text == clean(result.fault.text, 500)
    assert result.reason == "forfeit"
    assert result.places == [1, 2, 1, 2]
    assert result.scores[SEAT] == -500
    data = encode_record(played.record)
    assert encode_record(decode_record(data)) == data


@pytest.mark.parametrize("case", AT_START.values(), ids=AT_START)
def test_a_bot_that_does_not_start(case: Case, marker: str, tmp_path: Path) -> None:
    (played,) = games(program(case.source, marker, tmp_path), case.limits)
    assert_lost(played, case.verdict, dict(case.details))
    assert played.record.deals == []


@pytest.mark.parametrize("case", IN_PLAY.values(), ids=IN_PLAY)
def test_a_bot_that_starts_well(case: Case, marker: str, tmp_path: Path) -> None:
    (played,) = games(program(case.source, marker, tmp_path), case.limits)
    assert_lost(played, case.verdict, dict(case.details))


@pytest.mark.parametrize("source", HARMLESS.values(), ids=HARMLESS)
def test_a_bot_that_is_odd_plays_on(source: str, marker: str, tmp_path: Path) -> None:
    for played in games(program(source, marker, tmp_path), count=2):
        assert played.record.result.fault is None
        assert len(played.record.deals) == 2


UNRUNNABLE = {
    "not executable": ("#!/bin/sh\n", 0o644, "Permission denied"),
    "its interpreter is missing": ("#!/no/such/interpreter\n", 0o755, "No such file"),
    "the first line ends with CRLF": ("#!/bin/sh\r\n", 0o755, "No such file"),
    "no program at all": ("\0\1\2\3", 0o755, "Exec format error"),
}


@pytest.mark.parametrize(("text", "mode", "why"), UNRUNNABLE.values(), ids=UNRUNNABLE)
def test_a_file_that_cannot_be_run(text: str, mode: int, why: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.write_text(text, newline="")
    bot.chmod(mode)
    (played,) = games(Program(tmp_path, ("./bot",)))
    assert_lost(played, "start-failed", {})
    assert played.record.result.fault is not None
    assert played.record.result.fault.text.startswith(f"cannot run './bot': {why}")


def test_a_command_that_nobody_has(tmp_path: Path) -> None:
    (played,) = games(Program(tmp_path, ("no-such-command-anywhere",)))
    assert_lost(played, "start-failed", {})


def test_the_last_word_of_a_bot_counts(marker: str, tmp_path: Path) -> None:
    """The answer is taken though its sender is gone; that is judged at the next decision."""
    source = "hello(); write(answer(asked()) + '\\n'); sys.exit(7)"
    (played,) = games(program(source, marker, tmp_path))
    assert_lost(played, "exited", {"exit_code": 7})
    (deal,) = played.record.deals
    assert [turn.action for turn in deal.actions if turn.seat == SEAT] == ["pass"]


def test_an_illegal_move_names_the_rule(marker: str, tmp_path: Path) -> None:
    source = """hello(); message = asked(); message["legal"] = ["play 2S"]
write(answer(message) + "\\n"); for_ever()"""
    (played,) = games(program(source, marker, tmp_path))
    fault = played.record.result.fault
    assert fault is not None
    assert_lost(played, "illegal-action", fault.details)
    assert fault.details["violation"] == "wrong-phase"
    assert "pass" in fault.details["legal"]


def test_the_error_of_a_bot_is_kept_as_evidence(marker: str, tmp_path: Path) -> None:
    source = "hello(); asked(); raise ValueError('what went wrong')"
    (played,) = games(program(source, marker, tmp_path))
    assert_lost(played, "exited", {"exit_code": 1})
    assert played.measured.evidence["stderr"].endswith("ValueError: what went wrong\n")
    assert '"type":"act"' in played.measured.evidence["request"]


def test_a_bot_reads_why_it_lost(
    marker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena.process.bot, "GRACE", 60.0)
    source = """hello(); asked(); write("?\\n")
told = [read()["type"], read()["type"], read()["type"]]
with open("told", "w") as file: print(*told, file=file)"""
    (played,) = games(program(source, marker, tmp_path))
    assert_lost(played, "bad-message", {})
    assert (tmp_path / "told").read_text() == "error end quit\n"


def test_a_fresh_process_serves_the_game_after_a_fault(marker: str, tmp_path: Path) -> None:
    """The first process faults in its first game; what it said must not reach the next one."""
    source = """first = not os.path.exists("been-here"); open("been-here", "w").close(); hello()
if first: write((answer(asked()) + "\\n") * 3); for_ever()
play_on()"""
    faulted, clean_one, again = games(program(source, marker, tmp_path), count=3)
    assert_lost(faulted, "out-of-turn", {})
    assert clean_one.record.result.fault is again.record.result.fault is None


def test_a_whole_table_of_processes_goes_on_after_faults(marker: str, tmp_path: Path) -> None:
    """Both games of the job are finished, each lost by the side whose bot ends in it."""
    hostile = program("hello(); asked(); daemon(for_ever); sys.exit(3)", marker, tmp_path)
    honest = program(HONEST, marker, tmp_path)
    programs = tuple(hostile if seat == SEAT else honest for seat in SEATS)
    specs = tuple(make_spec(board=board) for board in (1, 2))
    job = Job(FIVE_HUNDRED.name, RULES, PATIENT, programs, specs)
    finished = list(SerialExecutor().run([job]))
    assert [game.id for game in finished] == [spec.id for spec in specs]
    for game in finished:
        fault = decode_record(game.data).result.fault
        assert fault is not None
        assert (fault.verdict, fault.seat) == ("exited", SEAT)
