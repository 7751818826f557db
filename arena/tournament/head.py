"""The head of a run: what its store says of the event, checked before anyone relies on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from arena.core.errors import InputError, StoreError
from arena.games.contract import Rules
from arena.games.registry import find_game
from arena.tournament.store import Store

Boards = Annotated[int, msgspec.Meta(ge=1, le=100_000)]


class FrozenEntry(msgspec.Struct, frozen=True):
    """A bot as it entered."""

    name: str
    bot: str
    version: str
    fingerprint: str


class FrozenEvent(msgspec.Struct, frozen=True):
    """The event as it was when the run began."""

    name: str
    game: str
    rules: dict[str, Any]
    format: str
    boards: Boards
    limits: dict[str, int | None]
    restart: str
    names: str
    entries: Annotated[list[FrozenEntry], msgspec.Meta(min_length=2)]


class Secrets(msgspec.Struct, frozen=True):
    """The run's secrets as hexadecimal text."""

    cards: str
    bots: str


class Head(msgspec.Struct, frozen=True):
    """All that a run's store says beside its games."""

    event: FrozenEvent
    seed: str | None
    secrets: Secrets
    commitment: str
    benched: list[str]
    run_hash: str | None

    @property
    def scheduled(self) -> list[str]:
        """The bots in the schedule: the entries that could be started when the run began."""
        return [entry.name for entry in self.event.entries if entry.name not in self.benched]

    @property
    def rules(self) -> Rules:
        """The rule set that the run is played by."""
        return rules_of(self.event.game, self.event.rules)


def head_of(store: Store) -> Head:
    """Return the head of a store; ``StoreError`` when a part is missing or makes no sense."""
    values = {field: store.meta(field) for field in Head.__struct_fields__}
    try:
        head = msgspec.convert(values, Head)
        _check(head)
    except (msgspec.ValidationError, InputError, ValueError, KeyError, TypeError) as error:
        text = f"{store.path} does not say what was played: {error}"
        raise StoreError("damaged-store", text) from None
    return head


def _check(head: Head) -> None:
    """Raise ``ValueError`` for a head whose parts do not fit together."""
    sides = len(head.rules.sides)
    if len(set(head.scheduled)) < max(sides, len(head.scheduled)):
        raise ValueError(f"{len(head.scheduled)} bots, each once, cannot play {sides} sides")


def rules_of(game: str, rules: Mapping[str, Any]) -> Rules:
    """Return the rule set of a frozen event's game and rules."""
    options = dict(rules)
    preset, players = options.pop("preset"), options.pop("players")
    return find_game(game).rules(preset, players, options)
