"""Which three-card melds a hand holds: look-ups by suit and by rank, found once and kept.

Longer runs and sets of four are melds that grow by lay-offs, so that the list stays short.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, product

from arena.core.cards import JACK, JOKER, RANKS, Card, Mask, make_card
from arena.games.contract import Action
from arena.games.rummy_500.actions import ITEM_BITS, JOKER_AS, STAR_AS, meld_of
from arena.games.rummy_500.dealing import ACE, PIPS
from arena.games.rummy_500.hands import Hand
from arena.games.rummy_500.melds import HIGH_ACE, LEAST, SLOT_RANKS, SUIT_COUNT, slot_card

SUIT_BITS = 16
SUIT = (1 << SUIT_BITS) - 1
JOKER_MELD = meld_of((JOKER, JOKER, JOKER))
EACH = 1 | 1 << ITEM_BITS | 1 << 2 * ITEM_BITS
"""Added to a meld, it moves all three cards to the next rank; times sixteen to the next suit."""
LOW_PIPS = (1 << RANKS.index("10") + 1) - 1
COURT = 0b111
JACK_SLOT = SLOT_RANKS.index(JACK)
HOWS = tuple(
    hows
    for hows in product((0, JOKER_AS, STAR_AS), repeat=LEAST)
    if 0 in hows and hows.count(STAR_AS) <= 1
)
"""How three cards can be laid: at least one as itself (C.8.79), the dealer's joker once."""


def melds_in(hand: Hand, star: bool, *, wild: bool, identical: bool) -> list[Action]:
    """Return every three-card meld of a hand, runs first, then sets.

    ``star`` says that the dealer's joker may be used as well, ``wild`` that jokers stand for
    cards, ``identical`` that sets may hold identical cards.
    """
    jokers = min(hand.jokers, LEAST - 1) if wild else 0
    spare = jokers + star
    suits = [hand.cards >> SUIT_BITS * suit & SUIT for suit in range(SUIT_COUNT)]
    found: list[Action] = []
    for suit, cards in enumerate(suits):
        if cards and cards.bit_count() + spare >= LEAST:
            shift = suit * SUIT_BITS * EACH
            found += [meld + shift for meld in _runs(cards, jokers, star)]
    twins = hand.twins if identical else 0
    for rank in _ranks(suits, spare, twins):
        there = _across(hand.cards, rank)
        sets = _sets(there, _across(twins, rank), jokers, star, identical)
        found += [meld + rank * EACH for meld in sets]
    if not wild and hand.jokers >= LEAST:
        found.append(JOKER_MELD)
    return found


def _ranks(suits: list[Mask], spare: int, twins: Mask) -> list[int]:
    """Return the ranks of which a set could be made, the lowest first."""
    one, two, three = suits[0], 0, 0
    for cards in suits[1:]:
        three |= two & cards
        two |= one & cards
        one |= cards
    enough = one if spare >= LEAST - 1 or twins else two if spare else three
    return [rank for rank in PIPS if enough >> rank & 1] if enough else []


def _across(cards: Mask, rank: int) -> int:
    """Return the suits in which a rank is held, as four bits."""
    return sum((cards >> SUIT_BITS * suit + rank & 1) << suit for suit in range(SUIT_COUNT))


@lru_cache(maxsize=4096)
def _runs(cards: Mask, jokers: int, star: bool) -> tuple[Action, ...]:
    """Return the runs of three that cards of one suit allow, as actions in suit 0."""
    ace, low, high = cards >> ACE, cards & LOW_PIPS, cards >> JACK & COURT
    slots = ace | low << 1 | high << JACK_SLOT | ace << HIGH_ACE
    found: list[Action] = []
    for first in range(HIGH_ACE - LEAST + 2):
        found += _runs_from(first, slots >> first & 0b111, jokers, star)
    return tuple(found)


@cache
def _runs_from(first: int, held: int, jokers: int, star: bool) -> tuple[Action, ...]:
    """Return the runs from one slot, of whose three cards some are held, as actions in suit 0."""
    faces = [slot_card(0, slot) for slot in range(first, first + LEAST)]
    return tuple(
        meld_of(_items(faces, hows))
        for hows in HOWS
        if _affords(hows, jokers, star)
        and all(how or held >> place & 1 for place, how in enumerate(hows))
    )


@cache
def _sets(once: int, twice: int, jokers: int, star: bool, identical: bool) -> tuple[Action, ...]:
    """Return the sets of three that some suits of one rank allow, as actions in rank 0."""
    found = []
    choose = combinations_with_replacement if identical else combinations
    for suits in choose(range(SUIT_COUNT), LEAST):
        for hows in HOWS:
            own = [suit for suit, how in zip(suits, hows, strict=True) if how == 0]
            held = all(own.count(suit) <= (once >> suit & 1) + (twice >> suit & 1) for suit in own)
            ordered = sorted(zip(suits, hows, strict=True)) == list(zip(suits, hows, strict=True))
            if held and ordered and _affords(hows, jokers, star):
                found.append(meld_of(_items([make_card(suit, 0) for suit in suits], hows)))
    return tuple(found)


def _affords(hows: tuple[int, ...], jokers: int, star: bool) -> bool:
    return hows.count(JOKER_AS) <= jokers and hows.count(STAR_AS) <= star


def _items(faces: Sequence[Card], hows: tuple[int, ...]) -> tuple[int, int, int]:
    first, second, third = (face | how for face, how in zip(faces, hows, strict=True))
    return first, second, third
