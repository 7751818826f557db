"""``arena show``: the runs, a run's standings, a game, or one deal of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.options import DEFAULT_RESULTS, Results
from arena.cli.output import say, say_raw
from arena.core.errors import InputError, NothingToDo, StoreError, nearest
from arena.report.deal import deal_page, game_page
from arena.report.export import exported
from arena.report.standings import LEGEND, standings_json, standings_table
from arena.tournament.folder import find_run, is_run, runs
from arena.tournament.head import head_of
from arena.tournament.store import Store, StoredGame

AMBIGUOUS_SHOWN = 8
MOST_DIGITS = 9


def show(
    what: Annotated[
        str | None, typer.Argument(metavar="[RUN|GAME]", help="A run, or a game's id or its start.")
    ] = None,
    deal: Annotated[
        str | None, typer.Argument(metavar="[DEAL]", help="A deal of the game: 3 (or 3.5.1).")
    ] = None,
    run: Annotated[
        str | None, typer.Option("--run", help="Look for the game in this run only.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print standings or the game as JSON lines.")
    ] = False,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Suits as S H D C.")] = False,
    results: Results = DEFAULT_RESULTS,
) -> None:
    """Show the standings of a run, a game deal by deal, or one deal card by card.

    Without arguments: the runs there are. A game is looked for in the latest run that has it.
    """
    if what is None:
        _show_runs(results)
    elif deal is None and run is None and _is_run(what, results):
        _show_standings(find_run(what, results), as_json=as_json)
    else:
        game = _find_game(what, run, results)
        if as_json:
            say_raw([exported(game)])
        else:
            _show_game(game, deal, ascii_only=ascii_only)


def _is_run(word: str, results: Path) -> bool:
    return is_run(Path(word)) or is_run(results / word) or Path(word).suffix == ".sqlite"


def _show_runs(results: Path) -> None:
    found = runs(results)
    if not found:
        raise NothingToDo("no-run", f"no run in {results}", hint="Play one: arena demo")
    say(_run_line(folder) for folder in found)


def _run_line(folder: Path) -> str:
    try:
        with Store.open(folder) as store:
            head, games = head_of(store), len(store.ids())
    except StoreError as error:
        return f"{folder.name:<20} cannot be read: {error.message}"
    state = "" if head.run_hash else ", unfinished"
    return f"{folder.name:<20} {head.event.name} · {games} games{state}"


def _show_standings(folder: Path, *, as_json: bool) -> None:
    from arena.report.results import rows_of  # numpy comes with it, and games need none

    with Store.open(folder) as store:
        rows = rows_of(store)
        if as_json:
            say_raw(standings_json(folder.name, rows, head_of(store).event.entries))
            return
        state = "final" if store.meta("run_hash") else "unfinished"
        say([f"{head_of(store).event.name} · {state} · {len(store.ids()):,} games", ""])
        say([*standings_table(rows), "", *LEGEND])


def _find_game(word: str, run: str | None, results: Path) -> StoredGame:
    """Return the game of an id or a unique start of one, from the latest run that has it."""
    folders = [find_run(run, results)] if run is not None else runs(results)
    if _is_run(word, results):
        text = f"{word!r} is a run, and only a game has deals"
        raise InputError("no-game", text, hint="arena show GAME DEAL, such as b1-a-b-1 3")
    for folder in folders:
        with Store.open(folder) as store:
            found = store.find(word)
            if len(found) == 1:
                return store.game(found[0])
            if found:
                some = ", ".join(found[:AMBIGUOUS_SHOWN])
                text = f"{word!r} is the start of {len(found)} games of {folder.name}"
                raise InputError("ambiguous-game", text, hint=f"Such as {some}.")
    known = [folder.name for folder in folders]
    hint = (
        f"{nearest(word, known)} Runs and games: arena show" if known else "arena demo makes a run."
    )
    raise NothingToDo("no-game", f"no run or game {word!r} in {results}", hint=hint)


def _show_game(game: StoredGame, deal: str | None, *, ascii_only: bool) -> None:
    record = game.record()
    if deal is None:
        say(game_page(record, game.measured, ascii_only=ascii_only))
        return
    number = deal.split(".")[0]
    if not number.isdecimal() or len(number) > MOST_DIGITS:
        text = f"{deal!r} is no deal"
        raise InputError("no-deal", text, hint="Write its number, such as 3, or a place, 3.5.1.")
    say(deal_page(record, game.measured, int(number), ascii_only=ascii_only))
