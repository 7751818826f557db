"""The event file: good events, the place and the hint of each error, and what decides results."""

from __future__ import annotations

import dataclasses
import json
import re
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arena.core.errors import InputError
from arena.tournament.entries import load_manifest
from arena.tournament.event import Event, differences, frozen, load_event
from arena.wire.messages import Limits

DOCS = Path(__file__).resolve().parents[2] / "docs" / "event-file.md"
FILE_SETTINGS = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
SMALL = """\
name: Cup
game: five-hundred
rules: norwegian
boards: 50
entries:
  - rules
  - ./mybot
"""


def bot(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "bot.yaml").write_text(
        f"name: {name}\nversion: 1.0\ncommand: python3 bot.py\n"
        "games: {five-hundred: {norwegian: [4]}}\n",
        encoding="utf-8",
    )
    return folder


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a bot, and built-in bots in a folder of their own."""
    bot(tmp_path / "mybot", "mybot")
    bot(tmp_path / "builtin" / "rules", "rules")
    bot(tmp_path / "builtin" / "greedy", "greedy")
    return tmp_path


def load(place: Path, text: str) -> Event:
    path = place / "cup.yaml"
    path.write_text(text, encoding="utf-8", newline="")
    builtin = {name: place / "builtin" / name for name in ("rules", "greedy")}
    return load_event(path, {"five-hundred": builtin})


def failure(place: Path, text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        load(place, text)
    return caught.value


def with_key(key: str, line: str) -> str:
    """Return the small event with one key's line replaced, or with a line at the end."""
    if f"{key}:" not in SMALL:
        return f"{SMALL}{line}\n"
    return re.sub(rf"^{key}:.*\n", lambda _: f"{line}\n", SMALL, flags=re.MULTILINE)


def with_entries(*lines: str) -> str:
    head, _, _ = SMALL.partition("  - ")
    return head + "".join(f"  - {line}\n" for line in lines)


def test_the_smallest_event_has_the_defaults(place: Path) -> None:
    event = load(place, SMALL)
    assert (event.name, event.game, event.boards) == ("Cup", "five-hundred", 50)
    assert (event.rules.preset, event.rules.players) == ("norwegian", 4)
    assert event.rules.options() == {}
    assert event.limits == Limits(start_ms=10_000, decision_ms=1_000, bank_ms=60_000)
    assert (event.format, event.restart, event.names) == ("round-robin", "table", "pseudonyms")
    assert event.seed is None
    assert [entry.name for entry in event.entries] == ["rules", "mybot"]
    assert event.entries[1].folder == place / "mybot"


def test_every_key_can_be_given(place: Path) -> None:
    event = load(
        place,
        'name: "Spring\\u202e  Cup"\n'
        "game: five-hundred\n"
        "rules: {preset: norwegian, players: 4, slam_floor: 250, misere: off, open_misere: off}\n"
        "format: round-robin\nboards: 100000\nseed: 0042\n"
        "limits: {decision: 500ms, bank: none}\nrestart: game\nnames: shown\n"
        "entries: [rules, {bot: ./mybot, name: mybot-b}, mybot]\n",
    )
    assert event.name == "Spring\\u202e Cup"
    assert event.rules.options() == {"slam_floor": 250, "misere": "off", "open_misere": "off"}
    assert (event.boards, event.seed, event.restart, event.names) == (
        100_000,
        "0042",
        "game",
        "shown",
    )
    assert event.limits == Limits(start_ms=10_000, decision_ms=500, bank_ms=None)
    assert [entry.name for entry in event.entries] == ["rules", "mybot-b", "mybot"]


OPTION = "rules: {preset: norwegian, "
RULES_HINT = "name, game, rules, boards, entries"

