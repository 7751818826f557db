"""Every command that a page shows is run, and prints what the page says."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.documented import Command, run, steps

ROOT = Path(__file__).parents[2]
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]
}
FOR_READERS = ("bots", "protocol", "tournaments")
"""What a reader's checkout has; a page runs in a copy of these, and so leaves nothing behind."""


MAKE = """\
#!/bin/sh
plan=$("{make}" --dry-run --no-print-directory -C "{root}" "$@") || exit
test "$*" != demo || exec $(echo "$plan" | tail -n 1)
"""


def commands(page: str) -> list[str]:
    return [step.text for step in steps(page) if isinstance(step, Command)]


@pytest.fixture
def checkout(tmp_path: Path, require_tool: Callable[[str], str]) -> Path:
    """A folder that is to a reader what the checkout is, except for ``make``.

    It would build an environment anew and run these tests within these tests. So the targets are
    looked up in the real checkout, and only that of ``make demo`` runs its last line here.
    """
    for folder in FOR_READERS:
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    (tmp_path / ".venv").symlink_to(sys.prefix)
    make = tmp_path / ".programs" / "make"
    make.parent.mkdir()
    make.write_text(MAKE.format(make=require_tool("make"), root=ROOT), encoding="utf-8")
    make.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if commands(page)])
def test_a_page_tells_the_truth(
    name: str, checkout: Path, require_tool: Callable[[str], str]
) -> None:
    if "magpie" in PAGES[name]:
        require_tool("node")
    programs = [str(checkout / ".programs"), str(Path(sys.executable).parent), os.environ["PATH"]]
    screen = {"PATH": os.pathsep.join(programs), "COLUMNS": "80", "NO_COLOR": "1"}
    run(PAGES[name], checkout, os.environ | screen)


def test_the_readme_shows_a_tournament() -> None:
    assert "arena demo" in commands(PAGES["README.md"])
