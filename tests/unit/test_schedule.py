"""The round robin: every pairing plays every board in both seatings, at tables of their own."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from arena.tournament.schedule import BOARDS_AT_A_TABLE, Fixture, round_robin, seatings, tables

SIZES = [(number, 3) for number in range(2, 13)] + [(40, 2), (3, 25)]


def schedule(number: int, boards: int) -> list[Fixture]:
    return list(round_robin([f"bot{index}" for index in range(number)], boards, 2))


@pytest.mark.parametrize(("number", "boards"), SIZES)
def test_every_pairing_plays_every_board_in_both_seatings_once(number: int, boards: int) -> None:
    played = Counter((game.board, game.bots) for game in schedule(number, boards))
    names = [f"bot{index}" for index in range(number)]
    due = {
        (board, bots)
        for board in range(1, boards + 1)
        for pairing in combinations(names, 2)
        for bots in (pairing, pairing[::-1])
    }
    assert played == dict.fromkeys(due, 1)


@pytest.mark.parametrize(("number", "boards"), SIZES)
def test_positions_count_from_0_and_go_board_by_board(number: int, boards: int) -> None:
    games = schedule(number, boards)
    assert [game.position for game in games] == list(range(len(games)))
    assert [game.board for game in games] == sorted(game.board for game in games)
    assert len({game.id for game in games}) == len(games)


@pytest.mark.parametrize(("number", "boards"), SIZES)
def test_a_table_never_meets_the_same_cards_twice(number: int, boards: int) -> None:
    games = schedule(number, boards)
    grouped = tables(games)
    for table in grouped:
        assert len({(game.bots, game.seating) for game in table}) == 1
        assert len({game.board for game in table}) == len(table) <= BOARDS_AT_A_TABLE == 10
        assert table == sorted(table, key=lambda game: game.position)
    assert sorted(game.position for table in grouped for game in table) == list(range(len(games)))


def test_tables_are_in_schedule_order_and_keep_it_when_games_are_missing() -> None:
    games = schedule(3, 12)
    left = [game for game in games if game.position % 3]
    firsts = [table[0].position for table in tables(left)]
    assert firsts == sorted(firsts)
    assert sorted(game.position for table in tables(left) for game in table) == [
        game.position for game in left
    ]


def test_a_fixture_says_who_meets_whom_where() -> None:
    first, swapped, *_ = round_robin(["magpie", "quokka"], 2, 2)
    assert first == Fixture(
        0, "b1-magpie-quokka-1", 1, 1, 1, ("magpie", "quokka"), ("magpie", "quokka")
    )
    assert swapped == Fixture(
        1, "b1-magpie-quokka-2", 1, 1, 2, ("magpie", "quokka"), ("quokka", "magpie")
    )


def test_the_schedule_is_lazy() -> None:
    games = round_robin([f"bot{index}" for index in range(1000)], 10**9, 2)
    assert next(games).id == "b1-bot0-bot1-1"


def test_there_is_nothing_to_play_for_one_bot() -> None:
    assert list(round_robin(["alone"], 5, 2)) == []
    assert tables([]) == []


def test_two_seatings_swap_the_sides() -> None:
    assert seatings(2) == ((0, 1), (1, 0))


@pytest.mark.parametrize("sides", range(2, 9))
def test_every_entrant_plays_every_side_equally_often(sides: int) -> None:
    movement = seatings(sides)
    assert len(set(movement)) == len(movement)
    counts = Counter((entrant, side) for order in movement for side, entrant in enumerate(order))
    assert set(counts.values()) == {len(movement) // sides}
    assert len(counts) == sides**2


@pytest.mark.parametrize(("sides", "boards"), [(3, 6), (4, 24), (5, 20), (7, 42)])
def test_every_entrant_has_every_other_as_left_neighbour_equally_often(
    sides: int, boards: int
) -> None:
    movement = seatings(sides)
    assert len(movement) == boards
    left = Counter(
        (order[side], order[(side + 1) % sides]) for order in movement for side in range(sides)
    )
    assert len(left) == sides * (sides - 1)
    assert len(set(left.values())) == 1


def test_more_than_two_sides_make_pairings_of_as_many() -> None:
    games = list(round_robin(list("abcd"), 2, 3))
    assert len(games) == 2 * 4 * 6
    assert len({game.id for game in games}) == len(games)
    for game in games:
        assert sorted(game.bots) == sorted(game.pairing)
    assert all(len({game.board for game in table}) == len(table) for table in tables(games))
