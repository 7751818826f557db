"""Why an action is refused: the rule behind it and a sentence, for people.

Legality is decided elsewhere (``DealState.legal_actions``); this module only explains it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.core.cards import CARD_TEXT, JOKER, SUITS, Card
from arena.games.contract import Action, Violation
from arena.games.five_hundred.actions import (
    ALONE,
    BID,
    CALL_CARD,
    CALL_SEAT,
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
    from arena.games.five_hundred.deal_state import DealState

SUIT_NAMES = ("spades", "clubs", "diamonds", "hearts")


def explain(deal: DealState | None, action: Action) -> Violation:
    """Return the reason why an action that is not in the legal list is refused."""
    if action not in TEXT:
        return Violation("no-action", "protocol", "this is no action of Five Hundred")
    if deal is None:
        return Violation("wrong-phase", "C.13.121", "no decision is due")
    if _phase_of(action) != deal.phase:
        text = f"{TEXT[action]!r} does not answer what is due: {deal.phase}"
        return Violation("wrong-phase", "C.13.121", text)
    if deal.phase == "auction":
        return _refused_bid(deal, action - BID)
    if deal.phase == "discard":
        return _not_held(action - DISCARD, "discard")
    if deal.phase == "call":
        return _refused_call(deal, action)
    return _refused_play(deal, action)


def _phase_of(action: Action) -> str:
    if action == PASS or BID <= action < DISCARD:
        return "auction"
    if DISCARD <= action < NOMINATE:
        return "discard"
    if NOMINATE <= action <= NOMINATE_NONE:
        return "nominate"
    return "call" if CALL_CARD <= action <= ALONE else "play"


def _refused_bid(deal: DealState, bid: Bid) -> Violation:
    rungs, standing = ladder(deal.rules), deal.auction.standing
    if bid not in rungs:
        text = f"{BID_TEXT[bid]} cannot be bid by these rules"
        return Violation("bid-off", "A.004.7, A.004.8", text)
    if standing is None or rungs.index(bid) > rungs.index(standing):
        text = "misère may be bid only after somebody bid seven"
        return Violation("misere-too-early", "C.3.28", text)
    text = f"{BID_TEXT[bid]} is not higher than the standing bid, {BID_TEXT[standing]}"
    return Violation("bid-too-low", "A.004.5", text)


def _refused_call(deal: DealState, action: Action) -> Violation:
    if action == ALONE:
        return Violation("must-call", "A.002.11", "these rules ask for a partner")
    if (action >= CALL_SEAT) != (deal.rules.partnership == "called-player"):
        asked = "a player" if deal.rules.partnership == "called-player" else "a card"
        return Violation("wrong-call", "A.002.11", f"these rules ask the declarer to call {asked}")
    if action >= CALL_SEAT:
        return Violation("wrong-call", "A.002.11", "the declarer cannot call himself")
    text = f"{CARD_TEXT[action - CALL_CARD]} cannot be called: it is a trump or the declarer's own"
    return Violation("wrong-call", "A.002.11, C.4.42, C.4.43", text)


def _not_held(card: Card, verb: str) -> Violation:
    return Violation(
        "not-held", "C.4.39", f"cannot {verb} {CARD_TEXT[card]}: it is not in the hand"
    )


def _refused_play(deal: DealState, action: Action) -> Violation:
    play = deal.card_play
    card = JOKER if action >= LEAD_JOKER else action
    if play is None or not deal.hands[deal.turn] >> card & 1:
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
        and not play.holds_led(deal.hands[deal.turn])
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
