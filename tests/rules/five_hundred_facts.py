"""What can be observed of a case: each kind sets up a situation and reads facts from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from arena.core.cards import CARD_TEXT, JOKER, RANKS, SUITS, parse_cards
from arena.core.seeds import derive, shuffled
from arena.games.contract import Deal, Settled
from arena.games.five_hundred.actions import ACTION
from arena.games.five_hundred.bids import BID_OF, BID_TEXT, denomination_of
from arena.games.five_hundred.deal_state import DealState
from arena.games.five_hundred.dealing import make_deal, pack_of
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.scoring import DealResult, game_end, new_scores
from arena.games.five_hundred.state import FiveHundredState
from arena.games.five_hundred.trumps import order
from arena.games.five_hundred.view import build_view

Facts = Mapping[str, Any]
SEED = b"any seed"


# -- rules, packs and deals ------------------------------------------------------------------------


def rules_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """What a rule set says."""
    return {**rules.as_dict(), "sides": [list(side) for side in rules.sides]}


def pack_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """What a shuffled deal consists of, and how long the suits are under a trump suit."""
    deal = FIVE_HUNDRED.new(rules).shuffle(SEED)
    cards = sorted(card for hand in (*deal.hands, deal.kitty, deal.aside) for card in hand)
    masks = order(denomination_of(BID_OF["6" + state.get("trump", "NT")])).masks
    in_suit = [[CARD_TEXT[card] for card in cards if mask >> card & 1] for mask in masks]
    return {
        "cards": len(cards),
        "hands": [len(hand) for hand in deal.hands],
        "kitty": len(deal.kitty),
        "aside": len(deal.aside),
        "ranks": {
            suit: " ".join(rank for rank in RANKS if rank + suit in [CARD_TEXT[c] for c in cards])
            for suit in SUITS
        },
        "joker": JOKER in cards,
        "suit_sizes": [len(suit) for suit in in_suit],
    }


def deal_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """Which positions of the shuffled pack go where."""
    deal = make_deal(rules, SEED, 1, state["dealer"])
    place = {card: at for at, card in enumerate(shuffled(SEED, pack_of(rules)))}
    seats = {f"seat_{s}": [place[card] for card in hand] for s, hand in enumerate(deal.hands)}
    return {
        **seats,
        "kitty": [place[card] for card in deal.kitty],
        "aside": [place[card] for card in deal.aside],
    }


def dealer_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """Who may deal first, and who deals after whom while everybody passes."""
    first = {FIVE_HUNDRED.new(rules).shuffle(derive(SEED, number)).dealer for number in range(99)}
    game, dealers = FIVE_HUNDRED.new(rules), []
    for _ in range(state["deals"]):
        game.begin(game.shuffle(SEED))
        assert game.current is not None
        dealers.append(game.current.deal.dealer)
        while game.to_act is not None:
            game.apply(game.legal_actions()[0])
    clockwise = all((a + 1) % rules.players == b for a, b in pairwise(dealers))
    return {"first": sorted(first), "clockwise": clockwise}


def text_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """Which texts are actions of the protocol."""
    return {"texts": {text: text in ACTION for text in state["texts"]}}


# -- positions -------------------------------------------------------------------------------------


def position_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """What holds after a deal and some actions, each written ``seat action``.

    ``scores`` (per side) are those before the deal; ``ask`` lists actions to be checked at the end.
    """
    game = FIVE_HUNDRED.new(rules)
    game.scores = tuple(state.get("scores", game.scores))
    hands = tuple(tuple(parse_cards(hand.split())) for hand in state["hands"])
    kitty, aside = (tuple(parse_cards(state.get(pile, "").split())) for pile in ("kitty", "aside"))
    game.begin(Deal(1, state["dealer"], hands, kitty, aside))
    deal = game.current
    assert deal is not None
    for line in state["actions"]:
        seat, _, action = line.partition(" ")
        if game.to_act != int(seat):
            raise ValueError(f"seat {game.to_act} is to act, not {seat}")
        game.apply(FIVE_HUNDRED.parse(action))
    return {
        "phase": game.phase,
        "to_act": game.to_act,
        "legal": [FIVE_HUNDRED.text(action) for action in game.legal_actions()],
        "answers": {action: answer_to(game, action) for action in state.get("ask", [])},
        "next_dealer": None if game.outcome else game.shuffle(SEED).dealer,
        **view_facts(deal),
        **trick_facts(deal, state["actions"]),
        **settled_facts(game),
    }


def answer_to(game: FiveHundredState, text: str) -> str:
    """Return ``legal`` or the code of the refusal."""
    violation = game.check(FIVE_HUNDRED.parse(text))
    return "legal" if violation is None else violation.code


def view_facts(deal: DealState) -> Facts:
    """What is public, and what each seat sees."""
    players = deal.rules.players
    views = [build_view(deal, seat, [0] * players) for seat in range(players)]
    return {
        "contract": views[0].contract,
        "declarer": views[0].declarer,
        "sitting_out": views[0].sitting_out,
        "hand_sizes": [len(view.hand) for view in views],
        "own_hands": [" ".join(view.hand) for view in views],
        "kitty_seen": [view.kitty for view in views],
        "discards_seen": [view.discards for view in views],
        "exposed": [view.exposed for view in views],
        "called": [view.called for view in views],
        "called_partner": [view.called_partner for view in views],
        "partners": [view.partners for view in views],
        "joker_suit": [view.joker_suit for view in views],
        "calls_seen": [len(view.calls) for view in views],
        "tricks_seen": [len(view.tricks) for view in views],
    }


def trick_facts(deal: DealState, actions: list[str]) -> Facts:
    """Who played in which order, and who took the tricks with which card."""
    lines = [line.split() for line in actions if " play " in line]
    plays = [(int(seat), card) for seat, _, card in lines]
    orders, winning_cards, at = [], [], 0
    for trick in deal.past_tricks:
        turns = plays[at : at + len(trick.cards)]
        orders.append([seat for seat, _ in turns])
        winning_cards.append(dict(turns)[trick.winner])
        at += len(turns)
    return {"orders": orders, "won_by": winning_cards[-1:], "tricks_won": deal.tricks_won}


def settled_facts(game: FiveHundredState) -> Facts:
    """The points of a deal that is over, the scores and the end of the game, per seat."""
    last = game.log[-1]
    if not isinstance(last, Settled):
        return {}
    outcome = game.outcome
    return {
        "points": list(last.points),
        "scores": list(last.scores),
        "made": last.details["made"],
        "partner": last.details["partner"],
        "end": None if outcome is None else [str(outcome.reason), list(outcome.places)],
    }


# -- scores and ends -------------------------------------------------------------------------------


def score_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """What a deal's result does to the scores of the sides, and whether the game ends."""
    contract = None if state["contract"] is None else BID_OF[state["contract"]]
    result = DealResult(contract, tuple(state["declaring"]), tuple(state["tricks"]))
    scores = new_scores(rules, state["scores"], result)
    end = game_end(rules, scores, result)
    return {
        "made": result.made,
        "points": [new - old for new, old in zip(scores, state["scores"], strict=True)],
        "scores": list(scores),
        "end": None if end is None else [str(end[0]), list(end[1])],
    }


