"""Every file of the repository that is made from the code: ``make generate`` writes them.

A test compares them with what ``generated_files`` returns, so that none can drift.
"""

from __future__ import annotations

import sys
from pathlib import Path

from arena.games.registry import GAMES
from arena.referee.schemas import schemas
from arena.report.rules import rules_document


def generated_files() -> dict[str, str]:
    """Return path below the checkout -> text: the JSON Schemas and the tables of rule sets."""
    files = {f"protocol/schema/{name}": text for name, text in schemas().items()}
    for game in GAMES.values():
        files[f"docs/rules-{game.name}.md"] = rules_document(game)
    return files


if __name__ == "__main__":
    for name, text in generated_files().items():
        Path(sys.argv[1], name).write_text(text, encoding="utf-8")
