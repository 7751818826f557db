"""What a hand can put on the table in one turn.

Runs before sets, or sets before runs: the better of the two counts; then lay-offs, then jokers
(``jokers``). A card that must reach the table is, where that leaves it in hand, melded first in
each way there is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import jokers
from cards import COUNT, HIGH_ACE, JOKER, PIPS, SUITS, TEXT, TRIOS
from melds import FULL_SET, IN_SET, LEAST, Meld, in_order, meld_of
from table import Table


class Plan:
    """What is tabled: its ``points``, net of what they bring the opponents, and the ``steps``.

    ``left`` are the cards that stay in hand, ``jokers`` how many jokers do; ``melds`` are those
    that take cards after the steps. ``wait`` is what the use of a joker must bring.
    """

    def __init__(self, table: Table, hand: Sequence[int], star: bool, wait: int) -> None:
        self.table = table
        self.left = [card for card in hand if card != JOKER]
        self.jokers = len(hand) - len(self.left)
        self.star, self.wait = star, wait
        self.points = 0.0
        self.steps: list[str] = []
        self.tabled: list[int] = []
        self.melds = dict(table.openings)
        self.first = self.next = len(table.view["melds"])

    @property
    def rest(self) -> list[int]:
        """The cards that stay in hand, jokers too."""
        return [*self.left, *[JOKER] * self.jokers]

    def fill(self, runs_first: bool) -> Plan:
        """Table what can be; return the plan itself."""
        if runs_first:
            self._make_runs()
        self._make_sets()
        self._make_runs()
        self.lay_off()
        jokers.use(self)
        return self

    # -- melds and lay-offs --------------------------------------------------------------------

    def _make_runs(self) -> None:
        """Meld every run, the longest of each suit first."""
        for suit in range(len(SUITS)):
            while (run := self._longest_run(suit)) is not None:
                self.meld(run, run.run)

    def _longest_run(self, suit: int) -> Meld | None:
        """Return the longest run of a suit; an ace lies at one end of it only."""
        ranks = {card % COUNT for card in self.left if card // COUNT == suit}
        if len(ranks) < LEAST:
            return None
        best, low = (0, 0, 0), None
        for slot in range(HIGH_ACE + 1):
            if slot % COUNT not in ranks or (low == 0 and slot == HIGH_ACE):
                low = None
                continue
            low = slot if low is None else low
            best = max(best, (slot - low + 1, low, slot))
        return Meld(suit, *best[1:]) if best[0] >= LEAST else None

    def _make_sets(self) -> None:
        """Meld every set."""
        counts = [0] * COUNT
        for card in self.left:
            counts[card % COUNT] += 1
        for rank, count in enumerate(counts):
            if count >= LEAST:
                cards = [card for card in self.left if card % COUNT == rank]
                cards = sorted(cards if self.table.identical else set(cards))[:FULL_SET]
                if len(cards) >= LEAST:
                    self.meld(Meld(faces=tuple(cards)), cards)

    def meld(self, meld: Meld, cards: Sequence[int]) -> None:
        """Meld cards of the hand, three of them and then the others."""
        self.do("meld " + " ".join(TEXT[card] for card in cards[:LEAST]), cards[:LEAST])
        for card in cards[LEAST:]:
            self.do(f"layoff {TEXT[card]} {self.next}", [card])
        points = sum(self.worth(card) for card in meld.faces) or meld.points
        doubled = len(meld.faces) == FULL_SET and self.table.rules["four_of_a_kind"] != "single"
        self.add(meld, points * (1 + doubled))

    def lay_off(self) -> None:
        """Lay off every card of the hand that a meld takes, until none does."""
        while (found := self._next_lay_off()) is not None:
            number, card, slot = found
            self.extend(number, card, slot, TEXT[card], [card])

    def _next_lay_off(self) -> tuple[int, int, int] | None:
        """Return a lay-off that brings points: the meld, the card, its slot."""
        for number, meld in self.melds.items():
            for card, slot in meld.takes(self.table.identical).items():
                held = card in self.left or (card == JOKER and self.jokers > 0)
                if held and self.gain(number, card, slot) > 0:
                    return number, card, slot
        return None

    # -- points --------------------------------------------------------------------------------

    def worth(self, card: int) -> int:
        """Return what a card counts in a set."""
        return int(self.table.rules["joker_value"]) if card == JOKER else PIPS[card]

    def gain(self, number: int, card: int, slot: int) -> float:
        """Return what a lay-off brings, less what the doubling of a set brings the opponents."""
        meld, own = self.melds[number], self.worth(card)
        if slot != IN_SET:
            return 1 if slot == 0 else own
        if len(meld.faces) < FULL_SET - 1 or self.table.rules["four_of_a_kind"] == "single":
            return own
        if number >= self.first:
            return own * (FULL_SET + 1)
        if self.table.rules["four_of_a_kind"] == "double":
            return 2 * own + self.table.margin(number)
        return own

    # -- the books -----------------------------------------------------------------------------

    def extend(self, number: int, face: int, slot: int, item: str, cards: Sequence[int]) -> None:
        """Lay an item off on a meld; ``cards`` are those that leave the hand."""
        if cards:
            self.points += self.gain(number, face, slot)
        self.do(f"layoff {item} {number}", cards)
        self.melds[number] = self.melds[number].with_card(face, slot)

    def do(self, step: str, cards: Sequence[int]) -> None:
        """Note a step and take its cards out of the hand."""
        self.steps.append(step)
        self.tabled += cards
        for card in cards:
            if card == JOKER:
                self.jokers -= 1
            else:
                self.left.remove(card)

    def add(self, meld: Meld, points: float) -> None:
        """Note a new meld."""
        self.melds[self.next] = meld
        self.next += 1
        self.points += points


def best_plan(table: Table, hand: Sequence[int], star: bool, duty: int | None) -> Plan | None:
    """Return the plan that brings most points; ``None`` when none is found that meets the duty."""
    wait = 0 if duty == JOKER else 1 if table.late else jokers.WAIT
    plans = [Plan(table, hand, star, wait).fill(runs_first) for runs_first in (True, False)]
    best = max(plans, key=lambda plan: plan.points)
    if duty is None or duty in best.tabled:
        return best
    if duty != JOKER:
        plans += _with_duty_first(table, hand, star, duty)
    return max(
        (plan for plan in plans if duty in plan.tabled),
        default=None,
        key=lambda plan: plan.points,
    )


def _with_duty_first(table: Table, hand: Sequence[int], star: bool, duty: int) -> Iterator[Plan]:
    """Yield the plans that begin with a meld of a card, with one joker or none."""
    for pair in TRIOS[duty]:
        missing = [card for card in pair if card not in hand]
        plan = Plan(table, hand, star, jokers.WAIT)
        if not missing:
            cards = in_order((duty, *pair))
            plan.meld(meld_of(cards), cards)
        elif len(missing) == 1 and jokers.has(plan):
            (other,) = (card for card in pair if card in hand)
            jokers.meld(plan, missing[0], (duty, other))
        else:
            continue
        yield plan.fill(runs_first=True)
