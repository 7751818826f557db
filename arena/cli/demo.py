"""``arena demo``: the built-in bots against one another, in half a minute."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import typer

from arena.assets import assets_folder, builtin_bots
from arena.cli.options import DEFAULT_RESULTS, Jobs, Results, results_option
from arena.cli.output import note
from arena.cli.playing import play_event
from arena.process.program import Program
from arena.tournament.event import Event, load_event
from arena.tournament.folder import is_run
from arena.tournament.store import Store

EVENT = "demo.yaml"


def demo(jobs: Jobs = None, results: Results = DEFAULT_RESULTS) -> None:
    """Play a small round robin of the built-in bots and show the standings.

    A bot whose runtime is not installed is named and left out.
    """
    event = _without_missing(load_event(assets_folder("tournaments") / EVENT, builtin_bots()))
    folder = results / "demo"
    code = play_event(
        event,
        folder,
        seed=None,
        fresh=_is_complete(folder),
        jobs=jobs,
        as_json=False,
        again=f"arena demo{results_option(results)}",
    )
    raise typer.Exit(code)


def _without_missing(event: Event) -> Event:
    """Return the event without the bots whose command is not installed."""
    able = []
    for entry in event.entries:
        runtime = Program(entry.folder, entry.manifest.command).argv()[0]
        if shutil.which(runtime, path=None) or Path(entry.folder, runtime).exists():
            able.append(entry)
        else:
            note(f"- {entry.name} is left out: {runtime!r} is not installed")
    return replace(event, entries=tuple(able))


def _is_complete(folder: Path) -> bool:
    """Return whether an earlier demo was played to its end."""
    if not is_run(folder):
        return False
    with Store.open(folder) as store:
        return store.meta("run_hash") is not None
