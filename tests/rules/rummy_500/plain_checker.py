"""500 Rum derived a second time: slow, plain, strings, from the rules text alone.

Nothing here comes from the engine, so that the two can only agree when both follow the rules.
Options have the names and values of the house rules. Where the source is silent or can be read in
two ways, this is what was chosen beyond the decisions of the rules page:

- The top card taken this turn may not be discarded unless a twin was in the hand before, even if
  that twin was laid meanwhile: identical cards are interchangeable.
- A meld may leave only that card when it can still be laid: going out with it is legal (003.12).
- The gambit's double and block may come before or after the draw, and split may take any card of
  the pile, the oldest too; the newest must reach the table as well, as any chosen card.
- An empty stock ends the hand by itself as soon as no card of the pile can be tabled, also when
  the player on turn spoilt that by a double or a block.
- The last turn under the turn cap still has its claim window.
- The seven-card run may come with other melds of the same turn, in any order, and counts once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from tests.rules.rummy_500.plain_melds import (
    PlainMeld,
    can_reach_table,
    lay_on,
    layoffs,
    make_meld,
    melds_of_three,
    printed,
)
from tests.rules.rummy_500.plain_score import hand_cost, table_points


class Plain:
    """One hand: do one of ``legal`` while there is a seat ``to_act``."""

    def __init__(
        self,
        rules: Mapping[str, object],
        dealer: int,
        hands: Sequence[Sequence[str]],
        stock: Sequence[str],
        *,
        top_is_last: bool = True,
    ) -> None:
        """Deal: the stock's top card starts the pile (003.5); ``stock`` holds it on top."""
        self.rules = rules
        self.dealer = dealer
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock) if top_is_last else list(stock)[::-1]
        self.pile = [self.stock.pop()]
        self.melds: list[PlainMeld] = []
        self.turns = 0
        self.over = False
        self.went_out: int | None = None
        self.by_discard = False
        self.effect: str | None = None
        self.joker_spent = not rules["dealers_joker"]
        """Whether the dealer's joker was used or blocked, or is not in the game."""
        self.duty: str | None = None
        """The card that must reach the table this turn."""
        self.banned: str | None = None
        self.asked: list[int] = []
        """In a claim window: the seats still to ask, the first one next."""
        self.seat = dealer
        self.phase = "gambit"
        self.seen: list[str] = []
        """What came up, for a test that wants to have met it."""
        if not rules["dealers_joker"]:
            self.begin_turn(self.left_of(dealer))
            self.end_if_stuck()

    # -- who and what ----------------------------------------------------------------------------

    def left_of(self, seat: int) -> int:
        """Play goes clockwise, in the gambit too (003.1, C.11.109)."""
        return (seat + 1) % len(self.hands)

    def to_act(self) -> int | None:
        if self.over:
            return None
        return self.asked[0] if self.asked else self.seat

    @property
    def hand(self) -> list[str]:
        return self.hands[self.seat]

    def wild_joker(self) -> list[str]:
        """The dealer may use a wild dealer's joker like one in hand, in the own turn (C.14.144)."""
        usable = self.effect == "wild" and self.seat == self.dealer and not self.joker_spent
        return ["Jo*"] if usable else []

    def can_table(self, card: str, hand: Sequence[str]) -> bool:
        """Return whether a card could be laid this turn from such a hand."""
        return card in hand and can_reach_table(
            self.rules, card, [*hand, *self.wild_joker()], self.melds
        )

    def can_finish(self) -> bool:
        """Return whether the turn can be brought to a legal end from here."""
        if self.duty is not None:
            return self.can_table(self.duty, self.hand)
        if self.hand and all(card == self.banned for card in self.hand):
            return self.can_table(self.hand[0], self.hand)
        return True

    # -- what may be done ------------------------------------------------------------------------

    def legal(self) -> list[str]:
        """Return every action that the rules allow, as text, in no order."""
        if self.over:
            return []
        if self.phase == "gambit":
            return ["gambit wild", "gambit double", "gambit split"]
        if self.asked:
            return ["pass", *self.claims(self.pile[-1])]
        if self.phase == "draw":
            return self.draws() + self.gambits()
        actions = self.plays() + self.gambits()
        # An action takes three cards at most: a long hand keeps something else to discard.
        if self.duty is None and (self.banned is None or len(self.hand) > 4):
            return actions + self.discards()
        return [action for action in actions if self.leads_on(action)] + self.discards()

    def leads_on(self, action: str) -> bool:
        """Return whether the turn can still be finished after an action."""
        trial = copy(self)
        trial.hands = [list(hand) for hand in self.hands]
        trial.melds = [PlainMeld(m.kind, list(m.cards), m.sealed) for m in self.melds]
        trial.do(action)
        return trial.over or trial.can_finish()

    def draws(self) -> list[str]:
        """003.6-003.8; an empty stock leaves the pile, or ends the hand (C.10.94, C.14.140)."""
        draws = ["draw stock"] if self.stock else []
        draws += [f"draw pile {k}" for k in range(1, len(self.pile) + 1) if self.may_take(k)]
        return draws if self.stock else [*draws, "pass"]

    def may_take(self, count: int) -> bool:
        """C.9.87: whoever takes from inside the pile must be able to table the chosen card."""
        if not self.has_duty(count):
            return True
        return self.can_table(self.pile[-count], self.hand + self.pile[-count:])

    def has_duty(self, count: int) -> bool:
        """Only the top card is free, with cards in the stock and by the house rule (003.8)."""
        return count > 1 or bool(self.rules["top_card_duty"]) or not self.stock

    def plays(self) -> list[str]:
        """New melds of three and lay-offs of one card (003.9, 003.10)."""
        held = [*self.hand, *self.wild_joker()]
        actions = {"meld " + " ".join(cards) for cards in melds_of_three(self.rules, held)}
        for number, meld in enumerate(self.melds):
            actions |= {f"layoff {card} {number}" for card in layoffs(self.rules, meld, held)}
        return sorted(actions)

    def discards(self) -> list[str]:
        """A duty comes first; the top card just taken may not go straight back (C.14.142)."""
        if self.duty is not None:
            return []
        return ["discard " + card for card in sorted(set(self.hand)) if card != self.banned]

    def gambits(self) -> list[str]:
        """Using and blocking the dealer's joker in the own turn (C.14.144)."""
        if self.joker_spent:
            return []
        if self.seat != self.dealer:
            return ["block"] if "Jo" in self.hand and len(self.hand) > 1 else []
        if self.effect == "double":
            numbers = range(len(self.melds))
            return [f"use double {number}" for number in numbers if not self.melds[number].sealed]
        if self.effect == "split" and self.phase == "draw":
            return [
                f"use split {k}"
                for k in range(1, len(self.pile) + 1)
                if self.can_table(self.pile[-k], self.hand + self.pile[-k:])
            ]
        return []

    def claims(self, card: str) -> list[str]:
        """003.25: the discard may be laid on a meld that it fits, a joker by naming its card."""
        return [
            f"rummy {number}" if part == card else f"rummy {part} {number}"
            for number, meld in enumerate(self.melds)
            for part in layoffs(self.rules, meld, [card])
        ]

    # -- doing it --------------------------------------------------------------------------------

    def apply(self, action: str) -> None:
        """Do one of the ``legal`` actions; others are not refused."""
        self.do(action)
        self.end_if_stuck()

    def end_if_stuck(self) -> None:
        """C.14.140: where no draw is possible at all the hand ends by itself."""
        stuck = self.phase == "draw" and not self.stock and self.draws() == ["pass"]
        if stuck and not self.over:
            self.seen.append("no draw possible")
            self.over = True

    def do(self, action: str) -> None:
        word, _, rest = action.partition(" ")
        if self.asked:
            self.answer(word, rest)
        elif word == "gambit":
            self.effect = rest
            self.begin_turn(self.left_of(self.dealer))
        elif word == "draw":
            self.draw(rest)
        elif word == "use":
            self.use(*rest.split())
        elif word == "block":
            self.hand.remove("Jo")
            self.joker_spent = True
        elif word == "pass":
            self.over = True
        elif word == "discard":
            self.discard(rest)
        else:
            self.lay(word, rest.split())

    def begin_turn(self, seat: int) -> None:
        """Begin a turn, unless the turn cap is reached (C.14.139)."""
        self.seat, self.phase = seat, "draw"
        self.duty = self.banned = None
        if self.turns >= int(str(self.rules["max_turns"])) * len(self.hands):
            self.seen.append("turn cap")
            self.over = True
        self.turns += 1

    def draw(self, source: str) -> None:
        """Take the stock's top card, or some cards of the pile with the chosen one deepest."""
        self.phase = "play"
        if source == "stock":
            self.hand.append(self.stock.pop())
            return
        count = int(source.split()[1])
        chosen = self.pile[-count]
        if self.has_duty(count):
            self.duty = chosen
        elif chosen not in self.hand:
            self.banned = chosen
        self.take(count)

    def take(self, count: int) -> None:
        """003.7: the cards above the chosen one come along."""
        self.hand.extend(self.pile[-count:])
        del self.pile[-count:]

    def use(self, effect: str, number: str) -> None:
        """Double a meld and seal it; or split the pile in place of a draw (C.11.107)."""
        self.joker_spent = True
        if effect == "double":
            self.melds[int(number)].sealed = True
            return
        self.duty = self.pile[-int(number)]
        self.take(int(number))
        self.pile.clear()
        self.phase = "play"

    def lay(self, word: str, parts: list[str]) -> None:
        """Lay a new meld or extend one; a hand that is empty then has gone out (003.12)."""
        if word == "meld":
            cards = parts
            self.melds.append(make_meld(cards, self.seat, self.turns))
        else:
            cards = parts[:1]
            lay_on(self.rules, self.melds[int(parts[1])], cards[0], self.seat, self.turns)
        for card in map(printed, cards):
            if card == "Jo*":
                self.joker_spent = True
            else:
                self.hand.remove(card)
            if card == self.duty:
                self.duty = None
        if not self.hand:
            self.go_out(by_discard=False)

    def discard(self, card: str) -> None:
        """End the turn; a card that fits a meld may be claimed by the others (C.14.143)."""
        self.hand.remove(card)
        self.pile.append(card)
        if not self.hand:
            self.go_out(by_discard=True)
        elif self.rules["rummy_call"] and self.claims(card):
            self.asked = [
                (self.seat + step) % len(self.hands) for step in range(1, len(self.hands))
            ]
        else:
            self.begin_turn(self.left_of(self.seat))

    def answer(self, word: str, rest: str) -> None:
        """The first claim ends the window; the order of turns stays (C.11.100)."""
        seat = self.asked.pop(0)
        if word == "rummy":
            *named, number = rest.split()
            card = self.pile.pop()
            # A claimed card was laid in nobody's turn, so it is never "laid together".
            lay_on(self.rules, self.melds[int(number)], named[0] if named else card, seat, -1)
            self.asked = []
        if not self.asked:
            self.begin_turn(self.left_of(self.seat))

    def go_out(self, *, by_discard: bool) -> None:
        self.over, self.went_out, self.by_discard = True, self.seat, by_discard

    # -- the score -------------------------------------------------------------------------------

    def hand_points(self) -> list[int]:
        """Return each seat's points, partners both those of their side (003.13, 003.20)."""
        own = [
            table_points(self.rules, self.melds, seat) - hand_cost(self.rules, hand)
            for seat, hand in enumerate(self.hands)
        ]
        if self.went_out is not None:
            own[self.went_out] += int(str(self.rules["going_out_bonus"]))
            if self.by_discard and self.laid_seven_run():
                self.seen.append("seven-card run")
                own[self.went_out] += int(str(self.rules["seven_run_bonus"]))
        return [sum(own[mate] for mate in self.side_of(seat)) for seat in range(len(own))]

    def laid_seven_run(self) -> bool:
        """003.26, C.11.101: a run of exactly seven, all laid in the turn that went out."""
        return any(
            meld.kind == "run"
            and len(meld.cards) == 7
            and all((card.seat, card.turn) == (self.seat, self.turns) for card in meld.cards)
            for meld in self.melds
        )

    def side_of(self, seat: int) -> list[int]:
        """Partners sit opposite (C.11.103)."""
        players = len(self.hands)
        return sorted({seat, (seat + players // 2) % players}) if self.rules["partners"] else [seat]
