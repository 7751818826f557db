"""How documented commands are read from a page, run and compared."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.e2e.documented import Command, SavedFile, missing_line, run, steps

PAGE = """\
# A page

```yaml cup.yaml
name: Cup
boards: 2
```

1. Then run it:

   ```console
   $ arena run cup.yaml
    Cup   2 boards
   …

   $ arena show nothing
   # exit 5
   ```

```python
print("no file name: only shown")
```
"""


def test_a_page_is_files_and_commands_in_order() -> None:
    assert list(steps(PAGE)) == [
        SavedFile(3, "cup.yaml", "name: Cup\nboards: 2\n"),
        Command(11, "arena run cup.yaml", (" Cup   2 boards",)),
        Command(15, "arena show nothing", (), 5),
    ]


def test_a_fence_inside_a_longer_fence_is_text() -> None:
    assert list(steps("````text\n```console\n$ false\n```\n````\n")) == []


@pytest.mark.parametrize(
    ("page", "mistake"),
    [
        ("```console\nout\n$ true\n```", "line 2: a console block begins with a command"),
        ("text\n```console\n```", "line 2: this console block has no command"),
        ("```console\n$ true\n", "line 1: this block is never closed"),
    ],
)
def test_a_mistake_in_a_page_is_named_by_its_line(page: str, mistake: str) -> None:
    with pytest.raises(ValueError, match=mistake):
        list(steps(page))


@pytest.mark.parametrize(
    ("shown", "missing"),
    [
        (("one", "three"), None),
        (("…", "two … 2 words"), None),
        (("three", "one"), "one"),
        (("one", "one"), "one"),
        (("tw",), "tw"),
        (("t.o and 2 words",), "t.o and 2 words"),
    ],
)
def test_shown_lines_occur_whole_and_in_order(shown: tuple[str, ...], missing: str | None) -> None:
    assert missing_line(shown, "one\ntwo and 2 words  \nthree\n") == missing


def test_a_page_runs_in_one_folder_and_keeps_where_cd_went(tmp_path: Path) -> None:
    page = """\
```console
$ mkdir inside && cd inside
```
```text note.txt
saved
```
```console
$ cat note.txt; ls ..
saved
inside
$ cat nothing
cat: nothing: …
# exit 1
```
"""
    run(page, tmp_path, os.environ)
    assert (tmp_path / "inside" / "note.txt").read_text(encoding="utf-8") == "saved\n"


@pytest.mark.parametrize(
    ("block", "complaint"),
    [
        ("$ echo one\ntwo", "line 2: echo one\nprinted:\none\n\nbut not.*documented line:\ntwo"),
        ("$ exit 3", "ended with 3 instead of 0"),
        ("$ true\n# exit 1", "ended with 0 instead of 1"),
    ],
)
def test_what_comes_out_otherwise_fails(tmp_path: Path, block: str, complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        run(f"```console\n{block}\n```\n", tmp_path, os.environ)
