"""Whatever is changed in a stored run is found, and named with its place."""

from __future__ import annotations

import shutil
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from arena.referee.record import (
    ActionRecord,
    DealRecord,
    Record,
    decode_record,
    encode_record,
    record_hash,
)
from arena.tournament.run import run_hash
from arena.tournament.store import FILE_NAME, Store
from arena.tournament.verify import verify_run
from tests.e2e.conftest import Arena, Done

GAME = "b1-greedy-rules-1"
OTHER = "b2-greedy-rules-1"
FORFEIT = "b1-greedy-clumsy-1"
BOARDS = 2
GAMES = BOARDS * 2 * 3
UNSEALED = "the record does not match its hash"

Change = Callable[[Record], object]


@pytest.fixture(scope="module")
def arena_with_run(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    """A folder in which a small cup was played, one bot of which ends by itself."""
    arena = Arena(tmp_path_factory.mktemp("verify"))
    clumsy = arena.bot("clumsy", act="if acts == 3: sys.exit(7)")
    arena.event("greedy", "rules", clumsy, boards=BOARDS)
    assert arena.run("run", "cup.yaml", "--seed", "11", "-j", "2").code == 0
    return arena


@pytest.fixture
def folder(arena_with_run: Arena, tmp_path: Path) -> Path:
    """A copy of the run, to tamper with."""
    return shutil.copytree(arena_with_run.folder / "results/cup", tmp_path / "cup")


# -- how to tamper ---------------------------------------------------------------------------------


def alter(folder: Path, statement: str, *values: object) -> None:
    """Change the store itself."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as db, db:
        assert db.execute(statement, values).rowcount == 1


def seal(folder: Path) -> None:
    """Make the run's hash right for what is stored now."""
    with Store.open(folder, writable=True) as store:
        store.set_meta("run_hash", run_hash(store))


def tamper(folder: Path, game_id: str, change: Change, *, sealed: bool) -> None:
    """Change a game's record; where it is sealed, its hash and the run's are made right again."""
    with Store.open(folder) as store:
        stored = store.game(game_id)
    record = decode_record(stored.data)
    change(record)
    data = encode_record(record)
    assert data != stored.data
    digest = record_hash(data) if sealed else stored.hash
    change_row = "UPDATE games SET record = ?, hash = ? WHERE id = ?"
    alter(folder, change_row, zlib.compress(data), digest, game_id)
    if sealed:
        seal(folder)


def found(folder: Path) -> list[str]:
    """Return what is found to be wrong with a run."""
    with Store.open(folder) as store:
        return [str(one) for one in verify_run(store).discrepancies]


# -- what to look at in a record -------------------------------------------------------------------


def played(record: Record) -> DealRecord:
    """Return the first deal that was played with a suit as trumps, so with four cards a trick."""
    for deal in record.deals:
        if deal.result is not None and str(deal.result.details["contract"])[-1] in "SCDH":
            return deal
    raise AssertionError("no deal was played with a suit as trumps")


def indices(deal: DealRecord, word: str) -> list[int]:
    return [index for index, turn in enumerate(deal.actions) if turn.action.startswith(word)]


def place(deal: DealRecord, index: int) -> str:
    """Return the address of an action: the four cards of a trick after all that comes before."""
    first = indices(deal, "play")[0]
    if index < first:
        return f"{deal.deal}.0.{index + 1}"
    return f"{deal.deal}.{(index - first) // 4 + 1}.{(index - first) % 4 + 1}"


def replace(deal: DealRecord, index: int, **changes: Any) -> str:
    """Change one action; return its address."""
    deal.actions[index] = msgspec.structs.replace(deal.actions[index], **changes)
    return place(deal, index)


def swap(one: list[str], other: list[str]) -> None:
    one[0], other[0] = other[0], one[0]


def low_bid(deal: DealRecord) -> str:
    """Bid what the last bidder bid, where its left neighbour passed."""
    last = indices(deal, "bid")[-1]
    return replace(deal, last + 1, action=deal.actions[last].action)


def wrong_discard(deal: DealRecord) -> str:
    """Discard a card of a defender."""
    index = indices(deal, "discard")[1]
    defender = (deal.actions[index].seat + 1) % 4
    return replace(deal, index, action=f"discard {deal.hands[defender][0]}")


def wrong_play(deal: DealRecord) -> str:
    """Play the card that another seat played in the same trick."""
    index = indices(deal, "play")[13]
    return replace(deal, index, action=deal.actions[index - 1].action)


def result(deal: DealRecord, **changes: Any) -> None:
    assert deal.result is not None
    deal.result = msgspec.structs.replace(deal.result, **changes)


def ending(record: Record, **changes: Any) -> None:
    record.result = msgspec.structs.replace(record.result, **changes)


def seat(record: Record, **changes: Any) -> None:
    record.seats[1] = msgspec.structs.replace(record.seats[1], **changes)


def fault(record: Record, **changes: Any) -> None:
    assert record.result.fault is not None
    ending(record, fault=msgspec.structs.replace(record.result.fault, **changes))


# -- tampered actions ------------------------------------------------------------------------------

ACTIONS: dict[str, tuple[Callable[[DealRecord], str], str]] = {
    "a bid": (low_bid, "is not legal"),
    "a discard": (wrong_discard, "is not legal"),
    "a play": (wrong_play, "is not legal"),
    "no action": (lambda deal: replace(deal, 2, action="fold"), "'fold' is no action"),
    "another seat": (
        lambda deal: replace(deal, 1, seat=deal.actions[0].seat),
        "acts, but seat",
    ),
}


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize(("change", "text"), ACTIONS.values(), ids=ACTIONS.keys())
def test_a_changed_action_is_named_with_its_address(
    folder: Path, change: Callable[[DealRecord], str], text: str, *, sealed: bool
) -> None:
    addresses: list[str] = []
    tamper(folder, GAME, lambda record: addresses.append(change(played(record))), sealed=sealed)
    wrong = [line for line in found(folder) if line.startswith(f"{GAME} {addresses[0]}: ")]
    assert len(wrong) == 1
    assert text in wrong[0]


# -- other tampered records ------------------------------------------------------------------------

IN_A_DEAL: dict[str, tuple[Callable[[DealRecord], object], str]] = {
    "a card of a hand": (
        lambda deal: swap(deal.hands[0], deal.hands[3]),
        "the hand of seat 3 is not as the seed deals it",
    ),
    "a card of the kitty": (
        lambda deal: swap(deal.kitty, deal.hands[1]),
        "the kitty is not as the seed deals it",
    ),
    "a card twice": (
        lambda deal: deal.kitty.__setitem__(0, deal.kitty[1]),
        "the cards dealt are not the pack",
    ),
    "no card": (lambda deal: deal.kitty.__setitem__(0, "1S"), "not a deal of this game"),
    "a card too few": (lambda deal: deal.hands[2].pop(), "the hand of seat 2 is not"),
    "a hand too few": (lambda deal: deal.hands.pop(), "the hand of seat 3 is not"),
    "a hand too many": (lambda deal: deal.hands.append([]), "not a deal of this game"),
    "the dealer": (
        lambda deal: setattr(deal, "dealer", (deal.dealer + 1) % 4),
        "the dealer is not as the seed deals it",
    ),
    "a dealer who is not there": (lambda deal: setattr(deal, "dealer", 4), "no seat 4 to deal"),
    "the seed": (lambda deal: setattr(deal, "seed", "00" * 32), "the seed is not as"),
    "cards set aside": (lambda deal: deal.aside.append("5S"), "what is set aside is not"),
    "the points": (
        lambda deal: result(deal, points=[1, 2, 1, 2]),
        "points are [1, 2, 1, 2], must be [",
    ),
    "the scores": (lambda deal: result(deal, scores=[0, 0, 0, 0]), "scores are [0, 0, 0, 0]"),
    "what was won": (lambda deal: result(deal, details={"contract": None}), "details are {"),
    "no result": (lambda deal: setattr(deal, "result", None), "a result it cannot have"),
    "the last card": (lambda deal: deal.actions.pop(), "the deal is not played to its end"),
}


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize(("change", "text"), IN_A_DEAL.values(), ids=IN_A_DEAL.keys())
def test_a_changed_deal_is_named_by_its_number(
    folder: Path, change: Callable[[DealRecord], object], text: str, *, sealed: bool
) -> None:
    numbers: list[int] = []

    def change_deal(record: Record) -> None:
        numbers.append(played(record).deal)
        change(played(record))

    tamper(folder, GAME, change_deal, sealed=sealed)
    wrong = [line for line in found(folder) if line.startswith(f"{GAME} {numbers[0]}: ")]
    assert [line for line in wrong if text in line]


def one_more_card(record: Record) -> None:
    record.deals[0].actions.append(ActionRecord(0, "pass"))


def other_winner(record: Record) -> None:
    ending(record, places=[3 - place for place in record.result.places])


IN_A_GAME: dict[str, tuple[str, Change, str]] = {
    "an action too many": (GAME, one_more_card, "'pass' stands after the end of the deal"),
    "a deal left out": (GAME, lambda game: game.deals.pop(0), "the deal's number is not"),
    "the last deal left out": (GAME, lambda game: game.deals.pop(), "where it does not end"),
    "a deal too many": (
        GAME,
        lambda game: game.deals.append(game.deals[0]),
        "a deal stands where none is due",
    ),
    "the scores": (GAME, lambda game: ending(game, scores=[9, 8, 9, 8]), "[9, 8, 9, 8], must be"),
    "the winner": (GAME, other_winner, "the game's places are"),
    "the reason": (GAME, lambda game: ending(game, reason="forfeit"), "the game's end reason is"),
    "whose fault it was": (FORFEIT, lambda game: fault(game, seat=0), "must be"),
    "a fault of nobody": (FORFEIT, lambda game: fault(game, seat=9), "where it does not end"),
    "where the fault was": (
        FORFEIT,
        lambda game: fault(game, place="1.2.3"),
        "the fault stands at 1.2.3, must be",
    ),
    "no fault": (FORFEIT, lambda game: ending(game, fault=None), "not played to its end"),
    "the bot in a seat": (GAME, lambda game: seat(game, bot="greedy"), "seats is"),
    "a bot's version": (GAME, lambda game: seat(game, version="2.0"), "seats is"),
    "a bot's fingerprint": (GAME, lambda game: seat(game, fingerprint="00"), "seats is"),
    "the name that rivals saw": (GAME, lambda game: seat(game, shown_as="me"), "seats is"),
    "the id": (GAME, lambda game: setattr(game, "id", OTHER), f"id is '{OTHER}'"),
    "the event": (GAME, lambda game: setattr(game, "event", "Cap"), "event is 'Cap'"),
    "the game": (GAME, lambda game: setattr(game, "game", "rummy"), "game is 'rummy'"),
    "the preset": (GAME, lambda game: setattr(game, "preset", "x"), "preset is 'x'"),
    "the players": (GAME, lambda game: setattr(game, "players", 3), "players is 3"),
    "a house rule": (GAME, lambda game: game.options.update(target=400), "options is {"),
    "no house rule": (GAME, lambda game: game.options.update(targt=1), "no such rules"),
    "the round": (GAME, lambda game: setattr(game, "round", 2), "round is 2"),
    "the board": (GAME, lambda game: setattr(game, "board", 2), "board is 2"),
    "the seating": (GAME, lambda game: setattr(game, "seating", 2), "seating is 2"),
    "the schema": (GAME, lambda game: setattr(game, "schema", "arena.game/0"), "schema is"),
}


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize(("game_id", "change", "text"), IN_A_GAME.values(), ids=IN_A_GAME.keys())
def test_a_changed_game_is_named_by_its_id(
    folder: Path, game_id: str, change: Change, text: str, *, sealed: bool
) -> None:
    tamper(folder, game_id, change, sealed=sealed)
    lines = found(folder)
    assert [line for line in lines if text in line]
    assert {line.split(":")[0].split()[0] for line in lines} <= {game_id, OTHER, "run"}
    assert (f"{game_id}: {UNSEALED}" in lines) is not sealed


def test_another_game_in_a_games_place_is_found(folder: Path) -> None:
    """The record of the same pairing on another board, whole and with its right hash."""
    with Store.open(folder) as store:
        other = store.game(OTHER)
    row = "UPDATE games SET record = ?, hash = ? WHERE id = ?"
    alter(folder, row, zlib.compress(other.data), other.hash, GAME)
    seal(folder)
    lines = found(folder)
    assert f"{GAME}: board is 2, the event says 1" in lines
    assert {line.split(":")[0] for line in lines} >= {GAME, f"{OTHER} 1"}


# -- a tampered store ------------------------------------------------------------------------------


def test_a_changed_hash_is_found(folder: Path) -> None:
    alter(folder, "UPDATE games SET hash = ? WHERE id = ?", "0" * 64, GAME)
    assert found(folder) == [
        f"{GAME}: {UNSEALED}",
        "run: the hash over all games differs from the finished run's",
    ]


def test_a_changed_hash_of_the_run_is_found(folder: Path) -> None:
    alter(folder, "UPDATE meta SET value = ? WHERE key = 'run_hash'", f'"{"0" * 64}"')
    assert found(folder) == ["run: the hash over all games differs from the finished run's"]


@pytest.mark.parametrize("sealed", [False, True])
def test_a_removed_game_is_found(folder: Path, *, sealed: bool) -> None:
    alter(folder, "DELETE FROM games WHERE id = ?", GAME)
    if sealed:
        seal(folder)
    lines = found(folder)
    assert f"{GAME}: the game is missing" in lines
    assert len(lines) == (1 if sealed else 2)


@pytest.mark.parametrize("name", ["b3-greedy-rules-1", "b1-greedy-rules-3", "again"])
def test_a_game_under_another_id_is_found(folder: Path, name: str) -> None:
    copied = "INSERT INTO games SELECT ?, position, hash, record, measured FROM games WHERE id = ?"
    alter(folder, copied, name, GAME)
    seal(folder)
    assert found(folder) == [f"{name}: the schedule has no such game"]


def test_a_changed_position_is_found(folder: Path) -> None:
    alter(folder, "UPDATE games SET position = 999 WHERE id = ?", GAME)
    seal(folder)
    assert found(folder) == [f"{GAME}: position is 999, the event says 0"]


@pytest.mark.parametrize("column", ["record", "measured"])
def test_a_damaged_record_is_found(folder: Path, column: str) -> None:
    alter(folder, f"UPDATE games SET {column} = x'00' WHERE id = ?", GAME)  # noqa: S608
    (line,) = [line for line in found(folder) if line.startswith(GAME)]
    assert "the record cannot be read" in line


@pytest.mark.parametrize("data", [b"{}", b"[]", b"nothing"])
def test_what_is_no_record_is_found(folder: Path, data: bytes) -> None:
    row = "UPDATE games SET record = ?, hash = ? WHERE id = ?"
    alter(folder, row, zlib.compress(data), record_hash(data), GAME)
    seal(folder)
    (line,) = found(folder)
    assert line.startswith(f"{GAME}: the record cannot be read")


@pytest.mark.parametrize("secret", ["cards", "bots"])
def test_a_changed_secret_is_found(folder: Path, secret: str) -> None:
    change = "UPDATE meta SET value = json_set(value, '$.' || ?, ?) WHERE key = 'secrets'"
    alter(folder, change, secret, "00" * 16)
    assert "secrets: they do not match the hash published before the run" in found(folder)


def test_a_secret_that_is_none_is_found(folder: Path) -> None:
    change = "UPDATE meta SET value = json_set(value, '$.cards', 'zz') WHERE key = 'secrets'"
    alter(folder, change)
    assert [line for line in found(folder) if line.startswith("secrets: ")]


def test_a_changed_commitment_is_found(folder: Path) -> None:
    alter(folder, "UPDATE meta SET value = ? WHERE key = 'commitment'", '"0000"')
    assert found(folder) == ["secrets: they do not match the hash published before the run"]


# -- the command -----------------------------------------------------------------------------------


def verify(arena: Arena, folder: Path) -> Done:
    return arena.run("verify", str(folder))


def test_an_untouched_run_is_right(arena: Arena, folder: Path) -> None:
    assert found(folder) == []
    done = verify(arena, folder)
    assert done.code == 0
    assert f"{GAMES} games judged again, 0 discrepancies" in done.out


def test_an_unfinished_run_is_right_as_far_as_it_goes(arena: Arena, folder: Path) -> None:
    alter(folder, "DELETE FROM games WHERE id = ?", GAME)
    alter(folder, "DELETE FROM meta WHERE key = 'run_hash'")
    done = verify(arena, folder)
    assert done.code == 0
    assert f"{GAMES - 1} games judged again, 0 discrepancies" in done.out
    assert "1 games of the schedule are not stored" in done.out
    assert "secrets" not in done.out  # the cards to come are not given away
    assert "committed to by sha256" in done.out


def test_the_command_names_a_changed_play(arena: Arena, folder: Path) -> None:
    addresses: list[str] = []
    tamper(folder, GAME, lambda record: addresses.append(wrong_play(played(record))), sealed=True)
    done = verify(arena, folder)
    assert done.code == 1
    assert f"{GAME} {addresses[0]}: " in done.out
    assert f"{GAMES} games judged again, 1 discrepancy" in done.out


def test_the_command_names_a_changed_winner(arena: Arena, folder: Path) -> None:
    tamper(folder, GAME, other_winner, sealed=True)
    done = verify(arena, folder)
    assert done.code == 1
    assert f"{GAME}: the game's places are [" in done.out


def test_the_command_names_a_removed_game(arena: Arena, folder: Path) -> None:
    alter(folder, "DELETE FROM games WHERE id = ?", GAME)
    done = verify(arena, folder)
    assert done.code == 1
    assert f"{GAME}: the game is missing" in done.out
