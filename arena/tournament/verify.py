"""Verify a run without its bots: secrets, schedule, seats, hashes, and every game again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from arena.core.errors import StoreError
from arena.referee.record import SCHEMA, Record, decode_record, encode_record, record_hash
from arena.referee.verify import Discrepancy, check_record
from arena.tournament.head import head_of
from arena.tournament.plan import Entrant, board_seed, seat_records
from arena.tournament.run import run_hash
from arena.tournament.schedule import Fixture, round_robin
from arena.tournament.secrets import RunSecrets, commitment_of
from arena.tournament.store import Store, StoredGame


@dataclass(frozen=True)
class Verification:
    """The result: how many games were judged again, how many are still to play, what is wrong."""

    games: int
    missing: int
    discrepancies: list[Discrepancy]


def verify_run(store: Store, commitment: str | None = None) -> Verification:
    """Judge every game of a run again and compare the run with its schedule.

    ``commitment`` is the hash that was announced before the first game; without it the store's own
    is taken, which proves nothing against whoever wrote the store.
    """
    run = _StoredRun(store)
    found = list(run.check_secrets(commitment or run.head.commitment))
    ids = store.ids()
    for game_id in ids:
        found += run.check_game(game_id)
    missing = [name for name in run.fixtures if name not in set(ids)]
    finished = run.head.run_hash
    if finished is not None:
        found += [Discrepancy(name, "the game is missing") for name in missing]
        found += run.check_run_hash(finished)
    return Verification(len(ids), len(missing), found)


class _StoredRun:
    """A run as its store describes it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.head = head_of(store)
        self.event = self.head.event
        self.rules = self.head.rules
        stored = self.head.secrets
        self.secrets = RunSecrets(_bytes(stored.cards), _bytes(stored.bots))
        fixtures = round_robin(self.head.scheduled, self.event.boards, len(self.rules.sides))
        self.fixtures: dict[str, Fixture] = {fixture.id: fixture for fixture in fixtures}
        self.entrants = {
            entry.name: Entrant(entry.name, entry.version, entry.fingerprint)
            for entry in self.event.entries
        }

    def check_secrets(self, commitment: str) -> Iterator[Discrepancy]:
        """Yield a discrepancy when the secrets are not those that the run committed to."""
        if commitment_of(self.secrets.cards, self.secrets.bots) != commitment:
            yield Discrepancy("secrets", "they do not match the hash published before the run")
        seed = self.head.seed
        if seed is not None and RunSecrets.of_seed(seed).commitment != self.secrets.commitment:
            yield Discrepancy("secrets", "they are not those of the run's seed")

    def check_run_hash(self, finished: str) -> Iterator[Discrepancy]:
        """Yield a discrepancy when the games are not those that the finished run had."""
        if run_hash(self.store) != finished:
            yield Discrepancy("run", "the hash over all games differs from the finished run's")

    def check_game(self, game_id: str) -> Iterator[Discrepancy]:
        """Yield what is wrong with one stored game."""
        fixture = self.fixtures.get(game_id)
        if fixture is None:
            yield Discrepancy(game_id, "the schedule has no such game")
            return
        try:
            stored = self.store.game(game_id)
            record = decode_record(stored.data)
        except (StoreError, msgspec.MsgspecError) as error:
            yield Discrepancy(game_id, f"the record cannot be read: {error}")
            return
        yield from self._check_identity(fixture, stored, record)
        yield from check_record(record, board_seed(self.secrets, fixture.board))

    def _check_identity(
        self, fixture: Fixture, stored: StoredGame, record: Record
    ) -> Iterator[Discrepancy]:
        """Yield what differs between a record, its row and the schedule."""
        if record_hash(stored.data) != stored.hash:
            yield Discrepancy(fixture.id, "the record does not match its hash")
        elif encode_record(record) != stored.data:
            yield Discrepancy(fixture.id, "the record holds more than a record")
        shown = self.event.names == "shown"
        seats = list(seat_records(fixture, self.rules.sides, self.entrants, shown))
        for name, theirs, ours in (
            ("schema", record.schema, SCHEMA),
            ("position", stored.position, fixture.position),
            ("id", record.id, fixture.id),
            ("event", record.event, self.event.name),
            ("game", record.game, self.event.game),
            ("preset", record.preset, self.rules.preset),
            ("players", record.players, self.rules.players),
            ("options", record.options, self.rules.options()),
            ("round", record.round, fixture.round),
            ("board", record.board, fixture.board),
            ("seating", record.seating, fixture.seating),
            ("seats", record.seats, seats),
        ):
            if theirs != ours:
                yield Discrepancy(fixture.id, f"{name} is {theirs!r}, the event says {ours!r}")


def _bytes(text: str) -> bytes:
    """Return a secret's bytes; text that is none gives a secret that fits no commitment."""
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""
