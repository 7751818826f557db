"""One deal in progress: auction, kitty, a called partner, the joker's suit, ten tricks.

The order before the first lead is that of C.13.121. The deal asks the small modules beside it:
``auction`` what may be called, ``tricks`` what may be played.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from arena.core.cards import (
    JOKER,
    JOKER_BIT,
    SUITS,
    Card,
    Mask,
    cards_in,
    mask_of,
    texts,
)
from arena.games.contract import Action, Deal, Seat
from arena.games.five_hundred.actions import (
    ALONE,
    BID,
    CALL_CARD,
    CALL_SEAT,
    CARD_PLAYED,
    DISCARD,
    LEAD_JOKER,
    NOMINATE,
    NOMINATE_NONE,
    PASS,
)
from arena.games.five_hundred.auction import Auction
from arena.games.five_hundred.bids import (
    NO_TRUMPS,
    OPEN_MISERE,
    Bid,
    denomination_of,
    is_misere,
)
from arena.games.five_hundred.dealing import pack_of
from arena.games.five_hundred.rules import TRICKS, FiveHundredRules
from arena.games.five_hundred.scoring import DealResult
from arena.games.five_hundred.tricks import CardPlay
from arena.games.five_hundred.trumps import NO_SUIT, order
from arena.games.five_hundred.view import PlayedTrick, fixed_partners


class Phase(StrEnum):
    """What is due in a deal; the values stand in the protocol."""

    AUCTION = "auction"
    DISCARD = "discard"
    CALL = "call"
    NOMINATE = "nominate"
    PLAY = "play"
    DONE = "done"


class DealState:
    """A deal in progress; ``apply`` moves it on until ``phase`` is done.

    ``contract`` and ``declarer`` are the winning bid and who made it, ``None`` during the auction
    and when nobody bid. ``table`` are the cards of the trick in progress as text, a joker led at no
    trumps with its suit.
    """

    def __init__(self, rules: FiveHundredRules, deal: Deal) -> None:
        self.rules = rules
        self.deal = deal
        self.phase = Phase.AUCTION
        self.fixed_partners = fixed_partners(rules)
        self.hands: list[Mask] = [mask_of(hand) for hand in deal.hands]
        self.kitty: Mask = mask_of(deal.kitty)
        self.auction = Auction(rules, self._forehand)
        self.turn: Seat = self._forehand
        self.contract: Bid | None = None
        self.declarer: Seat | None = None
        self.discarded: Mask = 0
        self.called: Action | None = None
        self.partner: Seat | None = None
        self.partner_known = False
        self.card_play: CardPlay | None = None
        self.tricks_won = [0] * rules.players
        self.table: list[str] = []
        self.past_tricks: list[PlayedTrick] = []
        self.steps = 0

    # -- the contract --------------------------------------------------------------------------

    @property
    def _forehand(self) -> Seat:
        return (self.deal.dealer + 1) % self.rules.players

    @property
    def trump(self) -> int:
        """The trump suit of the contract, 4 for no trumps; all-pass hands have none (C.13.123)."""
        return NO_TRUMPS if self.contract is None else denomination_of(self.contract)

    @property
    def misere(self) -> bool:
        """Whether the contract is a misère, plain or open."""
        return self.contract is not None and is_misere(self.contract)

    @property
    def place(self) -> tuple[int, int]:
        """The trick (0: before the first lead) and the action within it that are due, from 1."""
        if self.card_play is None:
            return 0, self.steps + 1
        return self.card_play.number, len(self.card_play.cards) + 1

    # -- legality ------------------------------------------------------------------------------

    def legal_actions(self) -> Sequence[Action]:
        """Return every legal action, in a fixed order: passes first, cards ascending."""
        if self.phase is Phase.PLAY:
            return self._legal_plays()
        if self.phase is Phase.AUCTION:
            return [PASS, *(BID + bid for bid in self.auction.bids())]
        if self.phase is Phase.DISCARD:
            return [DISCARD + card for card in cards_in(self.hands[self.turn])]
        if self.phase is Phase.CALL:
            return self._legal_calls()
        return range(NOMINATE, NOMINATE_NONE + 1) if self.phase is Phase.NOMINATE else ()

    def _legal_plays(self) -> Sequence[Action]:
        play = self.card_play
        if play is None:
            return ()
        hand = self.hands[self.turn]
        mask = play.playable(hand)
        if not mask & JOKER_BIT or play.cards or not play.joker_is_free:
            return cards_in(mask)
        names = play.joker_names(self.turn, hand)
        leads = [LEAD_JOKER + suit for suit in range(4) if names >> suit & 1]
        return [*cards_in(mask ^ JOKER_BIT), *leads]

    def _legal_calls(self) -> list[Action]:
        """Return who may be called: a card that is no trump and not the declarer's, or a player.

        With a card elsewhere in play a partner always exists, since five players leave none aside
        (A.002.11, C.4.42, C.4.43).
        """
        alone = [ALONE] if self.rules.may_play_alone else []
        if self.rules.partnership == "called-player":
            others = (seat for seat in range(self.rules.players) if seat != self.turn)
            return [*(CALL_SEAT + seat for seat in others), *alone]
        own = 0 if self.rules.call_own_card else self.hands[self.turn] | self.discarded
        trumps = order(self.trump).masks[self.trump] if self.trump != NO_TRUMPS else 0
        cards = mask_of(pack_of(self.rules)) & ~(own | trumps | JOKER_BIT)
        return [*(CALL_CARD + card for card in cards_in(cards)), *alone]

    # -- the flow ------------------------------------------------------------------------------

    def apply(self, action: Action) -> None:
        """Do an action that is legal."""
        self.steps += 1
        if self.phase is Phase.PLAY:
            self._play_card(action)
        elif self.phase is Phase.AUCTION:
            self._call(None if action == PASS else action - BID)
        elif self.phase is Phase.DISCARD:
            self._discard(action - DISCARD)
        elif self.phase is Phase.CALL:
            self._call_partner(action)
        else:
            self._start_play(action - NOMINATE)

    def _call(self, bid: Bid | None) -> None:
        auction = self.auction
        auction.call(bid)
        if not auction.over:
            self.turn = auction.turn
        elif auction.declarer is not None:
            self.contract, self.declarer = auction.standing, auction.declarer
            self.turn, self.phase = auction.declarer, Phase.DISCARD
            self.hands[self.turn] |= self.kitty
        elif self.rules.all_pass == "redeal":
            self.phase = Phase.DONE
        else:
            forehand = self.rules.all_pass == "no-trump-forehand"
            self.turn = self._forehand if forehand else self.deal.dealer
            self._start_play(NO_SUIT)

    def _discard(self, card: Card) -> None:
        """Take one card out of play; after the last one comes the call of a partner, if any."""
        self.hands[self.turn] ^= 1 << card
        self.discarded |= 1 << card
        if self.discarded.bit_count() < self.rules.kitty:
            return
        if self.rules.calls_partner and not self.misere:
            self.phase = Phase.CALL
        else:
            self._end_exchange()

    def _call_partner(self, action: Action) -> None:
        """Take the call of a partner; who calls a card of his own plays alone (C.4.43)."""
        self.called = action
        if action >= CALL_SEAT:
            self.partner = action - CALL_SEAT if action != ALONE else None
            self.partner_known = True
        else:
            card = 1 << (action - CALL_CARD)
            others = (s for s in range(self.rules.players) if s != self.turn)
            self.partner = next((seat for seat in others if self.hands[seat] & card), None)
            self.partner_known = self.rules.partner_reveal == "immediate"
        self._end_exchange()

    def _end_exchange(self) -> None:
        """Offer the declarer to name his joker's suit, or begin the play."""
        holds_joker = self.hands[self.turn] & JOKER_BIT
        if self.rules.joker_nominate and self.trump == NO_TRUMPS and holds_joker:
            self.phase = Phase.NOMINATE
        else:
            self._start_play(NO_SUIT)

    def _start_play(self, joker_suit: int) -> None:
        """Begin trick one; ``self.turn`` leads (A.004.10)."""
        seats = self._playing_seats()
        self.card_play = CardPlay(self.rules, self.trump, self.misere, seats, self.turn, joker_suit)
        self.phase = Phase.PLAY

    def _playing_seats(self) -> tuple[Seat, ...]:
        """Return who plays: a misère declarer's partners lay their cards down (A.004.7)."""
        seats = range(self.rules.players)
        declarer = self.declarer
        if not self.misere or declarer is None or not self.rules.misere_partner_out:
            return tuple(seats)
        side = next(side for side in self.rules.sides if declarer in side)
        return tuple(seat for seat in seats if seat == declarer or seat not in side)

    def _play_card(self, action: Action) -> None:
        play, seat = self.card_play, self.turn
        if play is None:
            return
        card, named = (JOKER, action - LEAD_JOKER) if action >= LEAD_JOKER else (action, NO_SUIT)
        self.hands[seat] ^= 1 << card
        if self.called == CALL_CARD + card:
            self.partner_known = True
        self.table.append(CARD_PLAYED[action])
        winner = play.play(seat, card, named)
        if winner is not None:
            self._end_trick(play, winner)
        self.turn = play.next_seat()

    def _end_trick(self, play: CardPlay, winner: Seat) -> None:
        self.tricks_won[winner] += 1
        self.past_tricks.append(PlayedTrick(play.leader, self.table, SUITS[play.led], winner))
        self.table = []
        lost = play.misere and winner == self.declarer
        if play.number == TRICKS or (lost and self.rules.misere_stops_when_lost):
            self.phase = Phase.DONE
        play.next_trick()

    # -- what can be seen and what came of it --------------------------------------------------

    def exposed_hand(self) -> list[str] | None:
        """Return the spread hand of an open misère, or ``None`` while none is spread (A.004.8)."""
        if self.contract != OPEN_MISERE or self.phase is not Phase.PLAY or self.declarer is None:
            return None
        if self.rules.open_misere_exposed == "after-trick-1" and not self.past_tricks:
            return None
        return texts(self.hands[self.declarer])

    def result(self) -> DealResult:
        """Return what came of the deal; a called partner's side declares with the declarer's."""
        sides = self.rules.sides
        tricks = tuple(sum(self.tricks_won[seat] for seat in seats) for seats in sides)
        own = None if self.declarer is None else self.tricks_won[self.declarer]
        return DealResult(self.contract, self._declaring(), tricks, own)

    def failed(self) -> DealResult:
        """Return the deal as if its contract had failed by all its tricks."""
        tricks = [0] * len(self.rules.sides)
        if self.misere:
            tricks = [TRICKS] * len(self.rules.sides)
        return DealResult(self.contract, self._declaring(), tuple(tricks))

    def _declaring(self) -> tuple[int, ...]:
        """Return the declarer's side, then that of a partner he called."""
        pair = [seat for seat in (self.declarer, self.partner) if seat is not None]
        sides = self.rules.sides
        return tuple(next(side for side, s in enumerate(sides) if seat in s) for seat in pair)
