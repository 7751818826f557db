"""The event file: what is played, by which rules, with which bots."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec

from arena.core.errors import InputError
from arena.core.text import clean
from arena.games.contract import Game, Rules
from arena.games.options import OptionError
from arena.games.registry import find_game
from arena.tournament.entries import MANIFEST, Entry, bot_name, find_bot, load_entry, plays
from arena.tournament.yaml_file import Node, load_yaml, quoted
from arena.wire.messages import Limits

FORMATS = ("round-robin",)
RESTARTS = ("table", "game")
NAMES = ("pseudonyms", "shown")
COUNT = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
MAX_BOARDS = 100_000
"""Sides of a game that the schedule can seat: it pairs the entries."""
DEFAULT_LIMITS = Limits(start_ms=10_000, decision_ms=1_000, bank_ms=60_000)

_REQUIRED = ("name", "game", "rules", "boards", "entries")
_KEYS = (*_REQUIRED, "format", "seed", "limits", "restart", "names")

_RENAME = "Give one of them another name: {bot: FOLDER, name: NAME}."

Keys = Mapping[str, Node]
Names = dict[str, tuple[str, Node]]
"""Name in lower case -> the name, and the place it comes from."""


@dataclass(frozen=True)
class Event:
    """A validated event. ``seed`` is ``None`` where a secret one is to be drawn.

    ``restart`` says when a bot gets a fresh process (``table`` or ``game``), ``names`` whether
    bots see one another's names (``pseudonyms`` or ``shown``).
    """

    name: str
    game: str
    rules: Rules
    boards: int
    seed: str | None
    limits: Limits
    restart: str
    names: str
    entries: tuple[Entry, ...]
    format: str


def load_event(path: Path, builtin: Mapping[str, Mapping[str, Path]]) -> Event:
    """Return the event of a file and the bots it names.

    ``builtin`` is game -> bot name -> folder; other bots are folders relative to the file.
    ``InputError`` names the line and column of the first thing that is wrong.
    """
    keys = load_yaml(path).mapping(_KEYS, _REQUIRED)
    game = _game(keys["game"])
    rules = _rules(keys["rules"], game)
    return Event(
        name=keys["name"].label(80),
        game=game.name,
        rules=rules,
        boards=keys["boards"].number(1, MAX_BOARDS),
        seed=keys["seed"].label(200) if "seed" in keys else None,
        limits=_limits(keys),
        restart=_choice(keys, "restart", RESTARTS),
        names=_choice(keys, "names", NAMES),
        entries=_entries(keys["entries"], path.parent, builtin.get(game.name, {}), rules, game),
        format=_choice(keys, "format", FORMATS),
    )


def frozen(event: Event) -> dict[str, Any]:
    """Return, as JSON values, everything that decides an event's results but its seed.

    Two runs may share a results store when this is equal. It holds no path.
    """
    return {
        "name": event.name,
        "game": event.game,
        "rules": event.rules.as_dict(),
        "format": event.format,
        "boards": event.boards,
        "limits": msgspec.structs.asdict(event.limits),
        "restart": event.restart,
        "names": event.names,
        "entries": [
            {
                "name": entry.name,
                "bot": entry.manifest.name,
                "version": entry.manifest.version,
                "fingerprint": entry.fingerprint,
            }
            for entry in event.entries
        ],
    }


def differences(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return one sentence for each thing in which two results of ``frozen`` differ."""
    before, after = _flat(old), _flat(new)
    found = [
        f"{key}: {_said(before.get(key))} -> {_said(after.get(key))}"
        for key in before | after
        if before.get(key) != after.get(key)
    ]
    return found + _entry_differences(_bots(old), _bots(new))


def _game(node: Node) -> Game:
    name = node.text()
    try:
        return find_game(name)
    except InputError as error:
        raise node.placed(error) from None


def _rules(node: Node, game: Game) -> Rules:
    """Return the rule set of ``rules: preset`` or of a mapping with house rules on top."""
    whole = isinstance(node.value, dict)
    keys = node.mapping(required=("preset",)) if whole else {"preset": node}
    preset = keys["preset"].text()
    players = keys["players"].number(1, 100) if "players" in keys else None
    options = {key: n.plain() for key, n in keys.items() if key not in ("preset", "players")}
    try:
        return game.rules(preset, players, options)
    except OptionError as error:
        at = keys[error.key].key_where if whole and error.key in keys else node.where
        raise node.error("wrong-rule", error.message, error.hint, at=at) from None


def _limits(keys: Keys) -> Limits:
    if "limits" not in keys:
        return DEFAULT_LIMITS
    given = keys["limits"].mapping(("start", "decision", "bank"))
    changes = {f"{key}_ms": node.duration() for key, node in given.items()}
    return msgspec.structs.replace(DEFAULT_LIMITS, **changes)


