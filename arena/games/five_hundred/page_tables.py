"""The auction and the tricks of a deal as tables with a column for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from arena.games.contract import Seat
from arena.games.five_hundred.bids import OPEN_MISERE, Bid
from arena.games.five_hundred.deal_state import DealState, Phase
from arena.games.five_hundred.page_hands import ROOM, VOID, bid_sign, card_sign
from arena.games.five_hundred.tricks import CardPlay

LED = "›"  # noqa: RUF001 - an arrow head, no bracket
CALL = 7
CARD = 9


def auction_and_tricks(state: DealState) -> list[str]:
    """Return the auction, beside or below it the tricks, and a line that explains the signs."""
    auction, tricks = _auction(state), _tricks(state)
    if not tricks:
        return auction
    counted = seats_text(counted_seats(state))
    legend = f"{LED} led · * won the trick · {counted}: tricks of that side so far"
    return [*_joined(auction, tricks, state.rules.players * CALL), "", legend]


def counted_seats(state: DealState) -> Sequence[Seat]:
    """Return whose tricks are counted: those that decide the contract; without one, seat 0's side.

    A misère is decided by the declarer alone, even when his partner plays on.
    """
    declarer, sides = state.declarer, state.rules.sides
    if declarer is None:
        return sides[0]
    if state.partner is not None:
        return sorted((declarer, state.partner))
    if state.misere and not state.rules.misere_partner_out:
        return (declarer,)
    return next(side for side in sides if declarer in side)


def seats_text(seats: Sequence[Seat]) -> str:
    """Return seats that play together as ``0+2``, one alone as ``seat 0``."""
    return "+".join(map(str, seats)) if len(seats) > 1 else f"seat {seats[0]}"


def _joined(auction: Sequence[str], tricks: Sequence[str], column: int) -> list[str]:
    """Return the two tables side by side, or below one another where that is too wide."""
    if column + max(map(len, tricks)) > ROOM:
        return [*auction, "", *tricks]
    both = zip_longest(auction, tricks, fillvalue="")
    return [f"{left:<{column}}{right}" for left, right in both]


def _auction(state: DealState) -> list[str]:
    """Return the calls, a line each time round the table."""
    seats = range(state.rules.players)
    rows: list[dict[Seat, str]] = [{seat: str(seat) for seat in seats}]
    previous = state.rules.players
    for seat, bid in state.auction.calls:
        if seat <= previous:
            rows.append({})
        rows[-1][seat] = _call(bid)
        previous = seat
    return ["".join(f"{row.get(seat, ''):<{CALL}}" for seat in seats) for row in rows]


def _call(bid: Bid | None) -> str:
    """Return a call, short enough for its column."""
    if bid is None:
        return "pass"
    return "open" if bid == OPEN_MISERE else bid_sign(bid)


def _tricks(state: DealState) -> list[str]:
    """Return a line for each trick, with the running tricks of the side that is counted."""
    play = state.card_play
    if play is None:
        return []
    counted, taken = counted_seats(state), 0
    heading = seats_text(counted)
    lines = [_row("", [f" {seat}" for seat in range(state.rules.players)], heading)]
    for number, trick in enumerate(state.past_tricks, 1):
        taken += trick.winner in counted
        cells = _cells(play, trick.leader, trick.cards, trick.winner)
        lines.append(_row(str(number), cells, f"{taken:>{len(heading)}}"))
    if state.phase is Phase.PLAY and play.cards:
        lines.append(_row(str(play.number), _cells(play, play.leader, state.table, None), ""))
    return lines


def _row(number: str, cells: Sequence[str], taken: str) -> str:
    return f"{number:>2}  {''.join(f'{cell:<{CARD}}' for cell in cells)}{taken}"


def _cells(play: CardPlay, leader: Seat, cards: Sequence[str], winner: Seat | None) -> list[str]:
    """Return a trick's cards by seat, marked; a dash for a seat that sits out."""
    cells = ["" if seat in play.seats else f" {VOID}" for seat in range(play.rules.players)]
    first = play.seats.index(leader)
    for step, card in enumerate(cards):
        seat = play.seats[(first + step) % len(play.seats)]
        led, won = LED if step == 0 else " ", "*" if seat == winner else ""
        cells[seat] = f"{led}{card_sign(card)}{won}"
    return cells
