"""Actions as integers and their one text form.

An action is ``kind << 27 | rest``. How a card lies on the table is an *item* of nine bits: the card
that it is or stands for, and ``JOKER_AS`` or ``STAR_AS`` when a joker or the dealer's joker does.

=============  ======================  ==============================================
kind           text                    rest
=============  ======================  ==============================================
DRAW_STOCK     ``draw stock``          0
DRAW_PILE      ``draw pile 3``         cards taken, from the top
PASS           ``pass``                0
MELD           ``meld 7H Jo=8H 9H``    three items, the first lowest
LAYOFF         ``layoff 10H 2``        item, meld << 9
DISCARD        ``discard QS``          card
RUMMY          ``rummy Jo=10S 3``      item, meld << 9; ``NO_ITEM`` for a card as it is
GAMBIT         ``gambit wild``         index in ``EFFECTS``
USE_DOUBLE     ``use double 2``        meld
USE_SPLIT      ``use split 4``         the chosen card, counted from the top
BLOCK          ``block``               0
=============  ======================  ==============================================
"""

from __future__ import annotations

from functools import cache

from arena.core.cards import CARD_OF, CARD_TEXT, JOKER, Card
from arena.games.contract import Action

Item = int
ITEM_BITS = 9
ITEM_MASK = (1 << ITEM_BITS) - 1
FACE_MASK = (1 << 7) - 1
JOKER_AS: Item = 1 << 7
STAR_AS: Item = 2 << 7
NO_ITEM: Item = FACE_MASK
KIND_BITS = 3 * ITEM_BITS
REST_MASK = (1 << KIND_BITS) - 1
EFFECTS = ("wild", "double", "split")
MOST = 108
"""The largest number in a text: no pile and no table can have more."""


class Kind:
    """What an action does: plain numbers, as members of an enum are slow to look up."""

    DRAW_STOCK = 0
    DRAW_PILE = 1
    PASS = 2
    MELD = 3
    LAYOFF = 4
    DISCARD = 5
    RUMMY = 6
    GAMBIT = 7
    USE_DOUBLE = 8
    USE_SPLIT = 9
    BLOCK = 10


DRAW_STOCK: Action = Kind.DRAW_STOCK << KIND_BITS
DRAW_PILE: Action = Kind.DRAW_PILE << KIND_BITS
PASS: Action = Kind.PASS << KIND_BITS
MELD: Action = Kind.MELD << KIND_BITS
LAYOFF: Action = Kind.LAYOFF << KIND_BITS
DISCARD: Action = Kind.DISCARD << KIND_BITS
RUMMY: Action = Kind.RUMMY << KIND_BITS
GAMBIT: Action = Kind.GAMBIT << KIND_BITS
USE_DOUBLE: Action = Kind.USE_DOUBLE << KIND_BITS
USE_SPLIT: Action = Kind.USE_SPLIT << KIND_BITS
BLOCK: Action = Kind.BLOCK << KIND_BITS


ITEM_TEXT: dict[Item, str] = dict(enumerate(CARD_TEXT)) | {
    how | card: f"{sign}={text}"
    for sign, how in (("Jo", JOKER_AS), ("Jo*", STAR_AS))
    for card, text in enumerate(CARD_TEXT[:JOKER])
}
ITEM_OF = {text: item for item, text in ITEM_TEXT.items()}
BARE_TEXT: dict[Action, str] = {
    DRAW_STOCK: "draw stock",
    PASS: "pass",
    BLOCK: "block",
} | {GAMBIT | index: f"gambit {effect}" for index, effect in enumerate(EFFECTS)}
BARE = {text: action for action, text in BARE_TEXT.items()}
COUNTED: dict[int, str] = {
    Kind.DRAW_PILE: "draw pile",
    Kind.USE_DOUBLE: "use double",
    Kind.USE_SPLIT: "use split",
}


def kind_of(action: Action) -> int:
    """Return the kind of an action, a value of ``Kind``."""
    return action >> KIND_BITS


def number_of(action: Action) -> int:
    """Return the rest of an action: a number, a card or an index."""
    return action & REST_MASK


