"""One game and one deal of it as text: headline, the game's own page, the result, any fault."""

from __future__ import annotations

from collections.abc import Sequence

from arena.core.errors import InputError
from arena.core.text import clean, clean_lines
from arena.games.contract import Turn
from arena.games.registry import find_game
from arena.referee.record import DealRecord, Measured, Record, deal_of
from arena.report.standings import number, signed

STDERR_LINES = 12
REQUEST_SHOWN = 8_000
NO_ACTION = -1
ASCII = str.maketrans({"·": "-", "→": ">", "−": "-", "…": "~"})
REASONS = {
    "target": "the target was reached",
    "floor": "the floor was reached",
    "deals": "all deals were played",
    "cap": "a cap on deals was reached",
    "forfeit": "by a fault",
}


def game_page(record: Record, measured: Measured, *, ascii_only: bool) -> list[str]:
    """Return a game as lines: who played, one line per deal, how it ended."""
    lines = [_headline(record), ""]
    for deal in record.deals:
        lines += _deal_lines(record, deal)
    return _in_characters([*lines, "", *_ending(record, measured)], ascii_only=ascii_only)


def deal_page(
    record: Record, measured: Measured, deal_number: int, *, ascii_only: bool
) -> list[str]:
    """Return one deal as lines; ``InputError`` when the game has no deal of that number."""
    deals = {deal.deal: deal for deal in record.deals}
    if deal_number not in deals:
        text = f"{record.id} has no deal {deal_number}"
        raise InputError("no-deal", text, hint=f"It has deals 1 to {len(deals)}.")
    deal = deals[deal_number]
    game = find_game(record.game)
    rules = game.rules(record.preset, record.players, record.options)
    names = [seat.bot for seat in record.seats]
    page = game.page(rules, deal_of(deal), _turns(record, deal), names, ascii_only=ascii_only)
    lines = [f"{_headline(record)} · deal {deal_number} of {len(deals)}", "", *page, ""]
    lines += [*_notes(record, deal), *_scores(record, deal)]
    lines += _ending(record, measured) if deal_number == len(deals) else []
    return _in_characters(lines, ascii_only=ascii_only)


def _in_characters(lines: list[str], *, ascii_only: bool) -> list[str]:
    return [line.translate(ASCII) for line in lines] if ascii_only else lines


def _headline(record: Record) -> str:
    return f"{record.event} · board {record.board}, seating {record.seating} · {record.id}"


def _turns(record: Record, deal: DealRecord) -> list[Turn]:
    """Return the turns of a deal; a text that is no action ends them with one that is none."""
    parse = find_game(record.game).parse
    turns: list[Turn] = []
    for turn in deal.actions:
        try:
            turns.append((turn.seat, parse(turn.action)))
        except KeyError:
            return [*turns, (turn.seat, NO_ACTION)]
    return turns


def _deal_lines(record: Record, deal: DealRecord) -> list[str]:
    """Return a deal's result and the scores after it; many sides take a line of their own."""
    if deal.result is None:
        return [f"  {deal.deal:>3}  not finished"]
    summary = find_game(record.game).summary(deal.result.details)
    sides = _by_side(record, deal.result.scores)
    scores = " ".join(f"{name} {number(score)}" for name, score in sides)
    if len(sides) == 2:
        return [f"  {deal.deal:>3}  {summary:<34} {scores}"]
    return [f"  {deal.deal:>3}  {summary}", f"       {scores}"]


def _by_side(record: Record, values: Sequence[int]) -> list[tuple[str, int]]:
    """Return bot and value of each side, from values per seat."""
    sides: dict[int, tuple[str, int]] = {}
    for seat in record.seats:
        sides.setdefault(seat.side, (seat.bot, values[seat.seat]))
    return [sides[side] for side in sorted(sides)]


def _notes(record: Record, deal: DealRecord) -> list[str]:
    """Return what the bots noted at their actions."""
    notes = [
        f"  {record.seats[turn.seat].bot} (seat {turn.seat}) at {turn.action!r}: {clean(turn.note)}"
        for turn in deal.actions
        if turn.note
    ]
    return [*notes, ""] if notes else []


def _scores(record: Record, deal: DealRecord) -> list[str]:
    if deal.result is None:
        return []
    gained = _by_side(record, deal.result.points)
    scores = _by_side(record, deal.result.scores)
    return [
        f"  {name:<20} {signed(points):>5} → {number(score)}"
        for (name, points), (_, score) in zip(gained, scores, strict=True)
    ]


def _ending(record: Record, measured: Measured) -> list[str]:
    result = record.result
    sides = _by_side(record, result.scores)
    scores = ", ".join(f"{name} {number(score)}" for name, score in sides)
    winners = [name for name, place in _by_side(record, result.places) if place == 1]
    lines = [f"  Won by {' and '.join(winners)} ({REASONS[result.reason]}): {scores}"]
    return lines + _fault(record, measured)


def _fault(record: Record, measured: Measured) -> list[str]:
    fault = record.result.fault
    if fault is None:
        return []
    bot = record.seats[fault.seat].bot
    lines = ["", f"  ! {bot} (seat {fault.seat}) lost by {fault.verdict} at {fault.place}:"]
    lines.append(f"    {clean(fault.text, 500)}")
    lines += [f"    rule {fault.details['rule']}"] if "rule" in fault.details else []
    for name, sign in (("request", ">"), ("reply", "<")):
        for line in measured.evidence.get(name, "").splitlines():
            lines.append(f"    {sign} {clean(line, REQUEST_SHOWN)}")
    tail = clean_lines(measured.evidence.get("stderr", ""))[-STDERR_LINES:]
    stderr = ["    the end of its stderr", *(f"    | {line}" for line in tail)]
    return lines + (stderr if tail else [])
