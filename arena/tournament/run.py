"""Play an event: open or continue its store, keep bots that cannot start out, store every game.

The store decides what is left to play: the schedule minus its games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

import arena
from arena.core.errors import InputError, NothingToDo, StoreError
from arena.core.text import clean, clean_lines
from arena.referee.record import Record, decode_record
from arena.tournament.entries import fingerprint
from arena.tournament.event import Event, differences, frozen
from arena.tournament.executors import Executor
from arena.tournament.folder import set_aside
from arena.tournament.head import head_of
from arena.tournament.plan import Entrant, Plan
from arena.tournament.preflight import preflight
from arena.tournament.programs import program_of
from arena.tournament.schedule import Fixture, round_robin
from arena.tournament.secrets import RunSecrets
from arena.tournament.store import FILE_NAME, Store
from arena.wire.verdicts import Fault

STDERR_LINES = 12


@dataclass(frozen=True)
class Benched:
    """A bot that could not be started: the verdict's code, why, the end of its stderr."""

    bot: str
    code: str
    text: str
    stderr: list[str]


@dataclass(frozen=True)
class Run:
    """A run ready to go on: its store, its schedule, what is done, who stays out now.

    ``aside`` is where an earlier run's store was moved to, if there was one.
    """

    store: Store
    plan: Plan
    fixtures: list[Fixture]
    done: set[str]
    benched: list[Benched]
    aside: Path | None

    @property
    def total(self) -> int:
        """How many games the schedule has."""
        return len(self.fixtures)

    def play(self, executor: Executor) -> Iterator[Record]:
        """Play what is left, store each game and yield its record as it ends."""
        position = {fixture.id: fixture.position for fixture in self.fixtures}
        absent = {benched.bot for benched in self.benched}
        able = [fixture for fixture in self.fixtures if absent.isdisjoint(fixture.pairing)]
        for finished in executor.run(self.plan.jobs(able, self.done)):
            self.store.add(position[finished.id], finished)
            self.done.add(finished.id)
            yield decode_record(finished.data)
        if len(self.done) == self.total:
            self.store.finish(run_hash(self.store))

    def changed_bots(self) -> list[str]:
        """Return the bots whose folder is not what it was when the run was opened."""
        return [
            name
            for name, program in self.plan.programs.items()
            if _fingerprint_now(program.folder) != self.plan.entrants[name].fingerprint
        ]

    @property
    def complete(self) -> bool:
        """Whether every game of the schedule is stored."""
        return len(self.done) == self.total


def _fingerprint_now(folder: Path) -> str | None:
    """Return a bot folder's fingerprint, ``None`` when it is gone or has become unsafe."""
    try:
        return fingerprint(folder)
    except (InputError, OSError):
        return None


def open_run(event: Event, folder: Path, seed: str | None, *, fresh: bool) -> Run:
    """Start the run of an event in a folder, or continue the one that is there.

    ``seed`` replaces the event's; ``fresh`` sets an earlier run aside, once the new one can start.
    ``StoreError`` when the run there is of another event or seed. The caller holds the folder's
    lock.
    """
    seed = seed if seed is not None else event.seed
    faults = preflight(event, event.entries)
    if (folder / FILE_NAME).exists() and not fresh:
        store = Store.open(folder, writable=True)
        _refuse_other(store, event, seed)
        return _prepared(store, event, faults, None)
    head = _head(event, seed, faults)
    aside = set_aside(folder)
    return _prepared(Store.create(folder, head), event, faults, aside)


def _head(event: Event, seed: str | None, faults: dict[str, Fault]) -> dict[str, Any]:
    """Return what a new store says of its run. Bots that cannot start now are not scheduled."""
    if len(event.entries) - len(faults) < len(event.rules.sides):
        raise _too_few(faults)
    secrets = RunSecrets.fresh() if seed is None else RunSecrets.of_seed(seed)
    return {
        "event": frozen(event),
        "seed": seed,
        "secrets": {"cards": secrets.cards.hex(), "bots": secrets.bots.hex()},
        "commitment": secrets.commitment,
        "benched": sorted(faults),
        "arena": arena.__version__,
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _too_few(faults: dict[str, Fault]) -> NoStartError:
    benched = [_benched(name, fault) for name, fault in faults.items()]
    return NoStartError(benched)


class NoStartError(InputError):
    """Fewer bots than sides could be started; ``benched`` says why for each."""

    exit_code = 3

    def __init__(self, benched: list[Benched]) -> None:
        super().__init__("too-few-bots", "too few bots could be started: there is nothing to play")
        self.benched = benched


def _refuse_other(store: Store, event: Event, seed: str | None) -> None:
    head = head_of(store)
    changes = differences(msgspec.to_builtins(head.event), frozen(event))
    if seed is not None and seed != head.seed:
        changes.append("seed: the run has another one")
    if changes:
        text = f"{store.path} holds a run of a different event:\n  " + "\n  ".join(changes)
        raise StoreError("other-event", text, hint="Add --fresh to set it aside and start over.")


def _prepared(store: Store, event: Event, faults: dict[str, Fault], aside: Path | None) -> Run:
    head = head_of(store)
    try:
        cards, bots = bytes.fromhex(head.secrets.cards), bytes.fromhex(head.secrets.bots)
    except ValueError:
        raise StoreError("damaged-store", f"{store.path}: the secrets are damaged") from None
    secrets = RunSecrets(cards, bots)
    plan = Plan(
        event=event.name,
        game=event.game,
        rules=event.rules,
        limits=event.limits,
        fresh_bots=event.restart == "game",
        show_names=event.names == "shown",
        entrants={
            e.name: Entrant(e.name, e.manifest.version, e.fingerprint) for e in event.entries
        },
        programs={entry.name: program_of(entry) for entry in event.entries},
        secrets=secrets,
    )
    fixtures = list(round_robin(head.scheduled, event.boards, len(event.rules.sides)))
    benched = [_benched(name, fault) for name, fault in faults.items()]
    benched += [
        Benched(name, "benched", "could not be started when the run began (--fresh lets it in)", [])
        for name in head.benched
        if name not in faults
    ]
    return Run(store, plan, fixtures, set(store.ids()), benched, aside)


def run_hash(store: Store) -> str:
    """Return the hash of a run: over the id and hash of every game in schedule order."""
    digest = hashlib.sha256()
    for game_id, record_hash in store.hashes():
        digest.update(f"{game_id} {record_hash}\n".encode())
    return digest.hexdigest()


def _benched(name: str, fault: Fault) -> Benched:
    lines = clean_lines(fault.evidence.get("stderr", ""))[-STDERR_LINES:]
    return Benched(name, fault.verdict.value, clean(fault.text, 500), lines)


def require_games(store: Store) -> Sequence[str]:
    """Return the ids of a run's games; ``NothingToDo`` when there are none."""
    ids = store.ids()
    if not ids:
        raise NothingToDo("no-games", f"{store.path} has no finished game yet")
    return ids
