"""What a Markdown page documents as runnable, and a way to run it as its reader would.

A ``console`` fence holds commands, each followed by what it prints and, where it is not 0, its exit
code. ``…`` stands for anything, and lines may be left out::

    $ arena explain no-such-code
    … unknown code …
    # exit 2

A fence with a file name after the language, such as ``yaml cup.yaml``, is a file that the reader
saves before going on. All of it happens in the order of the page, in one folder.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

FENCE = re.compile(r"( *)(`{3,})(.*)")
EXIT = re.compile(r"# exit (\d+)")
SECONDS = 120


@dataclass(frozen=True)
class Command:
    """A documented command, the lines shown below it and the exit code it must have."""

    line: int
    text: str
    shown: tuple[str, ...] = ()
    exit_code: int = 0


@dataclass(frozen=True)
class SavedFile:
    """A file that the page has its reader save; ``name`` is relative to the folder."""

    line: int
    name: str
    text: str


Step = Command | SavedFile


def steps(page: str) -> Iterator[Step]:
    """Yield what a page has its reader do; ``ValueError`` names the line of a mistake."""
    for line, info, body in _fences(page):
        match info.split():
            case ["console"]:
                yield from _commands(line, body)
            case [_, name]:
                yield SavedFile(line, name, "".join(f"{text}\n" for text in body))


def run(page: str, folder: Path, environment: Mapping[str, str]) -> None:
    """Do all that a page says in a folder; ``AssertionError`` says what came out otherwise."""
    here = folder
    for step in steps(page):
        if isinstance(step, SavedFile):
            path = here / step.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
        else:
            here = _run_command(step, here, environment)


def missing_line(shown: tuple[str, ...], printed: str) -> str | None:
    """Return the first shown line that was not printed after those before it, if any."""
    lines = iter(printed.splitlines())
    for expected in shown:
        pattern = ".*".join(map(re.escape, expected.split("…")))
        if not any(re.fullmatch(pattern, line.rstrip()) for line in lines):
            return expected
    return None


def _fences(page: str) -> Iterator[tuple[int, str, list[str]]]:
    """Yield the line, the info string and the lines of every fenced block."""
    lines = enumerate(page.splitlines(), start=1)
    for start, line in lines:
        if opened := FENCE.fullmatch(line):
            indent, fence, info = opened.groups()
            body = []
            for _, inner in lines:
                if inner.strip() == fence:
                    break
                body.append(inner.removeprefix(indent))
            else:
                raise ValueError(f"line {start}: this block is never closed")
            yield start, info, body


def _commands(start: int, body: list[str]) -> Iterator[Command]:
    """Yield the commands of a ``console`` block whose fence is at line ``start``."""
    command: Command | None = None
    for number, line in enumerate(body, start=start + 1):
        if line.startswith("$ "):
            if command:
                yield command
            command = Command(number, line.removeprefix("$ "))
        elif command is None:
            raise ValueError(f"line {number}: a console block begins with a command after '$ '")
        elif code := EXIT.fullmatch(line):
            command = replace(command, exit_code=int(code[1]))
        elif line.strip() not in ("", "…"):
            command = replace(command, shown=(*command.shown, line.rstrip()))
    if command is None:
        raise ValueError(f"line {start}: this console block has no command")
    yield command


def _run_command(command: Command, here: Path, environment: Mapping[str, str]) -> Path:
    """Run a command as typed in the folder ``here``; return the folder it leaves behind."""
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as left:
        done = subprocess.run(
            ["sh", "-c", f'{command.text}\ncode=$?\npwd >"{left.name}"\nexit $code'],
            cwd=here,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        there = Path(left.read().strip())
    report = f"line {command.line}: {command.text}\nprinted:\n{done.stdout}\n"
    assert done.returncode == command.exit_code, (
        f"{report}and ended with {done.returncode} instead of {command.exit_code}"
    )
    missing = missing_line(command.shown, done.stdout)
    assert missing is None, f"{report}but not, in this place, the documented line:\n{missing}"
    return there
