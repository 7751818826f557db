"""Bot folders: the manifest ``bot.yaml``, the fingerprint of the files, and finding a bot."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.core.errors import InputError, nearest
from arena.core.text import clean
from arena.games.contract import Game
from arena.games.registry import find_game
from arena.tournament.yaml_file import Node, load_yaml, quoted

MANIFEST = "bot.yaml"
MAX_FILES = 10_000
"""Files and folders in a bot's folder."""
MAX_BYTES = 256 * 1024 * 1024
"""Bytes of all files of a bot's folder."""

_KEYS = ("name", "version", "command", "games", "about", "uses")
_REQUIRED = ("name", "version", "command", "games")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_RESERVED = re.compile(r"(con|prn|aux|nul|com[1-9]|lpt[1-9])(\..*)?", re.IGNORECASE)
_SKIPPED = frozenset({"__pycache__", ".git"})


@dataclass(frozen=True)
class Manifest:
    """What a ``bot.yaml`` says. ``games`` is game -> preset -> the player counts it plays.

    ``command`` runs inside the bot's folder; ``uses_arena`` asks for the arena package and SDK.
    """

    name: str
    version: str
    command: tuple[str, ...]
    games: Mapping[str, Mapping[str, tuple[int, ...]]]
    about: str
    uses_arena: bool


@dataclass(frozen=True)
class Entry:
    """A bot in an event under a name of its own; ``fingerprint`` is that of its folder."""

    name: str
    folder: Path
    manifest: Manifest
    fingerprint: str


def load_entry(folder: Path, name: str | None = None) -> Entry:
    """Return the bot of a folder, under its own name or another one.

    ``InputError`` when the folder is unsafe or its ``bot.yaml`` is wrong.
    """
    digest = fingerprint(folder)  # first: it refuses a manifest that is a link
    manifest = load_manifest(folder)
    return Entry(name or manifest.name, folder.resolve(), manifest, digest)


def load_manifest(folder: Path) -> Manifest:
    """Return what a folder's ``bot.yaml`` says; ``InputError`` names the place that is wrong."""
    keys = load_yaml(folder / MANIFEST).mapping(_KEYS, _REQUIRED)
    if "uses" in keys:
        keys["uses"].choice(("arena",))
    return Manifest(
        name=bot_name(keys["name"]),
        version=keys["version"].label(40),
        command=_command(keys["command"]),
        games=_games(keys["games"]),
        about=keys["about"].label(200) if "about" in keys else "",
        uses_arena="uses" in keys,
    )


def bot_name(node: Node) -> str:
    """Return a bot's name: safe as a file name, in a game's id and on a terminal."""
    name = node.text()
    if not _NAME.fullmatch(name):
        message = f"{quoted(name)} cannot be a bot's name"
        hint = "Use 1 to 64 of A-Z a-z 0-9 . _ - and begin with a letter or a digit."
        raise node.error("bad-name", message, hint)
    if _RESERVED.fullmatch(name):
        message = f"{quoted(name)} cannot be a bot's name: some systems reserve it"
        raise node.error("bad-name", message, f"Add something, for example {name}-bot.")
    return name


def plays(manifest: Manifest, game: str, preset: str, players: int) -> bool:
    """Return whether a bot says that it plays a game by a preset with so many players."""
    return players in manifest.games.get(game, {}).get(preset, ())


def find_bot(word: str, base: Path, game: str, builtin: Mapping[str, Path]) -> Path:
    """Return the folder of a bot: a built-in one of the game, or a folder relative to ``base``.

    ``InputError`` suggests the nearest built-in name or folder.
    """
    if word in builtin:
        return builtin[word]
    folder = base / word
    if _is_bot(folder):
        return folder
    if os.path.isdir(folder):  # noqa: PTH112 - Path.is_dir raises for names that cannot be
        message = f"the folder {quoted(word)} has no {MANIFEST}"
        raise InputError("no-bot", message, hint="A bot is a folder with a bot.yaml in it.")
    message = f"no bot {quoted(word)}: {game} has no built-in bot of that name, and no such folder"
    known = [*builtin, *_neighbours(word, base)]
    raise InputError("no-bot", message, hint=clean(nearest(word[:200], known), 400))


