"""Bowers, following and trick winners against another program: euchre as OpenSpiel plays it.

Euchre has the same bowers and the same duty to follow, 24 cards from the nine up and no joker. Each
of its tricks is played by the tables of Five Hundred too, and both must allow the same cards and
name the same winner. In euchre a lone player's partner sits out, as in a misère.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pyspiel  # compiled, ships no type information
import pytest

from arena.core.cards import CARD_OF, Card, cards_in, mask_of, printed_suit
from arena.games.five_hundred.presets import NORWEGIAN
from arena.games.five_hundred.tricks import CardPlay
from arena.games.five_hundred.trumps import left_bower, right_bower

GAMES = 1_000
TEXT = {"T": "10"}


def card_of(state: Any, action: int) -> Card:
    """Return the card of an action, which OpenSpiel writes suit first: ``HT``."""
    suit, rank = state.action_to_string(0, action)
    return CARD_OF[TEXT.get(rank, rank) + suit]


def hand_of(state: Any, seat: int) -> int:
    """Return the mask of the cards that a seat holds."""
    holders = enumerate(state.card_holder())
    return mask_of(card_of(state, action) for action, holder in holders if holder == seat)


def dealt_and_bid(rng: Random) -> Any:
    """Return a random game at its first lead, or where everybody passed."""
    state = pyspiel.load_game("euchre").new_initial_state()
    while not state.is_terminal() and not playing(state):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def playing(state: Any) -> bool:
    """Return whether the tricks have begun: every action is then a card and no discard."""
    return bool(state.current_phase() == pyspiel.euchre.Phase.PLAY)


def play_out(state: Any, rng: Random, seen: Counter[str]) -> None:
    """Play one game to its end, each card by both programs."""
    trump = printed_suit(card_of(state, state.right_bower()))
    assert card_of(state, state.right_bower()) == right_bower(trump)
    assert card_of(state, state.left_bower()) == left_bower(trump)
    active = state.active_players()
    seats = tuple(seat for seat in range(4) if active[seat])
    play = CardPlay(NORWEGIAN, trump, False, seats, state.current_player())
    while not state.is_terminal():
        seat = state.current_player()
        assert play.next_seat() == seat
        hand = hand_of(state, seat)
        allowed = {card_of(state, action): action for action in state.legal_actions()}
        assert list(cards_in(play.playable(hand))) == sorted(allowed)
        note_bower(play, hand, left_bower(trump), allowed, seen)
        card = rng.choice(sorted(allowed))
        number = state.current_trick_index()
        state.apply_action(allowed[card])
        winner = play.play(seat, card)
        if winner is not None:
            assert state.tricks()[number].winner() == winner
            seen["tricks"] += 1
            play.next_trick()


def note_bower(
    play: CardPlay, hand: int, bower: Card, allowed: dict[Card, int], seen: Counter[str]
) -> None:
    """Count the decisions in which the left bower is what programs get wrong."""
    if not hand >> bower & 1 or not play.cards:
        return
    seen["left bower forced"] += list(allowed) == [bower] and hand.bit_count() > 1
    seen["left bower barred"] += bower not in allowed and play.led == printed_suit(bower)


@pytest.mark.parametrize("part", range(4))
def test_bowers_following_and_winners_are_those_of_euchre(part: int) -> None:
    rng, seen = Random(part), Counter[str]()
    games = 0
    while games < GAMES // 4:
        state = dealt_and_bid(rng)
        if playing(state):
            play_out(state, rng, seen)
            games += 1
    assert min(seen[name] for name in ("left bower forced", "left bower barred")) >= 10, seen
    assert seen["tricks"] == 5 * games
