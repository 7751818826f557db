"""What one seat may know, built up from public facts and that seat's own cards.

Nothing here starts from the full state and takes away: every field is put in by name. The classes
are not frozen because one is made for every decision, and freezing doubles what that costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from arena.core.cards import SUITS, texts
from arena.games.contract import Seat
from arena.games.five_hundred.actions import TEXT
from arena.games.five_hundred.bids import BID_TEXT
from arena.games.five_hundred.tricks import CardPlay

if TYPE_CHECKING:
    from arena.games.five_hundred.deal_state import DealState
    from arena.games.five_hundred.rules import FiveHundredRules


@dataclass(slots=True)
class PlayedTrick:
    """A finished trick: who led, the cards in the order played, the suit led, who won."""

    leader: int
    cards: list[str]
    led: str
    winner: int


@dataclass(slots=True)
class CurrentTrick:
    """The trick in progress: who led, the cards so far, and the suit that must be followed."""

    leader: int
    cards: list[str]
    led: str | None


@dataclass(slots=True)
class FiveHundredView:
    """All that a seat may know of a game of Five Hundred when it is asked.

    ``partners`` are the seats that this one knows to play with in this deal; ``calls`` are [seat,
    call] pairs; ``called`` is what the declarer of a five-handed deal called and
    ``called_partner`` who that is, once this seat knows it; ``kitty`` and ``discards`` are what
    this seat has seen of them; ``sitting_out`` are the seats whose cards lie face down in a misère.
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
    called: str | None
    called_partner: int | None
    kitty: list[str] | None
    discards: list[str] | None
    joker_suit: str | None
    exposed: list[str] | None
    sitting_out: list[int]
    trick: CurrentTrick | None
    tricks: list[PlayedTrick]
    tricks_won: list[int]


def build_view(deal: DealState, seat: Seat, scores: Sequence[int]) -> FiveHundredView:
    """Return the view of a seat (C.11b.110a); ``scores`` are the running ones per seat."""
    play, declares = deal.card_play, deal.declarer == seat
    sees_kitty = declares or (deal.declarer is not None and deal.rules.kitty_exposed)
    partner = known_partner(deal, seat)
    return FiveHundredView(
        seat=seat,
        partners=partners_of(deal, seat, partner),
        deal=deal.deal.number,
        dealer=deal.deal.dealer,
        scores=list(scores),
        hand=texts(deal.hands[seat]),
        calls=list(deal.auction.spoken),
        contract=None if deal.contract is None else BID_TEXT[deal.contract],
        declarer=deal.declarer,
        called=None if deal.called is None else TEXT[deal.called].removeprefix("call "),
        called_partner=partner,
        kitty=texts(deal.kitty) if sees_kitty else None,
        discards=texts(deal.discarded) if declares else None,
        joker_suit=None if play is None or play.joker_is_unnamed else SUITS[play.joker_suit],
        exposed=deal.exposed_hand(),
        sitting_out=[] if play is None else play.sitting_out,
        trick=None if play is None else current_trick(play, deal.table),
        tricks=list(deal.past_tricks),
        tricks_won=list(deal.tricks_won),
    )


def current_trick(play: CardPlay, cards: list[str]) -> CurrentTrick:
    """Return the trick in progress."""
    return CurrentTrick(play.leader, list(cards), SUITS[play.led] if cards else None)


def known_partner(deal: DealState, seat: Seat) -> Seat | None:
    """Return the declarer's called partner if this seat may know him: all do, or only he."""
    return deal.partner if deal.partner_known or seat == deal.partner else None


def partners_of(deal: DealState, seat: Seat, partner: Seat | None) -> list[Seat]:
    """Return the seats that this one knows to play with: its side, or a called partner's pair.

    While a called partner is secret only he knows who plays with whom.
    """
    if partner is None or deal.declarer is None:
        return deal.fixed_partners[seat]
    pair = {deal.declarer, partner}
    players = range(deal.rules.players)
    return [other for other in players if other != seat and (other in pair) == (seat in pair)]


@cache
def fixed_partners(rules: FiveHundredRules) -> tuple[list[Seat], ...]:
    """Return for each seat the others of its side."""
    side_of = {seat: side for side in rules.sides for seat in side}
    return tuple([s for s in side_of[seat] if s != seat] for seat in range(rules.players))