def fingerprint(folder: Path) -> str:
    """Return the SHA-256 of a bot's files, in hex.

    It covers each regular file's path relative to the folder and its contents, sorted by path,
    each preceded by its length as eight bytes. ``__pycache__``, ``.git`` and ``*.pyc`` are left
    out. ``InputError`` when the folder holds a link or a special file, is too large, or cannot be
    read.
    """
    digest = hashlib.sha256()
    try:
        for name, path in sorted(_files(folder)):
            for part in (name, path.read_bytes()):
                digest.update(len(part).to_bytes(8, "big"))
                digest.update(part)
    except OSError as error:
        place = clean(os.fsdecode(error.filename or folder), 300)
        message = f"cannot read the bot's folder: {error.strerror}"
        raise InputError("bad-folder", message, where=place) from None
    return digest.hexdigest()


def _files(folder: Path) -> Iterator[tuple[bytes, Path]]:
    """Yield the relative path and the path of each file that counts."""
    size = 0
    for count, entry in enumerate(_walk(folder), 1):
        path = Path(entry.path)
        if entry.is_file(follow_symlinks=False):
            size += entry.stat(follow_symlinks=False).st_size
            yield os.fsencode(path.relative_to(folder).as_posix()), path
        elif not entry.is_dir(follow_symlinks=False):
            kind = "a symbolic link" if entry.is_symlink() else "neither a file nor a folder"
            message = f"a bot's folder holds only files and folders; this is {kind}"
            hint = "Put a copy of the file in its place." if entry.is_symlink() else "Remove it."
            raise InputError("bad-folder", message, where=clean(str(path), 300), hint=hint)
        if count > MAX_FILES or size > MAX_BYTES:
            message = f"more than {MAX_FILES:,} files or {MAX_BYTES >> 20} MiB in a bot's folder"
            hint = "Keep environments, data sets and build products out of it."
            raise InputError("bad-folder", message, where=clean(str(folder), 300), hint=hint)


def _walk(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield everything in a folder and below it, but what is left out; links are not followed."""
    pending = [str(folder)]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.name in _SKIPPED or entry.name.endswith(".pyc"):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                yield entry


def _command(node: Node) -> tuple[str, ...]:
    """Return the words of a command: a text split as a shell does, or a list."""
    if isinstance(node.value, list):
        words = [item.text() for item in node.value]
    else:
        try:
            words = shlex.split(node.text())
        except ValueError as error:
            raise node.error("wrong-value", f"command cannot be split: {error}") from None
    if not words:
        raise node.error("wrong-value", "command must name a program", "Write python3 bot.py.")
    return tuple(words)


def _games(node: Node) -> dict[str, dict[str, tuple[int, ...]]]:
    """Return game -> preset -> player counts, all of which exist."""
    games = {}
    for name, presets in _some(node, "game").items():
        try:
            game = find_game(name)
        except InputError as error:
            raise presets.placed(error, at=presets.key_where) from None
        games[name] = {
            preset: _players(counts, game, preset)
            for preset, counts in _some(presets, "preset").items()
        }
    return games


def _some(node: Node, noun: str) -> dict[str, Node]:
    """Return a mapping that is not empty."""
    keys = node.mapping()
    if not keys:
        raise node.error("wrong-value", f"{node.name} must name at least one {noun}")
    return keys


def _players(node: Node, game: Game, preset: str) -> tuple[int, ...]:
    """Return the player counts that a bot plays a preset with."""
    if preset not in game.presets:
        message = f"{game.name} has no preset {quoted(preset)}"
        hint = nearest(preset[:64], game.presets)
        raise node.error("unknown-preset", message, hint, at=node.key_where)
    possible = game.presets[preset]
    counts = [(item, item.number(1, 100)) for item in node.sequence()]
    for item, count in counts:
        if count not in possible:
            message = f"{preset} is not played by {count} players"
            takes = f"It takes {' or '.join(map(str, possible))}."
            raise item.error("wrong-value", message, takes)
    if not counts:
        raise node.error("wrong-value", f"{preset} must list its numbers of players")
    return tuple(count for _, count in counts)


def _is_bot(folder: Path) -> bool:
    return os.path.isfile(folder / MANIFEST)  # noqa: PTH113 - Path.is_file raises for some names


def _neighbours(word: str, base: Path) -> list[str]:
    """Return the bot folders beside the one that a word names, written as the word is."""
    parent = word.rpartition("/")[0] or "."
    try:
        names = sorted(os.listdir(base / parent))[:1_000]  # noqa: PTH208 - names are wanted
    except OSError:
        return []
    return [f"{parent}/{name}" for name in names if _is_bot(base / parent / name)]
