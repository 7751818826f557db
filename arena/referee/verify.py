"""Judge a stored game again without the bots: deals from the seed, legality, results, winner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.core.errors import InputError
from arena.games.contract import Game, Outcome, Rules, Settled, State
from arena.games.registry import find_game
from arena.referee.record import (
    DealRecord,
    FaultRecord,
    Record,
    deal_of,
    deal_record,
    result_record,
)
from arena.referee.referee import deal_seed
from arena.wire.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One thing that is not as it must be, and the address where it stands."""

    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


class _Broken(Exception):  # noqa: N818 - ends the replay of one game
    """The replay cannot go on from here."""

    def __init__(self, place: str, text: str) -> None:
        super().__init__(text)
        self.discrepancy = Discrepancy(place, text)


def check_record(record: Record, board_seed: bytes) -> list[Discrepancy]:
    """Return what is wrong with a game, in the order of play; an empty list when nothing is.

    A wrong card or action ends the replay, as nothing after it can be judged.
    """
    found: list[Discrepancy] = []
    try:
        game, rules = _rules_of(record)
        state = game.new(rules)
        for deal in record.deals:
            found += _check_deal(record, deal, game, state, board_seed)
        found += _check_end(record, state)
    except _Broken as broken:
        found.append(broken.discrepancy)
    return found


def _rules_of(record: Record) -> tuple[Game, Rules]:
    try:
        game = find_game(record.game)
        return game, game.rules(record.preset, record.players, record.options)
    except (InputError, ValueError) as error:
        raise _Broken(record.id, f"no such rules: {error}") from None


def _check_deal(
    record: Record, deal: DealRecord, game: Game, state: State, board_seed: bytes
) -> Iterator[Discrepancy]:
    """Yield what is wrong with one deal; raises ``_Broken`` where the replay cannot go on."""
    place = f"{record.id} {deal.deal}"
    if state.outcome is not None or state.to_act is not None:
        raise _Broken(place, "a deal stands where none is due")
    expected = state.shuffle(seed := deal_seed(board_seed, deal.deal))
    stored = _cards(deal)
    for name, ours in _cards(deal_record(expected, seed)).items():
        if stored.get(name) != ours:
            yield Discrepancy(place, f"{name} is not as the seed deals it")
    try:
        state.begin(deal_of(deal))
    except (ValueError, KeyError) as error:
        raise _Broken(place, f"not a deal of this game: {error}") from None
    yield from _check_actions(record, deal, game, state)


def _cards(deal: DealRecord) -> dict[str, object]:
    """Return what the seed decides of a deal, named as a reader would say it."""
    hands = {f"the hand of seat {seat}": hand for seat, hand in enumerate(deal.hands)}
    return hands | {
        "the deal's number": deal.deal,
        "the dealer": deal.dealer,
        "the kitty": deal.kitty,
        "what is set aside": deal.aside,
        "the stock": deal.stock,
        "the seed": deal.seed,
    }


def _check_actions(
    record: Record, deal: DealRecord, game: Game, state: State
) -> Iterator[Discrepancy]:
    for turn in deal.actions:
        place = f"{record.id} {'.'.join(map(str, state.place))}"
        if state.to_act is None:
            raise _Broken(place, f"{turn.action!r} stands after the end of the deal")
        if turn.seat != state.to_act:
            raise _Broken(place, f"seat {turn.seat} acts, but seat {state.to_act} is to act")
        try:
            action = game.parse(turn.action)
        except KeyError:
            raise _Broken(place, f"{turn.action!r} is no action of {game.title}") from None
        violation = state.check(action)
        if violation is not None:
            raise _Broken(place, f"{turn.action!r} is not legal: {violation.text}")
        state.apply(action)
    yield from _check_result(record, deal, state)


def _check_result(record: Record, deal: DealRecord, state: State) -> Iterator[Discrepancy]:
    last = state.log[-1]
    ours = result_record(last) if isinstance(last, Settled) else None
    if ours is None and record.result.fault is None:
        raise _Broken(f"{record.id} {deal.deal}", "the deal is not played to its end")
    if deal.result == ours:
        return
    if ours is None or deal.result is None:
        yield Discrepancy(f"{record.id} {deal.deal}", "the deal has a result it cannot have")
        return
    for name in ("points", "scores", "details"):
        if getattr(deal.result, name) != getattr(ours, name):
            text = f"{name} are {getattr(deal.result, name)}, must be {getattr(ours, name)}"
            yield Discrepancy(f"{record.id} {deal.deal}", text)


def _check_end(record: Record, state: State) -> Iterator[Discrepancy]:
    """Yield what is wrong with the result of the game."""
    result, fault = record.result, record.result.fault
    if fault is None:
        outcome = state.outcome
    else:
        outcome = None if state.outcome is not None else _forfeit(record, state)
        yield from _check_fault(record, fault, state)
    if outcome is None:
        yield Discrepancy(record.id, "the game ends where it does not end by the rules")
        return
    for name, theirs, ours in (
        ("scores are", result.scores, list(outcome.scores)),
        ("places are", result.places, list(outcome.places)),
        ("end reason is", result.reason, outcome.reason.value),
    ):
        if theirs != ours:
            yield Discrepancy(record.id, f"the game's {name} {theirs}, must be {ours}")


def _check_fault(record: Record, fault: FaultRecord, state: State) -> Iterator[Discrepancy]:
    """Yield what a fault cannot be at this point; that it happened no record can prove."""
    place = ".".join(map(str, state.place))
    if fault.place != place:
        yield Discrepancy(record.id, f"the fault stands at {fault.place}, must be {place}")
    if fault.verdict not in [verdict.value for verdict in Verdict if verdict.bots]:
        yield Discrepancy(record.id, f"{fault.verdict!r} is no verdict about a bot")
        return
    begun = bool(record.deals)
    if begun and fault.seat != state.to_act:
        text = f"seat {fault.seat} is blamed, but seat {state.to_act} is to act"
        yield Discrepancy(record.id, text)
    if not begun and Verdict(fault.verdict).kind != "start":
        yield Discrepancy(record.id, f"{fault.verdict} stands before the first deal")
    if fault.verdict == Verdict.ILLEGAL_ACTION:
        game = find_game(record.game)
        legal = [game.text(action) for action in state.legal_actions()]
        if fault.details.get("legal") != legal or fault.details.get("action") in legal:
            yield Discrepancy(
                record.id, "the action that lost the game is legal, or its list wrong"
            )


def _forfeit(record: Record, state: State) -> Outcome | None:
    fault = record.result.fault
    if fault is None or not 0 <= fault.seat < record.players:
        return None
    return state.forfeit(fault.seat)
