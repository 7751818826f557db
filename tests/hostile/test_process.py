"""One bot process: its pipes, its surroundings, its end."""

from __future__ import annotations

import errno
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import arena.process.bot
from arena.process.bot import STDERR_KEPT, BotProcess
from arena.process.family import children, sweep
from arena.process.loop import READ, Loop
from arena.process.program import Program
from arena.referee.table import FAREWELL
from arena.wire.verdicts import Fault, Verdict
from tests.hostile.bots import PRELUDE, marked, nothing_left, program

LONG = 60.0  # seconds; no machine is so slow
SHORT = 0.3  # seconds, for programs that never answer
MORE_THAN_A_PIPE = 1_000_000


@pytest.fixture(autouse=True)
def marker(tmp_path: Path) -> Iterator[str]:
    with nothing_left(tmp_path) as word:
        yield word


class Starter:
    """Starts programs and ends those that a test has not ended itself."""

    def __init__(self, marker: str, folder: Path) -> None:
        self.marker, self.folder = marker, folder
        self.loop = Loop()
        self.bots: list[BotProcess] = []

    def __call__(self, source: str) -> BotProcess:
        self.bots.append(BotProcess(program(source, self.marker, self.folder), self.loop))
        return self.bots[-1]

    def end_all(self) -> None:
        BotProcess.close_all(self.bots, FAREWELL)
        self.bots = []


@pytest.fixture
def start(marker: str, tmp_path: Path) -> Iterator[Starter]:
    """Return what starts a program; all are ended after the test."""
    starter = Starter(marker, tmp_path)
    yield starter
    starter.end_all()


def ask(bot: BotProcess, line: bytes = b"?\n") -> Any:
    """Send a line and return the JSON value that is answered."""
    return json.loads(bot.exchange(line, LONG)[0])


@contextmanager
def judged(verdict: Verdict, text: str = "", **details: object) -> Iterator[None]:
    with pytest.raises(Fault) as caught:
        yield
    assert caught.value.verdict is verdict
    assert text in caught.value.text
    assert caught.value.details == details


def wait_until_gone(pid: int) -> None:
    """Wait until a process has ended; one that was reaped already is gone too."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        assert select.select([descriptor], [], [], LONG)[0]
    finally:
        os.close(descriptor)


# -- pipes -----------------------------------------------------------------------------------------


def test_a_request_larger_than_the_pipe_reaches_a_bot_that_reads(start: Starter) -> None:
    bot = start("write(str(len(sys.stdin.readline())) + '\\n'); for_ever()")
    line = b"x" * MORE_THAN_A_PIPE + b"\n"
    assert ask(bot, line) == len(line)


def test_a_bot_that_never_reads_times_out_and_blocks_nobody(start: Starter) -> None:
    bot = start("for_ever()")
    with judged(Verdict.TIMEOUT, "does not read its standard input"):
        bot.exchange(b"x" * MORE_THAN_A_PIPE + b"\n", SHORT)
    with judged(Verdict.TIMEOUT, "does not read its standard input"):
        bot.tell(b"x" * MORE_THAN_A_PIPE + b"\n")


def test_standard_error_is_drained_while_a_long_request_is_written(start: Starter) -> None:
    """A bot that writes a lot before it reads, and a referee that writes a lot before it reads."""
    bot = start(
        f"write('.' * {MORE_THAN_A_PIPE}, 2); write(str(len(sys.stdin.readline())) + '\\n')\n"
        "for_ever()"
    )
    assert ask(bot, b"x" * MORE_THAN_A_PIPE + b"\n") == MORE_THAN_A_PIPE + 1


def test_the_first_and_the_last_of_a_flood_on_standard_error_are_kept(start: Starter) -> None:
    size = 6_000_000
    bot = start(f"write('head'.ljust({size} - 4, '.') + 'tail', 2); sys.exit(3)")
    with judged(Verdict.EXITED, exit_code=3):
        bot.exchange(b"?\n", LONG)
    kept = bot.stderr()
    assert kept.startswith("head....")
    assert kept.endswith("....tail")
    assert f"\n… {size - 2 * STDERR_KEPT} bytes left out …\n" in kept
    assert len(kept) < 2 * STDERR_KEPT + 100


def test_what_is_no_utf_8_on_standard_error_is_shown_all_the_same(start: Starter) -> None:
    bot = start("write(b'\\xff\\x00oops', 2); sys.exit(3)")
    with judged(Verdict.EXITED, exit_code=3):
        bot.exchange(b"?\n", LONG)
    assert bot.stderr() == "\N{REPLACEMENT CHARACTER}\0oops"


def test_a_line_comes_whole_however_it_was_written(start: Starter) -> None:
    bot = start("""sys.stdin.readline()
