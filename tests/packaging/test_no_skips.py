"""A test that is skipped here fails in CI: the hook in ``tests/conftest.py``, run for real."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"

NEEDS_A_TOOL = """
def test_that_needs_a_tool(require_tool):
    require_tool("a-program-that-nobody-has")
"""
NEEDS_A_MODULE = """
import pytest
pytest.importorskip("a_module_that_nobody_has")
"""
IS_KNOWN_TO_FAIL = """
import pytest
@pytest.mark.xfail(strict=True)
def test_known_to_fail():
    assert False
"""


def run_pytest(folder: Path, test: str, ci: str) -> str:
    """Run pytest on one test beside a copy of the conftest; return its closing line."""
    shutil.copy(CONFTEST, folder)
    (folder / "test_it.py").write_text(test, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"],
        cwd=folder,
        env=os.environ | {"CI": ci, "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("test", "at_home", "in_ci"),
    [
        (NEEDS_A_TOOL, "1 skipped", "1 failed"),
        (NEEDS_A_MODULE, "1 skipped", "1 error"),
        (IS_KNOWN_TO_FAIL, "1 xfailed", "1 xfailed"),
    ],
)
def test_what_is_skipped_at_home_fails_in_ci(
    tmp_path: Path, test: str, at_home: str, in_ci: str
) -> None:
    assert run_pytest(tmp_path, test, ci="").startswith(at_home)
    assert run_pytest(tmp_path, test, ci="true").startswith(in_ci)
