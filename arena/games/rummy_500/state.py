"""One game of 500 Rum in progress: whose turn it is, what was done, how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from arena.core.cards import JOKER, Card
from arena.core.seeds import shuffled
from arena.games.contract import (
    Action,
    Deal,
    LogEntry,
    Outcome,
    Seat,
    Settled,
    Turn,
    Violation,
    forfeit_outcome,
    outcome_of,
)
from arena.games.rummy_500 import refusals
from arena.games.rummy_500.actions import (
    EFFECTS,
    NO_ITEM,
    PASS,
    Kind,
    card_of,
    items_of,
    kind_of,
    number_of,
    target_of,
)
from arena.games.rummy_500.dealing import (
    all_cards,
    cut_for_deal,
    deal_out,
    next_dealer,
    refuse_wrong_deal,
)
from arena.games.rummy_500.hands import Hand
from arena.games.rummy_500.legal import claims, draws, find_legal
from arena.games.rummy_500.melds import shape_of
from arena.games.rummy_500.rules import RummyRules
from arena.games.rummy_500.scoring import (
    bonus_points,
    final_scores,
    game_end,
    hand_points,
    per_side,
    table_points,
)
from arena.games.rummy_500.table import Laid, Meld
from arena.games.rummy_500.view import RummyView, build_view


class Phase(StrEnum):
    """What is due; the values of the decisions stand in the protocol."""

    DEAL = "deal"
    GAMBIT = "gambit"
    DRAW = "draw"
    MELD = "meld"
    CLAIM = "claim"
    OVER = "over"


NOTHING_DUE = frozenset({Phase.DEAL, Phase.OVER})


class Star(StrEnum):
    """What became of the dealer's joker; the values stand in the protocol."""

    READY = "ready"
    USED = "used"
    BLOCKED = "blocked"


class Ending(StrEnum):
    """Why a deal ended: a player went out, the stock gave out, or the cap of turns."""

    OUT = "out"
    STOCK = "stock"
    TURNS = "turns"


