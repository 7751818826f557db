"""``arena export RUN --jsonl``: a run's records, one JSON object a line."""

from __future__ import annotations

import sys
from typing import Annotated

import msgspec
import typer

from arena.cli.options import DEFAULT_RESULTS, Results, RunName
from arena.core.errors import InputError
from arena.referee.record import GameLine, decode_record
from arena.tournament.folder import find_run
from arena.tournament.run import require_games
from arena.tournament.store import Store


def export(
    run: RunName,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="One game a line, as protocol/schema/record.json.")
    ] = False,
    results: Results = DEFAULT_RESULTS,
) -> None:
    """Print the games of a run in schedule order."""
    if not jsonl:
        raise InputError("no-format", "say what to export", hint="arena export RUN --jsonl")
    with Store.open(find_run(run, results)) as store:
        require_games(store)
        for game in store.games():
            fields = msgspec.structs.asdict(decode_record(game.data))
            line = GameLine(**fields, hash=game.hash, measured=game.measured)
            sys.stdout.write(msgspec.json.encode(line).decode() + "\n")
