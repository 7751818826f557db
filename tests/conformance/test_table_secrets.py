"""What a bot is sent says nothing of the board's number, the seating, the rivals or the secrets."""

from __future__ import annotations

import base64
import dataclasses
import json
import re
from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from arena.core.seeds import derive
from arena.referee.referee import GameSpec, random_token
from tests.conformance.scripted import (
    SEATS,
    Message,
    Policy,
    ScriptedTable,
    drawn,
    make_seats,
    make_spec,
)

SPEC = make_spec()
POLICIES = [drawn(seat) for seat in SEATS]
OPAQUE = {"game": r"g-[0-9a-f]{16}", "id": r"[0-9a-f]{16}"}
SECRET = derive(b"a secret of the run")


def renamed(*names: str) -> Callable[[GameSpec], GameSpec]:
    return lambda spec: dataclasses.replace(spec, seats=make_seats(*names))


def unlike(**changes: object) -> Callable[[GameSpec], GameSpec]:
    return lambda spec: dataclasses.replace(spec, **changes)  # type: ignore[arg-type] # any field


CHANGES: dict[str, Callable[[GameSpec], GameSpec]] = {
    "the board's number": unlike(board=987_654),
    "the seating": unlike(seating=2),
    "the round": unlike(round=77),
    "the game's id": unlike(id="b987654-alpha-omega-2"),
    "the event": unlike(event="a quite different event"),
    "the rivals' names": renamed("alpha-centauri", "omega-point"),
    "the sides' names, swapped": renamed("two", "one"),
    "one bot in all seats": renamed("one", "one"),
    "the fingerprints and versions": lambda spec: dataclasses.replace(
        spec, seats=tuple(replace(seat, version="9.9", fingerprint="f" * 64) for seat in spec.seats)
    ),
    "the seeds of the bots": unlike(bot_seed=SECRET),
}


def sent(spec: GameSpec, policies: Sequence[Policy] = POLICIES) -> list[bytes]:
    """Return all that each seat is sent in a game, with real request ids."""
    table = ScriptedTable(policies)
    table.play(spec, random_token)
    table.table.close()
    return [table.sent(seat) for seat in SEATS]


def masked(data: bytes) -> list[bytes]:
    """Return the lines with the opaque tokens taken out, having looked at their form."""
    lines = []
    for line in data.splitlines():
        message: Message = json.loads(line)
        for name, form in OPAQUE.items():
            if name in message and message["type"] in ("start", "act"):
                assert re.fullmatch(form, message[name])
                line = line.replace(json.dumps(message[name]).encode(), b'"opaque"')
        if message["type"] == "start":
            assert 0 <= message["seed"] < 2**48
            line = line.replace(b'"seed":%d' % message["seed"], b'"seed":0')
        lines.append(line)
    return lines


@pytest.fixture(scope="module")
def usual() -> list[list[bytes]]:
    """Return what each seat is sent in the game that the others are held against."""
    return [masked(data) for data in sent(SPEC)]


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_nothing_sent_depends_on(
    change: Callable[[GameSpec], GameSpec], usual: list[list[bytes]]
) -> None:
    changed = change(SPEC)
    assert changed != SPEC
    assert [masked(data) for data in sent(changed)] == usual


def test_other_cards_are_noticed(usual: list[list[bytes]]) -> None:
    others = sent(make_spec(board_seed=b"another board"))
    assert all(masked(data) != lines for data, lines in zip(others, usual, strict=True))


def test_the_tokens_differ_from_game_to_game_and_never_repeat() -> None:
    games = [sent(dataclasses.replace(SPEC, bot_seed=bytes([n]) * 16))[0] for n in range(5)]
    messages = [json.loads(line) for game in games for line in game.splitlines()]
    names = {message["game"] for message in messages if message["type"] == "start"}
    ids = [message["id"] for message in messages if message["type"] == "act"]
    assert len(names) == len(games)
    assert len(set(ids)) == len(ids) > 50


def test_every_seat_has_a_seed_of_its_own_that_the_cards_do_not_depend_on() -> None:
    seeds = [SPEC.seat_seed(seat) for seat in SEATS]
    assert len(set(seeds)) == len(seeds)
    other = dataclasses.replace(SPEC, board_seed=SECRET)
    assert [other.seat_seed(seat) for seat in SEATS] == seeds
    assert other.opaque_name == SPEC.opaque_name
    assert other.deal_seed(1) != SPEC.deal_seed(1)


@pytest.mark.parametrize("shown", [False, True])
def test_names_are_seen_only_where_they_are_shown(shown: bool) -> None:
    spec = dataclasses.replace(SPEC, seats=make_seats("alpha-one", "omega-two", shown=shown))
    for data in sent(spec):
        assert data.count(b"alpha-one") == data.count(b"omega-two") == (2 if shown else 0)
        start = next(json.loads(line) for line in data.splitlines() if b'"start"' in line)
        pseudonyms = [f"player {seat}" for seat in SEATS]
        assert start["players"] == (["alpha-one", "omega-two"] * 2 if shown else pseudonyms)


def test_no_secret_is_sent() -> None:
    spec = dataclasses.replace(SPEC, board_seed=SECRET, bot_seed=derive(b"the other secret"))
    secrets = [spec.board_seed, spec.bot_seed, *(spec.deal_seed(number) for number in range(1, 20))]
    everything = b"".join(sent(spec))
    for secret in secrets:
        for form in (secret.hex().encode(), base64.b64encode(secret), str(list(secret)).encode()):
            assert form[:16] not in everything
            assert form[:16].upper() not in everything