class RummyState:
    """One game in progress, a ``contract.State``."""

    def __init__(self, rules: RummyRules) -> None:
        self.rules = rules
        self.wild = rules.jokers_wild
        self.identical = rules.identical_in_sets
        self.log: list[LogEntry] = []
        self.phase = Phase.DEAL
        self.outcome: Outcome | None = None
        self.scores: tuple[int, ...] = (0,) * len(rules.sides)
        self.side_of = {seat: side for side, seats in enumerate(rules.sides) for seat in seats}
        self.deal: Deal | None = None
        self._legal: tuple[Action, ...] | None = None
        self._clear(dealer=0)

    def _clear(self, dealer: Seat) -> None:
        """Forget the last deal."""
        self.dealer = dealer
        self.hands: list[Hand] = []
        self.known = [Hand() for _ in range(self.rules.players)]
        self.stock: list[Card] = []
        self.pile: list[Card] = []
        self.melds: list[Meld] = []
        self.out_of_play: list[Card] = []
        self.effect: str | None = None
        self.star: Star | None = Star.READY if self.rules.dealers_joker else None
        self.turn: Seat = dealer
        self.turns = 0
        self.steps = 0
        self.duty: Card | None = None
        self.banned: Card | None = None
        self.claimers: list[Seat] = []

    # -- what is due ---------------------------------------------------------------------------

    @property
    def to_act(self) -> Seat | None:
        """The seat to act, or ``None`` when a deal is due or the game is over."""
        if self.claimers:
            return self.claimers[0]
        return None if self.phase in NOTHING_DUE else self.turn

    @property
    def place(self) -> tuple[int, int, int]:
        """The address of the decision that is due: deal, turn (0: the gambit), action in it."""
        return self.number, self.turns, self.steps + 1

    @property
    def number(self) -> int:
        """The number of the deal, 0 before the first."""
        return self.deal.number if self.deal else 0

    # -- dealing -------------------------------------------------------------------------------

    def shuffle(self, seed: bytes) -> Deal:
        """Return the next deal; the seed of the first one also cuts for the dealer (A.003.3)."""
        if self.deal is None:
            number, dealer = 1, cut_for_deal(seed, self.rules.players)
        else:
            number, dealer = self.number + 1, next_dealer(self.rules, self.dealer)
        cards = list(all_cards(self.rules))
        if self.rules.dealers_joker:
            cards.remove(JOKER)
        return deal_out(self.rules, shuffled(seed, cards), dealer, number)

    def begin(self, deal: Deal) -> None:
        """Start the next deal; ``ValueError`` when it is not one of this game."""
        if self.phase is not Phase.DEAL:
            raise ValueError("no deal is due")
        refuse_wrong_deal(self.rules, deal)
        self._clear(deal.dealer)
        self.deal = deal
        self.hands = [Hand.of(hand) for hand in deal.hands]
        self.stock = list(reversed(deal.stock))
        self.pile = [self.stock.pop()]
        self._legal = None
        self.log.append(deal)
        if self.rules.dealers_joker:
            self.phase = Phase.GAMBIT
        else:
            self._next_turn()

    # -- legality ------------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        """Return every legal action, in a fixed order."""
        if self._legal is None:
            self._legal = tuple(find_legal(self))
        return self._legal

    def check(self, action: Action) -> Violation | None:
        """Return why the seat to act may not do this, or ``None`` when it may."""
        return None if action in self.legal_actions() else refusals.explain(self, action)

    def dealer_may_use(self, effect: str) -> bool:
        """Return whether it is the dealer's turn and his joker has this effect still to give."""
        return self.effect == effect and self.star is Star.READY and self.turn == self.dealer

    def star_is_wild(self) -> bool:
        """Return whether the seat whose turn it is may lay the dealer's joker as a wild card."""
        return self.dealer_may_use("wild")

    # -- the flow ------------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        """Do a legal action; ``ValueError`` with the reason when it is not legal."""
        violation = self.check(action)
        seat = self.to_act
        if violation is not None or seat is None:
            raise ValueError(violation.text if violation else "nothing is due")
        self._legal = None
        self.log.append((seat, action))
        self.steps += 1
        self._do(seat, action)

    def _do(self, seat: Seat, action: Action) -> None:
        match kind_of(action):
            case Kind.DRAW_STOCK:
                self.hands[seat].add(self.stock.pop())
                self.phase = Phase.MELD
            case Kind.DRAW_PILE:
                self._draw_pile(seat, number_of(action))
            case Kind.MELD | Kind.LAYOFF:
                self._lay(seat, action)
            case Kind.DISCARD:
                self._discard(seat, number_of(action))
            case Kind.PASS:
                self._pass()
            case Kind.RUMMY:
                self._claim(seat, action)
            case _:
                self._do_gambit(seat, action)

    def _draw_pile(self, seat: Seat, count: int) -> None:
        """Take cards from the pile; the deepest must be tabled, or may not be discarded."""
        deepest = self.pile[-count]
        if count > 1 or not self.stock or self.rules.top_card_duty:
            self.duty = deepest
        elif not self.hands[seat].count(deepest):
            self.banned = deepest  # its twin may go, and nobody can tell twins apart (C.14.142)
        self._take(seat, count)

    def _take(self, seat: Seat, count: int) -> None:
        """Move cards from the top of the pile to a hand; all know them from now on."""
        cards = self.pile[-count:]
        del self.pile[-count:]
        for card in cards:
            self.hands[seat].add(card)
            self.known[seat].add(card)
        self.phase = Phase.MELD

    def _give(self, seat: Seat, card: Card) -> None:
        """Take a card out of a hand, in the sight of all."""
        self.hands[seat].remove(card)
        if self.known[seat].count(card):
            self.known[seat].remove(card)
        if card == self.banned:
            self.banned = None

    def _lay(self, seat: Seat, action: Action) -> None:
        """Put cards on the table; the deal ends when they were the last (A.003.12)."""
        items = items_of(action)
        for item in items:
            card = card_of(item)
            if card is None:
                self.star = Star.USED
                continue
            self._give(seat, card)
            if card == self.duty:
                self.duty = None
        laid = [Laid(item, seat, self.turns) for item in items]
        if kind_of(action) == Kind.MELD:
            shape = shape_of(items, identical=self.identical)
            self.melds.append(Meld(shape, laid, self.turns))
        else:
            self.melds[target_of(action)].lay_off(laid[0])
        if not self.hands[seat]:
            self._settle(Ending.OUT, seat)

    def _discard(self, seat: Seat, card: Card) -> None:
        """End a turn: the deal ends, a claim window opens, or the next player draws."""
        self._give(seat, card)
        self.pile.append(card)
        if not self.hands[seat]:
            self._settle(Ending.OUT, seat, discarded=True)
        elif self.rules.rummy_call and claims(self):
            others = range(1, self.rules.players)
            self.claimers = [(seat + step) % self.rules.players for step in others]
            self.phase = Phase.CLAIM
        else:
            self._next_turn()

    def _pass(self) -> None:
        """Let a claim go by; or, with an empty stock, decline the pile and end the deal."""
        if self.phase is Phase.DRAW:
            self._settle(Ending.STOCK, None)
            return
        del self.claimers[0]
        if not self.claimers:
            self._next_turn()

    def _claim(self, seat: Seat, action: Action) -> None:
        """Lay the card just discarded on a meld: the first claim closes the window (C.14.143)."""
        card = self.pile.pop()
        (item,) = items_of(action)
        laid = Laid(card if item == NO_ITEM else item, seat, self.turns)
        self.melds[target_of(action)].lay_off(laid)
        self.claimers = []
        self._next_turn()

    def _do_gambit(self, seat: Seat, action: Action) -> None:
        """Name, use or block the dealer's joker."""
        kind, number = kind_of(action), number_of(action)
        if kind == Kind.GAMBIT:
            self.effect = EFFECTS[number]
            self._next_turn()
        elif kind == Kind.USE_SPLIT:
            self.star = Star.USED
            self.duty = self.pile[-number]
            self._take(seat, number)
            self.out_of_play += self.pile
            self.pile = []
        elif kind == Kind.USE_DOUBLE:
            self.star = Star.USED
            self.melds[number].sealed = True
            self._end_without_draw()
        else:
            self.star = Star.BLOCKED
            self._give(seat, JOKER)
            self.out_of_play.append(JOKER)
            self._end_without_draw()

    def _next_turn(self) -> None:
        """Give the turn to the next player clockwise, or end the deal at the cap (C.14.139)."""
        if self.turns == self.rules.max_turns * self.rules.players:
            self._settle(Ending.TURNS, None)
            return
        self.turns += 1
        self.duty = self.banned = None
        self.turn = (self.turn + 1) % self.rules.players
        self.steps = 0
        self.phase = Phase.DRAW
        self._end_without_draw()

    def _end_without_draw(self) -> None:
        """End a deal in which the player who must draw cannot (C.14.140)."""
        if self.phase is Phase.DRAW and not self.stock and not draws(self):
            self._settle(Ending.STOCK, None)

    # -- the end of a deal and of the game -----------------------------------------------------

    def _settle(self, ending: Ending, out: Seat | None, *, discarded: bool = False) -> None:
        """Score a finished deal and end the game, or wait for the next deal."""
        rules = self.rules
        table = table_points(rules, self.melds)
        hands = [hand_points(rules, hand) for hand in self.hands]
        bonus = [0] * rules.players
        if out is not None:
            bonus[out] = bonus_points(rules, self.melds, self.turns, discarded=discarded)
        points = per_side(rules, [t - h + b for t, h, b in zip(table, hands, bonus, strict=True)])
        self.scores = tuple(old + new for old, new in zip(self.scores, points, strict=True))
        details = {
            "ended": str(ending),
            "out": out,
            "table": table,
            "hands": hands,
            "bonus": bonus,
        }
        by_seat = self._by_seat
        self.log.append(Settled(self.number, by_seat(points), by_seat(self.scores), details))
        self.phase = Phase.DEAL
        self._end_game()

    def _by_seat(self, values: Sequence[int]) -> tuple[int, ...]:
        return tuple(values[self.side_of[seat]] for seat in range(self.rules.players))

    def _end_game(self) -> None:
        end = game_end(self.rules, self.scores, self.number)
        if end is not None:
            reason, winners = end
            scores = final_scores(self.rules, self.scores, winners)
            self.outcome = outcome_of(scores, winners, self.rules.sides, reason)
            self.phase = Phase.OVER

    def forfeit(self, seat: Seat) -> Outcome:
        """Return the outcome when a seat's fault loses the game: its side has minus the target."""
        return forfeit_outcome(self.scores, seat, self.rules.sides, -self.rules.target)

    # -- what a seat may know ------------------------------------------------------------------

    def sees(self, seat: Seat, turn: Turn) -> bool:
        """Return whether a seat may know of a turn: passes are private.

        The players of a claim window are told nothing of one another; a pass that ends the deal
        stands in its result.
        """
        actor, action = turn
        return actor == seat or action != PASS

    def view(self, seat: Seat) -> RummyView:
        """Return all that a seat may know (see ``view``)."""
        return build_view(self, seat)
