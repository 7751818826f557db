"""``arena run EVENT.yaml``: play an event, or go on with it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from arena.assets import builtin_bots
from arena.cli.options import DEFAULT_RESULTS, Jobs, Results, results_option
from arena.cli.playing import play_event
from arena.core.errors import InputError
from arena.core.text import clean
from arena.tournament.event import load_event


def run(
    event: Annotated[Path, typer.Argument(metavar="EVENT.yaml", help="The event file.")],
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Set an earlier run aside and start over.")
    ] = False,
    jobs: Jobs = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", help="Take the cards from this word instead of a secret."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the standings as JSON lines.")
    ] = False,
    results: Results = DEFAULT_RESULTS,
) -> None:
    """Play an event; the same command goes on with one that was interrupted.

    Exit code 0: played. 2: wrong file or usage, nothing was started. 3: a bot could not be started
    and sat out. 130: interrupted, everything finished is stored.
    """
    if seed is not None and (not seed or clean(seed) != seed):
        raise InputError("wrong-value", "--seed takes a word of up to 200 printable characters")
    loaded = load_event(event, builtin_bots())
    if event.stem in ("", ".", ".."):
        raise InputError("wrong-value", f"a run cannot be named after {event.name!r}")
    again = f"arena run {shlex.quote(str(event))}{results_option(results)}"
    code = play_event(
        loaded,
        results / event.stem,
        seed=seed,
        fresh=fresh,
        jobs=jobs,
        as_json=as_json,
        again=again,
    )
    raise typer.Exit(code)
