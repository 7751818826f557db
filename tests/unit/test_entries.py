"""Bot folders: manifests, fingerprints, and finding a bot by a word."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.core.errors import InputError
from arena.tournament import entries
from arena.tournament.entries import (
    Manifest,
    find_bot,
    fingerprint,
    load_entry,
    load_manifest,
    plays,
)

GOOD = """\
name: mybot
version: 1.0
command: python3 bot.py --depth 3 'two words'
games:
  five-hundred: {norwegian: [4]}
about: bids what it holds
"""


def bot(folder: Path, manifest: str = GOOD) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bot.yaml").write_text(manifest, encoding="utf-8")
    (folder / "bot.py").write_text("print()\n", encoding="utf-8")
    return folder


def with_line(key: str, line: str) -> str:
    """Return the good manifest with the line of one key replaced."""
    return "".join(
        f"{line}\n" if old.startswith(f"{key}:") else old for old in GOOD.splitlines(keepends=True)
    )


def test_a_manifest(tmp_path: Path) -> None:
    assert load_manifest(bot(tmp_path)) == Manifest(
        name="mybot",
        version="1.0",
        command=("python3", "bot.py", "--depth", "3", "two words"),
        games={"five-hundred": {"norwegian": (4,)}},
        about="bids what it holds",
        uses_arena=False,
    )


def test_a_command_may_be_a_list(tmp_path: Path) -> None:
    manifest = with_line("command", "command: [java, -jar, 'a b.jar', 3]")
    assert load_manifest(bot(tmp_path, manifest)).command == ("java", "-jar", "a b.jar", "3")


def test_uses_arena(tmp_path: Path) -> None:
    assert load_manifest(bot(tmp_path, GOOD + "uses: arena\n")).uses_arena


def test_about_is_one_clean_line_and_may_be_left_out(tmp_path: Path) -> None:
    folded = with_line("about", "about: >\n  two\n  lines \u202e\n")
    assert load_manifest(bot(tmp_path, folded)).about == "two lines \\u202e"
    assert load_manifest(bot(tmp_path, with_line("about", ""))).about == ""


@pytest.mark.parametrize("name", ["a", "7", "My.bot_2-x", "a" * 64, "console", "nul-bot", "yes"])
def test_names_that_are_allowed(tmp_path: Path, name: str) -> None:
    assert load_manifest(bot(tmp_path, with_line("name", f"name: {name}"))).name == name


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "-rf",
        ".x",
        "a/b",
        "a b",
        "é",
        "a" * 65,
        '"a\\n"',
        '"a\\u202eb"',
        "m\u0443bot",
        "a:b",
    ],
)
def test_names_that_are_not(tmp_path: Path, name: str) -> None:
    folder = bot(tmp_path, with_line("name", f"name: {name}"))
    with pytest.raises(InputError, match="cannot be a bot's name") as caught:
        load_manifest(folder)
    assert caught.value.code == "bad-name"
    assert caught.value.where == f"{folder / 'bot.yaml'}:1:7"
    assert "begin with a letter or a digit" in caught.value.hint


@pytest.mark.parametrize("name", ["con", "NUL", "Com1", "lpt9.txt", "aux.tar.gz"])
def test_names_that_some_systems_reserve(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="reserve") as caught:
        load_manifest(bot(tmp_path, with_line("name", f"name: {name}")))
    assert f"{name}-bot" in caught.value.hint


BAD_MANIFESTS = [
    (with_line("name", ""), "missing-key", "2:1", "'name'", "name, version, command, games"),
    (GOOD + "author: me\n", "unknown-key", "7:1", "'author'", ""),
    (with_line("about", "abuot: x"), "unknown-key", "6:1", "'abuot'", "'about'"),
    (with_line("version", "version: true"), "wrong-type", "2:10", "version must be text", "quotes"),
    (with_line("version", f"version: {'1' * 41}"), "wrong-value", "2:10", "1 to 40", ""),
    (with_line("command", "command: ''"), "wrong-value", "3:10", "must not be empty", ""),
    (with_line("command", "command: ' '"), "wrong-value", "3:10", "name a program", "bot.py"),
    (with_line("command", "command: []"), "wrong-value", "3:10", "name a program", "bot.py"),
    (with_line("command", "command: a 'b"), "wrong-value", "3:10", "No closing quotation", ""),
    (with_line("command", "command: {a: b}"), "wrong-type", "3:10", "not a mapping", ""),
    (with_line("command", "command: [a, [b]]"), "wrong-type", "3:14", "an item of command", ""),
    (with_line("about", "uses: sdk"), "wrong-value", "6:7", "uses cannot be 'sdk'", "arena"),
]


def games(text: str) -> str:
    return f"name: a\nversion: 1\ncommand: a\ngames: {text}\n"


BAD_GAMES = [
    (games("five-hundred"), "wrong-type", "4:8", "games must be a mapping", "key: value"),
    (games("{}"), "wrong-value", "4:8", "at least one game", ""),
    (games("{five-hundrd: {norwegian: [4]}}"), "unknown-game", "4:9", "hundrd", "'five-hundred'"),
    (games("{five-hundred: [4]}"), "wrong-type", "4:23", "of keys to values, not a list", ""),
    (games("{five-hundred: {}}"), "wrong-value", "4:23", "at least one preset", ""),
    (games("{five-hundred: {norvegian: [4]}}"), "unknown-preset", "4:24", "norveg", "'norwegian'"),
    (games("{five-hundred: {norwegian: 4}}"), "wrong-type", "4:35", "a list, not 4", "- "),
    (games("{five-hundred: {norwegian: []}}"), "wrong-value", "4:35", "numbers of players", ""),
    (games("{five-hundred: {norwegian: [4, 5]}}"), "wrong-value", "4:39", "by 5", "It takes 4."),
    (games("{five-hundred: {norwegian: [four]}}"), "wrong-type", "4:36", "not 'four'", ""),
]


@pytest.mark.parametrize(
    ("manifest", "code", "where", "message", "hint"), BAD_MANIFESTS + BAD_GAMES
)
def test_bad_manifests(
    tmp_path: Path, manifest: str, code: str, where: str, message: str, hint: str
) -> None:
    folder = bot(tmp_path, manifest)
    with pytest.raises(InputError) as caught:
        load_manifest(folder)
    assert caught.value.code == code
    assert caught.value.where == f"{folder / 'bot.yaml'}:{where}"
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_plays(tmp_path: Path) -> None:
    manifest = load_manifest(bot(tmp_path))
    assert plays(manifest, "five-hundred", "norwegian", 4)
    assert not plays(manifest, "five-hundred", "norwegian", 3)
    assert not plays(manifest, "five-hundred", "american", 4)
    assert not plays(manifest, "rummy-500", "norwegian", 4)


def test_an_entry_may_have_another_name(tmp_path: Path) -> None:
    folder = bot(tmp_path / "mybot")
    entry = load_entry(folder / ".." / "mybot", "other")
    assert (entry.name, entry.manifest.name) == ("other", "mybot")
    assert entry.folder == folder.resolve()
    assert entry.fingerprint == fingerprint(folder)
    assert load_entry(folder).name == "mybot"


def test_the_fingerprint_is_what_it_says(tmp_path: Path) -> None:
    files = {b"a": b"1", b"a.txt": b"", "å/b".encode(): b"\0\xff"}
    for name, content in files.items():
        path = tmp_path / os.fsdecode(name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    expected = hashlib.sha256()
    for name, content in sorted(files.items()):
        expected.update(len(name).to_bytes(8, "big") + name)
        expected.update(len(content).to_bytes(8, "big") + content)
    assert fingerprint(tmp_path) == expected.hexdigest()


def test_the_fingerprint_sees_every_change_but_leftovers(tmp_path: Path) -> None:
    folder = bot(tmp_path / "mybot")
    seen = {fingerprint(folder)}
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "bot.txt").write_text("x", encoding="utf-8")
    (folder / ".git").mkdir()
    (folder / ".git" / "link").symlink_to("/")
    (folder / "bot.pyc").write_text("x", encoding="utf-8")
    (folder / "empty").mkdir()
    assert {fingerprint(folder)} == seen
    (folder / "bot.py").write_text("print(1)\n", encoding="utf-8")
    seen.add(fingerprint(folder))
    (folder / "bot.py").rename(folder / "bot2.py")
    seen.add(fingerprint(folder))
    (folder / "bot2.py").rename(folder / "empty" / "bot2.py")
    seen.add(fingerprint(folder))
    assert len(seen) == 4
    assert fingerprint(folder.rename(tmp_path / "moved")) in seen


@pytest.mark.parametrize(
    ("make", "kind", "hint"),
    [
        (lambda path: path.symlink_to("bot.py"), "symbolic link", "copy"),
        (lambda path: path.symlink_to("/"), "symbolic link", "copy"),
        (lambda path: path.symlink_to("nowhere"), "symbolic link", "copy"),
        (os.mkfifo, "neither a file nor a folder", "Remove"),
    ],
)
def test_links_and_special_files_are_refused(
    tmp_path: Path, make: Callable[[Path], None], kind: str, hint: str
) -> None:
    odd = bot(tmp_path) / "sub" / "odd"
    odd.parent.mkdir()
    make(odd)
    with pytest.raises(InputError, match=kind) as caught:
        load_entry(tmp_path)
    assert caught.value.code == "bad-folder"
    assert caught.value.where == str(odd)
    assert hint in caught.value.hint


def test_a_manifest_that_is_a_link_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("password: hunter2", encoding="utf-8")
    folder = bot(tmp_path / "mybot")
    (folder / "bot.yaml").unlink()
    (folder / "bot.yaml").symlink_to(secret)
    with pytest.raises(InputError, match="symbolic link"):
        load_entry(folder)


@pytest.mark.parametrize(("limit", "value"), [("MAX_FILES", 2), ("MAX_BYTES", 8 + len(GOOD) - 1)])
def test_folders_that_are_too_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    folder = bot(tmp_path)
    (folder / "sub").mkdir()
    monkeypatch.setattr(entries, limit, value + 1)
    fingerprint(folder)
    monkeypatch.setattr(entries, limit, value)
    with pytest.raises(InputError, match="more than") as caught:
        fingerprint(folder)
    assert (caught.value.code, caught.value.where) == ("bad-folder", str(folder))


def test_a_folder_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file") as caught:
        fingerprint(tmp_path / "\x1b")
    assert caught.value.where == f"{tmp_path}/\\x1b"


def test_a_bot_is_a_built_in_name_or_a_folder(tmp_path: Path) -> None:
    builtin = {"rules": tmp_path / "assets" / "rules"}
    mine = bot(tmp_path / "rules")
    assert find_bot("rules", tmp_path, "five-hundred", builtin) == builtin["rules"]
    assert find_bot("./rules", tmp_path, "five-hundred", builtin) == mine
    cups = tmp_path / "cups"
    cups.mkdir()
    assert find_bot("../rules", cups, "five-hundred", builtin) == cups / ".." / "rules"
    assert find_bot(str(mine), Path("/"), "five-hundred", {}) == mine


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("rulse", "Did you mean 'rules'?"),
        ("./mybto", "Did you mean './mybot'?"),
        ("bots/frist", "Did you mean 'bots/first'?"),
        ("zzzzzz", "Known: ./mybot, greedy, rules."),
        ("no/such/folder", "Known: greedy, rules."),
        ("x" * 300, "Known: "),
        ("mybot/bot.yaml", "Known: "),
    ],
)
def test_a_bot_that_is_missing(tmp_path: Path, word: str, hint: str) -> None:
    bot(tmp_path / "mybot")
    bot(tmp_path / "bots" / "first")
    builtin = {"rules": tmp_path, "greedy": tmp_path}
    with pytest.raises(InputError, match="five-hundred has no built-in bot") as caught:
        find_bot(word, tmp_path, "five-hundred", builtin)
    assert caught.value.code == "no-bot"
    assert hint in caught.value.hint
    assert len(caught.value.message) < 200


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"the folder 'empty' has no bot\.yaml") as caught:
        find_bot("empty", tmp_path, "five-hundred", {})
    assert caught.value.code == "no-bot"
