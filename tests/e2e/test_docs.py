"""Every command that a page shows is run, and prints what the page says."""

from __future__ import annotations

import os
import shutil
import subprocess
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


def commands(page: str) -> list[str]:
    return [step.text for step in steps(page) if isinstance(step, Command)]


@pytest.mark.parametrize("name", [name for name, page in PAGES.items() if commands(page)])
def test_a_page_tells_the_truth(
    name: str, tmp_path: Path, require_tool: Callable[[str], str]
) -> None:
    for folder in FOR_READERS:
        shutil.copytree(
            ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    (tmp_path / ".venv").symlink_to(sys.prefix)
    # make would build an environment anew: its targets are looked up in the checkout instead.
    make = tmp_path / ".programs" / "make"
    make.parent.mkdir()
    make.write_text(f'#!/bin/sh\nexec "{require_tool("make")}" -n -C "{ROOT}" "$@"\n')
    make.chmod(0o755)
    programs = [str(make.parent), str(Path(sys.executable).parent), os.environ["PATH"]]
    run(
        PAGES[name],
        tmp_path,
        os.environ | {"PATH": os.pathsep.join(programs), "COLUMNS": "80", "NO_COLOR": "1"},
    )


def test_the_readme_has_commands_to_run() -> None:
    assert [command for command in commands(PAGES["README.md"]) if command.startswith("arena ")]


def test_every_documented_make_target_is_listed_by_help() -> None:
    listed = subprocess.run(
        ["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for page in PAGES.values():
        for command in commands(page):
            if command.startswith("make "):
                assert f"{command} " in listed
