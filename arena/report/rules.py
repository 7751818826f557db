"""Rule sets in words, for the terminal and for the docs: one preset, or all side by side."""

from __future__ import annotations

from collections.abc import Sequence

from tabulate import tabulate

from arena.games.contract import Game, Rules
from arena.games.options import Option, options_of


def rules_page(game: Game, rules: Rules) -> list[str]:
    """Return a rule set as lines: each rule, its source, and which presets have it otherwise."""
    others = _neighbours(game, rules)
    lines = [f"{game.title} · {rules.preset} · {rules.players} players", ""]
    for index, option in enumerate(options_of(rules)):
        lines += [f"  {option.name}: {_said(option.value)}", f"      {option.text}"]
        lines.append(f"      source {option.source}")
        lines += [f"      ≠ {text}" for text in _differences(option, index, others)]
    return [*lines, "", "source: document, then paragraph, as in the rules page"]


def _neighbours(game: Game, rules: Rules) -> dict[str, list[Option]]:
    """Return the rules of the other presets, for as many players where they are played so."""
    return {
        preset: options_of(
            game.rules(preset, rules.players if rules.players in counts else None, {})
        )
        for preset, counts in game.presets.items()
        if preset != rules.preset
    }


def _differences(option: Option, index: int, others: dict[str, list[Option]]) -> list[str]:
    """Return who has a rule otherwise and how, presets that agree together."""
    by_text: dict[str, list[str]] = {}
    for preset, options in others.items():
        other = options[index]
        if other.value != option.value:
            by_text.setdefault(other.text, []).append(preset)
    return [f"{', '.join(presets)}: {text}" for text, presets in by_text.items()]


def presets_table(game: Game) -> list[str]:
    """Return all presets of a game side by side as a Markdown table, each by its usual players."""
    sets = {preset: options_of(game.rules(preset, None, {})) for preset in game.presets}
    first = next(iter(sets.values()))
    rows: list[Sequence[str]] = [
        ["players", *(", ".join(map(str, sorted(counts))) for counts in game.presets.values()), ""]
    ]
    for index, option in enumerate(first):
        values = [_said(options[index].value) for options in sets.values()]
        rows.append([f"`{option.name}`", *values, option.source])
    table = tabulate(rows, ["rule", *sets, "source"], tablefmt="github", disable_numparse=True)
    return table.splitlines()


def meanings_table(game: Game) -> list[str]:
    """Return what every value of every rule means, as a Markdown table."""
    rules = game.rules(next(iter(game.presets)), None, {})
    return tabulate(
        [
            (f"`{option.name}`", f"`{_said(value)}`", text)
            for option in options_of(rules)
            for value, text in option.meanings.items()
        ],
        ["rule", "value", "what it means"],
        tablefmt="github",
        disable_numparse=True,
    ).splitlines()


def rules_document(game: Game) -> str:
    """Return the generated page of the docs about a game's rule sets."""
    lines = [
        f"# The rule sets of {game.title}",
        "",
        "Generated from the code by `make generate`.",
        "",
        f"`arena rules {game.name} PRESET` prints one of them in words. An event may change any",
        "rule of a preset: `rules: {preset: …, rule: value}`.",
        "",
        "## The presets side by side",
        "",
        "Each with its usual number of players, the first in the list of `arena rules`.",
        "",
        *presets_table(game),
        "",
        "## What the values mean",
        "",
        *meanings_table(game),
        "",
    ]
    return "\n".join(lines)


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