for byte in b'"a long answer, byte by byte"\\n': write(bytes([byte]))
for_ever()""")
    assert ask(bot) == "a long answer, byte by byte"


@pytest.mark.parametrize(("size", "fits"), [(65_536, True), (65_537, False)])
def test_a_line_has_at_most_64_kib_with_its_newline(start: Starter, size: int, fits: bool) -> None:
    bot = start(f"sys.stdin.readline(); write('x' * {size - 1} + '\\n'); for_ever()")
    if fits:
        assert bot.exchange(b"?\n", LONG)[0] == b"x" * (size - 1)
    else:
        with judged(Verdict.OUTPUT_LIMIT, "65536 bytes"):
            bot.exchange(b"?\n", LONG)


def test_the_last_line_of_a_bot_that_ended_is_still_read(start: Starter) -> None:
    bot = start("write('1\\n'); sys.exit(9)")
    wait_until_gone(bot.pid)
    assert bot._read_line(None) == b"1"  # a request would find the pipe closed
    with judged(Verdict.EXITED, "exit code 9", exit_code=9):
        bot.exchange(b"?\n", LONG)


def test_a_bot_that_is_gone_cannot_be_told_anything(start: Starter) -> None:
    bot = start("os.kill(os.getpid(), signal.SIGKILL)")
    wait_until_gone(bot.pid)
    with judged(Verdict.CRASHED, "signal 9 (SIGKILL)", signal=9):
        bot.tell(b"?\n")


def test_without_a_limit_a_bot_may_take_its_time(start: Starter) -> None:
    bot = start("sys.stdin.readline(); time.sleep(0.4); write('1\\n'); for_ever()")
    line, seconds = bot.exchange(b"?\n", None)
    assert line == b"1"
    assert seconds > 0.1


def test_one_bot_is_waited_for_while_another_writes_to_standard_error(start: Starter) -> None:
    """The noisy one would stay blocked, and never say its line, if nobody drained it."""
    noisy = start(f"write('.' * {MORE_THAN_A_PIPE}, 2); write('1\\n'); for_ever()")
    silent = start("for_ever()")
    while not select.select([noisy._stdout], [], [], 0)[0]:  # to look, not to read
        with judged(Verdict.TIMEOUT):
            silent.exchange(b"?\n", 0.05)
    assert ask(noisy) == 1


def test_the_loop_returns_at_its_deadline_with_nothing() -> None:
    reader, writer = os.pipe()
    loop, seen = Loop(), list[int]()
    loop.watch(reader, lambda: seen.append(len(os.read(reader, 10))))
    assert loop.wait({writer: READ}, deadline=0.0) == set()
    os.write(writer, b"four")
    assert loop.wait({}, deadline=0.0) == set()
    assert seen == [4]
    loop.forget(reader)
    loop.forget(reader)
    assert loop.wait({reader: READ}, deadline=0.0) == set()
    os.write(writer, b"more")
    assert loop.wait({reader: READ}, deadline=None) == {reader}
    assert seen == [4]
    os.close(reader)
    os.close(writer)


def test_an_end_is_noticed_where_there_are_no_process_descriptors(
    start: Starter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(pid: int) -> int:
        raise OSError(errno.ENOSYS, "as on another system")

    with monkeypatch.context() as patch:
        patch.setattr(os, "pidfd_open", refuse)
        bots = [start(source) for source in ("sys.exit(3)", "os.close(1); for_ever()")]
    with judged(Verdict.EXITED, exit_code=3):
        bots[0].exchange(b"?\n", LONG)
    with judged(Verdict.CLOSED_STDOUT):
        bots[1].exchange(b"?\n", LONG)


# -- surroundings ----------------------------------------------------------------------------------

SURROUNDINGS = """sys.stdin.readline()
write(json.dumps({
    "environment": dict(os.environ),
    "folder": os.getcwd(),
    "descriptors": sorted(int(n) for n in os.listdir("/proc/self/fd") if int(n) > 2),
    "session": [os.getpid(), os.getsid(0), os.getpgid(0)],
    "work": [os.path.isdir(os.environ["HOME"]), os.stat(os.environ["HOME"]).st_mode & 0o777],
}) + "\\n"); for_ever()"""


def test_a_bot_sees_a_clean_environment(
    start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_SECRET", "canary")
    monkeypatch.setenv("PYTHONSTARTUP", "canary")
    open_file = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(open_file, True)
    seen = ask(start(SURROUNDINGS))
    os.close(open_file)
    environment = seen["environment"]
    allowed = {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "HOME", "TMPDIR"}
    assert set(environment) <= allowed | {"PYTHONDONTWRITEBYTECODE"}
    assert "canary" not in json.dumps(seen)
    assert environment["HOME"] == environment["TMPDIR"]
    assert Path(environment["HOME"]).parent == tmp_path / "work"
    assert seen["work"] == [True, 0o700]
    assert seen["folder"] == str(tmp_path)
    assert len(seen["descriptors"]) == 1  # the one that lists them
    assert len(set(seen["session"])) == 1


def test_two_bots_share_no_work_folder(start: Starter) -> None:
    homes = [ask(start(SURROUNDINGS))["environment"]["HOME"] for _ in range(2)]
    assert homes[0] != homes[1]


def test_python_bots_run_by_the_same_python_and_find_the_sdk(tmp_path: Path) -> None:
    sdk = tmp_path / "sdk"
    bot = Program(tmp_path, ("python3", "-u", "bot.py"), import_path=sdk)
    assert bot.argv() == [sys.executable, "-u", "bot.py"]
    assert bot.environment(tmp_path)["PYTHONPATH"] == str(sdk)
    other = Program(tmp_path, ("node", "bot.js"))
    assert other.argv() == ["node", "bot.js"]
    assert "PYTHONPATH" not in other.environment(tmp_path)


# -- the end ---------------------------------------------------------------------------------------


def test_a_bot_is_told_to_quit_and_its_input_ends(
    start: Starter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena.process.bot, "GRACE", LONG)
    source = "write('1\\n'); open('last-words', 'w').write(sys.stdin.read())"
    bot = start(source)
    assert bot.exchange(b"?\n", LONG)[0] == b"1"
    start.end_all()
    assert (tmp_path / "last-words").read_text() == "?\n" + FAREWELL.decode()


def test_the_children_of_a_wrapper_end_with_it(start: Starter, marker: str) -> None:
    bot = start("""reader, writer = os.pipe(); signal.signal(15, signal.SIG_IGN)
