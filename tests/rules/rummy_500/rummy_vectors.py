"""Runs the named cases of ``vectors/rummy_500.json``: sets up a state and reads facts from it.

A case says what it is about in ``kind`` and ``state``; ``expected`` names facts and their values.
``failures`` compares; it gets the house rules from the case on top of its preset, whose fields a
test may change (``base``) to see that some case notices.

A position is put up by hand: what a case leaves out is filled with cards that matter to nobody.
A meld is written with who laid it: ``8S 9S 10S @1 JS @2``, and ``sealed`` after it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.core.cards import CARD_TEXT, cards_in, parse_cards
from arena.core.seeds import derive
from arena.games.contract import Settled
from arena.games.rummy_500.actions import ITEM_OF, item_text, items_of
from arena.games.rummy_500.combinations import melds_in
from arena.games.rummy_500.dealing import deal_out, one_pack
from arena.games.rummy_500.game import RUMMY_500
from arena.games.rummy_500.hands import Hand
from arena.games.rummy_500.melds import Form, shape_of
from arena.games.rummy_500.rules import RummyRules
from arena.games.rummy_500.scoring import final_scores, game_end, hand_points, table_points
from arena.games.rummy_500.state import Phase, RummyState
from arena.games.rummy_500.table import Laid, Meld

Facts = Mapping[str, Any]
DATA = Path(__file__).parents[1] / "vectors" / "rummy_500.json"
HAND, STOCK, PILE = "2C 9D", "4C 6D QH", "3D"
EARLIER = 0
"""The turn in which the melds of a position were laid: before any of its own."""


@dataclass(frozen=True)
class Case:
    """One named position or deal; ``name`` is a vector's id or a paragraph, then a variant."""

    name: str
    source: str
    kind: str
    state: dict[str, Any]
    expected: dict[str, Any]
    preset: str = "rummy"
    players: int = 4
    options: dict[str, Any] = field(default_factory=dict)
    note: str = ""

    @property
    def id(self) -> str:
        """The vector or paragraph that the case belongs to."""
        return self.name.partition("/")[0]


def load() -> tuple[list[str], list[Case]]:
    """Return the ids of all vectors of 500 Rum and the cases, vectors first."""
    data = json.loads(DATA.read_text(encoding="utf-8"))
    return data["vector_ids"], [Case(**case) for case in data["vectors"] + data["paragraphs"]]


def failures(case: Case, base: Mapping[str, object] | None = None) -> list[str]:
    """Return what is not as the case expects; ``OptionError`` when the rules cannot be."""
    rules = RUMMY_500.rules(case.preset, case.players, {**(base or {}), **case.options})
    try:
        found = KINDS[case.kind](rules, case.state)
    except (ValueError, KeyError, IndexError) as error:
        return [f"cannot be played: {error!r}"]
    return differences(case.expected, found)


def observe(case: Case) -> Facts:
    """Return all facts of a case under its own rules."""
    rules = RUMMY_500.rules(case.preset, case.players, case.options)
    return KINDS[case.kind](rules, case.state)


def differences(expected: Facts, found: Facts) -> list[str]:
    """Return a sentence for each expected fact that is missing or different."""
    return [
        f"{name}: expected {value!r}, found {found.get(name, 'no such fact')!r}"
        for name, value in expected.items()
        if name not in found or json.dumps(found[name]) != json.dumps(value)
    ]


# -- packs and deals -------------------------------------------------------------------------------


