"""Other worlds: deals that a seat cannot tell from the real one, played by the same public actions.

The cards that the seat cannot know change places: those in hands that are not spread, the discards
of another seat, a kitty that nobody saw, what is set aside. Cards played, spread or shown stay
where they were seen, and so does a called card whose holder is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from arena.core.cards import CARD_OF, Card
from arena.games.contract import Deal, Seat, Settled, Turn
from arena.games.five_hundred.actions import (
    CALL_CARD,
    CALL_SEAT,
    DISCARD,
    LEAD_JOKER,
    NOMINATE,
    NOMINATE_NONE,
)
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.state import FiveHundredState

DISCARDS, ASIDE = 10, 11
"""The places of the declarer's discards (without a declarer the kitty's) and what is aside."""
Places = dict[int, list[Card]]


def visible_log(state: FiveHundredState, seat: Seat) -> list[object]:
    """Return the log as a seat may know it: of a deal its number and dealer, of turns some."""
    entries: list[object] = []
    for entry in state.log:
        if isinstance(entry, Deal):
            entries.append((entry.number, entry.dealer))
        elif isinstance(entry, Settled) or state.sees(seat, entry):
            entries.append(entry)
    return entries


def other_worlds(
    state: FiveHundredState, seat: Seat, rng: Random, tries: int
) -> Iterator[FiveHundredState]:
    """Yield states that a seat cannot tell from this one; a try without one yields nothing.

    Nothing is compared while another seat is asked for the joker's suit: that he is asked is
    private, and it is over before anybody else is told anything.
    """
    if state.phase == "nominate" and state.to_act != seat:
        return
    for _ in range(tries):
        places = moved(state, hidden(state, seat), rng)
        if places is None:
            continue
        other = replayed(state, seat, places, rng)
        if other is not None:
            yield other


def last_deal(state: FiveHundredState) -> tuple[int, Deal]:
    """Return where the current deal is in the log, and the deal."""
    at = max(at for at, entry in enumerate(state.log) if isinstance(entry, Deal))
    deal = state.log[at]
    assert isinstance(deal, Deal)
    return at, deal


def declarer_of(state: FiveHundredState) -> Seat | None:
    return state.view(0).declarer


def known_kitty(state: FiveHundredState) -> set[Card]:
    """Return the kitty where everybody saw it."""
    shown = state.rules.kitty_exposed and declarer_of(state) is not None
    return set(last_deal(state)[1].kitty) if shown else set()


def all_places(state: FiveHundredState) -> Places:
    """Return the cards of every hand, and the discards or the kitty nobody took."""
    declarer = declarer_of(state)
    places = {s: [CARD_OF[word] for word in state.view(s).hand] for s in range(state.rules.players)}
    places[ASIDE] = list(last_deal(state)[1].aside)
    if declarer is None:
        places[DISCARDS] = list(last_deal(state)[1].kitty)
    else:
        places[DISCARDS] = [CARD_OF[word] for word in state.view(declarer).discards or []]
    return places


def hidden(state: FiveHundredState, seat: Seat) -> Places:
    """Return the places that a seat cannot look into."""
    places, declarer = all_places(state), declarer_of(state)
    del places[seat]
    if declarer == seat:
        del places[DISCARDS]
    if declarer is not None and declarer != seat and is_spread(state):
        del places[declarer]
    return places


def is_spread(state: FiveHundredState) -> bool:
    """Return whether the declarer's hand lies open by the rules (004.8, C.13.127)."""
    view = state.view(0)
    at_once = state.rules.open_misere_exposed == "before-lead"
    open_play = view.contract == "open-misere" and state.phase == "play"
    return open_play and (at_once or len(view.tricks) > 0)


def pinned(state: FiveHundredState) -> set[Card]:
    """Return the called card where everybody knows who holds it, or that the declarer does."""
    deal = state.current
    assert deal is not None
    if deal.called is None or not deal.partner_known or deal.called >= CALL_SEAT:
        return set()
    return {deal.called - CALL_CARD}


