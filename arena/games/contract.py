"""What the referee knows of any game: the contract between the rules and everything above them.

A *game* is a sequence of *deals*. A ``State`` is driven by two kinds of input, a ``Deal`` (made
from a seed by ``shuffle``) and an ``Action`` of the seat to act; both are appended to ``log``, and
applying the log to a new state gives the same state again. The rules read no clock, no file and no
global randomness.

Inside a game an action is an integer; ``Game.text`` and ``Game.parse`` are its one text form,
used on the wire, in records, errors and tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from arena.core.cards import Card

Seat = int
Action = int
Turn = tuple[Seat, Action]


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of one deal, in the order dealt, seat by seat; ``number`` counts from 1.

    ``stock`` is in the order in which it will be drawn.
    """

    number: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """The public result of a finished deal: ``points`` and running ``scores`` per seat.

    ``details`` holds what the game adds (contract, declarer, tricks …) as JSON values.
    """

    deal: int
    points: tuple[int, ...]
    scores: tuple[int, ...]
    details: Mapping[str, object]


LogEntry = Deal | Turn | Settled


class EndReason(StrEnum):
    """Why a game ended; the values stand in records."""

    TARGET = "target"
    FLOOR = "floor"
    DEALS = "deals"
    CAP = "cap"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: ``scores`` and ``places`` (1 = first, ties share) per seat."""

    scores: tuple[int, ...]
    places: tuple[int, ...]
    reason: EndReason


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an action is refused: a stable code, the source paragraph and a sentence."""

    code: str
    rule: str
    text: str


class Rules(Protocol):
    """A frozen, validated rule set: every house rule is a field of the dataclass behind it."""

    @property
    def preset(self) -> str:
        """The preset that the rule set started from."""

    @property
    def players(self) -> int:
        """How many seats the game has."""

    @property
    def sides(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side that shares a score; lone players are sides of one."""

    def as_dict(self) -> dict[str, object]:
        """Return every field as a JSON value, as sent to bots."""

    def options(self) -> dict[str, object]:
        """Return the fields that differ from the preset, as JSON values."""


class State(Protocol):
    """One game in progress. Mutable: ``begin`` and ``apply`` move it on."""

    log: list[LogEntry]

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, or ``None`` while it goes on."""

    @property
    def to_act(self) -> Seat | None:
        """The one seat that must act, or ``None`` when a deal is due or the game is over."""

    @property
    def phase(self) -> str:
        """The kind of decision that is due, a word of the protocol."""

    @property
    def place(self) -> tuple[int, int, int]:
        """The address of the decision that is due: deal, trick or turn (0 = before), action."""

    def shuffle(self, seed: bytes) -> Deal:
        """Return the next deal as the seed decides it; the state stays as it is."""

    def begin(self, deal: Deal) -> None:
        """Start the next deal. ``ValueError`` when its cards are not a deal of this game."""

    def legal_actions(self) -> Sequence[Action]:
        """Return every action that ``check`` passes, in a fixed order; never empty."""

    def check(self, action: Action) -> Violation | None:
        """Return why the seat to act may not do this, or ``None`` when it may."""

    def apply(self, action: Action) -> None:
        """Do a legal action; ``ValueError`` when ``check`` refuses it."""

    def sees(self, seat: Seat, turn: Turn) -> bool:
        """Return whether a seat may know of a turn that was taken."""

    def view(self, seat: Seat) -> object:
        """Return all that a seat may know, built up from public facts and its own cards."""

    def forfeit(self, seat: Seat) -> Outcome:
        """Return the end of a game that a seat loses by a fault now."""


class Game(Protocol):
    """A game as registered: its names, presets and text forms."""

    name: str
    title: str
    presets: Mapping[str, Sequence[int]]
    """Preset name -> player counts, the default first."""
    draw_probability: float
    """The prior probability of a drawn game, for ratings; above 0."""
    view_type: type
    """The dataclass that ``State.view`` returns, for the generated schema."""

    def rules(self, preset: str, players: int | None, options: Mapping[str, object]) -> Rules:
        """Return a validated rule set; ``OptionError`` names a key or value that is wrong."""

    def new(self, rules: Rules) -> State:
        """Return a state that waits for its first deal."""

    def text(self, action: Action) -> str:
        """Return the text form of an action."""

    def parse(self, text: str) -> Action:
        """Return the action of a text form; ``KeyError`` when the text is none."""

    def page(
        self,
        rules: Rules,
        deal: Deal,
        turns: Sequence[Turn],
        names: Sequence[str],
        *,
        ascii_only: bool,
    ) -> list[str]:
        """Return one deal as lines of text for people, at most 80 columns wide.

        ``names`` are the bots by seat. Wrong turns end the page with a line that says so.
        """

    def summary(self, details: Mapping[str, object]) -> str:
        """Return the result of a deal in a few words, from ``Settled.details``."""


def outcome_of(
    scores: Sequence[int],
    winners: Sequence[int],
    sides: Sequence[Sequence[Seat]],
    reason: EndReason,
) -> Outcome:
    """Return the outcome per seat from scores per side, winners first, the others by score."""
    ranks = [(side not in winners, -score) for side, score in enumerate(scores)]
    return _per_seat(scores, ranks, sides, reason)


def forfeit_outcome(
    scores: Sequence[int], offender: Seat, sides: Sequence[Sequence[Seat]], forfeit_score: int
) -> Outcome:
    """Return the outcome of a game that ``offender`` lost by a fault.

    Its side scores ``forfeit_score`` and is last; the others keep their scores (with two sides
    at least 0) and are placed by them.
    """
    lost = next(index for index, seats in enumerate(sides) if offender in seats)
    floor = 0 if len(sides) == 2 else None
    final = [
        forfeit_score if side == lost else score if floor is None else max(floor, score)
        for side, score in enumerate(scores)
    ]
    ranks = [(side == lost, -score) for side, score in enumerate(final)]
    return _per_seat(final, ranks, sides, EndReason.FORFEIT)


def _per_seat(
    scores: Sequence[int],
    ranks: Sequence[tuple[bool, int]],
    sides: Sequence[Sequence[Seat]],
    reason: EndReason,
) -> Outcome:
    """Spread scores and ranks of sides over their seats; equal ranks share a place."""
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    seats = range(len(side_of))
    return Outcome(
        tuple(scores[side_of[seat]] for seat in seats),
        tuple(places[side_of[seat]] for seat in seats),
        reason,
    )
