"""The melds of 500 Rum, derived a second time: slow, plain, strings, from the rules alone.

Cards are texts: ``8S``; ``Jo`` a joker; ``Jo*`` the dealer's joker where it is wild. A joker's
*token* says what it stands for, as in ``Jo=8S``. Paragraphs such as ``003.9`` are those of the
rules page. See ``plain_checker``, which plays a hand with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product

SUITS = ["S", "C", "D", "H"]
LADDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
"""The places of a run, 1 to 14: an ace is one or fourteen (003.1)."""
JOKERS = ["Jo", "Jo*"]
RUNS = [[rank + suit for rank in LADDER[low : low + 3]] for suit in SUITS for low in range(12)]
SETS = [[rank + suit for suit in trio] for rank in LADDER[1:] for trio in combinations(SUITS, 3)]
SETS_WITH_TWINS = [
    [rank + suit for suit in trio]
    for rank in LADDER[1:]
    for trio in combinations_with_replacement(SUITS, 3)
]
"""Every meld of three as the cards stood for, in the order of the notation (003.9)."""


@dataclass(frozen=True)
class PlainCard:
    """A card on the table: what is printed on it, what it stands for, who laid it and when."""

    text: str
    stands_for: str
    place: int
    """1 to 14 in a run; 0 in a set."""
    seat: int
    turn: int


@dataclass
class PlainMeld:
    """A meld on the table; the dealer's joker may have doubled and sealed it (003.17b)."""

    kind: str
    cards: list[PlainCard]
    sealed: bool = False

    @property
    def places(self) -> list[int]:
        return sorted(card.place for card in self.cards)


def wild_cards(rules: Mapping[str, object]) -> list[str]:
    """003.21: Persian jokers stand for nothing; a dealer's joker that is named wild does."""
    return JOKERS if rules["jokers_wild"] else ["Jo*"]


def all_triples(rules: Mapping[str, object]) -> list[list[str]]:
    """C.14.141: suits as represented differ, unless the house allows identical cards."""
    return RUNS + (SETS_WITH_TWINS if rules["identical_in_sets"] else SETS)


def token(text: str, stands_for: str) -> str:
    """A joker names the card that it stands for, but not where jokers are no wild cards."""
    return text if text == stands_for else f"{text}={stands_for}"


def printed(token_text: str) -> str:
    """Return the card that a token is made of: a joker, or the card itself."""
    return token_text.partition("=")[0]


def represented(token_text: str) -> str:
    """Return the card that a token stands for."""
    return token_text.partition("=")[2] or token_text


def melds_of_three(
    rules: Mapping[str, object], held: Sequence[str], using: str | None = None
) -> list[list[str]]:
    """Return the tokens of every meld of three that can be laid, perhaps only those ``using`` one.

    C.8.79: at least one natural card; jokers are chosen freely for the other places.
    """
    wild = [joker for joker in wild_cards(rules) if joker in held]
    naturals, found = set(held), []
    for triple in all_triples(rules):
        if using is not None and using not in triple and using not in wild:
            continue
        if naturals.isdisjoint(triple) or not (wild or naturals.issuperset(triple)):
            continue
        found += [
            [token(*pair) for pair in zip(texts, triple, strict=True)]
            for texts in product(*[[card, *wild] for card in triple])
            if using in (None, *texts) and can_fill(triple, texts, held)
        ]
    if not rules["jokers_wild"] and held.count("Jo") >= 3 and using in (None, "Jo"):
        found += [["Jo", "Jo", "Jo"]]
    return found


def can_fill(triple: Sequence[str], texts: Sequence[str], held: Sequence[str]) -> bool:
    """Return whether these cards are held, one of them natural, alike places in one order only."""
    if all(text in JOKERS for text in texts):
        return False
    for (text, card), (after, next_card) in zip(
        zip(texts, triple, strict=True), zip(texts[1:], triple[1:], strict=True), strict=False
    ):
        order = [card, *JOKERS]
        if card == next_card and order.index(text) > order.index(after):
            return False
    return all(held.count(text) >= texts.count(text) for text in texts)


