"""The messages of protocol 1, both ways; the JSON Schemas are generated from these types.

Unknown fields are ignored, so that new ones may come within version 1.
"""

from __future__ import annotations

from typing import Any

import msgspec

PROTOCOL = 1
MAX_LINE = 65_536
"""Bytes of one line from a bot, its newline included."""
MAX_DEPTH = 32
MAX_NOTE = 500
"""Characters of a note that are kept."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The time limits of the event in milliseconds; ``null`` means no limit."""

    start_ms: int | None
    decision_ms: int | None
    bank_ms: int | None


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """What the seat may use now, in milliseconds: for this decision, and of its bank."""

    decision_ms: int | None
    bank_ms: int | None


class DealEvent(msgspec.Struct, frozen=True, tag="deal"):
    """A new deal: its number from 1, and who dealt."""

    deal: int
    dealer: int


class ActionEvent(msgspec.Struct, frozen=True, tag="action"):
    """A seat did something that the receiver may know of."""

    seat: int
    action: str


class ResultEvent(msgspec.Struct, frozen=True, tag="result"):
    """A deal is over: points and running scores per seat, and what the game adds."""

    deal: int
    points: list[int]
    scores: list[int]
    details: dict[str, Any]


Event = DealEvent | ActionEvent | ResultEvent


class Hello(msgspec.Struct, frozen=True, tag="hello"):
    """To the bot, once per process: answer with a ``HelloReply``."""

    protocol: int
    game: str
    rules: dict[str, Any]
    limits: Limits


class Start(msgspec.Struct, frozen=True, tag="start"):
    """To the bot: a new game begins; forget the last one. No answer."""

    game: str
    seat: int
    players: list[str]
    seed: int


class Act(msgspec.Struct, frozen=True, tag="act"):
    """To the bot: decide. Answer with an ``Answer`` that echoes ``id``."""

    id: str
    phase: str
    legal: list[str]
    view: Any
    events: list[Event]
    clock: Clock


class End(msgspec.Struct, frozen=True, tag="end"):
    """To the bot: the game is over; scores and places per seat. No answer."""

    scores: list[int]
    places: list[int]
    events: list[Event]


class Error(msgspec.Struct, frozen=True, tag="error"):
    """To the bot, before it loses by a fault: why."""

    code: str
    message: str


class Quit(msgspec.Struct, frozen=True, tag="quit"):
    """To the bot: no more games; end now. Its stdin is closed next."""


class HelloReply(msgspec.Struct, frozen=True):
    """From the bot: who it is."""

    name: str
    version: str = ""


class Answer(msgspec.Struct, frozen=True):
    """From the bot: one of the ``legal`` actions of the request with this ``id``."""

    id: str
    action: str
    note: str = ""


ToBot = Hello | Start | Act | End | Error | Quit
