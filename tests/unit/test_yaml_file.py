"""YAML files: what is read, what is refused, and the place that each error names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arena.core.errors import InputError
from arena.core.text import clean
from arena.tournament import yaml_file
from arena.tournament.yaml_file import Node, load_yaml

LOADERS = [yaml.SafeLoader, yaml_file.LOADER]
FILE_SETTINGS = settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def load(tmp_path: Path, content: str | bytes) -> Node:
    path = tmp_path / "f.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return load_yaml(path)


def failure(
    tmp_path: Path, content: str | bytes, use: Callable[[Node], object] = Node.plain
) -> InputError:
    with pytest.raises(InputError) as caught:
        use(load(tmp_path, content))
    return caught.value


def place(tmp_path: Path, error: InputError) -> str:
    """Return line and column of an error in the test's file."""
    return error.where.removeprefix(str(tmp_path / "f.yaml")).removeprefix(":")


@pytest.mark.parametrize("loader", LOADERS)
@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("7", 7),
        ("-7", -7),
        ("0.5", 0.5),
        ("no", "no"),
        ("on", "on"),
        ("Yes", "Yes"),
        ("True", "True"),
        ("1:30", "1:30"),
        ("0x10", "0x10"),
        ("007", "007"),
        ("1_000", "1_000"),
        ("1e3", "1e3"),
        (".inf", ".inf"),
        ("2026-01-01", "2026-01-01"),
        ("=", "="),
        ("9" * 19, "9" * 19),
        ("'7'", "7"),
        ('"true"', "true"),
        ('"\\u00e9"', "é"),
        ("|\n  one\n  two\n", "one\ntwo\n"),
        ("[1, [a, {b: c}]]", [1, ["a", {"b": "c"}]]),
        ("{}", {}),
    ],
)
def test_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loader: object, written: str, value: object
) -> None:
    monkeypatch.setattr(yaml_file, "LOADER", loader)
    found = load(tmp_path, f"key: {written}").plain()
    assert found == {"key": value}
    assert isinstance(found, dict)
    assert type(found["key"]) is type(value)


@pytest.mark.parametrize("loader", LOADERS)
def test_every_key_and_value_knows_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loader: object
) -> None:
    monkeypatch.setattr(yaml_file, "LOADER", loader)
    root = load(tmp_path, "# a comment\nåäö: {b: 1}\nlist:\n  - x\n  -  y\nempty:\n")
    file = str(tmp_path / "f.yaml")
    keys = root.mapping()
    inner = keys["åäö"].mapping()["b"]
    second = keys["list"].sequence()[1]
    assert root.where == f"{file}:2:1"
    assert (keys["åäö"].key_where, keys["åäö"].where) == (f"{file}:2:1", f"{file}:2:6")
    assert (inner.key_where, inner.where) == (f"{file}:2:7", f"{file}:2:10")
    assert second.where == second.key_where == f"{file}:5:6"
    assert second.line == "5"
    assert keys["empty"].where == f"{file}:6:7"


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(tmp_path: Path) -> None:
    root = load(tmp_path, b"\xef\xbb\xbfa: 1\r\nb: x y\r\n")
    assert root.plain() == {"a": 1, "b": "x y"}
    assert root.mapping()["b"].where.endswith(":2:4")