BAD_EVENTS = [
    # keys
    (with_key("name", "nmae: Cup"), "unknown-key", "1:1", "'nmae'", "'name'"),
    (with_key("boards", ""), "missing-key", "1:1", "'boards' is missing", RULES_HINT),
    (with_key("x", "x: 1"), "unknown-key", "8:1", "unknown key 'x'", "boards, entries"),
    (with_key("name", "name: A\nname: B"), "duplicate-key", "2:1", "in line 1", "Remove"),
    ("- a\n", "wrong-type", "1:1", "the file must be a mapping", "key: value"),
    # simple values
    (with_key("name", "name: {a: b}"), "wrong-type", "1:7", "name must be text", ""),
    (with_key("name", f"name: {'x' * 81}"), "wrong-value", "1:7", "1 to 80 characters", ""),
    (with_key("name", "name: ' '"), "wrong-value", "1:7", "1 to 80 characters", ""),
    (with_key("game", "game: five-hundrd"), "unknown-game", "2:7", "hundrd", "'five-hundred'"),
    (with_key("game", "game: true"), "wrong-type", "2:7", "game must be text, not true", "quotes"),
    (with_key("boards", "boards: many"), "wrong-type", "4:9", "a whole number, not 'many'", ""),
    (with_key("boards", "boards: 0"), "wrong-value", "4:9", "from 1 to 100000, not 0", ""),
    (with_key("boards", "boards: 100001"), "wrong-value", "4:9", "not 100001", ""),
    (with_key("boards", "boards: 1.5"), "wrong-type", "4:9", "not 1.5", ""),
    (with_key("seed", "seed:"), "wrong-type", "8:6", "seed must be text, not nothing", ""),
    (with_key("seed", "seed: [1]"), "wrong-type", "8:7", "seed must be text, not a list", ""),
    (with_key("format", "format: swiss"), "wrong-value", "8:9", "'swiss'", "round-robin"),
    (with_key("restart", "restart: tabel"), "wrong-value", "8:10", "'tabel'", "'table'"),
    (with_key("names", "names: hidden"), "wrong-value", "8:8", "'hidden'", "pseudonyms, shown"),
    (with_key("limits", "limits: 10s"), "wrong-type", "8:9", "a mapping", "key: value"),
    (with_key("limits", "limits: {strat: 1s}"), "unknown-key", "8:10", "'strat'", "'start'"),
    (with_key("limits", "limits: {bank: 5}"), "wrong-type", "8:16", "a duration", "ms, s or m"),
    (with_key("limits", "limits:\n  bank: 0s"), "wrong-value", "9:9", "from 1ms", "none"),
    # rules
    (with_key("rules", "rules: norwegain"), "wrong-rule", "3:8", "preset", "'norwegian'"),
    (with_key("rules", "rules:"), "wrong-type", "3:7", "rules must be text, not nothing", ""),
    (with_key("rules", "rules: {players: 4}"), "missing-key", "3:8", "'preset'", "preset"),
    (with_key("rules", "rules: {preset: x}"), "wrong-rule", "3:9", "'x'", "norwegian"),
    (with_key("rules", OPTION + "players: 5}"), "wrong-rule", "3:28", "by 5 players", "takes 4"),
    (with_key("rules", OPTION + "players: x}"), "wrong-type", "3:37", "whole number", ""),
    (with_key("rules", OPTION + "slam_flor: 1}"), "wrong-rule", "3:28", "flor", "'slam_floor'"),
    (with_key("rules", OPTION + "slam_floor: 7}"), "wrong-rule", "3:28", "cannot be 7", "0, 250"),
    (with_key("rules", OPTION + "slam_floor: x}"), "wrong-rule", "3:28", "whole number", ""),
    (with_key("rules", OPTION + "misere: no}"), "wrong-rule", "3:28", "'no'", "above-7"),
    (with_key("rules", OPTION + "kitty: 2}"), "wrong-rule", "3:28", "a kitty of 2", "Without a joker"),
    (with_key("rules", OPTION + "deal_pattern: 3}"), "wrong-rule", "3:28", "a word", ""),
    # entries
    (with_entries("rules"), "few-entries", "6:3", "at least two entries; this one has 1", "itself"),
    (SMALL.partition("\n  -")[0] + " []\n", "few-entries", "5:10", "this one has 0", ""),
    (SMALL.partition("\n  -")[0] + " rules\n", "wrong-type", "5:10", "a list, not 'rules'", "- "),
    (with_entries("rules", "[a]"), "wrong-type", "7:5", "an item of entries must be text", ""),
    (with_entries("rulse", "./mybot"), "no-bot", "6:5", "no bot 'rulse'", "'rules'"),
    (with_entries("rules", "./mybto"), "no-bot", "7:5", "'./mybto'", "'./mybot'"),
    (with_entries("rules", "builtin"), "no-bot", "7:5", "has no bot.yaml", "bot.yaml in it"),
    (with_entries("rules", "{bot: mybto}"), "no-bot", "7:11", "'mybto'", "'./mybot'"),
    (with_entries("rules", "{name: b}"), "missing-key", "7:5", "'bot' is missing", "bot"),
    (with_entries("rules", "{bto: b}"), "unknown-key", "7:6", "'bto'", "'bot'"),
    (with_entries("rules", "{bot: mybot, name: ../b}"), "bad-name", "7:24", "'../b'", "A-Z"),
    (with_entries("rules", "{bot: mybot, name: NUL}"), "bad-name", "7:24", "reserve", "NUL-bot"),
    (with_entries("rules", "mybot", "rules"), "duplicate-name", "8:5", "line 6", "name: NAME"),
    (
        with_entries("rules", "mybot", "{bot: ./mybot, name: Rules}"),
        "duplicate-name", "8:26", "'Rules' is taken by the entry in line 6", "name: NAME",
    ),
    (
        with_entries(
            "{bot: mybot, name: a-b}",
            "{bot: mybot, name: c}",
            "{bot: mybot, name: a}",
            "{bot: mybot, name: B-c}",
            "rules",
        ),
        "unclear-names", "9:24", "a-b against c and a against B-c", "name: NAME",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "where", "message", "hint"), BAD_EVENTS)
