"""Why an action is refused: the rule behind it and a sentence, for people.

Legality is decided elsewhere (``FiveHundredState.legal_actions``); this module only explains it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.core.cards import CARD_TEXT, JOKER, SUITS, Card
from arena.games.contract import Action, Violation
from arena.games.five_hundred.actions import (
    BID,
    DISCARD,
    LEAD_JOKER,
    NOMINATE,
    NOMINATE_NONE,
    PASS,
    TEXT,
)
from arena.games.five_hundred.bids import BID_TEXT, NO_TRUMPS, Bid, ladder
from arena.games.five_hundred.tricks import CardPlay
from arena.games.five_hundred.trumps import left_bower

if TYPE_CHECKING:
    from arena.games.five_hundred.state import FiveHundredState

SUIT_NAMES = ("spades", "clubs", "diamonds", "hearts")


def explain(state: FiveHundredState, action: Action) -> Violation:
    """Return the reason why an action that is not in the legal list is refused."""
    if action not in TEXT:
        return Violation("no-action", "protocol", "this is no action of Five Hundred")
    if _phase_of(action) != state.phase:
        text = f"{TEXT[action]!r} does not answer what is due: {state.phase}"
        return Violation("wrong-phase", "C.13.121", text)
    if state.phase == "auction":
        return _refused_bid(state, action - BID)
    if state.phase == "discard":
        return _not_held(action - DISCARD, "discard")
    return _refused_play(state, action)


def _phase_of(action: Action) -> str:
    if action == PASS or BID <= action < DISCARD:
        return "auction"
    if DISCARD <= action < NOMINATE:
        return "discard"
    if NOMINATE <= action <= NOMINATE_NONE:
        return "nominate"
    return "play"


def _refused_bid(state: FiveHundredState, bid: Bid) -> Violation:
    if bid not in ladder(state.rules):
        text = f"{BID_TEXT[bid]} cannot be bid by these rules"
        return Violation("bid-off", "A.004.7, A.004.8", text)
    standing = BID_TEXT[state.contract] if state.contract is not None else "no bid"
    text = f"{BID_TEXT[bid]} is not higher than the standing bid, {standing}"
    return Violation("bid-too-low", "A.004.5", text)


def _not_held(card: Card, verb: str) -> Violation:
    return Violation(
        "not-held", "C.4.39", f"cannot {verb} {CARD_TEXT[card]}: it is not in the hand"
    )


def _refused_play(state: FiveHundredState, action: Action) -> Violation:
    play = state.card_play
    card = JOKER if action >= LEAD_JOKER else action
    if play is None or not state.hands[state.turn] >> card & 1:
        return _not_held(card, "play")
    if card == JOKER and play.trump == NO_TRUMPS:
        return _refused_joker(play, action)
    if action >= LEAD_JOKER:
        return Violation("joker-name", "A.004.4", "the joker is a trump here and takes no name")
    led = SUIT_NAMES[play.led]
    text = f"{CARD_TEXT[card]} does not follow the {led} led"
    if play.trump != NO_TRUMPS and card == left_bower(play.trump):
        text += f": as the left bower it belongs to {SUIT_NAMES[play.trump]}"
    if (
        play.misere
        and play.rules.joker_forced_in_misere
        and not play.holds_led(state.hands[state.turn])
    ):
        text = "in misère the joker must be played when void in the suit led"
    return Violation("must-follow", "A.004.3, A.004.10", text)


def _refused_joker(play: CardPlay, action: Action) -> Violation:
    if not play.cards and play.joker_is_free and action == JOKER:
        text = "a joker led at no trumps must name its suit: play Jo=S, Jo=C, Jo=D or Jo=H"
        return Violation("joker-name", "A.004.4", text)
    if play.cards and action >= LEAD_JOKER:
        return Violation("joker-name", "A.004.4", "only a joker that is led names a suit")
    if play.cards:
        text = (
            f"the joker cannot be played while the hand can follow the {SUIT_NAMES[play.led]} led"
        )
        return Violation("must-follow", "A.000.23, C.2", text)
    if not play.joker_is_free:
        return Violation("joker-name", "C.2.14", "the joker was given its suit before the lead")
    suit = SUITS[action - LEAD_JOKER]
    text = f"the joker cannot be led as {suit} now: see joker_lead"
    return Violation("joker-name", "A.001.16, A.002.18", text)
