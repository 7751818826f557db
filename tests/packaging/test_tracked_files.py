"""What the repository's files may not name, and what its pages must agree on."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

import arena

ROOT = Path(__file__).parents[2]

# Each pattern has a bracket, so that it does not find itself here.
FORBIDDEN = {
    "a path of one machine": r"(^|[^A-Za-z0-9_.~-])/(hom[e]|roo[t]|wor[k]|User[s])/",
    "the host of a package index": (
        r"pyp[i]\.org|files\.pythonhoste[d]|registry\.npmj[s]|deb\.debia[n]|crate[s]\.io"
    ),
}


@pytest.mark.parametrize("kind", FORBIDDEN)
def test_no_file_names(kind: str, require_tool: Callable[[str], str]) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    # Untracked files count too, so that a mistake is found before it is committed.
    found = subprocess.run(
        [require_tool("git"), "grep", "--untracked", "-nIE", FORBIDDEN[kind]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1, f"these lines name {kind}:\n{found.stdout}{found.stderr}"


def test_the_citation_file_is_valid() -> None:
    check = ["-m", "check_jsonschema", "--builtin-schema", "vendor.citation-file-format"]
    subprocess.run([sys.executable, *check, "CITATION.cff"], cwd=ROOT, check=True)


def test_the_version_is_the_same_everywhere() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d.*?)\]", changelog, re.MULTILINE)
    assert newest is not None, "CHANGELOG.md has no heading such as ## [0.1.0]"
    assert citation["version"] == newest[1] == arena.__version__
