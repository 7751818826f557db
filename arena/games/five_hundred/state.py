"""The flow of a game: deal, auction, kitty, nomination, ten tricks, score; and again.

``FiveHundredState`` asks the small modules beside it: ``bids`` what may be called, ``tricks`` what
may be played, ``scoring`` what it was worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from arena.core.cards import (
    CARD_TEXT,
    JOKER,
    JOKER_BIT,
    SUITS,
    Card,
    Mask,
    cards_in,
    mask_of,
    texts,
)
from arena.core.seeds import below, derive, shuffled
from arena.games.contract import (
    Action,
    Deal,
    EndReason,
    LogEntry,
    Outcome,
    Seat,
    Settled,
    Turn,
    Violation,
    forfeit_outcome,
    outcome_of,
)
from arena.games.five_hundred import refusals
from arena.games.five_hundred.actions import (
    BID,
    DISCARD,
    LEAD_JOKER,
    NOMINATE,
    NOMINATE_NONE,
    PASS,
)
from arena.games.five_hundred.bids import (
    BID_TEXT,
    NO_TRUMPS,
    OPEN_MISERE,
    Bid,
    denomination_of,
    higher_bids,
    is_misere,
)
from arena.games.five_hundred.dealing import deal_out, pack
from arena.games.five_hundred.rules import HAND_SIZE, TRICKS, FiveHundredRules
from arena.games.five_hundred.scoring import DealResult, best, game_end, new_scores
from arena.games.five_hundred.tricks import CardPlay
from arena.games.five_hundred.trumps import NO_SUIT
from arena.games.five_hundred.view import FiveHundredView, PlayedTrick, build_view


class Phase(StrEnum):
    """What is due; the values of the decisions stand in the protocol."""

    DEAL = "deal"
    AUCTION = "auction"
    DISCARD = "discard"
    NOMINATE = "nominate"
    PLAY = "play"
    OVER = "over"


class FiveHundredState:
    """One game in progress, a ``contract.State``."""

    def __init__(self, rules: FiveHundredRules) -> None:
        self.rules = rules
        self.log: list[LogEntry] = []
        self.phase = Phase.DEAL
        self.outcome: Outcome | None = None
        self.scores: tuple[int, ...] = (0,) * len(rules.sides)
        self.side_of = {seat: side for side, seats in enumerate(rules.sides) for seat in seats}
        self.passed_out = 0
        self.deal: Deal | None = None
        self._legal: tuple[Action, ...] | None = None
        self._clear(dealer=0)

    def _clear(self, dealer: Seat) -> None:
        """Forget the last deal."""
        self.dealer = dealer
        self.hands: list[Mask] = []
        self.turn: Seat = (dealer + 1) % self.rules.players
        self.calls: list[tuple[Seat, Bid | None]] = []
        self.passed: set[Seat] = set()
        self.contract: Bid | None = None
        self.declarer: Seat | None = None
        self.kitty: Mask = 0
        self.discarded: Mask = 0
        self.card_play: CardPlay | None = None
        self.tricks_won = [0] * self.rules.players
        self.past_tricks: list[PlayedTrick] = []
        self.steps = 0

    # -- what is due ---------------------------------------------------------------------------

    @property
    def to_act(self) -> Seat | None:
        """The seat to act, or ``None`` when a deal is due or the game is over."""
        return None if self.phase is Phase.DEAL or self.phase is Phase.OVER else self.turn

    @property
    def place(self) -> tuple[int, int, int]:
        """The address of the decision that is due: deal, trick (0: before the lead), action."""
        number = self.deal.number if self.deal else 0
        if self.card_play is None or self.phase is Phase.NOMINATE:
            return number, 0, self.steps + 1
        return number, self.card_play.number, len(self.card_play.cards) + 1

    # -- dealing -------------------------------------------------------------------------------

    def shuffle(self, seed: bytes) -> Deal:
        """Return the next deal; the seed of the first one also draws the dealer (C.1 silent)."""
        if self.deal is None:
            number, dealer = 1, below(derive(seed, "dealer"), self.rules.players)
        else:
            number, dealer = self.deal.number + 1, (self.dealer + 1) % self.rules.players
        cards = shuffled(seed, pack(self.rules.jokers))
        hands, kitty = deal_out(cards, self.rules.deal_pattern, dealer, self.rules.players)
        return Deal(number, dealer, hands, kitty)

    def begin(self, deal: Deal) -> None:
        """Start the next deal; ``ValueError`` when it is not one of this game."""
        self._refuse_wrong_deal(deal)
        self._clear(deal.dealer)
        self.deal = deal
        self.hands = [mask_of(hand) for hand in deal.hands]
        self.kitty = mask_of(deal.kitty)
        self.phase = Phase.AUCTION
        self._legal = None
        self.log.append(deal)

    def _refuse_wrong_deal(self, deal: Deal) -> None:
        if self.phase is not Phase.DEAL:
            raise ValueError("no deal is due")
        cards = [card for hand in (*deal.hands, deal.kitty) for card in hand]
        if sorted(cards) != sorted(pack(self.rules.jokers)):
            raise ValueError("the cards dealt are not the pack")
        sizes = [len(hand) for hand in deal.hands]
        if sizes != [HAND_SIZE] * self.rules.players:
            raise ValueError(f"hands of {sizes} cards: each player gets {HAND_SIZE}")
        if not 0 <= deal.dealer < self.rules.players:
            raise ValueError(f"no seat {deal.dealer} to deal")

    # -- legality ------------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        """Return every legal action, in a fixed order: passes first, cards ascending."""
        if self._legal is None:
            self._legal = tuple(self._find_legal())
        return self._legal

    def _find_legal(self) -> list[Action]:
        if self.phase is Phase.PLAY:
            return self._legal_plays()
        if self.phase is Phase.AUCTION:
            return [PASS, *(BID + bid for bid in higher_bids(self.rules, self.contract))]
        if self.phase is Phase.DISCARD:
            return [DISCARD + card for card in cards_in(self.hands[self.turn])]
        if self.phase is Phase.NOMINATE:
            return [*range(NOMINATE, NOMINATE_NONE + 1)]
        return []

    def _legal_plays(self) -> list[Action]:
        play = self._play
        hand = self.hands[self.turn]
        mask = play.playable(self.turn, hand)
        if play.cards or not mask & JOKER_BIT or not play.joker_is_free:
            return cards_in(mask)
        names = play.joker_names(self.turn, hand)
        leads = [LEAD_JOKER + suit for suit in range(4) if names >> suit & 1]
        return [*cards_in(mask ^ JOKER_BIT), *leads]

    @property
    def _play(self) -> CardPlay:
        """The play of the deal; only asked for in the play phase."""
        if self.card_play is None:
            raise ValueError("no card may be played yet")
        return self.card_play

    def check(self, action: Action) -> Violation | None:
        """Return why the seat to act may not do this, or ``None`` when it may."""
        return None if action in self.legal_actions() else refusals.explain(self, action)

    # -- the flow ------------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        """Do a legal action; ``ValueError`` with the reason when it is not legal."""
        violation = self.check(action)
        if violation is not None:
            raise ValueError(violation.text)
        self._legal = None
        self.log.append((self.turn, action))
        self.steps += 1
        if self.phase is Phase.PLAY:
            self._play_card(action)
        elif self.phase is Phase.AUCTION:
            self._call(action)
        elif self.phase is Phase.DISCARD:
            self._discard(action - DISCARD)
        else:
            self._start_play(action - NOMINATE)

    def _call(self, action: Action) -> None:
        """Take a call; the auction ends when one player is left who holds a bid (C.3.29)."""
        if action == PASS:
            self.calls.append((self.turn, None))
            self.passed.add(self.turn)
        else:
            self.contract, self.declarer = action - BID, self.turn
            self.calls.append((self.turn, self.contract))
        if self._auction_is_over():
            self._end_auction()
        else:
            self.turn = self._next_caller()

    def _auction_is_over(self) -> bool:
        if self.rules.auction == "one-round":
            return len(self.calls) == self.rules.players
        still_in = self.rules.players - len(self.passed)
        return still_in == 0 or (still_in == 1 and self.contract is not None)

    def _next_caller(self) -> Seat:
        """Return the next seat clockwise that has not passed (A.004.6)."""
        seat = self.turn
        while True:
            seat = (seat + 1) % self.rules.players
            if seat not in self.passed:
                return seat

    def _end_auction(self) -> None:
        if self.declarer is not None:
            self.hands[self.declarer] |= self.kitty
            self.turn, self.phase = self.declarer, Phase.DISCARD
        elif self.rules.all_pass == "redeal":
            self._throw_in()
        else:
            self.turn = self.dealer
            if self.rules.all_pass == "no-trump-forehand":
                self.turn = (self.dealer + 1) % self.rules.players
            self._start_play(NO_SUIT)

    def _throw_in(self) -> None:
        """End a deal that nobody bid on: no points, the next dealer deals."""
        self._settle(DealResult(None, None, (0,) * len(self.rules.sides)))

    def _discard(self, card: Card) -> None:
        """Take one card out of play; after the last one the play begins (A.004.9)."""
        self.hands[self.turn] ^= 1 << card
        self.discarded |= 1 << card
        if self.discarded.bit_count() < self.rules.kitty_size:
            return
        no_trumps = self.contract is not None and denomination_of(self.contract) == NO_TRUMPS
        if self.rules.joker_nominate and no_trumps and self.hands[self.turn] & JOKER_BIT:
            self.phase = Phase.NOMINATE
        else:
            self._start_play(NO_SUIT)

    def _start_play(self, joker_suit: int) -> None:
        """Begin trick one; ``self.turn`` leads (A.004.10)."""
        trump = NO_TRUMPS if self.contract is None else denomination_of(self.contract)
        misere = self.contract is not None and is_misere(self.contract)
        self.card_play = CardPlay(
            self.rules, trump, misere, self._playing_seats(misere), self.turn, joker_suit
        )
        self.phase = Phase.PLAY

    def _playing_seats(self, misere: bool) -> tuple[Seat, ...]:
        """Return the seats that play: a misère declarer's partner lays his cards down (A.004.7)."""
        seats = tuple(range(self.rules.players))
        if not misere or self.declarer is None or not self.rules.misere_partner_out:
            return seats
        side = self.side_of[self.declarer]
        return tuple(s for s in seats if s == self.declarer or self.side_of[s] != side)

    def _play_card(self, action: Action) -> None:
        play, seat = self._play, self.turn
        card, named = (JOKER, action - LEAD_JOKER) if action >= LEAD_JOKER else (action, NO_SUIT)
        self.hands[seat] ^= 1 << card
        winner = play.play(seat, card, named)
        if winner is not None:
            self._end_trick(play, winner)
        if self.phase is Phase.PLAY:
            self.turn = play.next_seat()

    def _end_trick(self, play: CardPlay, winner: Seat) -> None:
        self.tricks_won[winner] += 1
        self.past_tricks.append(PlayedTrick(play.leader, self.table(), SUITS[play.led], winner))
        lost = play.misere and winner == self.declarer and self.rules.misere_stops_when_lost
        if play.number == TRICKS or lost:
            self._settle(self._result())
        else:
            play.next_trick()

    def table(self) -> list[str]:
        """Return the cards of the trick in progress as text; a led joker names its suit."""
        if self.card_play is None:
            return []
        words = [CARD_TEXT[card] for _, card in self.card_play.cards]
        if words and words[0] == "Jo" and self.card_play.joker_is_free:
            words[0] = f"Jo={SUITS[self.card_play.led]}"
        return words

    def _result(self) -> DealResult:
        tricks = tuple(sum(self.tricks_won[s] for s in seats) for seats in self.rules.sides)
        declaring = None if self.declarer is None else self.side_of[self.declarer]
        own = None if self.declarer is None else self.tricks_won[self.declarer]
        return DealResult(self.contract, declaring, tricks, own)

    # -- the end of a deal and of the game -----------------------------------------------------

    def _settle(self, result: DealResult) -> None:
        """Score a finished deal and end the game, or wait for the next deal."""
        old, self.scores = self.scores, new_scores(self.rules, self.scores, result)
        thrown_in = result.contract is None and not any(result.tricks)
        self.passed_out = self.passed_out + 1 if thrown_in else 0
        points = [new - before for new, before in zip(self.scores, old, strict=True)]
        self.log.append(self._settled(result, points))
        self.phase = Phase.DEAL
        self._end_game(result)

    def _settled(self, result: DealResult, points: Sequence[int]) -> Settled:
        details = {
            "contract": None if result.contract is None else BID_TEXT[result.contract],
            "declarer": self.declarer,
            "made": result.made if result.contract is not None else None,
            "tricks": list(self.tricks_won),
        }
        return Settled(self._number, self._by_seat(points), self._by_seat(self.scores), details)

    @property
    def _number(self) -> int:
        return self.deal.number if self.deal else 0

    def _by_seat(self, values: Sequence[int]) -> tuple[int, ...]:
        return tuple(values[self.side_of[seat]] for seat in range(self.rules.players))

    def _end_game(self, result: DealResult) -> None:
        end = game_end(self.rules, self.scores, result)
        capped = self._number >= self.rules.max_deals
        if end is None and (capped or self.passed_out >= self.rules.max_passed_out):
            end = EndReason.CAP, best(self.scores, range(len(self.scores)))
        if end is not None:
            reason, winners = end
            self.outcome = outcome_of(self.scores, winners, self.rules.sides, reason)
            self.phase = Phase.OVER

    def forfeit(self, seat: Seat) -> Outcome:
        """Return the outcome when a seat's fault loses the game now: its side scores the floor."""
        return forfeit_outcome(self.scores, seat, self.rules.sides, self.rules.floor)

    # -- what a seat may know ------------------------------------------------------------------

    def sees(self, seat: Seat, turn: Turn) -> bool:
        """Return whether a seat may know of a turn: discards and a declined name are private."""
        actor, action = turn
        private = DISCARD <= action < NOMINATE or action == NOMINATE_NONE
        return actor == seat or not private

    def view(self, seat: Seat) -> FiveHundredView:
        """Return all that a seat may know (see ``view``)."""
        return build_view(self, seat)

    def exposed_hand(self) -> list[str] | None:
        """Return the spread hand of an open misère, or ``None`` while none is spread (A.004.8)."""
        if self.contract != OPEN_MISERE or self.phase is not Phase.PLAY or self.declarer is None:
            return None
        if self.rules.open_misere_exposed == "after-trick-1" and not self.past_tricks:
            return None
        return texts(self.hands[self.declarer])