BAD_FILES = [
    ("", "", "empty", ""),
    ("# only a comment\n", "", "empty", ""),
    ("---\n", "", "empty", ""),
    ("a: 1\n---\nb: 2\n", "2:1", "second document", "Keep one"),
    ("a: &x 1\n", "1:4", "anchors", ""),
    ("a: 1\nb: [*x]\n", "2:5", "aliases", ""),
    ("*x : 1\n", "1:1", "aliases", ""),
    ("a: !!python/object:os.system ls\n", "1:4", "tags", "quotes"),
    ("a: ! b\n", "1:4", "tags", ""),
    ("!!map {a: 1}\n", "1:1", "tags", ""),
    ("[a]: 1\n", "1:1", "a key must be a word", ""),
    ("{{a: b}: 1}\n", "1:2", "a key must be a word", ""),
    ("a: " + "[" * 25, "1:23", "nested more than 20", ""),
    ("- " * 21 + "x", "1:41", "nested more than 20", ""),
    ("a:\n\tb: 1\n", "2:1", "not YAML", "spaces, not with tabs"),
    ("name: Cup: 2027\n", "1:10", "mapping values are not allowed", "goes in quotes"),
    ("a: [1, 2\nb: 3\n", "2:2", "not YAML", "goes in quotes"),
    ('a: 1\nb: "x\n', "3:1", "not YAML", "goes in quotes"),
    ("a: @x\n", "1:4", "not YAML", "goes in quotes"),
    ("a: x\ny", "2:1", "could not find expected ':'", "goes in quotes"),
    (b"a: 1\nb: \xff\n", "2:4", "0xff is not UTF-8", "UTF-8"),
    (b"\xff\xfea\x00", "1:1", "0xff is not UTF-8", "UTF-8"),
    (b"\xed\xa0\x80", "1:1", "0xed is not UTF-8", "UTF-8"),
    ("a: 1\r\nb: \x1b[2J", "2:4", "character \\x1b", ""),
    ("a: 1\rb: \x00", "2:4", "character \\x00", ""),
    ("a: \u2028", "1:4", "character \\u2028", ""),
    ('a: "x\\0"', "1:4", "character \\x00", ""),
    ('a: "x\\e[2J"', "1:4", "character \\x1b", ""),
    ('"\\0": 1', "1:1", "character \\x00", ""),
]


@pytest.mark.parametrize(("content", "where", "message", "hint"), BAD_FILES)
def test_refused_files(
    tmp_path: Path, content: str | bytes, where: str, message: str, hint: str
) -> None:
    error = failure(tmp_path, content)
    assert error.code == "bad-yaml"
    assert place(tmp_path, error) == where
    assert message in error.message
    assert hint in error.hint


def test_a_syntax_error_names_the_line_that_began_it(tmp_path: Path) -> None:
    assert "flow sequence from line 1" in failure(tmp_path, "a: [1, 2\nb: 3\n").message


def test_a_duplicate_key_names_the_first(tmp_path: Path) -> None:
    error = failure(tmp_path, "a:\n  x: 1\n  y: 2\n  'x': 3\n")
    assert (error.code, place(tmp_path, error)) == ("duplicate-key", "4:3")
    assert error.message == "the key 'x' was given in line 2 already"


def test_the_parser_in_python_lets_no_other_error_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml_file, "LOADER", yaml.SafeLoader)
    for content in ('"\\UFFFFFFFF"', '"\\U00110000"', '"\\ud800"', "%YAML 1." + "9" * 5000):
        assert failure(tmp_path, content).code == "bad-yaml"


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    assert load(tmp_path, "a: " + "x" * (yaml_file.MAX_BYTES - 3)).mapping()
    error = failure(tmp_path, "a: " + "x" * (yaml_file.MAX_BYTES - 2))
    assert (error.code, place(tmp_path, error)) == ("bad-yaml", "")
    assert "more than 256 KiB" in error.message


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "none.yaml", "No such file"),
        (tmp_path, "not a file"),
        (tmp_path / ("x" * 256), "name too long"),
    ):
        with pytest.raises(InputError, match=reason) as caught:
            load_yaml(path)
        assert caught.value.code == "no-file"
        assert caught.value.where == clean(str(path), 300)


def first(node: Node) -> Node:
    return next(iter(node.mapping().values()))


