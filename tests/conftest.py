"""What all tests share: a tool that a test needs, and the rule that CI skips nothing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Generator
from typing import TypeVar

import pytest

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


@pytest.fixture(scope="session")
def require_tool() -> Callable[[str], str]:
    """Return a function that finds a program's path, or skips the test (which CI fails)."""

    def path_of(name: str) -> str:
        path = shutil.which(name)
        if path is None:
            pytest.skip(f"{name} is not installed")
        return path

    return path_of


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a skipped test in CI, where everything that a test needs can be installed."""
    return _fail_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail a skipped module in CI."""
    return _fail_skipped((yield))


def _fail_skipped(report: Report) -> Report:
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"CI skips nothing, but this was skipped: {report.longrepr}"
    return report
