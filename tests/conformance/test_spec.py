"""``protocol/SPEC.md`` says what the code does: its rules table, its verdicts, its examples."""

from __future__ import annotations

import dataclasses
import json
import re
from typing import get_args

import msgspec
import pytest

from arena.assets import assets_folder
from arena.games.five_hundred.presets import NORWEGIAN
from arena.games.five_hundred.view import FiveHundredView
from arena.wire.messages import MAX_DEPTH, MAX_LINE, MAX_NOTE, ToBot
from arena.wire.verdicts import Verdict

SPEC = (assets_folder("protocol") / "SPEC.md").read_text(encoding="utf-8")
EXAMPLES = [
    line
    for block in re.findall(r"```json\n(.*?)```", SPEC, re.DOTALL)
    for line in block.splitlines()
]


def word(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


@pytest.mark.parametrize("field", [f for f in dataclasses.fields(NORWEGIAN) if f.metadata])
def test_every_rule_stands_in_the_table(field: dataclasses.Field[object]) -> None:
    row = re.search(rf"^\| `{field.name}` \|(.*)\|(.*)\|(.*)\|$", SPEC, re.MULTILINE)
    assert row is not None
    values, default, what = (cell.strip() for cell in row.groups())
    choices = field.metadata["choices"]
    assert default == f"`{word(field.default)}`"
    assert what == field.metadata["doc"]
    if choices:
        assert values == " ".join(f"`{word(choice)}`" for choice in choices)


@pytest.mark.parametrize("verdict", [verdict for verdict in Verdict if verdict.bots])
def test_every_verdict_stands_in_the_table(verdict: Verdict) -> None:
    assert re.search(rf"^\| `{verdict}` \| .+ \|$", SPEC, re.MULTILINE)


def test_every_field_of_the_view_is_described() -> None:
    table = SPEC[SPEC.index("## The view") : SPEC.index("Cards of a trick")]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    assert set(re.findall(r"`(\w+)`", "".join(rows))) == {
        field.name for field in dataclasses.fields(FiveHundredView)
    }


def test_the_caps_are_the_codes() -> None:
    assert f"at most {MAX_LINE:,} bytes" in SPEC
    assert f"at most {MAX_DEPTH} deep" in SPEC
    assert f"first {MAX_NOTE} characters" in SPEC


@pytest.mark.parametrize("line", [line for line in EXAMPLES if '"type"' in line])
def test_every_example_is_a_message(line: str) -> None:
    message = msgspec.json.decode(line, type=ToBot)
    assert isinstance(message, get_args(ToBot))


@pytest.mark.parametrize("line", [line for line in EXAMPLES if '"partners"' in line])
def test_whole_requests_have_whole_views(line: str) -> None:
    view = msgspec.convert(json.loads(line)["view"], FiveHundredView)
    assert json.loads(msgspec.json.encode(view)) == json.loads(line)["view"]
