"""The auction: what a hand is worth under each contract, and the bid that promises most points."""

from __future__ import annotations

import math
from typing import Any

from cards import JOKER, SUITS, Order, order_of
from misere import hand_danger, most_dangerous
from table import known_pack, partner_of

LEVELS = range(6, 11)


def suit_features(hand, trump):
    order = order_of("6" + trump)
    held = set(hand)
    trumps = order.of_suit(hand, trump)
    from cards import SAME_COLOUR
    f = dict(n=len(trumps), jo="Jo" in held, r="J"+trump in held, l="J"+SAME_COLOUR[trump] in held, a="A"+trump in held, k="K"+trump in held, q="Q"+trump in held)
    sa=sk=sq=void=sing=0
    for s in SUITS:
        if s==trump: continue
        c=order.of_suit(hand,s); t={x[:-1] for x in c}
        sa+="A" in t; sk+=("K" in t and len(c)>1); sq+=("Q" in t and len(c)>2)
        void+=len(c)==0; sing+=len(c)==1
    f.update(sa=sa,sk=sk,sq=sq,void=void,sing=sing)
    return f
