"""Arguments and options that several commands share."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from arena.tournament.folder import RESULTS

Results = Annotated[
    Path, typer.Option("--results", help="The folder that runs land in.", show_default=True)
]
RunName = Annotated[str, typer.Argument(metavar="RUN", help="A run: its name or its folder.")]
Jobs = Annotated[
    int | None,
    typer.Option("-j", "--jobs", min=1, help="Tables at a time; all cores unless given."),
]
DEFAULT_RESULTS = RESULTS


def results_option(results: Path) -> str:
    """Return the option that a suggested command needs to find runs in this folder."""
    return "" if results == DEFAULT_RESULTS else f" --results {shlex.quote(str(results))}"


def cores() -> int:
    """Return how many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
