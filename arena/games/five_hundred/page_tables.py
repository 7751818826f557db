"""The auction and the tricks of a deal as tables with a column for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from arena.games.contract import Seat
from arena.games.five_hundred.bids import OPEN_MISERE, Bid
from arena.games.five_hundred.page_hands import VOID, bid_sign, card_sign
from arena.games.five_hundred.state import FiveHundredState, Phase
from arena.games.five_hundred.tricks import CardPlay

LED = "›"  # noqa: RUF001 - an arrow head, no bracket
CALL = 7
CARD = 9


def auction_and_tricks(state: FiveHundredState) -> list[str]:
    """Return the auction and to the right of it the tricks, with a line that explains the signs."""
    auction, tricks = _auction(state), _tricks(state)
    both = zip_longest(auction, tricks, fillvalue="")
    lines = [f"{left:<{state.rules.players * CALL}}{right}" for left, right in both]
    counted = side_text(state, _counted(state))
    legend = f"{LED} led · * won the trick · {counted}: tricks of that side so far"
    return [*lines, "", legend] if tricks else lines


def side_text(state: FiveHundredState, side: int) -> str:
    """Return the seats of a side: ``0+2``."""
    return "+".join(map(str, state.rules.sides[side]))


def _auction(state: FiveHundredState) -> list[str]:
    """Return the calls, a line each time round the table."""
    seats = range(state.rules.players)
    rows: list[dict[Seat, str]] = [{seat: str(seat) for seat in seats}]
    previous = state.rules.players
    for seat, bid in state.calls:
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


def _tricks(state: FiveHundredState) -> list[str]:
    """Return a line for each trick, with the running tricks of the side that is counted."""
    play = state.card_play
    if play is None:
        return []
    side, taken = _counted(state), 0
    lines = [_row("", [f" {seat}" for seat in range(state.rules.players)], side_text(state, side))]
    for number, trick in enumerate(state.past_tricks, 1):
        taken += state.side_of[trick.winner] == side
        cells = _cells(play, trick.leader, trick.cards, trick.winner)
        lines.append(_row(str(number), cells, str(taken)))
    if state.phase is Phase.PLAY and play.cards:
        lines.append(_row(str(play.number), _cells(play, play.leader, state.table(), None), ""))
    return lines


def _counted(state: FiveHundredState) -> int:
    """Return the side whose tricks are counted: the declarer's, without one that of seat 0."""
    return 0 if state.declarer is None else state.side_of[state.declarer]


def _row(number: str, cells: Sequence[str], taken: str) -> str:
    return f"{number:>2}  {''.join(f'{cell:<{CARD}}' for cell in cells)}{taken:>3}"


def _cells(play: CardPlay, leader: Seat, cards: Sequence[str], winner: Seat | None) -> list[str]:
    """Return a trick's cards by seat, marked; a dash for a seat that sits out."""
    cells = ["" if seat in play.seats else f" {VOID}" for seat in range(play.rules.players)]
    first = play.seats.index(leader)
    for step, card in enumerate(cards):
        seat = play.seats[(first + step) % len(play.seats)]
        led, won = LED if step == 0 else " ", "*" if seat == winner else ""
        cells[seat] = f"{led}{card_sign(card)}{won}"
    return cells
