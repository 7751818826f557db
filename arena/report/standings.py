"""The table of a run, as text for people and as JSON lines for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tabulate import tabulate

from arena.wire.verdicts import Verdict

if TYPE_CHECKING:
    from arena.ratings.boards import BoardPoints
    from arena.ratings.standings import Row
    from arena.tournament.head import FrozenEntry

HEADINGS = ("", "bot", "rating ±95%", "points/board ±95%", "places", "won", "games", "faults")
ALIGN = ("right", "left", "right", "right", "right", "right", "right", "left")
SCHEMA = "arena.standings/1"
LEGEND = (
    "ranked by rating: TrueSkill mean in schedule order",
    "points/board: score minus the rivals' on the same cards · places: where that could put it",
)


def standings_table(rows: Sequence[Row]) -> list[str]:
    """Return the standings as lines: a heading, a line per bot."""
    cells = [_cells(row) for row in sorted(rows, key=lambda row: row.games == 0)]
    table = tabulate(cells, HEADINGS, tablefmt="plain", disable_numparse=True, colalign=ALIGN)
    return [f"  {line}".rstrip() for line in table.splitlines()]


def _cells(row: Row) -> tuple[str, ...]:
    won = f"{100 * row.won / row.games:.1f}%" if row.games else "–"
    return (
        str(row.place) if row.games else "–",
        row.bot,
        f"{row.rating.mu:.1f} ± {row.rating.pm95:.1f}",
        points_text(row.points),
        places_text(row.points),
        won,
        str(row.games),
        faults_text(row.faults),
    )


def points_text(points: BoardPoints) -> str:
    """Return points per board with its error, ``?`` for an error that is not known."""
    if points.mean is None:
        return "–"
    error = "?" if points.pm95 is None else f"{points.pm95:.0f}"
    return f"{signed(points.mean)} ± {error}"


def places_text(points: BoardPoints) -> str:
    """Return the range of places, ``–`` when it is not known."""
    if points.place_range is None:
        return "–"
    low, high = points.place_range
    return str(low) if low == high else f"{low}–{high}"


def number(value: int) -> str:
    """Return a whole number with a true minus for negative ones."""
    return f"−{-value}" if value < 0 else str(value)


def signed(value: float) -> str:
    """Return a whole number with its sign, a true minus for negative ones."""
    rounded = round(value)
    return f"{'−' if rounded < 0 else '+'}{abs(rounded)}"


def faults_text(faults: Mapping[str, int]) -> str:
    """Return the faults by kind, such as ``2 slow, 1 crash``."""
    kinds: dict[str, int] = {}
    for code, count in faults.items():
        kind = Verdict(code).kind
        kinds[kind] = kinds.get(kind, 0) + count
    return ", ".join(f"{count} {kind}" for kind, count in kinds.items())


def standings_json(run: str, rows: Sequence[Row], entries: Sequence[FrozenEntry]) -> list[str]:
    """Return one JSON object per bot, each on one line."""
    entry_of = {entry.name: entry for entry in entries}
    return [json.dumps(_object(run, row, entry_of[row.bot]), ensure_ascii=False) for row in rows]


def _object(run: str, row: Row, entry: FrozenEntry) -> dict[str, Any]:
    points = row.points
    return {
        "schema": SCHEMA,
        "run": run,
        "bot": row.bot,
        "version": entry.version,
        "sha256": entry.fingerprint,
        "place": row.place,
        "place95": None if points.place_range is None else list(points.place_range),
        "rating": {"mu": round(row.rating.mu, 3), "pm95": round(row.rating.pm95, 3)},
        "points_per_board": {
            "mean": None if points.mean is None else round(points.mean, 2),
            "pm95": None if points.pm95 is None else round(points.pm95, 2),
            "n": points.boards,
        },
        "won": round(row.won / row.games, 4) if row.games else None,
        "games": row.games,
        "faults": dict(row.faults),
    }
