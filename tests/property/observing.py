"""What can be seen of a game of Five Hundred, as values that do not change with it."""

from __future__ import annotations

import msgspec

from arena.core.cards import CARD_OF
from arena.games.contract import Deal
from arena.games.five_hundred.state import FiveHundredState
from tests.property.redeal import visible_log


def everything(state: FiveHundredState) -> object:
    """Return all that can be seen of a state, as a value that does not change with it."""
    views = [msgspec.json.encode(state.view(seat)) for seat in range(state.rules.players)]
    return (
        views,
        list(state.log),
        list(state.legal_actions()),
        (state.to_act, str(state.phase), state.place, state.outcome),
    )


def cards_of(state: FiveHundredState) -> list[int]:
    """Return the cards in the hands, in the kitty or the discards, set aside, and played."""
    views = [state.view(seat) for seat in range(state.rules.players)]
    deal = next(entry for entry in reversed(state.log) if isinstance(entry, Deal))
    declarer, trick = views[0].declarer, views[0].trick
    words = [card for view in views for card in view.hand]
    words += [card for past in views[0].tricks for card in past.cards]
    words += trick.cards if trick is not None else []
    cards = [CARD_OF[word.partition("=")[0]] for word in words] + list(deal.aside)
    if declarer is None:
        return [*cards, *deal.kitty]
    return [*cards, *(CARD_OF[word] for word in views[declarer].discards or [])]


def told_to(state: FiveHundredState, seat: int) -> object:
    """Return all that a seat is told by now; what is asked only where it is asked."""
    asked = state.to_act == seat
    return (
        msgspec.json.encode(state.view(seat)),
        visible_log(state, seat),
        (str(state.phase), list(state.legal_actions())) if asked else None,
    )
