"""Re-dealing what a seat cannot know leaves every byte that is sent to that seat unchanged.

Whole games go through the referee; what a seat's bot was sent in two worlds is held side by side.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from arena.games.contract import Deal, LogEntry, Rules, Seat, Settled, Turn
from arena.games.five_hundred.deal_state import DealState, Phase
from arena.games.five_hundred.game import FIVE_HUNDRED, FiveHundred
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.state import FiveHundredState
from arena.games.five_hundred.view import FiveHundredView
from tests.conformance.scripted import Message, ScriptedTable
from tests.property.redeal import other_worlds
from tests.rules.random_play import random_action, random_deal, random_rules

GAMES = range(36)
CUTS = 2
DEAL, OVER = "deal", "over"
"""What is due after a deal, beside the phases in it."""
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

    table = ScriptedTable([follow] * rules.players, rules, game=LoggedGame(log, kind))
    with suppress(Cut):
        table.play()
    assert next(turns, None) is None
    return [table.sent(seat) for seat in range(rules.players)]


class World(NamedTuple):
    """A game up to some point, and the same game as a seat cannot tell it from that."""

    rules: FiveHundredRules
    seat: Seat
    log: Log
    other: Log
    due: str


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


def states(
    rng: Random, rules: FiveHundredRules, log: Log
) -> Iterator[tuple[str, FiveHundredState]]:
    """Yield states of each deal before its last turn, and at some decisions of each phase.

    With each comes what is due: the phase or, where the deal ends now, what comes after it.
    """
    found: dict[str, list[FiveHundredState]] = defaultdict(list)
    ends = [at for at, entry in enumerate(log) if isinstance(entry, Settled)]
    for at in range(len(log)):
        if at + 1 not in ends:  # what a turn settles is one entry more
            state = state_after(rules, log[: at + 1])
            found[state.phase].append(state)
        else:
            yield OVER if at + 1 == ends[-1] else DEAL, state_after(rules, log[:at])
    for phase in Phase:
        some = found[phase]
        yield from ((phase, state) for state in rng.sample(some, min(CUTS, len(some))))


def worlds(seed: int) -> Iterator[World]:
    """Yield other worlds of a random game up to some point.

    Inside a deal the game is left there; where a deal ends it goes on to its end, and what was
    hidden before the last turn of the deal, and is not shown by it, stays so.
    """
    rng = Random(seed)
    rules, log = random_log(rng)
    for due, state in states(rng, rules, log):
        rest: Log = log[len(state.log) :] if due in (DEAL, OVER) else ()
        for seat in range(rules.players):
            for other in other_worlds(state, seat, rng, tries=2):
                if goes_on(other, rest):
                    yield World(rules, seat, [*state.log, *rest], [*other.log, *rest], due)


def goes_on(other: FiveHundredState, rest: Log) -> bool:
    """Return whether the turn that ends the deal is legal in the other world too."""
    if not rest:
        return True
    turn = rest[0]
    assert isinstance(turn, tuple)
    return turn[0] == other.to_act and turn[1] in other.legal_actions()


def differs(world: World, kind: type[LoggedState] = LoggedState) -> bool:
    """Return whether the seat was sent different bytes in the two worlds."""
    here, there = (sent(world.rules, log, kind)[world.seat] for log in (world.log, world.other))
    return here != there


@pytest.mark.parametrize("block", range(2))
def test_no_byte_sent_depends_on_cards_that_the_seat_cannot_know(block: int) -> None:
    compared: Counter[str] = Counter()
    for seed in GAMES[block::2]:
        for world in worlds(seed):
            assert world.log != world.other
            assert not differs(world), (seed, world)
            compared[world.due] += 1
    for due in (Phase.AUCTION, Phase.DISCARD, Phase.PLAY, DEAL, OVER):
        assert compared[due] >= 4, compared
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
        view.hand.extend(super().view((seat + 2) % self.rules.players).hand[:1])
        return view


class ListsAnotherHand(LoggedState):
    """The order of the legal actions depends on the next seat's cards."""

    def legal_actions(self) -> Sequence[int]:
        actions, deal = list(super().legal_actions()), self.current
        turned = deal is not None and deal.hands[(deal.turn + 1) % self.rules.players] & 1 << 64
        return actions[::-1] if turned else actions


class TellsKitty(LoggedState):
    """The result of a deal says how many spades the kitty had."""

    def _settle(self, finished: DealState) -> None:
        super()._settle(finished)
        settled = self.log[-1]
        assert isinstance(settled, Settled)
        spades = (finished.kitty & 0xFFFF).bit_count()
        self.log[-1] = replace(settled, details={**settled.details, "spades": spades})


@pytest.mark.parametrize("kind", [TellsDiscards, ShowsPartner, ListsAnotherHand, TellsKitty])
def test_a_leak_would_be_found(kind: type[LoggedState]) -> None:
    assert any(differs(world, kind) for seed in GAMES for world in worlds(seed))
