"""What ``run`` and ``demo`` share: play an event in its folder and say how it went."""

from __future__ import annotations

import shlex
from itertools import islice
from pathlib import Path

from arena.cli.interrupts import Interrupts
from arena.cli.main import INTERRUPTED, Interrupted
from arena.cli.options import cores, results_option
from arena.cli.output import note, say, say_raw, show_benched
from arena.cli.progress import progress
from arena.report.standings import LEGEND, standings_json, standings_table
from arena.tournament.event import Event
from arena.tournament.executors import Executor, LocalExecutor, SerialExecutor
from arena.tournament.folder import locked
from arena.tournament.head import head_of
from arena.tournament.run import Run, open_run

BENCHED = 3
GAMES_LOOKED_AT = 200
"""Games among which one worth showing is looked for."""


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
            for name in run.changed_bots():
                note(f"! {name} changed its own folder: its fingerprint no longer fits this run")
            if interrupted:
                note("", f"Stopped. Every finished game is stored; resume with  {again}")
                return INTERRUPTED
            return BENCHED if run.benched else 0


def _announce(run: Run, event: Event, folder: Path, workers: int) -> None:
    left = run.total - len(run.done)
    seed = run.store.meta("seed")
    origin = "secret cards" if seed is None else f"cards from seed {seed}, known beforehand"
    note(
        f"{event.name} · {event.format} · {len(event.entries)} bots · {event.boards} boards",
        f"{run.total:,} games, {left:,} to play · {workers} at a time · {folder}",
        f"{origin} · sha256 of the secret:",
        run.store.meta("commitment"),
    )
    if run.aside is not None:
        note(f"the earlier run is kept as {run.aside}")
    show_benched(run.benched)
    note("")


def _play(run: Run, workers: int) -> bool:
    """Play what is left; return whether it came to its end."""
    executor: Executor = SerialExecutor() if workers == 1 else LocalExecutor(workers)

    def stop() -> None:
        note("", "Stopping: the games in play are finished first; Ctrl-C again stops at once.")
        executor.stop()

    try:
        with Interrupts(stop) as interrupts, progress(len(run.done), run.total) as shown:
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
        say_raw(standings_json(folder.name, rows, head_of(run.store).event.entries))
        return
    say(["", *standings_table(rows), "", *LEGEND])
    say(["", *_next_commands(run, folder)])


def _next_commands(run: Run, folder: Path) -> list[str]:
    """Return what to look at next: a game lost by a fault, a deal played out, the proof."""
    name, place = shlex.quote(folder.name), results_option(folder.parent)
    where = f" --run {name}{place}"
    lines = []
    games = islice(run.store.games(), GAMES_LOOKED_AT)
    records = [game.record() for game in games]
    fault = next((record for record in records if record.result.fault is not None), None)
    if fault is not None:
        lines.append(f"A fault     arena show {fault.id}{where}")
    deals = [
        (len(deal.actions), record.id, deal.deal) for record in records for deal in record.deals
    ]
    if deals:
        longest = max(actions for actions, _, _ in deals)
        game, deal = next((game, deal) for actions, game, deal in deals if actions == longest)
        lines.append(f"One deal    arena show {game} {deal}{where}")
    return [*lines, f"Check it    arena verify {name}{place}"]
