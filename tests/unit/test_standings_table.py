"""The standings as people and programs read them: every number with its error, none made up."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

import pytest

from arena.ratings.boards import BoardPoints
from arena.ratings.skill import Rating
from arena.ratings.standings import Row
from arena.report.standings import (
    HEADINGS,
    SCHEMA,
    faults_text,
    places_text,
    points_text,
    signed,
    standings_json,
    standings_table,
)
from arena.tournament.head import FrozenEntry
from arena.wire.verdicts import Verdict

UNKNOWN = BoardPoints(None, None, 0, None)
KNOWN = BoardPoints(131.684, 25.246, 350, (2, 5))
NO_FAULTS: Mapping[str, int] = {}


def row(
    bot: str = "quokka",
    points: BoardPoints = KNOWN,
    games: int = 8,
    won: float = 4.5,
    faults: Mapping[str, int] = NO_FAULTS,
) -> Row:
    return Row(4, bot, Rating(25.7004, 0.46), points, games, won, faults)


def entry(name: str, version: str = "1.4") -> FrozenEntry:
    return FrozenEntry(name=name, bot="original", version=version, fingerprint="f" * 64)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "+0"), (-0.4, "+0"), (0.4, "+0"), (-0.6, "−1"), (1234.5, "+1234"), (-500, "−500")],
)
def test_a_signed_number_is_whole_and_has_a_true_minus(value: float, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (KNOWN, "+132 ± 25"),
        (BoardPoints(-20.0, None, 1, None), "−20 ± ?"),
        (BoardPoints(-20.0, 0.0, 2, (1, 1)), "−20 ± 0"),
        (UNKNOWN, "–"),
    ],
)
def test_points_have_their_error_or_say_that_it_is_not_known(
    points: BoardPoints, text: str
) -> None:
    assert points_text(points) == text


@pytest.mark.parametrize(
    ("places", "text"), [((2, 5), "2–5"), ((3, 3), "3"), ((1, 10), "1–10"), (None, "–")]
)
def test_places_are_a_range(places: tuple[int, int] | None, text: str) -> None:
    assert places_text(BoardPoints(1.0, 1.0, 2, places)) == text


def test_faults_are_counted_by_kind() -> None:
    counts = {"bank-empty": 1, "crashed": 2, "exited": 1, "timeout": 3}
    assert faults_text(counts) == "4 slow, 3 crash"
    assert faults_text({}) == ""


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_has_a_kind_to_count_it_under(verdict: Verdict) -> None:
    assert faults_text({verdict.value: 1}) == f"1 {verdict.kind}"


def test_a_line_has_every_number_of_its_bot() -> None:
    heading, line = standings_table([row(faults={"timeout": 2})])
    assert heading.split() == " ".join(HEADINGS).split()
    cells = ["4", "quokka", "25.7 ± 0.9", "+132 ± 25", "2–5", "56.2%", "8", "2 slow"]
    assert re.split(" {2,}", line.strip()) == cells


def test_a_bot_without_games_has_no_invented_numbers() -> None:
    _, line = standings_table([row(points=UNKNOWN, games=0, won=0.0)])
    assert line.split() == ["–", "quokka", "25.7", "±", "0.9", "–", "–", "–", "0"]
    assert not {"nan", "inf"} & set(line.split())


def test_bots_without_games_stand_last() -> None:
    idle = [row(bot, points=UNKNOWN, games=0, won=0.0) for bot in ("a", "b")]
    _, *lines = standings_table([idle[0], row("c"), idle[1], row("d")])
    assert [line.split()[:2] for line in lines] == [["4", "c"], ["4", "d"], ["–", "a"], ["–", "b"]]


def test_names_that_look_like_numbers_stay_as_they_are() -> None:
    _, *lines = standings_table([row("007"), row("1e5"), row("1_000")])
    assert [line.split()[1] for line in lines] == ["007", "1e5", "1_000"]


def test_no_line_ends_in_blanks_and_names_are_aligned() -> None:
    lines = standings_table([row("a"), row("a-much-longer-name", faults={"crashed": 1})])
    assert [line for line in lines if line != line.rstrip()] == []
    assert len({line.index("±") for line in lines[1:]}) == 1


def test_a_json_line_is_the_promise() -> None:
    (line,) = standings_json("spring-cup", [row(faults={"timeout": 3})], [entry("quokka")])
    assert json.loads(line) == {
        "schema": SCHEMA,
        "run": "spring-cup",
        "bot": "quokka",
        "version": "1.4",
        "sha256": "f" * 64,
        "place": 4,
        "place95": [2, 5],
        "rating": {"mu": 25.7, "pm95": round(Rating(25.7004, 0.46).pm95, 3)},
        "points_per_board": {"mean": 131.68, "pm95": 25.25, "n": 350},
        "won": 0.5625,
        "games": 8,
        "faults": {"timeout": 3},
    }
    assert SCHEMA == "arena.standings/1"


def test_what_is_not_known_is_null() -> None:
    (line,) = standings_json("cup", [row(points=UNKNOWN, games=0, won=0.0)], [entry("quokka")])
    found = json.loads(line)
    assert found["place95"] is found["won"] is None
    assert found["points_per_board"] == {"mean": None, "pm95": None, "n": 0}


def test_json_lines_follow_the_table_and_take_each_bot_s_own_entry() -> None:
    entries = [entry("a", "1"), entry("b", "2")]
    found = [json.loads(line) for line in standings_json("cup", [row("b"), row("a")], entries)]
    assert [(bot["bot"], bot["version"]) for bot in found] == [("b", "2"), ("a", "1")]