if os.fork() == 0: os.write(writer, b'.'); for_ever()
os.read(reader, 1); write('1\\n'); for_ever()""")
    assert ask(bot) == 1
    assert len(marked(marker)) == 2
    start.end_all()
    for pid in marked(marker):
        wait_until_gone(pid)
    assert marked(marker) == []


def test_orphans_are_inherited_and_swept(start: Starter, marker: str) -> None:
    own = children()
    bot = start("""daemon(for_ever); reader, writer = os.pipe()
def with_a_child():
    if os.fork() == 0: os.setsid(); os.write(writer, b'.')
    for_ever()
daemon(with_a_child); os.read(reader, 1); write('1\\n'); for_ever()""")
    assert ask(bot) == 1
    assert len(marked(marker)) == 4
    assert sweep(keep=own | {bot.pid}) >= 3
    assert marked(marker) == [bot.pid]
    assert sweep(keep=own | {bot.pid}) == 0


HARNESS = """
import sys
from pathlib import Path
from arena.process.bot import BotProcess
from arena.process.loop import Loop
from arena.process.program import Program
bot = BotProcess(Program(Path(sys.argv[1]), ("python3", "-c", sys.argv[2], sys.argv[3])), Loop())
bot.exchange(b"?\\n", 60.0)
print(bot.pid, flush=True)
sys.stdin.read()
"""


def test_a_bot_ends_when_the_harness_is_killed(marker: str, tmp_path: Path) -> None:
    source = PRELUDE + "signal.signal(15, signal.SIG_IGN); write('1\\n'); for_ever()"
    with subprocess.Popen(
        [sys.executable, "-c", HARNESS, str(tmp_path), source, marker],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as harness:
        assert harness.stdout is not None
        pid = int(harness.stdout.readline())
        assert pid in marked(marker)
        harness.send_signal(signal.SIGKILL)
        wait_until_gone(pid)
    assert set(marked(marker)) <= {pid}


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.EMFILE, errno.ENOMEM])
def test_a_lack_of_resources_is_nobodys_fault(
    start: Starter, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(OSError, match=os.strerror(number)):
        start("for_ever()")
