"""Every event in ``tournaments/`` can be loaded, played and verified."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from arena.assets import builtin_bots
from arena.process.program import PYTHON_NAMES
from arena.tournament.event import Event, load_event
from tests.e2e.conftest import Arena

EVENTS = sorted((Path(__file__).parents[2] / "tournaments").glob("*.yaml"))
BOARDS = 2

each = pytest.mark.parametrize("path", EVENTS, ids=lambda path: path.stem)


def load(path: Path) -> Event:
    return load_event(path, builtin_bots())


def test_there_are_events_to_start_with() -> None:
    assert {"demo", "first-cup"} <= {path.stem for path in EVENTS}


@each
def test_an_event_can_be_loaded(path: Path) -> None:
    event = load(path)
    assert event.boards >= BOARDS
    assert len(event.entries) >= 2


@each
def test_an_event_can_be_played_and_verified(
    path: Path, arena: Arena, require_tool: Callable[[str], str]
) -> None:
    event = load(path)
    for entry in event.entries:
        if entry.manifest.command[0] not in PYTHON_NAMES:
            require_tool(entry.manifest.command[0])
    keys = yaml.safe_load(path.read_text(encoding="utf-8")) | {"boards": BOARDS}
    (arena.folder / path.name).write_text(yaml.safe_dump(keys), encoding="utf-8")

    done = arena.run("run", path.name)
    assert done.code == 0
    assert " fault " not in done.err
    bots = len(event.entries)
    assert len(arena.stored(f"results/{path.stem}")) == bots * (bots - 1) * BOARDS
    assert arena.run("verify", path.stem).code == 0
    arena.assert_nothing_left()
