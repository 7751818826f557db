"""What ``run`` and ``demo`` share: play an event in its folder and say how it went."""

from __future__ import annotations

from pathlib import Path

from arena.cli.interrupts import Interrupts
from arena.cli.main import INTERRUPTED, Interrupted
from arena.cli.options import cores
from arena.cli.output import note, say, show_benched
from arena.cli.progress import progress
from arena.report.standings import LEGEND, standings_json, standings_table
from arena.tournament.event import Event
from arena.tournament.executors import Executor, LocalExecutor, SerialExecutor
from arena.tournament.folder import locked
from arena.tournament.run import Run, open_run

BENCHED = 3


def play_event(
    event: Event,
    folder: Path,
    *,
    seed: str | None,
    fresh: bool,
    jobs: int | None,
    as_json: bool,
    again: str,
) -> int:
    """Play an event to its end, print its standings and return the exit code.

    ``again`` is the command that resumes it.
    """
    workers = jobs if jobs is not None else cores()
    with locked(folder):
        run = open_run(event, folder, seed, fresh=fresh)
        with run.store:
            _announce(run, event, folder, workers)
            interrupted = not _play(run, workers)
            _report(run, folder, as_json=as_json)
            if interrupted:
                note("", f"Stopped. Every finished game is stored; resume with  {again}")
                return INTERRUPTED
            return BENCHED if run.benched else 0


def _announce(run: Run, event: Event, folder: Path, workers: int) -> None:
    left = run.total - len(run.done)
    seed = run.store.meta("seed")
    origin = "secret cards" if seed is None else f"seed {seed}, known beforehand"
    note(
        f"{event.name} · {event.format} · {len(event.entries)} bots · {event.boards} boards",
        f"{origin} · cards committed to by sha256 {run.store.meta('commitment')}",
        f"{run.total:,} games, {left:,} to play · {workers} at a time · {folder}",
    )
    if run.aside is not None:
        note(f"the earlier run is kept as {run.aside}")
    show_benched(run.benched)
    note("")


def _play(run: Run, workers: int) -> bool:
    """Play what is left; return whether it came to its end."""
    executor: Executor = SerialExecutor() if workers == 1 else LocalExecutor(workers)
    try:
        with Interrupts(executor.stop) as interrupts, progress(len(run.done), run.total) as shown:
            for record in run.play(executor):
                shown.advance(record)
    except Interrupted:
        return False
    return not interrupts.seen or run.complete


def _report(run: Run, folder: Path, *, as_json: bool) -> None:
    """Print the standings, and the next useful commands."""
    from arena.report.results import rows_of  # numpy comes with it, and playing needs none

    rows = rows_of(run.store)
    if as_json:
        say(standings_json(folder.name, rows, run.store.meta("event")["entries"]))
        return
    say(["", *standings_table(rows), "", *LEGEND])
    first = next(iter(run.store.ids()), None)
    if first is not None:
        say(["", f"One deal   arena show {first} 1", f"Check it   arena verify {folder.name}"])