def test_bad_events(place: Path, text: str, code: str, where: str, message: str, hint: str) -> None:
    error = failure(place, text)
    assert (error.code, error.where) == (code, f"{place / 'cup.yaml'}:{where}")
    assert message in error.message
    assert hint in error.hint


def test_a_bot_that_does_not_play_this(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.tournament.event.plays", lambda *_: False)
    error = failure(place, SMALL)
    assert (error.code, error.where) == ("wrong-game", f"{place / 'cup.yaml'}:6:5")
    assert error.message == "rules does not play five-hundred norwegian with 4 players"
    manifest = place / "builtin" / "rules" / "bot.yaml"
    assert error.hint == f"It plays five-hundred norwegian with 4: see games in {manifest}."


def test_an_error_in_a_manifest_points_there(place: Path) -> None:
    manifest = place / "mybot" / "bot.yaml"
    manifest.write_text("name: mybot\nversoin: 2\n", encoding="utf-8")
    error = failure(place, SMALL)
    assert (error.code, error.where) == ("unknown-key", f"{manifest}:2:1")


def test_a_link_in_a_bot_folder_points_there(place: Path) -> None:
    link = place / "mybot" / "data"
    link.symlink_to("/etc")
    error = failure(place, SMALL)
    assert (error.code, error.where) == ("bad-folder", str(link))


def test_what_an_error_repeats_is_clean(place: Path) -> None:
    for text in (
        with_key("game", 'game: "\\u202efive"'),
        with_key("rules", 'rules: "\\u202enorwegian"'),
        with_key("rules", 'rules: {preset: norwegian, "\\u202eslam": 1}'),
        with_entries("rules", '"\\u202emybot"'),
        with_entries("rules", '{bot: mybot, name: "\\u202emybot"}'),
    ):
        error = str(failure(place, text))
        assert "\u202e" not in error
        assert "\\u202e" in error


NAMES = st.lists(
    st.text("aB-", min_size=1, max_size=5), unique_by=str.lower, min_size=2, max_size=5
)


@FILE_SETTINGS
@given(NAMES.map(lambda names: [f"x{name}" for name in names]))
@example(["a", "a-a"])
@example(["a", "a-a", "a-a-a"])
@example(["b-c-b", "c", "b-c"])
@example(["a-b", "c", "a", "b-c"])
def test_names_are_accepted_when_all_pairings_stay_apart(place: Path, names: list[str]) -> None:
    ids: dict[str, set[frozenset[str]]] = {}
    for one, two in permutations([name.lower() for name in names], 2):
        ids.setdefault(f"{one}-{two}", set()).add(frozenset({one, two}))
    apart = all(len(pairings) == 1 for pairings in ids.values())
    text = with_entries(*(f"{{bot: ./mybot, name: {name}}}" for name in names))
    if apart:
        assert len(load(place, text).entries) == len(names)
    else:
        assert failure(place, text).code == "unclear-names"


@FILE_SETTINGS
@given(text=st.text(st.characters(codec="utf-8"), max_size=100))
def test_arbitrary_text_raises_nothing_but_input_errors(place: Path, text: str) -> None:
    assert failure(place, text).where.startswith(str(place))


@FILE_SETTINGS
@given(
    key=st.sampled_from(["name", "game", "rules", "boards", "seed", "limits", "restart", "names"]),
    value=st.text("abz019:-[]{},'\"%. \\/~", max_size=30),
)
def test_arbitrary_values_raise_nothing_but_input_errors(place: Path, key: str, value: str) -> None:
    where = str(place)
    try:
        load(place, with_key(key, f"{key}: {value}"))
    except InputError as error:
        where = error.where
    assert where.startswith(str(place))


def test_frozen_holds_what_decides_the_results(place: Path) -> None:
    event = load(place, with_key("seed", "seed: 4711"))
    found = frozen(event)
    assert found["rules"] == event.rules.as_dict()
    assert found["limits"] == {"start_ms": 10_000, "decision_ms": 1_000, "bank_ms": 60_000}
    assert found["entries"][1] == {
        "name": "mybot",
        "bot": "mybot",
        "version": "1.0",
        "fingerprint": event.entries[1].fingerprint,
    }
    text = json.dumps(found)
    assert "4711" not in text
    assert str(place) not in text
    assert json.loads(text) == found


def test_nothing_differs_after_a_move_or_another_seed(place: Path) -> None:
    old = json.loads(json.dumps(frozen(load(place, SMALL))))
    other = place / "elsewhere"
    other.mkdir()
    (place / "builtin").rename(other / "builtin")
    (place / "mybot").rename(other / "mybot")
    assert differences(old, frozen(load(other, with_key("seed", "seed: 1")))) == []


def test_differences_name_what_changed(place: Path) -> None:
    event = load(place, SMALL)
    rules, mybot = event.entries
    greedy = dataclasses.replace(rules, name="greedy")
    changed = dataclasses.replace(
        mybot,
        fingerprint="0",
        manifest=dataclasses.replace(mybot.manifest, version="2"),
    )
    new = load(
        place,
        with_key("rules", "rules: {preset: norwegian, slam_floor: 250, kitty_exposed: true}")
        .replace("boards: 50", "boards: 60")
        .replace("name: Cup", "name: Cup 2")
        + "restart: game\nlimits: {bank: none}\n",
    )
    assert differences(
        frozen(event), frozen(dataclasses.replace(new, entries=(changed, greedy)))
    ) == [
        "name: Cup -> Cup 2",
        "rules.kitty_exposed: false -> true",
        "rules.slam_floor: 0 -> 250",
        "boards: 50 -> 60",
        "limits.bank_ms: 60000 -> none",
        "restart: table -> game",
        "entries: rules is gone",
        "entries: greedy is new",
        "entries: mybot changed (version, fingerprint)",
    ]


def test_the_order_of_entries_counts(place: Path) -> None:
    event = load(place, SMALL)
    turned = dataclasses.replace(event, entries=event.entries[::-1])
    assert differences(frozen(event), frozen(turned)) == ["entries: they stand in another order"]


def test_the_documentation_is_true(place: Path) -> None:
    whole, *examples, manifest = re.findall(
        r"```yaml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL
    )
    assert len(load(place, whole).entries) == 3
    bot(place / "bots" / "mybot", "mybot-c")
    for example_of_key in examples:
        key = example_of_key.partition(":")[0]
        text = SMALL.partition("entries:")[0] if key == "entries" else with_key(key, "").rstrip()
        assert load(place, f"{text}\n{example_of_key}").name
    (place / "mybot" / "bot.yaml").write_text(manifest, encoding="utf-8")
    assert load_manifest(place / "mybot").uses_arena


def test_the_error_in_the_documentation_is_real(place: Path) -> None:
    error = failure(place, with_key("rules", "rules: {preset: norwegian, slam_flor: 250}"))
    assert str(error).removeprefix(f"{place}/") in DOCS.read_text("utf-8")
