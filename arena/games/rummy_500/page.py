"""One deal as a page of text for people: the hands, what was done turn by turn, the result.

The page is written with suit signs. For terminals that lack them it is translated at the end, one
character for another, so that both forms have the same columns.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.core.text import clean
from arena.games.contract import Deal, Seat, Turn
from arena.games.rummy_500.actions import Kind, action_text, kind_of
from arena.games.rummy_500.hands import Hand
from arena.games.rummy_500.page_cards import cards_text, done_text, results, table_lines
from arena.games.rummy_500.rules import RummyRules
from arena.games.rummy_500.state import Phase, RummyState

WIDTH = 80
MARGIN = "  "
LABEL = 20
DUE = {
    Phase.GAMBIT: "name the joker's effect",
    Phase.DRAW: "draw",
    Phase.MELD: "meld, lay off or discard",
    Phase.CLAIM: "claim the discard or pass",
}
_PLAIN = str.maketrans("♠♣♦♥·−", "SCDH--")


@dataclass
class _TurnTold:
    """One turn as told on the page: its number, whose it was, what was done."""

    number: int
    seat: Seat
    words: list[str] = field(default_factory=list)


def deal_page(
    rules: RummyRules,
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
    """Return seat and name, shortened to fit its column."""
    label, ellipsis = f"{seat} {clean(name)}", "…"
    if ascii_only:
        label, ellipsis = label.encode("ascii", "backslashreplace").decode(), "..."
    return label if len(label) <= LABEL else label[: LABEL - len(ellipsis)] + ellipsis


def _lines(
    rules: RummyRules, deal: Deal, turns: Sequence[Turn], labels: Sequence[str]
) -> list[str]:
    """Return the page without its margin."""
    state = RummyState(rules)
    try:
        state.begin(deal)
    except ValueError as error:
        return _wrapped(f"Wrong record: {error}.")
    lines = [f"{labels[deal.dealer]} dealt, {cards_text(state.pile)} was turned up"]
    for label, hand in zip(labels, deal.hands, strict=True):
        lines += _wrapped(cards_text(Hand.of(hand)), f"{label:<{LABEL}}  ")
    told, wrong = _replay(state, turns, labels)
    for turn in told:
        heading = f"{turn.number:>3}  {labels[turn.seat]:<{LABEL}}  "
        lines += _wrapped(" · ".join(turn.words), heading)
    ending = wrong or _cut_short(state, labels)
    for section in (table_lines(state.melds), results(state, labels, LABEL)):
        lines += ["", *(line for label, text in section for line in _wrapped(text, label))]
    return [*lines, "", *_wrapped(ending)] if ending is not None else lines


def _wrapped(text: str, label: str = "") -> list[str]:
    """Return a text in lines, a label before the first one and blanks before the others."""
    indent = " " * len(label)
    width = WIDTH - len(MARGIN)
    return textwrap.wrap(
        text, width, initial_indent=label, subsequent_indent=indent, break_on_hyphens=False
    ) or [label]


# -- the replay ------------------------------------------------------------------------------------


def _replay(
    state: RummyState, turns: Sequence[Turn], labels: Sequence[str]
) -> tuple[list[_TurnTold], str | None]:
    """Take the turns up to the first wrong one; return what is told, and what is wrong."""
    told: list[_TurnTold] = []
    for seat, action in turns:
        wrong = _wrong(state, seat, action, labels)
        if wrong is not None:
            return told, wrong
        if not told or told[-1].number != state.turns:
            told.append(_TurnTold(state.turns, state.turn))
        if state.phase is not Phase.CLAIM or kind_of(action) != Kind.PASS:
            told[-1].words.append(done_text(state, seat, action))
        state.apply(action)
    return told, None


def _wrong(state: RummyState, seat: Seat, action: int, labels: Sequence[str]) -> str | None:
    """Return what is wrong with a turn of the record, or ``None``."""
    try:
        what = f"{action_text(action)!r} by seat {seat}"
    except KeyError:
        what = f"'{action}' by seat {seat}"
    if state.to_act is None:
        return f"Wrong record: {what}, but the deal is over."
    if seat != state.to_act:
        return f"Wrong record at {_place(state)}: {what}, but {labels[state.to_act]} is to act."
    violation = state.check(action)
    if violation is not None:
        return f"Wrong record at {_place(state)}: {what}: {violation.text}."
    return None


def _cut_short(state: RummyState, labels: Sequence[str]) -> str | None:
    """Return where a deal ends that was not played out, or ``None`` for one that was."""
    if state.to_act is None:
        return None
    return f"Cut short at {_place(state)}: {labels[state.to_act]} was to {DUE[state.phase]}."


def _place(state: RummyState) -> str:
    return ".".join(map(str, state.place))
