"""The errors a user can meet, each with a stable code and an exit code.

::

    ArenaError            anything a user can act on
    +-- InputError        wrong usage or a wrong file (exit code 2)
    +-- NothingToDo       no game, no board, no run matched (exit code 5)
    +-- StoreError        a results store that cannot be used as asked (exit code 2)

What a *bot* does wrong is no exception of this tree: it is a verdict (``arena.wire.verdicts``).
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class ArenaError(Exception):
    """Something went wrong that the user can act on.

    ``code`` is stable and meant for programs; ``where`` is a place such as ``event.yaml:3:7``;
    ``hint`` says what to do next.
    """

    exit_code = 1

    def __init__(self, code: str, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.where = where
        self.hint = hint

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        hint = f"\n  {self.hint}" if self.hint else ""
        return f"{place}{self.message}{hint}"


class InputError(ArenaError):
    """Wrong usage or a wrong file: nothing was started."""

    exit_code = 2


class StoreError(ArenaError):
    """A results store cannot be opened or continued as asked; nothing in it was changed."""

    exit_code = 2


class NothingToDo(ArenaError):  # noqa: N818 - a state of affairs, not a failure
    """What the user named matches no game, board or run."""

    exit_code = 5


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a sentence that names the known word nearest to ``word``, or lists them all."""
    words = sorted(known)
    close = difflib.get_close_matches(word.lower(), words, n=1, cutoff=0.5)
    if close:
        return f"Did you mean {close[0]!r}?"
    return f"Known: {', '.join(words)}." if words else ""
