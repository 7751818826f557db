"""One deal as a page of text for people: hands, contract, auction and tricks.

The page is written with suit signs. For terminals that lack them it is translated at the end, one
character for another, so that both forms have the same columns.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from arena.core.cards import CARD_TEXT, JOKER_BIT, mask_of
from arena.core.text import clean
from arena.games.contract import Deal, Seat, Turn
from arena.games.five_hundred import refusals
from arena.games.five_hundred.actions import CALL_CARD, CALL_SEAT, TEXT
from arena.games.five_hundred.bids import (
    NO_TRUMPS,
    OPEN_MISERE,
    Bid,
    is_misere,
    level_of,
    value_of,
)
from arena.games.five_hundred.deal_state import DealState, Phase
from arena.games.five_hundred.dealing import refuse_wrong_deal
from arena.games.five_hundred.page_hands import (
    ROOM,
    SIGNS,
    VOID,
    bid_sign,
    card_sign,
    cards_text,
    hand_of,
    hands_text,
)
from arena.games.five_hundred.page_tables import (
    LED,
    auction_and_tricks,
    counted_seats,
    seats_text,
)
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.trumps import NO_SUIT

MARGIN = "  "
LABEL = 24
DUE = {
    Phase.AUCTION: "call",
    Phase.DISCARD: "discard",
    Phase.CALL: "call a partner",
    Phase.NOMINATE: "nominate the joker's suit",
    Phase.PLAY: "play",
}

_PLAIN = str.maketrans(f"{SIGNS}{LED}{VOID}·è", "SCDH>--e")


def deal_page(
    rules: FiveHundredRules,
    deal: Deal,
    turns: Sequence[Turn],
    names: Sequence[str],
    *,
    ascii_only: bool = False,
) -> list[str]:
    """Return one deal as lines of at most 80 columns; ``names`` are the bots by seat.

    Turns may end early (a fault) or be wrong (a record that was tampered with): the page shows the
    deal up to there and ends with a line that says so. ``ascii_only`` writes S C D H for the suit
    signs.
    """
    labels = [_label(seat, name, ascii_only) for seat, name in enumerate(names)]
    lines = [f"{MARGIN}{line}".rstrip() for line in _lines(rules, deal, turns, labels)]
    return [line.translate(_PLAIN) for line in lines] if ascii_only else lines


def _label(seat: Seat, name: str, ascii_only: bool) -> str:
    """Return seat and name, shortened to fit its place at the table."""
    label, ellipsis = f"{seat} {clean(name)}", "…"
    if ascii_only:
        label, ellipsis = label.encode("ascii", "backslashreplace").decode(), "..."
    return label if len(label) <= LABEL else label[: LABEL - len(ellipsis)] + ellipsis


def _lines(
    rules: FiveHundredRules, deal: Deal, turns: Sequence[Turn], labels: Sequence[str]
) -> list[str]:
    """Return the page without its margin."""
    try:
        refuse_wrong_deal(rules, deal)
    except ValueError as error:
        return _wrapped(f"Wrong record: {error}.")
    state = DealState(rules, deal)
    ending = _replay(state, turns, labels) or _cut_short(state, labels)
    lines = [*hands_text(state, labels), "", *_facts(state, labels), ""]
    lines += auction_and_tricks(state)
    return [*lines, "", *_wrapped(ending)] if ending is not None else lines


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, ROOM)


# -- the replay ------------------------------------------------------------------------------------


def _replay(state: DealState, turns: Sequence[Turn], labels: Sequence[str]) -> str | None:
    """Take the turns up to the first wrong one; return what is wrong with it."""
    for seat, action in turns:
        what = f"{TEXT.get(action, str(action))!r} by seat {seat}"
        if state.phase is Phase.DONE:
            return f"Wrong record: {what}, but the deal is over."
        if seat != state.turn:
            return f"Wrong record at {_place(state)}: {what}, but {labels[state.turn]} is to act."
        if action not in state.legal_actions():
            reason = refusals.explain(state, action).text
            return f"Wrong record at {_place(state)}: {what}: {reason}."
        state.apply(action)
    return None


def _cut_short(state: DealState, labels: Sequence[str]) -> str | None:
    """Return where a deal ends that was not played out, or ``None`` for one that was."""
    if state.phase is Phase.DONE:
        return None
    return f"Cut short at {_place(state)}: {labels[state.turn]} was to {DUE[state.phase]}."


def _place(state: DealState) -> str:
    return ".".join(map(str, (state.deal.number, *state.place)))


# -- contract and result ---------------------------------------------------------------------------


def _facts(state: DealState, labels: Sequence[str]) -> list[str]:
    """Return contract and tricks, the cards that nobody played, and what was special."""
    facts = [_result(state, labels), _cards(state, labels), _specials(state)]
    return [line for parts in facts for line in _flowed(parts)]


def _flowed(parts: Sequence[str]) -> list[str]:
    """Return parts as lines, as many on each as fit; one too long for a line is wrapped."""
    lines: list[str] = []
    for part in parts:
        if lines and len(f"{lines[-1]} · {part}") <= ROOM:
            lines[-1] += f" · {part}"
        else:
            lines += _wrapped(part)
    return lines


def _result(state: DealState, labels: Sequence[str]) -> list[str]:
    """Return the contract and how it went, as far as the deal went."""
    bid, bidder = state.auction.standing, state.auction.declarer
    if bid is None or bidder is None:
        return _without_bid(state)
    text = f"{bid_sign(bid)} by {labels[bidder]}"
    if state.phase is Phase.AUCTION:
        return [f"highest bid so far {text}"]
    contract = f"{text}{_partner_and_value(state, bid, labels)}"
    if not state.past_tricks:
        return [contract]
    return [contract, _taken_by(state, bid), *_others(state)]


def _without_bid(state: DealState) -> list[str]:
    if state.phase is Phase.AUCTION:
        return ["no bid so far"]
    if state.card_play is None:
        return ["all passed, thrown in"]
    return ["all passed, played at no trumps", *_others(state)]


def _partner_and_value(state: DealState, contract: Bid, labels: Sequence[str]) -> str:
    """Return the called partner, if any, what was called and what the contract is worth."""
    who, half, terms = "", "", []
    if state.called is not None:
        who = " alone" if state.partner is None else f" with {labels[state.partner]}"
        half = "half each of " if state.partner is not None and state.rules.partner_half else ""
        if state.called < CALL_SEAT:
            terms.append(f"called {card_sign(CARD_TEXT[state.called - CALL_CARD])}")
    terms.append(f"{half}{value_of(contract, state.rules.open_misere_value)}")
    return f"{who} ({', '.join(terms)})"


def _taken_by(state: DealState, contract: Bid) -> str:
    """Return the declaring side's tricks and, when the deal is over, how far down it was."""
    taken = _taken(state, counted_seats(state))
    if state.phase is not Phase.DONE:
        return f"took {taken} of {len(state.past_tricks)} so far"
    down = taken if is_misere(contract) else level_of(contract) - taken
    return f"took {taken}, {f'down {down}' if down > 0 else 'made'}"


