"""Re-dealing what a seat cannot know leaves every byte that is sent to that seat unchanged.

Whole games go through the referee; what a seat's bot was sent in two worlds is held side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

import pytest

from arena.games.contract import Deal, LogEntry, Rules, Seat, Settled, Turn
from arena.games.five_hundred.game import FIVE_HUNDRED, FiveHundred
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.state import FiveHundredState, Phase
from arena.games.five_hundred.view import FiveHundredView
from tests.conformance.scripted import Message, ScriptedTable
from tests.property.redeal import other_worlds
from tests.rules.random_play import random_action, random_deal, random_rules

SEATS = range(4)
GAMES = range(36)
CUTS = 2
Log = Sequence[LogEntry]


class Cut(Exception):  # noqa: N818 - says what happened
    """The log is played; the game is left here."""


class LoggedState(FiveHundredState):
    """A game whose deals are those of a log; only the dealing differs from the real one."""

    def __init__(self, rules: FiveHundredRules, deals: Sequence[Deal]) -> None:
        super().__init__(rules)
        self.deals = deals

    def shuffle(self, seed: bytes) -> Deal:  # noqa: ARG002 - the contract's
        dealt = sum(isinstance(entry, Deal) for entry in self.log)
        if dealt == len(self.deals):
            raise Cut
        return self.deals[dealt]


class LoggedGame(FiveHundred):
    """Five Hundred with the deals of a log."""

    def __init__(self, log: Log, kind: type[LoggedState]) -> None:
        self.deals = [entry for entry in log if isinstance(entry, Deal)]
        self.kind = kind

    def new(self, rules: Rules) -> FiveHundredState:
        assert isinstance(rules, FiveHundredRules)
        return self.kind(rules, self.deals)


def sent(rules: FiveHundredRules, log: Log, kind: type[LoggedState] = LoggedState) -> list[bytes]:
    """Play a log through the referee and return every byte that each seat was sent."""
    turns = iter([FIVE_HUNDRED.text(entry[1]) for entry in log if isinstance(entry, tuple)])

    def follow(message: Message) -> str:
        action = "" if message["type"] == "hello" else next(turns, None)
        if action is None:
            raise Cut
        return action

    table = ScriptedTable([follow] * len(SEATS), rules, game=LoggedGame(log, kind))
    with suppress(Cut):
        table.play()
    assert next(turns, None) is None
    return [table.sent(seat) for seat in SEATS]


class World(NamedTuple):
    """A game up to some point, and the same game as a seat cannot tell it from that."""

    rules: FiveHundredRules
    seat: Seat
    log: Log
    other: Log
    phase: Phase


def random_log(rng: Random) -> tuple[FiveHundredRules, Log]:
    """Return the rules and the log of a random game of two deals."""
    rules = random_rules(rng, max_deals=2, joker_nominate=rng.random() < 0.5)
    state = FIVE_HUNDRED.new(rules)
    while state.outcome is None:
        state.begin(random_deal(rng, rules, 1 + sum(isinstance(e, Deal) for e in state.log)))
        while state.to_act is not None:
            legal = [FIVE_HUNDRED.text(action) for action in state.legal_actions()]
            state.apply(FIVE_HUNDRED.parse(random_action(rng, legal)))
    return rules, state.log


def state_after(rules: FiveHundredRules, log: Log) -> FiveHundredState:
    """Return the state that a log leads to."""
    state = FIVE_HUNDRED.new(rules)
    for entry in log:
        if isinstance(entry, Deal):
            state.begin(entry)
        elif not isinstance(entry, Settled):
            state.apply(entry[1])
    return state


def states(rng: Random, rules: FiveHundredRules, log: Log) -> Iterator[FiveHundredState]:
    """Yield the states at the end of each deal and at some decisions of each phase."""
    found: dict[Phase, list[FiveHundredState]] = {phase: [] for phase in Phase}
    ends = {at for at, entry in enumerate(log) if isinstance(entry, Settled)}
    for at in range(len(log)):
        if at + 1 not in ends:  # what a turn settles is one entry more
            state = state_after(rules, log[: at + 1])
            found[state.phase].append(state)
    yield from found.pop(Phase.DEAL) + found.pop(Phase.OVER)
    for some in found.values():
        yield from rng.sample(some, min(CUTS, len(some)))


def worlds(seed: int) -> Iterator[World]:
    """Yield other worlds of a random game up to some point.

    Inside a deal the game is left there; after a deal it goes on to its end, and what was hidden
    in the deal stays so.
    """
    rng = Random(seed)
    rules, log = random_log(rng)
    for state in states(rng, rules, log):
        over = state.to_act is None
        if over and state.view(0).contract == "open-misere":
            continue  # the hand that was spread lies no longer open: ``redeal`` does not know it
        rest: Log = log[len(state.log) :] if over else ()
        for seat in SEATS:
            for other in other_worlds(state, seat, rng, tries=2):
                yield World(rules, seat, [*state.log, *rest], [*other.log, *rest], state.phase)


def differs(world: World, kind: type[LoggedState] = LoggedState) -> bool:
    """Return whether the seat was sent different bytes in the two worlds."""
    here, there = (sent(world.rules, log, kind)[world.seat] for log in (world.log, world.other))
    return here != there


@pytest.mark.parametrize("block", range(2))
def test_no_byte_sent_depends_on_cards_that_the_seat_cannot_know(block: int) -> None:
    compared: Counter[Phase] = Counter()
    for seed in GAMES[block::2]:
        for world in worlds(seed):
            assert world.log != world.other
            assert not differs(world), (seed, world)
            compared[world.phase] += 1
    for phase in (Phase.AUCTION, Phase.DISCARD, Phase.PLAY, Phase.DEAL, Phase.OVER):
        assert compared[phase] >= 4, compared
    assert compared.total() >= 300


# -- the comparison finds leaks --------------------------------------------------------------------


class TellsDiscards(LoggedState):
    """Discards are public events."""

    def sees(self, seat: Seat, turn: Turn) -> bool:  # noqa: ARG002 - the contract's
        return True


class ShowsPartner(LoggedState):
    """The view holds a card of the partner's."""

    def view(self, seat: Seat) -> FiveHundredView:
        view = super().view(seat)
        view.hand.extend(super().view((seat + 2) % 4).hand[:1])
        return view


class ListsAnotherHand(LoggedState):
    """The order of the legal actions depends on the next seat's cards."""

    def legal_actions(self) -> Sequence[int]:
        actions = list(super().legal_actions())
        return actions[::-1] if self.hands[(self.turn + 1) % 4] & 1 << 64 else actions


class TellsKitty(LoggedState):
    """The result of a deal says how many spades the kitty had."""

    def _settled(self, *arguments: object) -> Settled:
        settled = super()._settled(*arguments)  # type: ignore[arg-type] # as the real one is called
        details = {**settled.details, "spades": (self.kitty & 0xFFFF).bit_count()}
        return Settled(settled.deal, settled.points, settled.scores, details)


@pytest.mark.parametrize("kind", [TellsDiscards, ShowsPartner, ListsAnotherHand, TellsKitty])
def test_a_leak_would_be_found(kind: type[LoggedState]) -> None:
    assert any(differs(world, kind) for seed in GAMES for world in worlds(seed))
