"""Rule sets in words: every rule with its source, the differences, and no drift in the docs."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.games.contract import Game
from arena.games.options import options_of
from arena.games.registry import GAMES
from arena.report.generated import generated_files
from arena.report.rules import presets_table, rules_page

ROOT = Path(__file__).parents[2]
CASES = [
    (game, preset, players)
    for game in GAMES.values()
    for preset, counts in game.presets.items()
    for players in counts
]


@pytest.mark.parametrize("name", generated_files())
def test_generated_files_are_what_the_code_says(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert text == generated_files()[name], "run `make generate`"


@pytest.mark.parametrize(("game", "preset", "players"), CASES)
def test_every_rule_stands_there_in_words_with_its_source(
    game: Game, preset: str, players: int
) -> None:
    rules = game.rules(preset, players, {})
    page = "\n".join(rules_page(game, rules))
    for option in options_of(rules):
        assert option.text in page
        assert option.source
        assert f"source {option.source}" in page


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_presets_that_differ_name_each_other(game: Game) -> None:
    for preset, counts in game.presets.items():
        page = rules_page(game, game.rules(preset, counts[0], {}))
        differing = [line.strip() for line in page if line.strip().startswith("≠")]
        named = {name for line in differing for name in line[2:].split(":")[0].split(", ")}
        assert named == set(game.presets) - {preset}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
def test_the_table_has_a_column_a_preset_and_a_row_a_rule(game: Game) -> None:
    heading, _, *rows = presets_table(game)
    assert all(preset in heading for preset in game.presets)
    first = game.rules(next(iter(game.presets)), None, {})
    assert len(rows) == 1 + len(options_of(first))