def pack_facts(rules: RummyRules, state: Facts) -> Facts:
    """What a shuffled deal consists of."""
    game = RUMMY_500.new(rules)
    deal = game.shuffle(b"any seed")
    game.begin(deal)
    cards = [card for part in (*deal.hands, deal.stock, deal.aside) for card in part]
    words = [CARD_TEXT[card] for card in cards]
    return {
        "cards": len(cards),
        "jokers": words.count("Jo"),
        "aces": sorted(word for word in words if word[0] == "A"),
        "hand_sizes": [len(hand) for hand in deal.hands],
        "stock": len(game.stock),
        "pile": len(game.pile),
        "turned_up": game.view(0).pile == [CARD_TEXT[deal.stock[0]]],
        "aside": [CARD_TEXT[card] for card in deal.aside],
        "to_act": (game.turn - deal.dealer) % rules.players,
        "phase": str(game.phase),
        "sides": [list(seats) for seats in rules.sides],
    }


def deal_facts(rules: RummyRules, state: Facts) -> Facts:
    """Which positions of the shuffled cards go where, and who deals next."""
    deal = deal_out(rules, range(rules.cards_dealt_from), state["dealer"], 1)
    game = RUMMY_500.new(rules)
    game.deal, game.dealer = deal, state["dealer"]
    seats = {f"seat_{seat}": list(hand) for seat, hand in enumerate(deal.hands)}
    return seats | {
        "stock": list(deal.stock)[:3],
        "next_dealer": game.shuffle(b"any seed").dealer,
    }


def count_facts(rules: RummyRules, state: Facts) -> Facts:
    """How many melds of some size, without jokers, a pack has: melds of three and lay-offs."""
    whole = Hand.of(one_pack())
    shapes = {
        shape_of(items_of(meld), identical=False)
        for meld in melds_in(whole, star=False, wild=True, identical=False)
    }
    for _ in range(3, state["size"]):
        shapes = {shape.extended(card) for shape in shapes for card in cards_in(shape.accepts)}
    runs = sum(shape.form is Form.RUN for shape in shapes)
    return {"melds": len(shapes), "sets": len(shapes) - runs, "runs": runs}


# -- positions -------------------------------------------------------------------------------------


def put_up(rules: RummyRules, state: Facts) -> RummyState:
    """Return a state as a case describes it; the seat 1 is to draw if it says nothing else."""
    game = RUMMY_500.new(rules)
    game.begin(game.shuffle(b"any seed"))
    game.dealer = state.get("dealer", 0)
    hands = state.get("hands", {})
    seats = range(rules.players)
    game.hands = [Hand.of(parse_cards(hands.get(str(seat), HAND).split())) for seat in seats]
    game.stock = parse_cards(state.get("stock", STOCK).split())[::-1]
    game.pile = parse_cards(state.get("pile", PILE).split())
    game.melds = [meld_of_text(text, identical=game.identical) for text in state.get("melds", ())]
    game.turn, game.phase = state.get("turn", 1), Phase.DRAW
    game.effect = state.get("effect")
    game.scores = tuple(state.get("scores", game.scores))
    return game


def meld_of_text(text: str, *, identical: bool) -> Meld:
    """Return a meld from its text; the first three cards are the meld, the others lay-offs."""
    cards, sealed, _ = text.partition(" sealed")
    laid: list[Laid] = []
    waiting: list[str] = []
    for word in cards.split():
        if word.startswith("@"):
            laid += [Laid(ITEM_OF[card], int(word[1:]), EARLIER) for card in waiting]
            waiting = []
        else:
            waiting.append(word)
    meld = Meld(shape_of([one.item for one in laid[:3]], identical=identical), laid[:3], EARLIER)
    for one in laid[3:]:
        meld.lay_off(one)
    meld.sealed = bool(sealed)
    return meld


def position_facts(rules: RummyRules, state: Facts) -> Facts:
    """What holds in a position after some actions, each written ``seat action``.

    ``try`` are actions of the seat to act that are only checked: ``legal`` or why not.
    """
    game = put_up(rules, state)
    for line in state.get("actions", ()):
        seat, _, action = line.partition(" ")
        if game.to_act != int(seat):
            raise ValueError(f"seat {game.to_act} is to act, not {seat}")
        game.apply(RUMMY_500.parse(action))
    legal = [RUMMY_500.text(action) for action in game.legal_actions()]
    return {
        "phase": str(game.phase),
        "to_act": game.to_act,
        "legal": legal,
        **{f"legal_{verb}": [text for text in legal if text.startswith(verb)] for verb in VERBS},
        "tried": {text: tried(game, text) for text in state.get("try", ())},
        **table_facts(game),
        **settled_facts(game),
    }


