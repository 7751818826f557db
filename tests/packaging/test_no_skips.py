"""A test that is skipped here fails in CI: the hook in ``tests/conftest.py``, run for real."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"

TESTS = {
    "test_tool.py": """
def test_that_needs_a_tool(require_tool):
    require_tool("a-program-that-nobody-has")
""",
    "test_module.py": """
import pytest
pytest.importorskip("a_module_that_nobody_has")
""",
    "test_known.py": """
import pytest
@pytest.mark.xfail(strict=True)
def test_known_to_fail():
    assert False
""",
}


@pytest.mark.parametrize(
    ("ci", "closing"),
    [("", "2 skipped, 1 xfailed in"), ("true", "1 failed, 1 xfailed, 1 error in")],
)
def test_what_is_skipped_at_home_fails_in_ci(tmp_path: Path, ci: str, closing: str) -> None:
    shutil.copy(CONFTEST, tmp_path)
    for name, text in TESTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--continue-on-collection-errors"],
        cwd=tmp_path,
        env=os.environ | {"CI": ci, "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1].startswith(closing)