def table_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """What each contract gives a lone declarer when it is just made and when it is not."""
    start = (0,) * len(rules.sides)
    others = (0,) * (len(start) - 2)
    facts = {}
    for bid, text in enumerate(BID_TEXT):
        tricks = 0 if "misere" in text else int(text.rstrip("SCDHNT"))
        short = tricks - 1 if tricks else 1
        results = [DealResult(bid, (0,), (won, 10 - won, *others)) for won in (tricks, short)]
        facts[text] = [new_scores(rules, start, result)[0] for result in results]
    return facts


def long_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """How a game ends in which forehand bids six spades every so many deals, else all pass."""
    game, deals = FIVE_HUNDRED.new(rules), 0
    while game.outcome is None and deals < state["deals"]:
        game.begin(game.shuffle(derive(b"long game", deals)))
        deals += 1
        if state["bid_every"] and deals % state["bid_every"] == 0:
            game.apply(FIVE_HUNDRED.parse("bid 6S"))
        while game.to_act is not None:
            game.apply(game.legal_actions()[0])
    return {
        "deals": deals,
        "points_given": sum(abs(score) for score in game.scores),
        "reason": None if game.outcome is None else str(game.outcome.reason),
    }


KINDS: dict[str, Callable[[FiveHundredRules, Facts], Facts]] = {
    "rules": rules_facts,
    "pack": pack_facts,
    "deal": deal_facts,
    "dealers": dealer_facts,
    "texts": text_facts,
    "position": position_facts,
    "score": score_facts,
    "table": table_facts,
    "long": long_facts,
}
