"""Where the data beside the code is: the built-in bots, the protocol, the ready-made tournaments.

A wheel carries these folders inside the package; a checkout, and so an editable install of it, has
them beside the package. No other module knows the difference.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from arena.core.errors import ArenaError

AssetName = Literal["bots", "protocol", "tournaments"]

PACKAGE = Path(__file__).resolve().parent


def assets_folder(name: AssetName) -> Path:
    """Return the folder of that name; ``ArenaError`` when the installation has none."""
    packed = PACKAGE / "_assets"
    return _existing((packed if packed.is_dir() else PACKAGE.parent) / name)


def builtin_bots() -> dict[str, dict[str, Path]]:
    """Return game -> bot name -> the bot's folder, both sorted by name.

    A bot is a folder with a ``bot.yaml``; a folder whose name begins with ``_`` is none.
    ``ArenaError`` when the installation has no bots.
    """
    return {
        game.name: {bot.name: bot for bot in _folders(game) if (bot / "bot.yaml").is_file()}
        for game in _folders(assets_folder("bots"))
    }


def sdk_folder() -> Path:
    """Return the folder that a Python bot puts on its path to import the SDK.

    ``ArenaError`` when the installation has none.
    """
    return _existing(assets_folder("protocol") / "sdk" / "python")


def _folders(parent: Path) -> list[Path]:
    """Return the folders in a folder that are not private, sorted by name."""
    return sorted(path for path in parent.iterdir() if path.is_dir() and path.name[0] not in "_.")


def _existing(folder: Path) -> Path:
    """Return a folder that exists; ``ArenaError`` when it does not."""
    if not folder.is_dir():
        raise ArenaError(
            "assets-missing",
            f"this installation of arena is incomplete: it has no folder {folder}",
            hint="Install it again, or run it from a complete checkout.",
        )
    return folder
