"""The rules bot: plays Five Hundred as a good book tells one to, from the view alone.

It counts tricks to bid (``bidding``), makes voids with the kitty (``discard``), plays for tricks
(``play``) and knows both sides of a misère (``misere``). It remembers nothing between decisions and
draws no random numbers.
"""

from __future__ import annotations

import arena_bot
import misere
import play
from bidding import Auction, choose_call
from calling import choose_partner
from cards import JOKER, SUITS, is_misere, order_of, pack_of
from discard import choose_discard
from table import Table


def choose(request: arena_bot.Request) -> str:
    """Return the action of the phase that is due."""
    if request.phase == "auction":
        return choose_call(Auction(request.view, request.rules), request.legal)
    if request.phase == "discard":
        return f"discard {lay_away(request)}"
    if request.phase == "call":
        return choose_partner(request.view, request.legal, request.rules)
    if request.phase == "nominate":
        return name_joker(request)
    return play_card(request)


def lay_away(request: arena_bot.Request) -> str:
    """Return the next card to discard."""
    view = request.view
    hand, discards = view["hand"], view["discards"] or []
    order = order_of(view["contract"])
    if is_misere(view["contract"]):
        others = pack_of(request.rules).difference(hand, discards)
        return misere.most_dangerous(hand, others, order)
    return choose_discard(hand, len(view["kitty"]) - len(discards), order)


def name_joker(request: arena_bot.Request) -> str:
    """Return the joker's suit: the longest in a misère, else none, so that it beats every card."""
    if not is_misere(request.view["contract"]):
        return "nominate none"
    return f"nominate {longest_suit(request.view['hand'], SUITS)}"


def longest_suit(hand: list[str], suits: str) -> str:
    """Return the suit of which a hand has most cards, of some suits."""
    return max(suits, key=lambda suit: sum(card[-1] == suit for card in hand))


def play_card(request: arena_bot.Request) -> str:
    """Return the card to play; a joker led at no trumps names its hand's longest suit."""
    table = Table(request.view, request.seat, request.rules)
    named = "".join(action[-1] for action in request.legal if "=" in action)
    plain = [action.split()[1] for action in request.legal if "=" not in action]
    cards = plain + [JOKER] * bool(named)
    style = misere if misere.is_on(table) else play
    card = style.choose_card(table, cards)
    if card == JOKER and named:
        return f"play Jo={longest_suit(table.hand, named)}"
    return f"play {card}"


if __name__ == "__main__":
    arena_bot.run(choose, name="rules", version="1.0")