BAD_VALUES: list[tuple[str, Callable[[Node], object], str, str, str, str]] = [
    ("- a", Node.mapping, "wrong-type", "1:1", "the file must be a mapping", "key: value"),
    ("bords: 1", lambda n: n.mapping(["boards"]), "unknown-key", "1:1", "'bords'", "'boards'"),
    ("a: 1", lambda n: n.mapping(["a", "b"], ["b"]), "missing-key", "1:1", "'b' is missing", "b"),
    ("a: x", lambda n: first(n).sequence(), "wrong-type", "1:4", "a must be a list, not 'x'", "- "),
    ("a: [1]", lambda n: first(n).text(), "wrong-type", "1:4", "must be text, not a list", ""),
    ("a: {b: 1}", lambda n: first(n).text(), "wrong-type", "1:4", "text, not a mapping", ""),
    ("a:", lambda n: first(n).text(), "wrong-type", "1:3", "text, not nothing", ""),
    ("a: null", lambda n: first(n).text(), "wrong-type", "1:4", "text, not null", "quotes"),
    ("a: true", lambda n: first(n).text(), "wrong-type", "1:4", "text, not true", "quotes"),
    ("a: ''", lambda n: first(n).text(), "wrong-value", "1:4", "must not be empty", ""),
    ("a: ' '", lambda n: first(n).label(5), "wrong-value", "1:4", "1 to 5 characters", ""),
    ("a: abcdef", lambda n: first(n).label(5), "wrong-value", "1:4", "1 to 5 characters", ""),
    ("a: tabel", lambda n: first(n).choice(["table"]), "wrong-value", "1:4", "'tabel'", "'table'"),
    ("a: x", lambda n: first(n).number(1, 9), "wrong-type", "1:4", "whole number, not 'x'", ""),
    ("a: 2.0", lambda n: first(n).number(1, 9), "wrong-type", "1:4", "whole number, not 2.0", ""),
    ("a: true", lambda n: first(n).number(1, 9), "wrong-type", "1:4", "number, not true", ""),
    ("a: '2'", lambda n: first(n).number(1, 9), "wrong-type", "1:4", "whole number, not '2'", ""),
    ("a: 0", lambda n: first(n).number(1, 9), "wrong-value", "1:4", "from 1 to 9, not 0", ""),
    ("a: 10", lambda n: first(n).number(1, 9), "wrong-value", "1:4", "from 1 to 9, not 10", ""),
    ("a: 10", lambda n: first(n).duration(), "wrong-type", "1:4", "such as 10s, not 10", "a unit"),
    ("a: 1:30", lambda n: first(n).duration(), "wrong-type", "1:4", "not '1:30'", "none"),
    ("a: 1.5s", lambda n: first(n).duration(), "wrong-type", "1:4", "not '1.5s'", "whole number"),
    ("a:", lambda n: first(n).duration(), "wrong-type", "1:3", "not nothing", "none"),
    ("a: [1s]", lambda n: first(n).duration(), "wrong-type", "1:4", "not a list", "none"),
    ("a: 0s", lambda n: first(n).duration(), "wrong-value", "1:4", "from 1ms to 1440m", "none"),
    ("a: 1441m", lambda n: first(n).duration(), "wrong-value", "1:4", "not 1441m", "none"),
    ("- [1]", lambda n: n.sequence()[0].text(), "wrong-type", "1:3", "an item of the file", ""),
]


@pytest.mark.parametrize(("content", "use", "code", "where", "message", "hint"), BAD_VALUES)
def test_wrong_values(
    tmp_path: Path,
    content: str,
    use: Callable[[Node], object],
    code: str,
    where: str,
    message: str,
    hint: str,
) -> None:
    error = failure(tmp_path, content, use)
    assert (error.code, place(tmp_path, error)) == (code, where)
    assert message in error.message
    assert hint in error.hint


@pytest.mark.parametrize(
    ("written", "milliseconds"),
    [("500ms", 500), ("10s", 10_000), ("2m", 120_000), ("1440m", 86_400_000), ("none", None)],
)
def test_durations(tmp_path: Path, written: str, milliseconds: int | None) -> None:
    assert first(load(tmp_path, f"a: {written}")).duration() == milliseconds


def test_texts_keep_numbers_as_written(tmp_path: Path) -> None:
    keys = load(tmp_path, "a: 1.0\nb: -007\nc: 12\n").mapping()
    assert [node.text() for node in keys.values()] == ["1.0", "-007", "12"]


def test_labels_are_one_clean_line(tmp_path: Path) -> None:
    root = load(tmp_path, 'a: "one\\ttwo \\u202e\\n three "')
    assert first(root).label(80) == "one two \\u202e three"


def test_what_a_message_repeats_is_clean_and_short(tmp_path: Path) -> None:
    key = "\\u202e" + "x" * 900
    error = failure(tmp_path, f'"{key}": 1', lambda n: n.mapping(["a"]))
    assert "\\u202ex" in error.message
    assert len(error.message) < 100


@FILE_SETTINGS
@given(
    content=st.one_of(
        st.binary(max_size=200), st.text("ab:-[]{},&*!|>'\"%@#? \t\n\\0x", max_size=80)
    )
)
@pytest.mark.parametrize("loader", LOADERS)
def test_arbitrary_files_raise_nothing_but_input_errors(
    tmp_path: Path, loader: object, content: str | bytes
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yaml_file, "LOADER", loader)
        where = str(tmp_path)
        try:
            load(tmp_path, content).plain()
        except InputError as error:
            where = error.where
        assert where.startswith(str(tmp_path))