def _others(state: DealState) -> list[str]:
    """Return, as one part, the tricks of each side that did not declare, if these are several."""
    declaring = {state.declarer, state.partner}
    others = [side for side in state.rules.sides if declaring.isdisjoint(side)]
    taken = [f"{seats_text(side)} took {_taken(state, side)}" for side in others]
    return [" · ".join(taken)] if len(taken) > 1 else []


def _cards(state: DealState, labels: Sequence[str]) -> list[str]:
    """Return who dealt, the kitty, the discards and the surplus of the pack."""
    shown = " shown to all" if state.rules.kitty_exposed and state.declarer is not None else ""
    cards = [f"{labels[state.deal.dealer]} dealt", f"kitty {cards_text(state, state.kitty)}{shown}"]
    if state.discarded:
        cards.append(f"discarded {cards_text(state, state.discarded)}")
    if state.rules.surplus:
        cards.append(f"set aside {cards_text(state, mask_of(state.deal.aside))}")
    return cards


def _specials(state: DealState) -> list[str]:
    """Return what was nominated, which hand was spread and who sat out."""
    play, specials = state.card_play, []
    if play is None:
        return []
    if play.joker_suit != NO_SUIT:
        specials.append(f"joker nominated {SIGNS[play.joker_suit]}")
    elif _could_nominate(state):
        specials.append("joker not nominated")
    late = state.rules.open_misere_exposed == "after-trick-1"
    if state.contract == OPEN_MISERE and (play.number > 1 or not late):
        when = "after trick 1" if late else "before the lead"
        specials.append(f"seat {state.declarer}'s hand spread {when}")
    out = [seat for seat in range(state.rules.players) if seat not in play.seats]
    return specials + [f"seat {seat} sits out" for seat in out]


def _could_nominate(state: DealState) -> bool:
    """Return whether the declarer had a joker to nominate."""
    if state.declarer is None or not state.rules.joker_nominate:
        return False
    return state.trump == NO_TRUMPS and bool(hand_of(state, state.declarer) & JOKER_BIT)


def _taken(state: DealState, seats: Sequence[Seat]) -> int:
    return sum(state.tricks_won[seat] for seat in seats)
