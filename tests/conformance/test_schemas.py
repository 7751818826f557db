"""The schemas of ``protocol/schema`` are those of the code, and all that is sent obeys them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped] # it ships no types

from arena.assets import assets_folder
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.referee.record import GameLine, encode_record, record_hash
from arena.referee.referee import Played
from arena.referee.schemas import schemas
from arena.wire.codec import decode
from arena.wire.messages import Answer, HelloReply
from arena.wire.verdicts import Fault
from tests.conformance.scripted import (
    SEATS,
    Message,
    Policy,
    Reply,
    ScriptedTable,
    bidder,
    bids,
    drawn,
    faulty,
    first_legal,
    make_spec,
    reply,
)

FOLDER = assets_folder("protocol") / "schema"
RULES = FIVE_HUNDRED.rules("norwegian", 4, {"joker_nominate": True, "max_deals": 4})


def rude(message: Message) -> Reply:
    return reply(message, "\x1b[1m?", note="\u202e", unknown={"__proto__": [1]})


GAMES: dict[str, list[Policy]] = {
    "drawn": [drawn(seat) for seat in SEATS],
    "passed out": [first_legal] * 4,
    "trumps": [bidder] * 4,
    "no trumps": [bids("bid 6NT")] * 4,
    "open misère": [bids("bid open-misere")] * 4,
    "illegal": [bidder, faulty(lambda _: "play 2S", from_phase="play"), bidder, bidder],
    "unknown": [bidder, bidder, faulty(rude), bidder],
}
each_game = pytest.mark.parametrize("name", GAMES)


@cache
def game(name: str) -> tuple[Played, ScriptedTable]:
    """Return a game of ``GAMES`` as played, and its table, closed."""
    table = ScriptedTable(GAMES[name], RULES)
    played = table.play(make_spec())
    table.table.close()
    return played, table


def messages(name: str) -> list[Message]:
    """Return every message that was sent in a game."""
    return [message for seat in game(name)[1].bots for bot in seat for message in bot.messages]


def answers(name: str) -> list[bytes]:
    """Return every line that the bots of a game wrote."""
    return [line for seat in game(name)[1].bots for bot in seat for line in bot.answers]


@cache
def validator(name: str) -> Any:
    schema = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def problems(name: str, value: object) -> list[str]:
    """Return what a schema has against a JSON value."""
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(value)]


def test_the_files_are_what_the_code_says() -> None:
    files = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert files == schemas(), "run `make generate`"


@each_game
def test_every_message_sent_is_in_the_schema(name: str) -> None:
    assert [found for message in messages(name) for found in problems("to-bot", message)] == []


@each_game
def test_every_view_sent_is_in_the_schema(name: str) -> None:
    views = [message["view"] for message in messages(name) if message["type"] == "act"]
    assert views
    assert [found for view in views for found in problems("five-hundred.view", view)] == []


@each_game
def test_every_answer_is_in_the_schema(name: str) -> None:
    lines = answers(name)
    assert len(lines) > len(SEATS)
    assert [found for line in lines for found in problems("from-bot", json.loads(line))] == []


@each_game
def test_the_exported_record_is_in_the_schema(name: str) -> None:
    played, _ = game(name)
    fields = msgspec.structs.asdict(played.record)
    found = record_hash(encode_record(played.record))
    line = GameLine(**fields, hash=found, measured=played.measured)
    assert problems("record", json.loads(msgspec.json.encode(line))) == []


def test_the_games_show_every_message_phase_and_event() -> None:
    sent = [message for name in GAMES for message in messages(name)]
    events = [event for message in sent for event in message.get("events", [])]
    views = [message["view"] for message in sent if message["type"] == "act"]
    types = {message["type"] for message in sent}
    assert types == {"hello", "start", "act", "end", "error", "quit"}
    phases = {message["phase"] for message in sent if message["type"] == "act"}
    assert phases == {"auction", "discard", "nominate", "play"}
    assert {event["type"] for event in events} == {"deal", "action", "result"}
    for field in ("contract", "kitty", "discards", "joker_suit", "exposed", "trick", "sitting_out"):
        assert any(view[field] for view in views), field
        assert not all(view[field] for view in views), field


WRONG: dict[str, list[object]] = {
    "from-bot": [
        *(None, [], {}, 1, "pass", ["a", "b"], {"id": "a"}, {"action": "b"}, {"version": "1"}),
        *({"id": 1, "action": "b"}, {"id": "a", "action": True}, {"name": None}),
        *({"id": "a", "action": "b", "note": 1}, {"name": "x", "version": 1}),
    ],
    "to-bot": [
        *(None, {}, {"type": "weather"}, {"type": "end"}, {"type": "error", "code": "timeout"}),
        {"type": "start", "game": "g", "seat": "0", "players": [], "seed": 1},
        {"type": "end", "scores": [1], "places": [1], "events": [{"type": "weather"}]},
    ],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in WRONG.items() for value in values]
)
def test_the_schemas_refuse(name: str, value: object) -> None:
    assert problems(name, value)


@pytest.mark.parametrize("value", WRONG["from-bot"])
def test_the_decoder_refuses_what_the_schema_refuses(value: object) -> None:
    line = json.dumps(value).encode()
    with pytest.raises(Fault, match=r"^bad-message"):
        decode(line, Answer)
    with pytest.raises(Fault, match=r"^bad-message"):
        decode(line, HelloReply)


@pytest.mark.parametrize("field", ["type", "id", "phase", "legal", "view", "events", "clock"])
def test_a_request_has_all_its_fields(field: str) -> None:
    request = next(message for message in messages("trumps") if message["type"] == "act")
    assert problems("to-bot", {key: value for key, value in request.items() if key != field})


def test_a_view_has_all_its_fields() -> None:
    view = next(message["view"] for message in messages("trumps") if message["type"] == "act")
    for field in view:
        rest = {key: value for key, value in view.items() if key != field}
        assert problems("five-hundred.view", rest), field
