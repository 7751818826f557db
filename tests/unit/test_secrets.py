"""The run's secrets: what the commitment binds, and that cards and bots' seeds are apart."""

from __future__ import annotations

import pytest

from arena.core.seeds import derive
from arena.referee.referee import GameSpec
from arena.tournament.plan import board_seed
from arena.tournament.secrets import SECRET_BYTES, RunSecrets, commitment_of

CARDS, BOTS = bytes(range(16)), bytes(range(16, 32))


def spec(secrets: RunSecrets, game_id: str, board: int) -> GameSpec:
    return GameSpec(
        id=game_id,
        event="Cup",
        round=1,
        board=board,
        seating=1,
        seats=(),
        board_seed=board_seed(secrets, board),
        bot_seed=derive(secrets.bots, "game", game_id),
    )


def test_the_commitment_is_the_documented_hash() -> None:
    secrets = RunSecrets(CARDS, BOTS)
    assert secrets.commitment == commitment_of(CARDS, BOTS)
    assert len(bytes.fromhex(secrets.commitment)) == 32


@pytest.mark.parametrize("position", range(2 * SECRET_BYTES))
def test_the_commitment_binds_every_byte(position: int) -> None:
    both = bytearray(CARDS + BOTS)
    both[position] ^= 1
    assert commitment_of(bytes(both[:16]), bytes(both[16:])) != commitment_of(CARDS, BOTS)


def test_the_commitment_binds_which_secret_is_which() -> None:
    assert commitment_of(BOTS, CARDS) != commitment_of(CARDS, BOTS)


def test_no_other_pair_of_secrets_fits_a_commitment() -> None:
    """A zero byte inside a secret must not pass for the border between the two."""
    left, middle, right = b"l" * 8, b"m" * 8, b"r" * 8
    one = commitment_of(left, middle + b"\0" + right)
    assert one != commitment_of(left + b"\0" + middle, right)


def test_a_seed_word_always_gives_the_same_secrets() -> None:
    assert RunSecrets.of_seed("4711") == RunSecrets.of_seed("4711")


def test_seed_words_give_secrets_of_their_own() -> None:
    found = [RunSecrets.of_seed(word) for word in ("4711", "4712", "", "4711 ")]
    assert len({secrets.cards for secrets in found} | {secrets.bots for secrets in found}) == 8


def test_fresh_secrets_differ() -> None:
    found = [RunSecrets.fresh() for _ in range(50)]
    assert len({secrets.cards for secrets in found} | {secrets.bots for secrets in found}) == 100
    assert {len(secrets.cards) for secrets in found} == {SECRET_BYTES}


def test_the_cards_depend_on_the_board_and_the_cards_secret_alone() -> None:
    one, other = RunSecrets(CARDS, BOTS), RunSecrets(CARDS, CARDS)
    games = [spec(one, "b1-a-b-1", 1), spec(one, "b1-c-d-2", 1), spec(other, "b1-a-b-1", 1)]
    assert len({game.deal_seed(7) for game in games}) == 1
    assert spec(one, "b2-a-b-1", 2).deal_seed(7) != games[0].deal_seed(7)


def test_the_bots_seeds_depend_on_the_bots_secret_alone() -> None:
    one, other = RunSecrets(CARDS, BOTS), RunSecrets(BOTS, BOTS)
    assert spec(one, "b1-a-b-1", 1).seat_seed(2) == spec(other, "b1-a-b-1", 1).seat_seed(2)


def test_every_seat_of_every_game_has_a_seed_of_its_own() -> None:
    secrets = RunSecrets.of_seed("4711")
    games = [spec(secrets, f"b{board}-a-b-{n}", board) for board in range(1, 20) for n in (1, 2)]
    seeds = {game.seat_seed(seat) for game in games for seat in range(4)}
    assert len(seeds) == len(games) * 4
    assert all(0 <= seed < 2**48 for seed in seeds)


@pytest.mark.parametrize("secrets", [RunSecrets.of_seed("1"), RunSecrets(CARDS, CARDS)])
def test_nothing_that_a_bot_is_told_is_part_of_a_card_seed(secrets: RunSecrets) -> None:
    """Not even where both secrets are equal: the names on the way to a seed differ."""
    games = [spec(secrets, f"b{board}-a-b-1", board) for board in range(1, 20)]
    told = {f"{game.seat_seed(seat):012x}" for game in games for seat in range(4)}
    told |= {game.opaque_name.removeprefix("g-") for game in games}
    hidden = {game.board_seed for game in games}
    hidden |= {game.deal_seed(number) for game in games for number in range(1, 20)}
    assert not [text for text in told for seed in hidden if text in seed.hex()]
