"""A stored game as one line of JSON: the record, its hash, what was measured."""

from __future__ import annotations

import msgspec

from arena.referee.record import GameLine
from arena.tournament.store import StoredGame


def exported(game: StoredGame) -> str:
    """Return a game as ``protocol/schema/record.json`` describes it, on one line."""
    fields = msgspec.structs.asdict(game.record())
    line = GameLine(**fields, hash=game.hash, measured=game.measured)
    return msgspec.json.encode(line).decode()
