"""How the command line speaks: results to standard output, everything else to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

from arena.cli.main import OutputClosed
from arena.core.errors import ArenaError
from arena.core.text import clean
from arena.tournament.run import Benched, NoStartError


def say(lines: Iterable[str]) -> None:
    """Print lines of a result, with a margin and nothing that a terminal would obey."""
    _write(sys.stdout, (f" {line}".rstrip() for line in lines))


def say_raw(lines: Iterable[str]) -> None:
    """Print lines for programs: UTF-8 whatever the locale, without the margin."""
    try:
        for line in lines:
            sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")
    except BrokenPipeError:
        raise OutputClosed from None


def note(*lines: str) -> None:
    """Print lines that are not the result to standard error, if anyone reads it."""
    with suppress(OSError, OutputClosed):
        _write(sys.stderr, (f" {line}".rstrip() for line in lines))


def _write(stream: TextIO, lines: Iterable[str]) -> None:
    try:
        for line in lines:
            stream.write((line if line.isprintable() else clean(line, len(line) * 10)) + "\n")
    except BrokenPipeError:
        raise OutputClosed from None


def show_error(error: ArenaError) -> None:
    """Print an error: what, where, why, what to do next."""
    first, *rest = error.message.splitlines()
    note(f"ERROR {error.code}: {first}", *(f"  {line}" for line in rest))
    if error.where:
        note(f"  at {error.where}")
    if error.hint:
        note(f"  {error.hint}")
    if isinstance(error, NoStartError):
        show_benched(error.benched)


def show_benched(benched: Iterable[Benched]) -> None:
    """Print the bots that could not be started, each with the end of its standard error."""
    for bot in benched:
        note("", f"! {bot.bot} sits out: {bot.code}: {bot.text}")
        note(*(f"  | {line}" for line in bot.stderr))
