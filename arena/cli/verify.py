"""``arena verify RUN``: judge every game of a run again, without the bots."""

from __future__ import annotations

from typing import Annotated

import typer

from arena.cli.options import DEFAULT_RESULTS, Results, RunName
from arena.cli.output import say
from arena.core.text import clean
from arena.tournament.folder import find_run
from arena.tournament.head import head_of
from arena.tournament.run import require_games
from arena.tournament.store import Store
from arena.tournament.verify import verify_run


def verify(
    run: RunName,
    commitment: Annotated[
        str | None,
        typer.Option("--commitment", help="The hash that was announced before the first game."),
    ] = None,
    results: Results = DEFAULT_RESULTS,
) -> None:
    """Re-referee every record: secrets, deals, legality, scores, winner, hashes, schedule.

    Exit code 0: nothing is wrong. 1: each discrepancy is named with its place.
    """
    with Store.open(find_run(run, results)) as store:
        require_games(store)
        found = verify_run(store, commitment)
        head = head_of(store)
    say(clean(str(one), 500) for one in found.discrepancies)
    count = len(found.discrepancies)
    noun = "discrepancy" if count == 1 else "discrepancies"
    say([f"{found.games:,} games judged again, {count} {noun}"])
    if found.missing:
        say([f"{found.missing:,} games of the schedule are not stored yet"])
    if head.benched:
        say([f"not in the schedule, as they could not be started: {', '.join(head.benched)}"])
    if head.run_hash is not None:
        say([f"secrets {head.secrets.cards} {head.secrets.bots}"])
    say(["committed to by sha256, to compare with what was announced:", head.commitment])
    raise typer.Exit(1 if found.discrepancies else 0)
