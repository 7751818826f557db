"""The record of one game: enough to rebuild every state, to judge it again and to draw it.

``Record`` is the deterministic part (everything that the rules and the answers decide) and is what
the hash is taken over; ``Measured`` stands apart and is not hashed.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from arena.core.cards import CARD_TEXT, parse_cards
from arena.games.contract import Deal, Settled

SCHEMA = "arena.game/1"

_encoder = msgspec.json.Encoder(order="deterministic")


class SeatRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Who sat where: bot and version, the hash of its folder, its side, the name rivals saw."""

    seat: int
    bot: str
    version: str
    fingerprint: str
    side: int
    shown_as: str


class ActionRecord(msgspec.Struct, frozen=True, array_like=True):
    """One action, in the order taken: the seat, the action, the bot's note."""

    seat: int
    action: str
    note: str = ""


class ResultRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a deal: points and running scores per seat, and what the game adds."""

    points: list[int]
    scores: list[int]
    details: dict[str, Any]


class DealRecord(msgspec.Struct, kw_only=True):
    """One deal as dealt and as played; ``result`` is missing when a fault ended it."""

    deal: int
    dealer: int
    hands: list[list[str]]
    kitty: list[str]
    aside: list[str]
    stock: list[str]
    seed: str
    actions: list[ActionRecord]
    result: ResultRecord | None = None


class FaultRecord(msgspec.Struct, frozen=True, kw_only=True):
    """The fault that ended a game: whose, what, where (deal.trick.action), and its details."""

    verdict: str
    seat: int
    place: str
    text: str
    details: dict[str, Any]


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """How the game ended: scores and places per seat, why, and the fault if one decided it."""

    scores: list[int]
    places: list[int]
    reason: str
    fault: FaultRecord | None = None


class Record(msgspec.Struct, kw_only=True):
    """The deterministic part of a game's record."""

    schema: str
    id: str
    game: str
    preset: str
    players: int
    options: dict[str, Any]
    event: str
    round: int
    board: int
    seating: int
    seats: list[SeatRecord]
    deals: list[DealRecord]
    result: GameResult


class Measured(msgspec.Struct, kw_only=True):
    """What was measured while the game was played.

    ``ms`` is the wall time of each action, deal by deal; ``evidence`` belongs to the fault: the
    last request and reply and what the bot wrote to standard error.
    """

    arena: str
    played_at: str
    isolation: str
    ms: list[list[float]]
    evidence: dict[str, str]


class GameLine(Record, kw_only=True):
    """A game as exported: the record, its hash, and what was measured."""

    hash: str
    measured: Measured


def encode_record(record: Record) -> bytes:
    """Return the bytes of the deterministic part; equal games give equal bytes."""
    return _encoder.encode(record)


def decode_record(data: bytes) -> Record:
    """Return the record of its bytes; ``msgspec.ValidationError`` when it is none."""
    return msgspec.json.decode(data, type=Record)


def record_hash(data: bytes) -> str:
    """Return the hash of a record's bytes, as stored beside it."""
    return hashlib.sha256(data).hexdigest()


def deal_record(deal: Deal, seed: bytes) -> DealRecord:
    """Return the record of a new deal, its cards as text."""
    return DealRecord(
        deal=deal.number,
        dealer=deal.dealer,
        hands=[_words(hand) for hand in deal.hands],
        kitty=_words(deal.kitty),
        aside=_words(deal.aside),
        stock=_words(deal.stock),
        seed=seed.hex(),
        actions=[],
    )


def deal_of(record: DealRecord) -> Deal:
    """Return the deal of its record; ``KeyError`` names a word that is no card."""
    return Deal(
        record.deal,
        record.dealer,
        tuple(tuple(parse_cards(hand)) for hand in record.hands),
        tuple(parse_cards(record.kitty)),
        tuple(parse_cards(record.aside)),
        tuple(parse_cards(record.stock)),
    )


def result_record(settled: Settled) -> ResultRecord:
    """Return the record of a deal's result."""
    return ResultRecord(
        points=list(settled.points), scores=list(settled.scores), details=dict(settled.details)
    )


def _words(cards: tuple[int, ...]) -> list[str]:
    return [CARD_TEXT[card] for card in cards]
