"""What one seat may know, built up from public facts and that seat's own cards.

Nothing here starts from the full state and takes away: every field is put in by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.core.cards import SUITS, texts
from arena.games.contract import Seat
from arena.games.five_hundred.bids import BID_TEXT, Bid
from arena.games.five_hundred.trumps import NO_SUIT

if TYPE_CHECKING:
    from arena.games.five_hundred.state import FiveHundredState


@dataclass(frozen=True, slots=True)
class PlayedTrick:
    """A finished trick: who led, the cards in the order played, the suit led, who won."""

    leader: int
    cards: list[str]
    led: str
    winner: int


@dataclass(frozen=True, slots=True)
class CurrentTrick:
    """The trick in progress: who led, the cards so far, and the suit that must be followed."""

    leader: int
    cards: list[str]
    led: str | None


@dataclass(frozen=True, slots=True)
class FiveHundredView:
    """All that a seat may know of a game of Five Hundred when it is asked.

    ``partners`` are the other seats of this seat's side; ``calls`` are [seat, call] pairs;
    ``kitty`` and ``discards`` are what this seat has seen of them;
    ``sitting_out`` are the seats whose cards lie face down in a misère.
    """

    seat: int
    partners: list[int]
    deal: int
    dealer: int
    scores: list[int]
    hand: list[str]
    calls: list[tuple[int, str]]
    contract: str | None
    declarer: int | None
    kitty: list[str] | None
    discards: list[str] | None
    joker_suit: str | None
    exposed: list[str] | None
    sitting_out: list[int]
    trick: CurrentTrick | None
    tricks: list[PlayedTrick]
    tricks_won: list[int]


def build_view(state: FiveHundredState, seat: Seat) -> FiveHundredView:
    """Return the view of a seat (C.11b.110a)."""
    play = state.card_play
    auction_over = state.declarer is not None and state.phase != "auction"
    declares = auction_over and seat == state.declarer
    sees_kitty = declares or (auction_over and state.rules.kitty_exposed)
    named = play is not None and play.joker_suit != NO_SUIT
    trick = None
    if play is not None:
        led = SUITS[play.led] if play.cards else None
        trick = CurrentTrick(play.leader, state.table(), led)
    side = state.rules.sides[state.side_of[seat]]
    return FiveHundredView(
        seat=seat,
        partners=[partner for partner in side if partner != seat],
        deal=state.deal.number if state.deal else 0,
        dealer=state.dealer,
        scores=[state.scores[state.side_of[s]] for s in range(state.rules.players)],
        hand=texts(state.hands[seat]),
        calls=[(caller, call_text(bid)) for caller, bid in state.calls],
        contract=BID_TEXT[state.contract] if state.contract is not None and auction_over else None,
        declarer=state.declarer if auction_over else None,
        kitty=texts(state.kitty) if sees_kitty else None,
        discards=texts(state.discarded) if declares else None,
        joker_suit=SUITS[play.joker_suit] if play is not None and named else None,
        exposed=state.exposed_hand(),
        sitting_out=[s for s in range(state.rules.players) if play and s not in play.seats],
        trick=trick,
        tricks=list(state.past_tricks),
        tricks_won=list(state.tricks_won),
    )


def call_text(bid: Bid | None) -> str:
    """Return a call as text, as in the protocol."""
    return "pass" if bid is None else f"bid {BID_TEXT[bid]}"