def _choice(keys: Keys, key: str, words: Sequence[str]) -> str:
    """Return one of the words, the first when the key is not given."""
    return keys[key].choice(words) if key in keys else words[0]


def _entries(
    node: Node, base: Path, builtin: Mapping[str, Path], rules: Rules, game: Game
) -> tuple[Entry, ...]:
    """Return the bots of an event, which all play its game under names that stay apart."""
    items = node.sequence()
    sides = len(rules.sides)
    if len(items) < sides:
        message = f"an event needs at least {COUNT[sides]} entries; this one has {len(items)}"
        raise node.error("few-entries", message, "A bot may play itself under two names.")
    entries: list[Entry] = []
    names: Names = {}
    for item in items:
        entry, place = _entry(item, base, game.name, builtin)
        _check_plays(entry, item, rules, game)
        _check_new(entry.name, place, names)
        names[entry.name.lower()] = entry.name, place
        entries.append(entry)
    _check_apart(names, sides)
    return tuple(entries)


def _entry(item: Node, base: Path, game: str, builtin: Mapping[str, Path]) -> tuple[Entry, Node]:
    """Return an entry and the node that its name stands in or comes from."""
    keys = {"bot": item}
    if isinstance(item.value, dict):
        keys = item.mapping(("bot", "name"), ("bot",))
    bot = keys["bot"]
    word = bot.text()
    name = bot_name(keys["name"]) if "name" in keys else None
    try:
        folder = find_bot(word, base, game, builtin)
    except InputError as error:
        raise bot.placed(error) from None
    return load_entry(folder, name), keys.get("name", bot)


def _check_plays(entry: Entry, item: Node, rules: Rules, game: Game) -> None:
    """Refuse a bot that does not say that it plays this game by this preset."""
    if plays(entry.manifest, game.name, rules.preset, rules.players):
        return
    said = [
        f"{name} {preset} with {' or '.join(map(str, counts))}"
        for name, presets in entry.manifest.games.items()
        for preset, counts in presets.items()
    ]
    message = f"{entry.name} does not play {game.name} {rules.preset} with {rules.players} players"
    hint = f"It plays {'; '.join(said)}: see games in {entry.folder / MANIFEST}."
    raise item.error("wrong-game", message, hint)


def _check_new(name: str, place: Node, names: Names) -> None:
    """Refuse a name that an earlier entry has, in whatever case."""
    if name.lower() in names:
        first = names[name.lower()][1]
        message = f"the name {quoted(name)} is taken by the entry in line {first.line}"
        raise place.error("duplicate-name", message, _RENAME)


def _check_apart(names: Names, sides: int) -> None:
    """Refuse names of which two pairings make one game id, as ``a-b, c`` and ``a, b-c`` do."""
    if not any("-" in name for name in names):
        return
    pairings: dict[str, tuple[str, ...]] = {}
    for pairing in combinations(names, sides):
        other = pairings.setdefault("-".join(pairing), pairing)
        if other != pairing:
            raise _not_apart(names, other, pairing)


def _not_apart(names: Names, one: Sequence[str], other: Sequence[str]) -> InputError:
    """Return the error of two pairings with one game id, at the last of their entries."""
    _, latest = [names[name] for name in names if name in (*one, *other)][-1]
    first, second = (" against ".join(names[name][0] for name in pair) for pair in (one, other))
    game = f"b1-{'-'.join(names[name][0] for name in one)}-1"
    message = f"{first} and {second} would name their games alike: {game}"
    return latest.error("unclear-names", message, _RENAME)


def _flat(values: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Return nested mappings as one with dotted keys, without the entries."""
    flat: dict[str, object] = {}
    for key, value in values.items():
        if isinstance(value, Mapping):
            flat |= _flat(value, f"{prefix}{key}.")
        elif key != "entries":
            flat[prefix + key] = value
    return flat


def _said(value: object) -> str:
    if value is None:
        return "none"
    return clean(value if isinstance(value, str) else json.dumps(value))


def _bots(values: Mapping[str, Any]) -> dict[str, dict[str, object]]:
    """Return the entries of a frozen event by name."""
    return {entry["name"]: entry for entry in values["entries"]}


def _entry_differences(
    old: Mapping[str, Mapping[str, object]], new: Mapping[str, Mapping[str, object]]
) -> list[str]:
    """Return a sentence for each bot that is gone, new or changed, or one for their order."""
    found = [f"entries: {name} is gone" for name in old if name not in new]
    found += [f"entries: {name} is new" for name in new if name not in old]
    for name in new:
        if name in old and old[name] != new[name]:
            changed = [key for key in new[name] if old[name].get(key) != new[name][key]]
            found.append(f"entries: {name} changed ({', '.join(changed)})")
    if not found and list(old) != list(new):
        found.append("entries: they stand in another order")
    return found
