"""The protocol loop of a Python bot: copy this one file next to yours and call ``run``.

::

    import arena_bot


    def choose(request):
        return request.rng.choice(request.legal)


    arena_bot.run(choose, name="mybot")

It needs Python 3.9 or later and nothing else, and it knows no game: what ``legal`` and ``view``
hold is described in the protocol's SPEC.md.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable
from typing import Any, Protocol

NOTE_LENGTH = 500
"""Characters of a note that the game's record keeps."""


class Game:
    """One game: made at its start, the same object in each of its requests.

    ``id`` is the game's opaque name and ``kind`` which game it is (``five-hundred``). ``seat`` is
    yours, ``players`` the names shown per seat. ``rules`` holds every house rule by name,
    ``limits`` the time limits in milliseconds (``None``: no limit). ``rng`` is seeded with the
    game's ``seed``: draw from it, and your play can be repeated.
    """

    __slots__ = ("id", "kind", "limits", "players", "rng", "rules", "seat", "seed")

    def __init__(self, hello: dict[str, Any], start: dict[str, Any]) -> None:
        self.id: str = start["game"]
        self.kind: str = hello["game"]
        self.seat: int = start["seat"]
        self.players: list[str] = start["players"]
        self.rules: dict[str, Any] = hello["rules"]
        self.limits: dict[str, Any] = hello["limits"]
        self.seed: int = start["seed"]
        self.rng = random.Random(self.seed)  # noqa: S311 - for play, not for secrets


class Request:
    """One decision that is yours: answer with one of ``legal``, to the letter.

    ``phase`` is the kind of decision, ``view`` all that you may know now, ``events`` what happened
    since your last decision, ``clock`` what you may use now in milliseconds.
    """

    __slots__ = ("clock", "events", "game", "legal", "phase", "view")

    def __init__(self, game: Game, act: dict[str, Any]) -> None:
        self.game = game
        self.phase: str = act["phase"]
        self.legal: list[str] = act["legal"]
        self.view: dict[str, Any] = act["view"]
        self.events: list[dict[str, Any]] = act["events"]
        self.clock: dict[str, Any] = act["clock"]

    @property
    def seat(self) -> int:
        """Your seat; seats are numbered clockwise from 0."""
        return self.game.seat

    @property
    def players(self) -> list[str]:
        """The names shown, per seat."""
        return self.game.players

    @property
    def rules(self) -> dict[str, Any]:
        """Every house rule by name."""
        return self.game.rules

    @property
    def rng(self) -> random.Random:
        """Random numbers of this game, seeded by its start."""
        return self.game.rng


class Bot(Protocol):
    """A bot with a memory: ``run`` calls its ``new_game(game)``, if it has one, at each start."""

    def choose(self, request: Request) -> str | tuple[str, str]:
        """Return one of ``request.legal``, or a pair of it and a note for the game's record."""


def run(
    bot: Bot | Callable[[Request], str | tuple[str, str]], name: str = "mybot", version: str = ""
) -> None:
    """Play every game that is asked for; return at ``quit`` or at the end of standard input.

    ``bot`` is a function ``choose(request)`` or an object with that method. Standard output belongs
    to the protocol from here on: what you print goes to standard error. An exception of yours is
    not caught, so that its traceback is kept and the process ends with exit code 1.
    """
    choose = bot if callable(bot) else bot.choose
    new_game = getattr(bot, "new_game", None)
    out = _claim_stdout()
    hello: dict[str, Any] = {}
    game = None
    for line in sys.stdin.buffer:
        message = json.loads(line)
        kind = message["type"]
        if kind == "act" and game is not None:
            _write(out, _answer(message["id"], choose(Request(game, message))))
        elif kind == "hello":
            hello = message
            _write(out, {"name": name, "version": version})
        elif kind == "start":
            game = Game(hello, message)
            if new_game is not None:
                new_game(game)
        elif kind == "error":
            print(f"arena: {message['code']}: {message['message']}", file=sys.stderr)  # noqa: T201
        elif kind == "quit":
            break


def _claim_stdout() -> int:
    """Return a descriptor of the real standard output and point everybody else's at stderr.

    The descriptor itself is moved, not only ``sys.stdout``: libraries in C, child processes and
    what was printed before this call but not flushed yet cannot reach the protocol either.
    """
    own = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return own


def _answer(request_id: str, choice: object) -> dict[str, str]:
    """Return the message of a choice; ``TypeError`` when it is neither action nor pair."""
    if isinstance(choice, str):
        return {"id": request_id, "action": choice}
    if not isinstance(choice, tuple) or len(choice) != 2:
        raise TypeError(f"choose must return an action or (action, note), not {choice!r}")
    action, note = choice
    return {"id": request_id, "action": action, "note": str(note)[:NOTE_LENGTH]}


def _write(out: int, message: dict[str, str]) -> None:
    """Write one line with one system call: nothing is left in a buffer or split in two."""
    os.write(out, json.dumps(message).encode() + b"\n")
