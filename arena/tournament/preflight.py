"""Start every bot once before the first game, so that one that cannot start is one message."""

from __future__ import annotations

from collections.abc import Sequence

from arena.process.family import become_subreaper, children, sweep
from arena.process.loop import Loop
from arena.process.work import work_folder
from arena.referee.worker import open_table
from arena.tournament.entries import Entry
from arena.tournament.event import Event
from arena.tournament.programs import program_of
from arena.wire.verdicts import Fault


def preflight(event: Event, entries: Sequence[Entry]) -> dict[str, Fault]:
    """Start and greet each bot; return the fault of each that did not say hello, by name."""
    become_subreaper()
    loop, own = Loop(), children()
    faults: dict[str, Fault] = {}
    with work_folder() as work:
        for entry in entries:
            programs = [program_of(entry)]
            table = open_table(programs, event.game, event.rules, event.limits, loop, work)
            try:
                table.bot(0)
            except Fault as fault:
                faults[entry.name] = fault
            finally:
                table.close()
                sweep(keep=own)
    return faults