def make_meld(tokens: Sequence[str], seat: int, turn: int) -> PlainMeld:
    """Lay a new meld of three; an ace at the front of a run is one, at its end fourteen."""
    cards = [represented(part) for part in tokens]
    same_rank = len({card[:-1] for card in cards}) == 1
    low = LADDER.index(cards[0][:-1]) + 1
    places = [0, 0, 0] if same_rank else [low, low + 1, low + 2]
    laid = [
        PlainCard(printed(part), card, place, seat, turn)
        for part, card, place in zip(tokens, cards, places, strict=True)
    ]
    return PlainMeld("set" if same_rank else "run", laid)


def open_places(rules: Mapping[str, object], meld: PlainMeld) -> list[tuple[str, int]]:
    """Return the cards, with their places, that would extend a meld (003.10, C.8.76, C.8.77)."""
    if meld.sealed:
        return []
    if meld.kind == "set":
        return [(card, 0) for card in open_cards_of_set(rules, meld)]
    suit, low, high = meld.cards[0].stands_for[-1], meld.places[0], meld.places[-1]
    places = []
    # C.14.141: an ace on 2 … K counts high, so the upper end comes first.
    if high < 14 and not (high == 13 and low == 1):
        places.append(high + 1)
    if low > 1 and not (low == 2 and high >= 13):
        places.append(low - 1)
    return [(LADDER[place - 1] + suit, place) for place in places]


def open_cards_of_set(rules: Mapping[str, object], meld: PlainMeld) -> list[str]:
    """Return the cards that a set of three may still take: at most four in all."""
    if len(meld.cards) >= 4:
        return []
    if meld.cards[0].stands_for == "Jo":
        return ["Jo"]
    rank = meld.cards[0].stands_for[:-1]
    there = [card.stands_for for card in meld.cards]
    cards = [rank + suit for suit in SUITS]
    return [card for card in cards if rules["identical_in_sets"] or card not in there]


def layoffs(rules: Mapping[str, object], meld: PlainMeld, held: Iterable[str]) -> list[str]:
    """Return the tokens of single cards that extend a meld."""
    held = set(held)
    return [
        token(text, card)
        for card, _ in open_places(rules, meld)
        for text in ([card] if card == "Jo" else [card, *wild_cards(rules)])
        if text in held
    ]


def lay_on(
    rules: Mapping[str, object], meld: PlainMeld, token_text: str, seat: int, turn: int
) -> None:
    """Extend a meld by one card, which is the player's own from now on (003.10, C.9.83)."""
    card = represented(token_text)
    place = next(place for open_card, place in open_places(rules, meld) if open_card == card)
    meld.cards.append(PlainCard(printed(token_text), card, place, seat, turn))


def can_reach_table(
    rules: Mapping[str, object], card: str, held: Sequence[str], melds: Sequence[PlainMeld]
) -> bool:
    """Return whether a held card can be laid this turn, other cards before it if need be.

    A new meld that could take the card in the end holds three cards with it among them, so only
    runs that are already on the table need steps in between (C.9.88).
    """
    if any(layoffs(rules, meld, [card]) for meld in melds):
        return True
    if melds_of_three(rules, held, using=card):
        return True
    return card not in JOKERS and any(can_bridge(card, held, meld, rules) for meld in melds)


def can_bridge(
    card: str, held: Sequence[str], meld: PlainMeld, rules: Mapping[str, object]
) -> bool:
    """Return whether held cards fill the gap between a run and a card of its suit."""
    if meld.sealed or meld.kind == "set" or meld.cards[0].stands_for[-1] != card[-1]:
        return False
    low, high = meld.places[0], meld.places[-1]
    for goal in [place for place in range(1, 15) if LADDER[place - 1] == card[:-1]]:
        if min(low, goal) == 1 and max(high, goal) == 14:
            continue
        gap = [*range(high + 1, goal), *range(goal + 1, low)]
        missing = [place for place in gap if LADDER[place - 1] + card[-1] not in held]
        jokers = sum(held.count(joker) for joker in wild_cards(rules))
        if not low <= goal <= high and len(missing) <= jokers:
            return True
    return False
