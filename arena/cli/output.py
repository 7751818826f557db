"""How the command line speaks: results to standard output, everything else to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from arena.core.errors import ArenaError
from arena.tournament.run import Benched, NoStartError


def say(lines: Iterable[str]) -> None:
    """Print lines of a result."""
    for line in lines:
        sys.stdout.write(f" {line}".rstrip() + "\n")


def say_raw(lines: Iterable[str]) -> None:
    """Print lines for programs, without the margin."""
    for line in lines:
        sys.stdout.write(f"{line}\n")


def note(*lines: str) -> None:
    """Print lines that are not the result to standard error."""
    for line in lines:
        sys.stderr.write(f" {line}".rstrip() + "\n")


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