def face_of(item: Item) -> Card:
    """Return the card that an item is or stands for."""
    return item & FACE_MASK


def card_of(item: Item) -> Card | None:
    """Return the card that leaves the hand for an item; ``None`` for the dealer's joker."""
    if item >= STAR_AS:
        return None
    return JOKER if item >= JOKER_AS else item


def meld_of(items: tuple[Item, Item, Item]) -> Action:
    """Return the action that melds three items."""
    first, second, third = items
    return MELD | first | second << ITEM_BITS | third << 2 * ITEM_BITS


def items_of(action: Action) -> tuple[Item, ...]:
    """Return the items that a meld, lay-off or claim puts on the table."""
    kind = action >> KIND_BITS
    if kind == Kind.MELD:
        middle = action >> ITEM_BITS & ITEM_MASK
        return action & ITEM_MASK, middle, action >> 2 * ITEM_BITS & ITEM_MASK
    if kind in (Kind.LAYOFF, Kind.RUMMY):
        return (action & ITEM_MASK,)
    return ()


def target_of(action: Action) -> int:
    """Return the number of the meld that a lay-off or a claim extends."""
    return number_of(action) >> ITEM_BITS


def item_text(item: Item) -> str:
    """Return an item as text: ``10H``, ``Jo=10H``, ``Jo*=10H``; ``KeyError`` when it is none."""
    return ITEM_TEXT[item]


@cache
def action_text(action: Action) -> str:
    """Return the text form of an action; ``KeyError`` when the number is none."""
    return _written(action)


def parse_action(text: str) -> Action:
    """Return the action of a text form; ``KeyError`` when the text is none."""
    try:
        action = _read(text)
    except ValueError:
        raise KeyError(text) from None
    if _written(action) != text:
        raise KeyError(text)
    return action


def _written(action: Action) -> str:
    if action in BARE_TEXT:
        return BARE_TEXT[action]
    kind, rest = kind_of(action), number_of(action)
    if kind in COUNTED and rest <= MOST:
        return f"{COUNTED[kind]} {rest}"
    if kind == Kind.DISCARD and rest <= JOKER:
        return f"discard {CARD_TEXT[rest]}"
    if kind == Kind.MELD:
        return f"meld {' '.join(map(item_text, items_of(action)))}"
    target = target_of(action)
    if kind == Kind.RUMMY and target <= MOST and rest & ITEM_MASK == NO_ITEM:
        return f"rummy {target}"
    if kind == Kind.LAYOFF and target <= MOST:
        return f"layoff {item_text(rest & ITEM_MASK)} {target}"
    if kind == Kind.RUMMY and target <= MOST and JOKER_AS <= rest & ITEM_MASK < STAR_AS:
        return f"rummy {item_text(rest & ITEM_MASK)} {target}"
    raise KeyError(action)


def _read(text: str) -> Action:
    """Return the action that a text seems to be; ``KeyError`` or ``ValueError`` when none."""
    if text in BARE:
        return BARE[text]
    match text.split(" "):
        case ["draw", "pile", count]:
            return DRAW_PILE | _number(count)
        case ["use", "double", target]:
            return USE_DOUBLE | _number(target)
        case ["use", "split", count]:
            return USE_SPLIT | _number(count)
        case ["discard", card]:
            return DISCARD | CARD_OF[card]
        case ["meld", first, second, third]:
            return meld_of((ITEM_OF[first], ITEM_OF[second], ITEM_OF[third]))
        case ["layoff", card, target]:
            return LAYOFF | ITEM_OF[card] | _number(target) << ITEM_BITS
        case ["rummy", target]:
            return RUMMY | NO_ITEM | _number(target) << ITEM_BITS
        case ["rummy", joker, target] if joker.startswith("Jo="):
            return RUMMY | ITEM_OF[joker] | _number(target) << ITEM_BITS
    raise KeyError(text)


def _number(word: str) -> int:
    number = int(word)
    if not 0 <= number <= MOST:
        raise ValueError(word)
    return number
