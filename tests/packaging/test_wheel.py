"""The wheel as a user gets it: what is in it, and a tournament from an installation of it alone."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
EVENT = """\
name: Smoke test
game: five-hundred
rules: {preset: norwegian}
boards: 2
entries: [random, rules]
"""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command that must succeed; return all that it printed."""
    done = subprocess.run(
        command, cwd=cwd, text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution, so that this one is complete too."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder)
    return next(folder.glob("*.whl"))


def test_contents(wheel: Path) -> None:
    run(sys.executable, "-m", "check_wheel_contents", "--toplevel", "arena", wheel)
    paths = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "protocol/SPEC.md",
        "protocol/sdk/python/",
        "bots/five-hundred/",
        "tournaments/",
    ):
        assert [path for path in paths if path.startswith(f"arena/_assets/{wanted}")], wanted
    assert not [path for path in paths if "/_faulty/" in path or "__pycache__" in path]


def test_an_installed_wheel_runs_verifies_and_shows_a_tournament(
    wheel: Path, tmp_path: Path
) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    arena = programs / "arena"
    place = tmp_path / "elsewhere"
    place.mkdir()
    (place / "smoke.yaml").write_text(EVENT, encoding="utf-8")

    standings = run(arena, "run", "smoke.yaml", cwd=place)
    assert "random" in standings
    assert "rules" in standings
    run(arena, "verify", "results/smoke", cwd=place)
    shown = run(arena, "show", "results/smoke", cwd=place)
    assert "Smoke test" in shown
    assert "random" in shown
    assert "rules" in shown
