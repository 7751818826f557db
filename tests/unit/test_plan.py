"""From fixtures to games and tables: who sits where, what rivals see, what is still to play."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.games.registry import find_game
from arena.process.program import Program
from arena.tournament.plan import Entrant, Plan, board_seed, seat_records
from arena.tournament.schedule import round_robin
from arena.tournament.secrets import RunSecrets
from arena.wire.messages import Limits

RULES = find_game("five-hundred").rules("norwegian", 4, {})
NAMES = ("magpie", "quokka", "bilby")
ENTRANTS = {name: Entrant(name, f"1.{name[0]}", f"hash of {name}") for name in NAMES}
PROGRAMS = {name: Program(Path("bots") / name, ("run", name)) for name in NAMES}
FIXTURES = list(round_robin(NAMES, 12, 2))


def plan(*, fresh: bool = False, shown: bool = False) -> Plan:
    return Plan(
        event="Cup",
        game="five-hundred",
        rules=RULES,
        limits=Limits(start_ms=1, decision_ms=2, bank_ms=None),
        fresh_bots=fresh,
        show_names=shown,
        entrants=ENTRANTS,
        programs=PROGRAMS,
        secrets=RunSecrets.of_seed("4711"),
    )


@pytest.mark.parametrize(("seating", "order"), [(0, ("magpie", "quokka")), (1, NAMES[1::-1])])
def test_a_bot_holds_all_seats_of_its_side(seating: int, order: tuple[str, str]) -> None:
    seats = seat_records(FIXTURES[seating], RULES.sides, ENTRANTS, shown=False)
    assert [seat.seat for seat in seats] == [0, 1, 2, 3]
    assert [seat.bot for seat in seats] == [*order, *order]
    assert [seat.side for seat in seats] == [0, 1, 0, 1]
    assert seats[0].version == ENTRANTS[order[0]].version
    assert seats[1].fingerprint == ENTRANTS[order[1]].fingerprint


def test_rivals_see_pseudonyms_unless_the_event_shows_names() -> None:
    hidden = plan().spec(FIXTURES[0])
    assert [seat.shown_as for seat in hidden.seats] == [f"player {seat}" for seat in range(4)]
    shown = plan(shown=True).spec(FIXTURES[0])
    assert [seat.shown_as for seat in shown.seats] == ["magpie", "quokka"] * 2


def test_a_game_is_named_and_seeded_by_its_fixture() -> None:
    fixture = FIXTURES[-1]
    spec = plan().spec(fixture)
    assert (spec.id, spec.event, spec.round) == (fixture.id, "Cup", fixture.round)
    assert (spec.board, spec.seating) == (fixture.board, fixture.seating)
    assert spec.board_seed == board_seed(plan().secrets, fixture.board)


def test_all_games_of_a_board_have_the_same_cards_and_no_other_has() -> None:
    seeds: dict[int, set[bytes]] = {}
    for fixture in FIXTURES:
        seeds.setdefault(fixture.board, set()).add(plan().spec(fixture).board_seed)
    assert {len(of_board) for of_board in seeds.values()} == {1}
    assert len(set.union(*seeds.values())) == len(seeds) == 12


def test_no_two_games_have_the_same_name_or_bot_seed() -> None:
    specs = [plan().spec(fixture) for fixture in FIXTURES]
    assert len({spec.bot_seed for spec in specs}) == len(specs)
    assert len({spec.opaque_name for spec in specs}) == len(specs)


def test_the_name_of_a_game_tells_bots_nothing() -> None:
    fixture = FIXTURES[0]
    name = plan().spec(fixture).opaque_name
    assert not [bot for bot in fixture.bots if bot in name]


def test_jobs_hold_every_game_once() -> None:
    jobs = plan().jobs(FIXTURES, ())
    ids = [spec.id for job in jobs for spec in job.specs]
    assert sorted(ids) == sorted(fixture.id for fixture in FIXTURES)


@pytest.mark.parametrize("keep", [0, 1, 5, len(FIXTURES)])
def test_jobs_leave_out_what_is_done(keep: int) -> None:
    done = {fixture.id for fixture in FIXTURES[keep:]}
    jobs = plan().jobs(FIXTURES, done)
    assert {spec.id for job in jobs for spec in job.specs} == {f.id for f in FIXTURES[:keep]}
    assert all(job.specs for job in jobs)


def test_a_job_runs_the_program_of_the_bot_in_each_seat() -> None:
    for job in plan().jobs(FIXTURES, ()):
        for spec in job.specs:
            assert job.programs == tuple(PROGRAMS[seat.bot] for seat in spec.seats)
        assert (job.game, job.rules, job.limits) == ("five-hundred", RULES, plan().limits)


@pytest.mark.parametrize("fresh", [False, True])
def test_restart_says_whether_each_game_gets_fresh_bots(*, fresh: bool) -> None:
    assert {job.fresh for job in plan(fresh=fresh).jobs(FIXTURES, ())} == {fresh}
