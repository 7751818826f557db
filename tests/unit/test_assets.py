"""Where the data beside the code is found: in a checkout, in a wheel, and when it is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arena import assets
from arena.core.errors import ArenaError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty package in an empty folder, which takes the place of the real one."""
    folder = tmp_path / "arena"
    folder.mkdir()
    monkeypatch.setattr(assets, "PACKAGE", folder)
    return folder


def add_bot(bots: Path, game: str, name: str) -> Path:
    folder = bots / game / name
    folder.mkdir(parents=True)
    (folder / "bot.yaml").touch()
    return folder


def test_a_checkout_has_the_folders_beside_the_package(package: Path) -> None:
    (package.parent / "bots").mkdir()
    assert assets.assets_folder("bots") == package.parent / "bots"


def test_a_wheel_has_the_folders_inside_and_ignores_what_lies_beside(package: Path) -> None:
    (package.parent / "bots").mkdir()  # another distribution's, as in site-packages
    (package / "_assets" / "bots").mkdir(parents=True)
    assert assets.assets_folder("bots") == package / "_assets" / "bots"


def test_bots_are_folders_with_a_bot_yaml_and_no_underscore(package: Path) -> None:
    bots = package.parent / "bots"
    rules = add_bot(bots, "five-hundred", "rules")
    greedy = add_bot(bots, "five-hundred", "greedy")
    add_bot(bots, "five-hundred", "_draft")
    add_bot(bots, "_faulty", "silent")
    (bots / "five-hundred" / "notes").mkdir()
    (bots / "README.md").touch()
    found = assets.builtin_bots()
    assert found == {"five-hundred": {"greedy": greedy, "rules": rules}}
    assert list(found["five-hundred"]) == ["greedy", "rules"]


def test_the_sdk_lies_in_the_protocol(package: Path) -> None:
    sdk = package.parent / "protocol" / "sdk" / "python"
    sdk.mkdir(parents=True)
    assert assets.sdk_folder() == sdk


@pytest.mark.parametrize("find", [assets.builtin_bots, assets.sdk_folder])
def test_an_incomplete_installation_says_what_is_missing_and_what_to_do(
    package: Path, find: Callable[[], object]
) -> None:
    with pytest.raises(ArenaError, match=r"incomplete: it has no folder .*\n  Install it again"):
        find()


def test_this_installation_is_complete() -> None:
    assert assets.builtin_bots()["five-hundred"]
    assert assets.sdk_folder().is_dir()
    assert list(assets.assets_folder("tournaments").glob("*.yaml"))
