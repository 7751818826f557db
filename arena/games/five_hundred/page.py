"""One deal as a page of text for people: hands, contract, auction and tricks.

The page is written with suit signs. For terminals that lack them it is translated at the end, one
character for another, so that both forms have the same columns.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from arena.core.text import clean
from arena.games.contract import Deal, Seat, Turn
from arena.games.five_hundred.actions import NOMINATE_NONE, TEXT
from arena.games.five_hundred.bids import OPEN_MISERE, Bid, is_misere, level_of, value_of
from arena.games.five_hundred.page_hands import (
    SIGNS,
    VOID,
    bid_sign,
    cards_text,
    hands_around_table,
)
from arena.games.five_hundred.page_tables import LED, auction_and_tricks, side_text
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.state import FiveHundredState, Phase
from arena.games.five_hundred.trumps import NO_SUIT

WIDTH = 80
MARGIN = "  "
LABEL = 24
DUE = {
    Phase.AUCTION: "call",
    Phase.DISCARD: "discard",
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
    state = FiveHundredState(rules)
    try:
        state.begin(deal)
    except ValueError as error:
        return _wrapped(f"Wrong record: {error}.")
    ending = _replay(state, turns, labels) or _cut_short(state, labels)
    lines = [*hands_around_table(state, deal, labels), "", *_facts(state, labels), ""]
    lines += auction_and_tricks(state)
    return [*lines, "", *_wrapped(ending)] if ending is not None else lines


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH - len(MARGIN))


# -- the replay ------------------------------------------------------------------------------------


def _replay(state: FiveHundredState, turns: Sequence[Turn], labels: Sequence[str]) -> str | None:
    """Take the turns up to the first wrong one; return what is wrong with it."""
    for seat, action in turns:
        what = f"{TEXT.get(action, str(action))!r} by seat {seat}"
        if state.to_act is None:
            return f"Wrong record: {what}, but the deal is over."
        if seat != state.to_act:
            return f"Wrong record at {_place(state)}: {what}, but {labels[state.to_act]} is to act."
        violation = state.check(action)
        if violation is not None:
            return f"Wrong record at {_place(state)}: {what}: {violation.text}."
        state.apply(action)
    return None


def _cut_short(state: FiveHundredState, labels: Sequence[str]) -> str | None:
    """Return where a deal ends that was not played out, or ``None`` for one that was."""
    if state.to_act is None:
        return None
    return f"Cut short at {_place(state)}: {labels[state.to_act]} was to {DUE[state.phase]}."


def _place(state: FiveHundredState) -> str:
    return ".".join(map(str, state.place))


# -- contract and result ---------------------------------------------------------------------------


def _facts(state: FiveHundredState, labels: Sequence[str]) -> list[str]:
    """Return contract and tricks, the kitty, and what was special in the play."""
    cards = [f"{labels[state.dealer]} dealt", f"kitty {cards_text(state, state.kitty)}"]
    if state.discarded:
        cards.append(f"discarded {cards_text(state, state.discarded)}")
    facts = [_result(state, labels), cards, _specials(state)]
    return [" · ".join(parts) for parts in facts if parts]


def _result(state: FiveHundredState, labels: Sequence[str]) -> list[str]:
    """Return the contract and how it went, as far as the deal went."""
    if state.contract is not None and state.declarer is not None:
        bid = f"{bid_sign(state.contract)} by {labels[state.declarer]}"
        if state.phase is Phase.AUCTION:
            return [f"highest bid so far {bid}"]
        value = value_of(state.contract, state.rules.open_misere_value)
        return [f"{bid} ({value})", *_taken_by(state, state.contract, state.declarer)]
    if state.phase is Phase.AUCTION:
        return ["no bid so far"]
    if state.card_play is None:
        return ["all passed, thrown in"]
    both = [f"{side_text(state, side)} took {_taken(state, side)}" for side in (0, 1)]
    return ["all passed, played at no trumps", *both]


def _taken_by(state: FiveHundredState, contract: Bid, declarer: Seat) -> list[str]:
    """Return the declaring side's tricks and, when the deal is over, how far down it was."""
    if not state.past_tricks:
        return []
    taken = _taken(state, state.side_of[declarer])
    if state.to_act is not None:
        return [f"took {taken} of {len(state.past_tricks)} so far"]
    down = taken if is_misere(contract) else level_of(contract) - taken
    return [f"took {taken}, {f'down {down}' if down > 0 else 'made'}"]


def _specials(state: FiveHundredState) -> list[str]:
    """Return what was nominated, which hand was spread and who sat out."""
    play, specials = state.card_play, []
    if play is None:
        return []
    if play.joker_suit != NO_SUIT:
        specials.append(f"joker nominated {SIGNS[play.joker_suit]}")
    elif (state.declarer, NOMINATE_NONE) in state.log:
        specials.append("joker not nominated")
    late = state.rules.open_misere_exposed == "after-trick-1"
    if state.contract == OPEN_MISERE and (play.number > 1 or not late):
        when = "after trick 1" if late else "before the lead"
        specials.append(f"seat {state.declarer}'s hand spread {when}")
    out = set(range(state.rules.players)).difference(play.seats)
    return specials + [f"seat {seat} sits out" for seat in out]


def _taken(state: FiveHundredState, side: int) -> int:
    return sum(state.tricks_won[seat] for seat in state.rules.sides[side])
