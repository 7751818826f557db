"""Small programs that are faulty by accident or on purpose, and the verdict of each.

Each is a piece of Python that is run behind ``PRELUDE``.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from arena.process.family import become_subreaper, children, sweep
from arena.process.program import Program
from arena.wire.messages import Limits

PRELUDE = r"""
import json, os, signal, sys, time

def write(data, to=1):
    data = data.encode() if isinstance(data, str) else data
    while data:
        data = data[os.write(to, data):]

def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)

def hello():
    read()
    write('{"name":"hostile"}\n')

def asked():
    while (message := read())["type"] != "act":
        if message["type"] == "quit":
            sys.exit()
    return message

def answer(message):
    return json.dumps({"id": message["id"], "action": message["legal"][0]})

def play_on():
    while True:
        write(answer(asked()) + "\n")

def daemon(work):
    "Run work in a process that is nobody's child, in a session of its own."
    reader, writer = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(writer, b".")
            work()
        os._exit(0)
    os.read(reader, 1)

def for_ever():
    while True:
        signal.pause()
"""

PATIENT = Limits(start_ms=60_000, decision_ms=60_000, bank_ms=None)
"""For verdicts that are no time-out: no machine is so slow."""
HASTY = Limits(start_ms=60_000, decision_ms=300, bank_ms=None)
"""For programs that never answer; the start stays patient."""
HASTY_START = Limits(start_ms=300, decision_ms=60_000, bank_ms=None)


@dataclass(frozen=True)
class Case:
    """A program, the verdict it must get, and the details that the record must have."""

    source: str
    verdict: str
    details: Mapping[str, object] = field(default_factory=dict)
    limits: Limits = PATIENT


def says(data: str) -> str:
    """Return a program that writes this Python expression instead of its first answer."""
    return f"hello(); message = asked(); write({data}); for_ever()"


AT_START = {
    "exits with 0 at once": Case("", "start-failed", {"exit_code": 0}),
    "exits with 3 at once": Case("sys.exit(3)", "start-failed", {"exit_code": 3}),
    "crashes at once": Case("os.kill(os.getpid(), signal.SIGSEGV)", "start-failed", {"signal": 11}),
    "raises": Case("read(); 1 / 0", "start-failed", {"exit_code": 1}),
    "says nothing": Case("for_ever()", "start-timeout", limits=HASTY_START),
    "closes its output": Case("os.close(1); for_ever()", "start-failed"),
    "says something else": Case("write('hello\\n'); for_ever()", "bad-hello"),
    "answers before the question": Case(
        """read(); write('{"name":"x"}\\n{"id":"0","action":"pass"}\\n'); for_ever()""", "bad-hello"
    ),
    "floods": Case("while True: write('x' * 65536)", "bad-hello"),
}

IN_PLAY = {
    "exits with 0": Case("hello(); asked(); sys.exit(0)", "exited", {"exit_code": 0}),
    "exits with 3": Case("hello(); asked(); sys.exit(3)", "exited", {"exit_code": 3}),
    "segfaults": Case(
        "hello(); asked(); os.kill(os.getpid(), signal.SIGSEGV)", "crashed", {"signal": 11}
    ),
    "is killed": Case(
        "hello(); asked(); os.kill(os.getpid(), signal.SIGKILL)", "crashed", {"signal": 9}
    ),
    "is silent": Case("hello(); for_ever()", "timeout", limits=HASTY),
    "drips": Case(
        "hello(); asked()\nwhile True: write(' '); time.sleep(0.05)", "timeout", limits=HASTY
    ),
    "floods without a newline": Case(
        "hello(); asked()\nwhile True: write('x' * 65536)", "output-limit"
    ),
    "floods with answers": Case(
        "hello(); line = answer(asked()) + '\\n'\nwhile True: write(line * 100)", "out-of-turn"
    ),
    "answers before it is asked": Case(
        """hello(); read(); write('{"id":"0","action":"pass"}\\n'); for_ever()""", "out-of-turn"
    ),
    "answers twice in one write": Case(says("(answer(message) + '\\n') * 2"), "out-of-turn"),
    "answers and begins another line": Case(says("answer(message) + '\\n{'"), "out-of-turn"),
    "answers with an old id": Case(
        "hello(); line = answer(asked()) + '\\n'; write(line); asked(); write(line); for_ever()",
        "out-of-turn",
    ),
    "answers too late": Case(
        "hello(); message = asked(); time.sleep(0.6); write(answer(message) + '\\n'); for_ever()",
        "timeout",
        limits=HASTY,
    ),
    "closes its output and lives": Case(
        "hello(); asked(); os.close(1); for_ever()", "closed-stdout"
    ),
    "ends in the middle of a line": Case(
        "hello(); write(answer(asked())); sys.exit(4)", "exited", {"exit_code": 4}
    ),
    "writes a NUL": Case(
        says(r"""'{"id":"' + message["id"] + '","action":"\0"}\n'"""), "bad-message"
    ),
    "writes Latin-1": Case(says(r"answer(message).encode() + b' \xe9\n'"), "bad-message"),
    "writes UTF-16": Case(says(r"answer(message).encode('utf-16') + b'\n'"), "bad-message"),
    "writes a byte order mark": Case(says(r"'\ufeff' + answer(message) + '\n'"), "bad-message"),
    "nests deeply": Case(says(r"'[' * 60000 + '\n'"), "bad-message"),
    "nests too deeply for a line": Case(says(r"'[' * 200000 + '\n'"), "output-limit"),
    "writes a huge id": Case(
        says(r"""'{"id":' + '1' * 5000 + ',"action":"pass"}\n'"""), "bad-message"
    ),
    "writes 1e999": Case(says(r"""'{"id":1e999,"action":"pass"}\n'"""), "bad-message"),
    "writes NaN": Case(says(r"""'{"x":NaN,' + answer(message)[1:] + '\n'"""), "bad-message"),
    "writes true": Case(says(r"""'{"id":true,"action":"pass"}\n'"""), "bad-message"),
    "repeats a key": Case(says(r"""answer(message)[:-1] + ',"action":"pass"}\n'"""), "bad-message"),
    "writes a lone surrogate": Case(
        says(r"""'{"id":"\\ud800","action":"pass"}\n'"""), "bad-message"
    ),
    "writes an empty line": Case(says(r"'\n'"), "bad-message"),
    "writes null": Case(says(r"'null\n'"), "bad-message"),
    "writes a list": Case(says(r"'[]\n'"), "bad-message"),
    "writes an empty object": Case(says(r"'{}\n'"), "bad-message"),
    "writes two values": Case(says(r"answer(message) + answer(message) + '\n'"), "bad-message"),
    "prints for debugging": Case(says(r"'my move is\n' + answer(message) + '\n'"), "out-of-turn"),
    "stops itself": Case(
        "hello(); asked(); os.kill(os.getpid(), signal.SIGSTOP)", "timeout", limits=HASTY
    ),
    "spins and ignores every signal": Case(
        "for n in (1, 13, 15): signal.signal(n, signal.SIG_IGN)\n"
        "hello(); asked()\nwhile True: pass",
        "timeout",
        limits=HASTY,
    ),
    "leaves a respawner": Case(
        """
