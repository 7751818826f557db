"""Actions as small integers and their one text form.

==========  ===============  ==========================================
number      text             meaning
==========  ===============  ==========================================
0…64        ``play JS``      play a card (64: ``play Jo``)
65…68       ``play Jo=H``    lead the joker at no trumps, naming a suit
70          ``pass``         pass in the auction
71…97       ``bid 7H``       bid
100…164     ``discard 5S``   discard a card, one a decision
170…173     ``nominate H``   name the joker's suit before the lead
174         ``nominate none``  leave the joker without a suit
180…243     ``call AS``      call the holder of a card as partner
250…254     ``call seat 3``  call a player as partner
260         ``alone``        play without a partner
==========  ===============  ==========================================
"""

from __future__ import annotations

from arena.core.cards import CARD_TEXT, JOKER, SUITS
from arena.games.contract import Action
from arena.games.five_hundred.bids import BID_TEXT

LEAD_JOKER = JOKER + 1
PASS = 70
BID = 71
DISCARD = 100
NOMINATE = 170
NOMINATE_NONE = NOMINATE + 4
CALL_CARD = 180
CALL_SEAT = 250
ALONE = 260

TEXT: dict[Action, str] = (
    {card: f"play {text}" for card, text in enumerate(CARD_TEXT)}
    | {LEAD_JOKER + suit: f"play Jo={letter}" for suit, letter in enumerate(SUITS)}
    | {PASS: "pass"}
    | {BID + bid: f"bid {text}" for bid, text in enumerate(BID_TEXT)}
    | {DISCARD + card: f"discard {text}" for card, text in enumerate(CARD_TEXT)}
    | {NOMINATE + suit: f"nominate {letter}" for suit, letter in enumerate(SUITS)}
    | {NOMINATE_NONE: "nominate none"}
    | {CALL_CARD + card: f"call {text}" for card, text in enumerate(CARD_TEXT[:JOKER])}
    | {CALL_SEAT + seat: f"call seat {seat}" for seat in range(5)}
    | {ALONE: "alone"}
)
CARD_PLAYED = tuple(TEXT[action].removeprefix("play ") for action in range(LEAD_JOKER + 4))
"""What stands on the table after each play: ``JS``, or ``Jo=H``."""
ACTION = {text: action for action, text in TEXT.items()}