VERBS = ("draw", "meld", "layoff", "discard", "rummy", "use")


def tried(game: RummyState, text: str) -> str:
    """Return whether an action is legal, or the code of the refusal."""
    violation = game.check(RUMMY_500.parse(text))
    return "legal" if violation is None else violation.code


def table_facts(game: RummyState) -> Facts:
    """What lies where, and what it is worth."""
    views = [game.view(seat) for seat in range(game.rules.players)]
    return {
        "hands": [" ".join(view.hand) for view in views],
        "pile": " ".join(views[0].pile),
        "stock": views[0].stock,
        "melds": [" ".join(item_text(laid.item) for laid in meld.cards) for meld in game.melds],
        "laid_by": [meld.laid_by for meld in views[0].melds],
        "known": [" ".join(known) for known in views[0].known],
        "out_of_play": " ".join(views[0].out_of_play),
        "dealers_joker": views[0].dealers_joker,
        "must_table": views[0].must_table,
        "table": table_points(game.rules, game.melds),
        "held": [hand_points(game.rules, hand) for hand in game.hands],
    }


def settled_facts(game: RummyState) -> Facts:
    """The points of a deal that is over, and how it ended."""
    last = game.log[-1]
    if not isinstance(last, Settled):
        return {"points": None, "outcome": None}
    outcome = game.outcome
    return {
        "points": list(last.points),
        "scores": list(last.scores),
        "ended": last.details["ended"],
        "out": last.details["out"],
        "bonus": last.details["bonus"],
        "outcome": None
        if outcome is None
        else [str(outcome.reason), list(outcome.scores), list(outcome.places)],
    }


# -- ends ------------------------------------------------------------------------------------------


def end_facts(rules: RummyRules, state: Facts) -> Facts:
    """Whether a game ends at some scores per side after some deals, and what a fault costs."""
    end = game_end(rules, state["scores"], state.get("deals", 1))
    game = RUMMY_500.new(rules)
    game.scores = tuple(state["scores"])
    return {
        "end": None if end is None else [str(end[0]), end[1]],
        "final": None if end is None else final_scores(rules, state["scores"], end[1]),
        "forfeit": list(game.forfeit(0).scores),
    }


def long_facts(rules: RummyRules, state: Facts) -> Facts:
    """How a game goes in which everybody draws and discards in one fixed way, to its end."""
    game, deals = RUMMY_500.new(rules), 0
    turns: list[int] = []
    while game.outcome is None and deals < state["deals"]:
        game.begin(game.shuffle(derive(b"long game", deals)))
        deals += 1
        while game.to_act is not None:
            game.apply(fixed_choice(game, state["draw"]))
        turns.append(game.turns)
    last = game.log[-1]
    return {
        "deals": deals,
        "turns": turns[0],
        "ended": last.details["ended"] if isinstance(last, Settled) else None,
        "reason": None if game.outcome is None else str(game.outcome.reason),
    }


def fixed_choice(game: RummyState, draw: str) -> int:
    """Return the draw that is wished for, else the first discard, else the first action."""
    legal = list(game.legal_actions())
    wished = RUMMY_500.parse(draw)
    if wished in legal:
        return wished
    discards = [action for action in legal if RUMMY_500.text(action).startswith("discard")]
    return (discards or legal)[0]


KINDS: dict[str, Callable[[RummyRules, Facts], Facts]] = {
    "pack": pack_facts,
    "deal": deal_facts,
    "counts": count_facts,
    "position": position_facts,
    "end": end_facts,
    "long": long_facts,
}