def respawn():
    while True:
        time.sleep(0.003)
        if os.fork():
            os._exit(0)
        os.setsid()
hello(); asked(); daemon(respawn); sys.exit(5)
""",
        "exited",
        {"exit_code": 5},
    ),
    "leaves a daemon that holds its output": Case(
        "hello(); asked(); daemon(for_ever); sys.exit(6)", "exited", {"exit_code": 6}
    ),
}

HARMLESS = {
    "ends its lines with CRLF": "hello()\nwhile True: write(answer(asked()) + '\\r\\n')",
    "begins with a byte order mark": """read(); write('\\ufeff{"name":"x"}\\r\\n'); play_on()""",
    "writes in small pieces": "hello()\nwhile True:\n  for c in answer(asked()) + '\\n': write(c)",
    "adds fields": (
        "hello()\nwhile True: write(answer(asked())[:-1] + ',\"__proto__\":{\"' + 'k' * 60000 "
        "+ '\":[1]}}\\n')"
    ),
    "floods its standard error": (
        "hello(); message = asked(); write('head'.ljust(6_000_000, '.') + 'tail', 2); "
        "write(answer(message) + '\\n'); play_on()"
    ),
    "closes its standard error": "os.close(2); hello(); play_on()",
    "leaves a daemon behind": "daemon(for_ever); hello(); play_on()",
    "leaves a child in its group": "os.fork() or for_ever(); hello(); play_on()",
    "ignores quit, end of input and signals": (
        "for n in (1, 13, 15): signal.signal(n, signal.SIG_IGN)\n"
        "hello()\n"
        'while (message := json.loads(sys.stdin.readline() or \'{"type":"quit"}\')):\n'
        "  if message['type'] == 'act': write(answer(message) + '\\n')\n"
        "  while message['type'] == 'quit': pass"
    ),
    "fills its work folder": (
        "home = os.environ['HOME']; os.makedirs(home + '/a/b'); os.mkfifo(home + '/fifo')\n"
        "os.symlink('/', home + '/root'); os.symlink(home, home + '/a/loop')\n"
        "hello(); play_on()"
    ),
}


def program(source: str, marker: str, folder: Path) -> Program:
    """Return a program whose processes can be found by a word in their command line."""
    return Program(folder, ("python3", "-I", "-S", "-c", PRELUDE + source, marker))


def marked(marker: str) -> list[int]:
    """Return the processes, zombies apart, that have this word in their command line."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and marker.encode() in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def open_descriptors() -> int:
    """Return how many descriptors this process has open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@contextmanager
def nothing_left(folder: Path) -> Iterator[str]:
    """Yield a marker for programs; afterwards no process, descriptor or folder may be left.

    Orphans are swept as an executor does it, after the table was closed.
    """
    become_subreaper()
    own, descriptors = children(), open_descriptors()
    marker, usual = f"arena-hostile-{os.getpid()}-{folder.name}", tempfile.tempdir
    work = folder / "work"
    work.mkdir()
    tempfile.tempdir = str(work)
    try:
        yield marker
    finally:
        tempfile.tempdir = usual
        sweep(keep=own)
    assert children() <= own
    assert marked(marker) == []
    assert list(work.iterdir()) == []
    assert open_descriptors() <= descriptors
