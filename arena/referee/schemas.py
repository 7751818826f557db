"""The JSON Schemas of ``protocol/schema``, generated from the message and record types."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from arena.games.registry import GAMES
from arena.referee.record import GameLine
from arena.wire.messages import Answer, HelloReply, ToBot

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, str]:
    """Return file name -> text of every schema: messages, the record, each game's view."""
    views = {
        f"{game.name}.view.json": _text(f"What a seat of {game.title} may know", game.view_type)
        for game in GAMES.values()
    }
    return {
        "to-bot.json": _text("A message to a bot, protocol 1", *ToBot.__args__),
        "from-bot.json": _text("A message from a bot, protocol 1", HelloReply, Answer),
        "record.json": _text("A game as `arena export --jsonl` writes it", GameLine),
        **views,
    }


def _text(title: str, *kinds: Any) -> str:
    """Return the schema of one of several types as the text of its file."""
    references, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    body = references[0] if len(references) == 1 else {"anyOf": list(references)}
    schema = {"$schema": DIALECT, "title": title, **body, "$defs": components}
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"
