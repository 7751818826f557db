"""One game and one deal of it as text: headline, the game's own page, the result, any fault."""

from __future__ import annotations

from collections.abc import Sequence

from arena.core.errors import InputError
from arena.core.text import clean, clean_lines
from arena.games.contract import Turn
from arena.games.registry import find_game
from arena.referee.record import DealRecord, Measured, Record, deal_of
from arena.report.standings import signed

STDERR_LINES = 12
NO_ACTION = -1
ASCII = str.maketrans({"·": "-", "→": ">", "−": "-", "…": "~"})


def game_page(record: Record, measured: Measured, *, ascii_only: bool) -> list[str]:
    """Return a game as lines: who played, one line per deal, how it ended."""
    lines = [_headline(record), ""]
    lines += [f"  {deal.deal:>3}  {_deal_line(record, deal)}" for deal in record.deals]
    return _in_characters([*lines, "", *_ending(record, measured)], ascii_only=ascii_only)


def deal_page(record: Record, measured: Measured, number: int, *, ascii_only: bool) -> list[str]:
    """Return one deal as lines; ``InputError`` when the game has no deal of that number."""
    deals = {deal.deal: deal for deal in record.deals}
    if number not in deals:
        text = f"{record.id} has no deal {number}"
        raise InputError("no-deal", text, hint=f"It has deals 1 to {len(deals)}.")
    deal = deals[number]
    game = find_game(record.game)
    rules = game.rules(record.preset, record.players, record.options)
    names = [seat.bot for seat in record.seats]
    page = game.page(rules, deal_of(deal), _turns(record, deal), names, ascii_only=ascii_only)
    lines = [f"{_headline(record)} · deal {number} of {len(deals)}", "", *page, ""]
    if deal.result is not None:
        lines += _scores(record, deal)
    lines += _ending(record, measured) if number == len(deals) else []
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


def _deal_line(record: Record, deal: DealRecord) -> str:
    if deal.result is None:
        return "not finished"
    game = find_game(record.game)
    summary = game.summary(deal.result.details)
    scores = " ".join(f"{name} {score}" for name, score in _by_side(record, deal.result.scores))
    return f"{summary:<34} {scores}"


def _by_side(record: Record, values: Sequence[int]) -> list[tuple[str, int]]:
    """Return bot and value of each side, from values per seat."""
    sides: dict[int, tuple[str, int]] = {}
    for seat in record.seats:
        sides.setdefault(seat.side, (seat.bot, values[seat.seat]))
    return [sides[side] for side in sorted(sides)]


def _scores(record: Record, deal: DealRecord) -> list[str]:
    if deal.result is None:
        return []
    points = dict(_by_side(record, deal.result.points))
    return [
        f"  {name:<20} {signed(points[name]):>5} → {score}"
        for name, score in _by_side(record, deal.result.scores)
    ]


def _ending(record: Record, measured: Measured) -> list[str]:
    result = record.result
    scores = ", ".join(f"{name} {score}" for name, score in _by_side(record, result.scores))
    winners = [name for name, place in _by_side(record, result.places) if place == 1]
    lines = [f"  Won by {' and '.join(winners)} ({result.reason}): {scores}"]
    return lines + _fault(record, measured)


def _fault(record: Record, measured: Measured) -> list[str]:
    fault = record.result.fault
    if fault is None:
        return []
    bot = record.seats[fault.seat].bot
    lines = ["", f"  ! {bot} (seat {fault.seat}) lost by {fault.verdict} at {fault.place}:"]
    lines.append(f"    {fault.text}")
    for name, sign in (("request", ">"), ("reply", "<")):
        if name in measured.evidence:
            lines.append(f"    {sign} {clean(measured.evidence[name], 400)}")
    tail = clean_lines(measured.evidence.get("stderr", ""))[-STDERR_LINES:]
    return lines + (
        [f"    stderr, last {len(tail)} lines", *(f"    | {t}" for t in tail)] if tail else []
    )
