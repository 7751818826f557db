"""``arena bots``: the built-in bots."""

from __future__ import annotations

from tabulate import tabulate

from arena.assets import builtin_bots
from arena.cli.output import say
from arena.tournament.entries import load_manifest

HEADINGS = ("bot", "version", "plays", "command", "about")


def bots() -> None:
    """List the built-in bots, what they play and what runs them."""
    for game, found in builtin_bots().items():
        rows = []
        for name, folder in found.items():
            manifest = load_manifest(folder)
            plays = "; ".join(
                f"{preset} ({', '.join(map(str, counts))} players)"
                for preset, counts in manifest.games.get(game, {}).items()
            )
            rows.append((name, manifest.version, plays, manifest.command[0], manifest.about))
        say([game, *tabulate(rows, HEADINGS, tablefmt="plain", disable_numparse=True).splitlines()])
