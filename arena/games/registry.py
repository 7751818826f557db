"""The games that exist. A new game is one folder beside this file and one line in ``GAMES``."""

from __future__ import annotations

from arena.core.errors import InputError, nearest
from arena.core.text import clean
from arena.games.contract import Game
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.rummy_500.game import RUMMY_500

GAMES: dict[str, Game] = {game.name: game for game in (FIVE_HUNDRED, RUMMY_500)}


def find_game(name: str) -> Game:
    """Return the game of a name; ``InputError`` suggests the nearest one."""
    if name not in GAMES:
        raise InputError(
            "unknown-game", f"unknown game {clean(name, 60)!r}", hint=nearest(name, GAMES)
        )
    return GAMES[name]
