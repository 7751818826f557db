"""How a bot's program is run: its command, its folder, its environment."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

PYTHON_NAMES = ("python", "python3")
KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "TZ", "SYSTEMROOT")


@dataclass(frozen=True)
class Program:
    """A bot's program: ``command`` is run inside ``folder``.

    ``import_path`` is a folder that its Python may import from, besides its own.
    """

    folder: Path
    command: tuple[str, ...]
    import_path: Path | None = None

    def argv(self) -> list[str]:
        """Return the command line; ``python3`` means the interpreter that runs arena.

        Naming the real interpreter saves the start of a version manager's wrapper.
        """
        first, *rest = self.command
        return [sys.executable if first in PYTHON_NAMES else first, *rest]

    def environment(self, work: Path) -> dict[str, str]:
        """Return a clean environment whose home and temporary folder are ``work``."""
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        own = {"HOME": str(work), "TMPDIR": str(work), "PYTHONDONTWRITEBYTECODE": "1"}
        sdk = {"PYTHONPATH": str(self.import_path)} if self.import_path else {}
        return {"LANG": "C.UTF-8"} | kept | own | sdk
