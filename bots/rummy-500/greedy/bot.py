"""The greedy bot: it scores whatever it can now, and looks no further than its own hand.

It melds and lays off at once what counts most. It takes from the pile when what that puts on the
table counts more than the rest of what it must take, else from the stock. It discards its highest
card that has no company. Of the dealer's joker it only knows the wild one.
"""

from __future__ import annotations

from typing import Any

import arena_bot

SLOTS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
LAYS = ("meld", "layoff", "rummy")
NO_WORTH = "Jo*"


def choose(request: arena_bot.Request) -> str:
    """Return the action of the phase that is due."""
    if request.phase == "gambit":
        return "gambit wild"
    if request.phase == "draw":
        return choose_draw(request.view, request.legal)
    lays = [action for action in request.legal if action.startswith(LAYS)]
    if lays:
        return max(lays, key=lambda action: points(action, request.view))
    return choose_discard(request.view["hand"], request.legal)


def points(action: str, view: dict[str, Any]) -> int:
    """Return what the cards of a meld, lay-off or claim count on the table."""
    kind, *words = action.split()
    if kind == "meld":
        faces = [word.split("=")[-1] for word in words]
        ace_is_one = faces[0][0] == "A" and faces[1][0] == "2"
        return sum(map(item_points, words)) - 14 * ace_is_one
    target = view["melds"][int(words[-1])]["cards"]
    item = words[0] if len(words) == 2 else view["pile"][-1]
    below_two = item.split("=")[-1][0] == "A" and target[0].split("=")[-1][0] == "2"
    return item_points(item) - 14 * (below_two and target[0][-1] == item[-1])


def item_points(item: str) -> int:
    """Return the points of a card as it lies, ace high; the dealer's joker counts nothing."""
    how, _, face = item.rpartition("=")
    return 0 if how == NO_WORTH else pips(face)


def pips(card: str) -> int:
    """Return what a card is worth: pips, ten for 10-K, fifteen for an ace, twenty for a joker."""
    rank = card[:-1]
    return 20 if card == "Jo" else 15 if rank == "A" else 10 if rank in "JQK" else int(rank)


# -- drawing ---------------------------------------------------------------------------------------


def choose_draw(view: dict[str, Any], legal: list[str]) -> str:
    """Return the draw from the pile that pays most at once, else the stock or the end of the deal.

    The choice of a depth counts only the meld of its deepest card.
    """
    profits = {action: profit(action, view) for action in legal if action.startswith("draw pile")}
    best = max(profits, key=profits.__getitem__, default="")
    if best and profits[best] > 0:
        return best
    return next((action for action in ("draw stock", "pass") if action in legal), legal[0])


def profit(action: str, view: dict[str, Any]) -> int:
    """Return what a draw from the pile puts on the table, less the worth of what is left of it."""
    deepest, *above = view["pile"][-int(action.split()[-1]) :]
    hand = {*view["hand"], *above}
    if any(fits(deepest, meld) for meld in view["melds"]):
        return pips(deepest) - sum(map(pips, above))
    melds = [meld for meld in melds_around(deepest) if hand.issuperset(meld)]
    gains = [sum(map(pips, meld)) - sum(pips(c) for c in above if c not in meld) for meld in melds]
    return max(gains) + pips(deepest) if gains else 0


def fits(card: str, meld: dict[str, Any]) -> bool:
    """Return whether a card can be laid off on a meld."""
    faces = [item.split("=")[-1] for item in meld["cards"]]
    if meld["sealed"] or card in faces:
        return False
    if faces[0][:-1] == faces[1][:-1]:
        return len(faces) < 4 and card[:-1] == faces[0][:-1]
    ends = (set(faces[:2]), set(faces[-2:]))
    return any(end == set(pair) for end in ends for pair in melds_around(card))


def melds_around(card: str) -> list[tuple[str, ...]]:
    """Return the pairs of cards with which a card is a meld; an ace is high or low."""
    if card == "Jo":
        return []
    rank, suit = card[:-1], card[-1]
    mates = [rank + other for other in "SCDH" if other != suit]
    pairs: list[tuple[str, ...]] = [tuple(m for m in mates if m != out) for out in mates]
    ring = (*SLOTS, "A")
    for low in range(len(ring) - 2):
        window = ring[low : low + 3]
        if rank in window:
            pairs.append(tuple(other + suit for other in window if other != rank))
    return pairs


# -- discarding ------------------------------------------------------------------------------------


def choose_discard(hand: list[str], legal: list[str]) -> str:
    """Return the discard of the highest card without company; jokers are kept."""
    discards = [action for action in legal if action.startswith("discard")]
    if not discards:
        return legal[0]
    return max(discards, key=lambda action: odd_worth(action.split()[1], hand))


def odd_worth(card: str, hand: list[str]) -> int:
    """Return what a card costs in hand, and much more when nothing in the hand goes with it."""
    if card == "Jo":
        return -1
    company = any(mate in hand for pair in melds_around(card) for mate in pair)
    return pips(card) + (0 if company else 100)


if __name__ == "__main__":
    arena_bot.run(choose, name="greedy", version="1.0")
