"""``arena export RUN --jsonl``: a run's records, one JSON object a line."""

from __future__ import annotations

from typing import Annotated

import typer

from arena.cli.options import DEFAULT_RESULTS, Results, RunName
from arena.cli.output import say_raw
from arena.report.export import exported
from arena.tournament.folder import find_run
from arena.tournament.run import require_games
from arena.tournament.store import Store


def export(
    run: RunName,
    jsonl: Annotated[  # noqa: ARG001 - the one format there is, so far
        bool, typer.Option("--jsonl", help="One game a line, as protocol/schema/record.json.")
    ] = True,
    results: Results = DEFAULT_RESULTS,
) -> None:
    """Print the games of a run in schedule order."""
    with Store.open(find_run(run, results)) as store:
        require_games(store)
        say_raw(exported(game) for game in store.games())
