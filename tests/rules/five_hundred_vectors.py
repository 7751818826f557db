"""Runs the named cases of ``vectors/five_hundred.json``: sets up a state and reads facts from it.

A case says what it is about in ``kind`` and ``state``; ``expected`` names facts and their values.
``failures`` compares; it gets the house rules from the case on top of the Norwegian preset, whose
fields a test may change (``base``) to see that some case notices.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.core.cards import CARD_TEXT, RANKS, SUITS, parse_cards
from arena.core.seeds import derive
from arena.games.contract import Deal, Settled
from arena.games.five_hundred.bids import BID_OF, BID_TEXT, denomination_of
from arena.games.five_hundred.dealing import deal_out, pack
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.scoring import DealResult, game_end, new_scores
from arena.games.five_hundred.state import FiveHundredState
from arena.games.five_hundred.trumps import order

Facts = Mapping[str, Any]
DATA = Path(__file__).parent / "vectors" / "five_hundred.json"


@dataclass(frozen=True)
class Case:
    """One named position or deal; ``name`` is a vector's id or a paragraph, then a variant."""

    name: str
    source: str
    options: dict[str, Any]
    kind: str
    state: dict[str, Any]
    expected: dict[str, Any]
    note: str = ""

    @property
    def id(self) -> str:
        """The vector or paragraph that the case belongs to."""
        return self.name.partition("/")[0]


def load() -> tuple[list[str], list[Case]]:
    """Return the ids of all vectors of Five Hundred and the cases, vectors first."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    return data["vector_ids"], [Case(**case) for case in data["vectors"] + data["paragraphs"]]


def failures(case: Case, base: Mapping[str, object] | None = None) -> list[str]:
    """Return what is not as the case expects; ``OptionError`` when the rules cannot be."""
    rules = FIVE_HUNDRED.rules("norwegian", 4, {**(base or {}), **case.options})
    try:
        found = KINDS[case.kind](rules, case.state)
    except (ValueError, KeyError) as error:
        return [f"cannot be played: {error!r}"]
    return differences(case.expected, found)


def observe(case: Case) -> Facts:
    """Return all facts of a case under its own rules."""
    return KINDS[case.kind](FIVE_HUNDRED.rules("norwegian", 4, case.options), case.state)


def differences(expected: Facts, found: Facts) -> list[str]:
    """Return a sentence for each expected fact that is missing or different."""
    return [
        f"{name}: expected {value!r}, found {found.get(name, 'no such fact')!r}"
        for name, value in expected.items()
        if name not in found or json.dumps(found[name]) != json.dumps(value)
    ]


# -- packs and deals -------------------------------------------------------------------------------


def pack_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """What a shuffled deal consists of, and how long the suits are under a trump suit."""
    deal = FIVE_HUNDRED.new(rules).shuffle(b"any seed")
    cards = sorted(card for hand in (*deal.hands, deal.kitty) for card in hand)
    masks = order(denomination_of(BID_OF["6" + state.get("trump", "NT")])).masks
    return {
        "cards": len(cards),
        "in_hands": len(cards) - len(deal.kitty),
        "kitty": len(deal.kitty),
        "ranks": {
            suit: " ".join(rank for rank in RANKS if rank + suit in [CARD_TEXT[c] for c in cards])
            for suit in SUITS
        },
        "joker": "Jo" in [CARD_TEXT[card] for card in cards],
        "suit_sizes": [sum(mask >> card & 1 for card in cards) for mask in masks],
    }


def deal_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """Which positions of the shuffled pack go where."""
    size = len(pack(rules.jokers))
    hands, kitty = deal_out(range(size), rules.deal_pattern, state["dealer"], rules.players)
    return {f"seat_{seat}": list(hand) for seat, hand in enumerate(hands)} | {"kitty": list(kitty)}


# -- positions -------------------------------------------------------------------------------------


def position_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """What holds after a deal and some actions, each written ``seat action``."""
    game = FIVE_HUNDRED.new(rules)
    hands = tuple(tuple(parse_cards(hand.split())) for hand in state["hands"])
    game.begin(Deal(1, state["dealer"], hands, tuple(parse_cards(state["kitty"].split()))))
    for line in state["actions"]:
        seat, _, action = line.partition(" ")
        if game.to_act != int(seat):
            raise ValueError(f"seat {game.to_act} is to act, not {seat}")
        game.apply(FIVE_HUNDRED.parse(action))
    views = [game.view(seat) for seat in range(4)]
    return {
        "phase": str(game.phase),
        "to_act": game.to_act,
        "legal": [FIVE_HUNDRED.text(action) for action in game.legal_actions()],
        "contract": views[0].contract,
        "declarer": views[0].declarer,
        "hand_sizes": [len(view.hand) for view in views],
        "kitty_seen": [view.kitty for view in views],
        "discards_seen": [view.discards for view in views],
        "exposed": [view.exposed for view in views],
        "sitting_out": views[0].sitting_out,
        "next_dealer": game.shuffle(b"any seed").dealer,
        **trick_facts(game),
        **settled_facts(game),
    }


def trick_facts(game: FiveHundredState) -> Facts:
    """Who played in which order, and who took the tricks with which card."""
    plays = [
        (entry[0], FIVE_HUNDRED.text(entry[1]).removeprefix("play "))
        for entry in game.log
        if isinstance(entry, tuple) and FIVE_HUNDRED.text(entry[1]).startswith("play")
    ]
    orders, winning_cards, at = [], [], 0
    for trick in game.view(0).tricks:
        turns = plays[at : at + len(trick.cards)]
        orders.append([seat for seat, _ in turns])
        winning_cards.append(dict(turns)[trick.winner])
        at += len(turns)
    return {"orders": orders, "won_by": winning_cards[-1:], "tricks_won": list(game.tricks_won)}


def settled_facts(game: FiveHundredState) -> Facts:
    """The points of a deal that is over."""
    last = game.log[-1]
    if not isinstance(last, Settled):
        return {}
    return {"points": list(last.points), "made": last.details["made"]}


# -- scores and ends -------------------------------------------------------------------------------


def score_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """What a deal's result does to the scores of both sides, and whether the game ends."""
    contract = None if state["contract"] is None else BID_OF[state["contract"]]
    result = DealResult(contract, state["declaring"], tuple(state["tricks"]))
    scores = new_scores(rules, state["scores"], result)
    end = game_end(rules, scores, result)
    return {
        "made": result.made,
        "points": [new - old for new, old in zip(scores, state["scores"], strict=True)],
        "scores": list(scores),
        "end": None if end is None else [str(end[0]), list(end[1])],
    }


def table_facts(rules: FiveHundredRules, state: Facts) -> Facts:
    """What each contract gives when it is just made and when it is not."""
    facts = {}
    for bid, text in enumerate(BID_TEXT):
        tricks = 0 if "misere" in text else int(text.rstrip("SCDHNT"))
        made = new_scores(rules, (0, 0), DealResult(bid, 0, (tricks, 10 - tricks)))
        short = tricks - 1 if tricks else 1
        failed = new_scores(rules, (0, 0), DealResult(bid, 0, (short, 10 - short)))
        facts[text] = [made[0], failed[0]]
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
    "pack": pack_facts,
    "deal": deal_facts,
    "position": position_facts,
    "score": score_facts,
    "table": table_facts,
    "long": long_facts,
}
