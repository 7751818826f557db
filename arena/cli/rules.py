"""``arena rules``: rule sets in words, each rule with its source."""

from __future__ import annotations

from typing import Annotated

import typer

from arena.cli.output import say
from arena.core.errors import InputError
from arena.games.options import OptionError
from arena.games.registry import GAMES, find_game
from arena.report.rules import rules_page


def rules(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game.")] = None,
    preset: Annotated[str | None, typer.Argument(metavar="[PRESET]", help="A rule set.")] = None,
    players: Annotated[
        int | None, typer.Option("-p", "--players", help="For this many players.")
    ] = None,
) -> None:
    """Print a rule set in words: each rule, its source, and which presets have it otherwise.

    Without a preset: the rule sets there are.
    """
    if game is None or preset is None:
        _list([game] if game is not None else list(GAMES))
        return
    found = find_game(game)
    try:
        chosen = found.rules(preset, players, {})
    except OptionError as error:
        raise InputError("wrong-rule", error.message, hint=error.hint) from None
    say(rules_page(found, chosen))


def _list(names: list[str]) -> None:
    for name in names:
        game = find_game(name)
        say([f"{game.title} ({name})"])
        for preset, counts in game.presets.items():
            numbers = ", ".join(map(str, sorted(counts)))
            say([f"  {preset:<18} {numbers} players, usually {counts[0]}"])