def moved(state: FiveHundredState, places: Places, rng: Random) -> Places | None:
    """Swap some pairs of hidden cards; a kitty that was shown stays with the declarer."""
    declarer, kitty, fixed = declarer_of(state), known_kitty(state), pinned(state)
    new = {place: list(cards) for place, cards in places.items()}
    spots = [(place, at) for place, cards in new.items() for at in range(len(cards))]
    if len({place for place, _ in spots}) < 2:
        return None
    for _ in range(rng.choice([1, 1, 2, 3, 20])):
        (one, i), (two, j) = rng.sample(spots, 2)
        pair = (new[one][i], new[two][j])
        stays = {one, two} <= {declarer, DISCARDS}
        if fixed.isdisjoint(pair) and (stays or kitty.isdisjoint(pair)):
            new[one][i], new[two][j] = new[two][j], new[one][i]
    return None if all(set(new[place]) == set(places[place]) for place in places) else new


def replayed(
    state: FiveHundredState, seat: Seat, moved_places: Places, rng: Random
) -> FiveHundredState | None:
    """Play the same public actions in another world, if they are legal there."""
    start, deal = last_deal(state)
    turns = [entry for entry in state.log[start + 1 :] if isinstance(entry, tuple)]
    places = all_places(state) | moved_places
    other = FIVE_HUNDRED.new(state.rules)
    for entry in state.log[:start]:
        if isinstance(entry, Deal):
            other.begin(entry)
        elif isinstance(entry, tuple):
            other.apply(entry[1])
    other.begin(other_deal(state, seat, deal, places, turns, rng))
    if not all(follow(other, turn) for turn in changed_turns(turns, seat, places)):
        return None
    decline_name(other, seat)
    return other


def other_deal(
    state: FiveHundredState,
    seat: Seat,
    deal: Deal,
    places: Places,
    turns: list[Turn],
    rng: Random,
) -> Deal:
    """Return the deal of the other world: what a hand has now, and what it played before."""
    hands = [places[s] + played_by(s, turns) for s in range(state.rules.players)]
    kitty, declarer = list(places[DISCARDS]), declarer_of(state)
    if declarer is not None:
        thirteen = hands[declarer] + kitty
        kitty = rng.sample(thirteen, len(deal.kitty))
        if seat == declarer or known_kitty(state):
            kitty = list(deal.kitty)
        hands[declarer] = [card for card in thirteen if card not in kitty]
    piles = tuple(map(tuple, hands)), tuple(kitty), tuple(places[ASIDE])
    return Deal(deal.number, deal.dealer, *piles)


def played_by(seat: Seat, turns: list[Turn]) -> list[Card]:
    """Return the cards that a seat has put on the table."""
    plays = [action for actor, action in turns if actor == seat and action < LEAD_JOKER + 4]
    return [min(action, CARD_OF["Jo"]) for action in plays]


def changed_turns(turns: list[Turn], seat: Seat, places: Places) -> Iterator[Turn]:
    """Yield the turns with what the other seats did in private as it is in the other world."""
    discards = iter(places[DISCARDS])
    for actor, action in turns:
        if actor != seat and DISCARD <= action < NOMINATE:
            yield actor, DISCARD + next(discards)
        elif actor == seat or action != NOMINATE_NONE:
            yield actor, action


def follow(other: FiveHundredState, turn: Turn) -> bool:
    """Take a turn in the other world, if it is legal there."""
    actor, action = turn
    if not NOMINATE <= action <= NOMINATE_NONE:
        decline_name(other)
    if other.to_act != actor or action not in other.legal_actions():
        return False
    other.apply(action)
    return True


def decline_name(other: FiveHundredState, seat: Seat | None = None) -> None:
    """Decline to name the joker's suit, privately, where the other world asks another seat."""
    if other.phase == "nominate" and other.to_act != seat:
        other.apply(NOMINATE_NONE)
