"""The greedy bot: it counts only on its own hand and takes whatever trick it can.

It bids the tricks that its hand nearly certainly takes by itself, wins each trick with the cheapest
card that wins it now, and throws its lowest card on the others. It knows no partner and bids no
misère; in anybody's misère it just plays low. Where it could call a partner it plays alone.
"""

from __future__ import annotations

from typing import Any

import arena_bot

SUITS = "SCDH"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "J", "Q", "K", "A")
SAME_COLOUR = {"S": "C", "C": "S", "D": "H", "H": "D"}
TRUMP = 100


def choose(request: arena_bot.Request) -> str:
    """Return the action of the phase that is due."""
    if request.phase == "auction":
        return choose_call(request.view["hand"], request.legal, pack_of(request.rules))
    if request.phase == "discard":
        trump = trump_of(request.view["contract"])
        return min(request.legal, key=lambda action: worth(action, trump, None))
    if request.phase == "nominate":
        return "nominate none"
    if request.phase == "call":
        return request.legal[-1]  # "alone" comes last, where it is allowed
    return choose_play(request.view, request.legal)


# -- the auction -----------------------------------------------------------------------------------


def choose_call(hand: list[str], legal: list[str], pack: list[str]) -> str:
    """Return the highest bid that the hand makes by itself in its best suit, or pass."""
    tricks, name = max((sure_tricks(hand, name, pack), name) for name in (*SUITS, "NT"))
    bid = f"bid {min(tricks, 10)}{name}"
    return bid if bid in legal else "pass"


def sure_tricks(hand: list[str], name: str, pack: list[str]) -> int:
    """Return how many tricks a hand takes by length and top cards, whoever holds the rest."""
    trump = trump_of(name)
    tricks = sum(suit_tricks(hand, suit, trump, pack) for suit in SUITS)
    return tricks + ("Jo" in hand and trump is None)


def suit_tricks(hand: list[str], suit: str, trump: str | None, pack: list[str]) -> int:
    """Return the tricks of one suit: its cards, less those missing among as many at its top."""
    held = {card for card in hand if suit_under(card, trump) == suit}
    cards = [card for card in pack if suit_under(card, trump) == suit]
    cards.sort(key=lambda card: worth(card, trump, None), reverse=True)
    return sum(card in held for card in cards[: len(held)])


def pack_of(rules: dict[str, Any]) -> list[str]:
    """Return the pack, less the cards below seven, which take no trick by their rank."""
    middle = ("11", "12", "13") if rules["players"] == 6 else ()
    ranks = ("7", "8", "9", "10", *middle, "J", "Q", "K", "A")
    cards = [rank + suit for rank in ranks for suit in SUITS]
    return [card for card in cards if card not in ("13S", "13C")] + ["Jo"] * rules["jokers"]


# -- the play --------------------------------------------------------------------------------------


def choose_play(view: dict[str, Any], legal: list[str]) -> str:
    """Return the cheapest card that wins the trick now, else the lowest one."""
    contract, trick = view["contract"], view["trick"]
    trump, led = trump_of(contract), trick["led"]
    if contract is not None and contract.endswith("misere"):
        return min(legal, key=lambda action: worth(action, trump, led))
    if led is None:
        return max(legal, key=lambda action: worth(action, trump, led))
    best = max(worth(card, trump, led) for card in trick["cards"])
    winners = [action for action in legal if worth(action, trump, led) > best]
    return min(winners or legal, key=lambda action: (worth(action, trump, led), rank(action)))


# -- cards -----------------------------------------------------------------------------------------


def trump_of(contract: str | None) -> str | None:
    """Return the trump suit of a contract, ``None`` at no trumps and in a misère."""
    return contract[-1] if contract is not None and contract[-1] in SUITS else None


def suit_under(card: str, trump: str | None) -> str | None:
    """Return the suit of a card: the joker and the left bower are trumps; at none it has none."""
    if card == "Jo":
        return trump
    if trump is not None and card == "J" + SAME_COLOUR[trump]:
        return trump
    return card[-1]


def worth(action: str, trump: str | None, led: str | None) -> int:
    """Return what a card is worth to the suit led, 0 for one that cannot win.

    On lead every suit counts. ``action`` is a card or an action on one, such as ``play Jo=H``.
    """
    card = action.split()[-1].split("=")[0]
    if card == "Jo":
        return TRUMP + 20
    suit = suit_under(card, trump)
    if suit == trump:
        bower = card[0] == "J"
        return TRUMP + (18 if bower and card[-1] == trump else 17 if bower else rank(card))
    return rank(card) if led is None or suit == led else 0


def rank(action: str) -> int:
    """Return the plain rank of a card from 1; the joker's is the highest."""
    card = action.split()[-1].split("=")[0]
    return RANKS.index(card[:-1]) + 1 if card != "Jo" else len(RANKS) + 1


if __name__ == "__main__":
    arena_bot.run(choose, name="greedy", version="1.0")
