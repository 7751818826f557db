"""The referee with scripted bots: clocks, verdicts, who loses what, and who is told what."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable

import pytest

from arena.core.text import clean
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.referee.record import FaultRecord, decode_record, encode_record
from arena.referee.referee import Played
from arena.referee.verify import check_record
from arena.wire.messages import MAX_NOTE, Limits
from arena.wire.verdicts import Fault, Verdict
from tests.conformance.scripted import (
    LIMITS,
    NORWEGIAN,
    SEATS,
    STDERR,
    TOKEN,
    Message,
    Policy,
    Reply,
    ScriptedBot,
    ScriptedTable,
    bidder,
    bids,
    drawn,
    faulty,
    first_legal,
    make_spec,
    reply,
)

ONE_DEAL = FIVE_HUNDRED.rules("norwegian", 4, {"max_deals": 1})
each_seat = pytest.mark.parametrize("seat", SEATS)


def limits(decision_ms: int | None, bank_ms: int | None, start_ms: int | None = 10_000) -> Limits:
    return Limits(start_ms=start_ms, decision_ms=decision_ms, bank_ms=bank_ms)


def table_with(seat: int, policy: Policy, time: Limits = LIMITS) -> ScriptedTable:
    """Return a table with one policy in one seat and bidders in the others."""
    policies = [policy if other == seat else bidder for other in SEATS]
    return ScriptedTable(policies, NORWEGIAN, time)


def fault_of(played: Played) -> FaultRecord:
    fault = played.record.result.fault
    assert fault is not None
    return fault


def raising(verdict: Verdict, **details: object) -> Callable[[Message], str]:
    def choose(message: Message) -> str:
        raise Fault(verdict, "as a process would", dict(details))

    return choose


class LeavingBot(ScriptedBot):
    """A bot that is gone when a message of one type is to be sent, and stays so."""

    leaves_at: str = ""
    gone = False

    def tell(self, line: bytes) -> None:
        super().tell(line)
        self.gone = self.gone or f'"type":"{self.leaves_at}"'.encode() in line
        if self.gone:
            raise Fault(Verdict.EXITED, "ended with exit code 0", {"exit_code": 0})


class LeavingTable(ScriptedTable):
    """A table of one deal where seat 0 leaves when a message of one type is to be sent."""

    def __init__(self, leaves_at: str) -> None:
        super().__init__([bidder] * 4, ONE_DEAL)
        self.leaves_at = leaves_at

    def connect(self, seat: int) -> ScriptedBot:
        if seat != 0:
            return super().connect(seat)
        bot = LeavingBot(bidder)
        bot.leaves_at = self.leaves_at
        self.bots[seat].append(bot)
        return bot


# -- clocks ----------------------------------------------------------------------------------------


def slow(*seconds: float) -> Policy:
    """Return a bidder that takes these times for its decisions, the last one for all others."""
    times = itertools.chain(seconds, itertools.repeat(seconds[-1]))
    return lambda message: (
        reply(message, bidder(message), next(times)) if message["type"] == "act" else ""
    )


@pytest.mark.parametrize(
    ("decision_ms", "bank_ms", "seconds", "verdict", "asked"),
    [
        (1000, None, (1.0, 1.001), "timeout", 2),
        (1000, 60_000, (0.0, 5.0), "timeout", 2),
        (1000, 2500, (1.0, 1.0, 0.501), "bank-empty", 3),
        (1000, 2000, (1.0, 1.0, 0.001), "bank-empty", 3),
        (1000, 1000, (1.001,), "timeout", 1),
        (1000, 999, (1.0,), "bank-empty", 1),
        (None, 2000, (1.5, 0.501), "bank-empty", 2),
    ],
)
def test_a_time_out_names_the_limit_it_broke(
    decision_ms: int | None,
    bank_ms: int | None,
    seconds: tuple[float, ...],
    verdict: str,
    asked: int,
) -> None:
    table = table_with(2, slow(*seconds), limits(decision_ms, bank_ms))
    played = table.play()
    assert (fault_of(played).verdict, fault_of(played).seat) == (verdict, 2)
    assert len(table.bots[2][0].of_type("act")) == asked


def test_time_just_within_the_limits_is_none_of_a_verdict() -> None:
    time = limits(decision_ms=1000, bank_ms=None)
    table = ScriptedTable([slow(1.0)] * 4, ONE_DEAL, time)
    played = table.play()
    assert played.record.result.fault is None
    assert {ms for deal in played.measured.ms for ms in deal} == {1000.0}


def test_each_request_shows_what_is_left_and_a_new_game_starts_with_all_of_it() -> None:
    table = ScriptedTable([slow(0.25)] * 4, ONE_DEAL, limits(1000, 60_000))
    for _ in range(2):
        table.play()
    for seat in SEATS:
        clocks = [message["clock"] for message in table.bots[seat][0].of_type("act")]
        game = len(clocks) // 2
        assert game > 10
        assert clocks[:game] == clocks[game:]
        assert clocks[:game] == [
            {"decision_ms": 1000, "bank_ms": 60_000 - 250 * step} for step in range(game)
        ]


def test_without_limits_nothing_times_out() -> None:
    table = ScriptedTable([slow(1e6)] * 4, ONE_DEAL, limits(None, None, start_ms=None))
    assert table.play().record.result.fault is None
    assert table.bots[0][0].of_type("act")[0]["clock"] == {"decision_ms": None, "bank_ms": None}


def test_a_hello_that_comes_late_is_a_start_timeout() -> None:
    def sleepy(message: Message) -> Reply:
        return Reply(b'{"name":"x"}', 10.001)

    fault = fault_of(table_with(1, sleepy).play())
    assert (fault.verdict, fault.seat, fault.place) == ("start-timeout", 1, "0.0.1")


# -- wrong answers ---------------------------------------------------------------------------------


def test_an_illegal_action_is_recorded_with_its_rule_and_the_legal_list() -> None:
    table = table_with(1, faulty(lambda _: "bid 6S"))
    table.policies = [bidder, *table.policies[1:]]
    played = table.play()
    fault = fault_of(played)
    request = table.bots[1][0].of_type("act")[-1]
    assert fault.verdict == "illegal-action"
    assert fault.details == {
        "action": "bid 6S",
        "legal": request["legal"],
        "violation": "bid-too-low",
        "rule": "A.004.5",
    }
    assert fault.text == "6S is not higher than the standing bid, 6S"
    assert "bid 6S" not in request["legal"]
    assert json.loads(played.measured.evidence["request"]) == request
    assert json.loads(played.measured.evidence["reply"]) == {"id": TOKEN, "action": "bid 6S"}
    assert played.measured.evidence["stderr"] == STDERR
    assert played.record.deals[-1].result is None


@pytest.mark.parametrize("action", ["", "play js", "PASS", "pass ", "bid 11S", "play Jo=X", "é"])
def test_a_text_that_is_no_action_is_illegal_too(action: str) -> None:
    fault = fault_of(table_with(0, faulty(lambda _: action)).play())
    assert fault.verdict == "illegal-action"
    assert fault.text == f"{action!r} is no action of this game"
    assert set(fault.details) == {"action", "legal"}


@pytest.mark.parametrize("action", ["\x1b]0;owned\x07", "\u202egnp", "a\nb", "x" * 10_000])
def test_an_offending_text_is_cleaned_and_cut(action: str) -> None:
    played = table_with(0, faulty(lambda _: action)).play()
    fault = fault_of(played)
    assert fault.details["action"] == clean(action)
    assert fault.text == clean(fault.text, 500)
    assert len(fault.text) <= 500
    json.loads(encode_record(played.record))


WRONG_LINES = {
    "another id": (lambda _: reply({"id": "f" * 16}, "pass"), "out-of-turn"),
    "the id of before": (lambda _: reply({"id": TOKEN}, "pass"), "out-of-turn"),
    "an empty id": (lambda _: reply({"id": ""}, "pass"), "out-of-turn"),
    "no JSON": (lambda _: Reply(b"pass"), "bad-message"),
    "a hello": (lambda _: Reply(b'{"name":"x"}'), "bad-message"),
    "no UTF-8": (lambda _: Reply(b"\xff\x00\x1b"), "bad-message"),
}


@pytest.mark.parametrize(("policy", "verdict"), WRONG_LINES.values(), ids=WRONG_LINES)
def test_a_line_that_is_no_answer(policy: Callable[[Message], Reply], verdict: str) -> None:
    table = table_with(3, faulty(policy, from_phase="play"))
    ids = (f"{number:016x}" for number in itertools.count())
    played = table.play(token=lambda: next(ids))
    assert (fault_of(played).verdict, fault_of(played).seat) == (verdict, 3)
    assert "\x1b" not in fault_of(played).text
    assert played.measured.evidence["reply"]


def test_what_a_fault_says_is_cut_before_it_is_recorded() -> None:
    twice = b'{"' + b"k" * 10_000 + b'":1,"' + b"k" * 10_000 + b'":2}'
    fault = fault_of(table_with(0, faulty(lambda _: Reply(twice))).play())
    assert fault.verdict == "bad-message"
    assert len(fault.text) < 500


AT_HELLO = {
    "no JSON": (lambda _: Reply(b"hello"), "bad-hello"),
    "an answer": (lambda _: Reply(b'{"id":"a","action":"pass"}'), "bad-hello"),
    "two lines": (raising(Verdict.OUT_OF_TURN), "bad-hello"),
    "a flood": (raising(Verdict.OUTPUT_LIMIT), "bad-hello"),
    "nothing": (raising(Verdict.TIMEOUT), "start-timeout"),
    "a crash": (raising(Verdict.CRASHED, signal=11), "start-failed"),
    "an exit": (raising(Verdict.EXITED, exit_code=0), "start-failed"),
    "a closed stdout": (raising(Verdict.CLOSED_STDOUT), "start-failed"),
}


@each_seat
@pytest.mark.parametrize(("policy", "verdict"), AT_HELLO.values(), ids=AT_HELLO)
def test_a_bot_that_does_not_say_hello_loses(
    seat: int, policy: Callable[[Message], Reply], verdict: str
) -> None:
    table = table_with(seat, policy)
    played = table.play()
    fault = fault_of(played)
    assert (fault.verdict, fault.seat, fault.place) == (verdict, seat, "0.0.1")
    assert played.record.deals == []
    assert played.measured.evidence["stderr"] == STDERR
    assert table.ended == table.bots[seat]
    assert not any(bot.of_type("act") for bots in table.bots for bot in bots)


# -- what a fault costs ----------------------------------------------------------------------------

IN_PLAY = [v for v in Verdict if v.bots and v.kind != "start"]


@each_seat
@pytest.mark.parametrize("verdict", [Verdict.CRASHED, Verdict.ILLEGAL_ACTION])
def test_a_fault_loses_the_game_for_its_side_whatever_the_score(
    seat: int, verdict: Verdict
) -> None:
    """One side leads after a deal; the fault in the second decides all the same."""

    def second_deal(message: Message) -> str | Reply:
        if message.get("view", {}).get("deal") == 2:
            raise Fault(verdict, "in the second deal")
        return rash(message)

    rash = bids("bid 8NT")
    policies = [second_deal if other == seat else rash for other in SEATS]
    played = ScriptedTable(policies).play()
    before = played.record.deals[0].result
    assert before is not None
    result = played.record.result
    mine = [other for other in SEATS if other % 2 == seat % 2]
    assert result.reason == "forfeit"
    assert [result.scores[other] for other in mine] == [-500, -500]
    assert [result.places[other] for other in mine] == [2, 2]
    for other in set(SEATS) - set(mine):
        assert result.scores[other] == max(0, before.scores[other])
        assert result.places[other] == 1
    assert min(before.scores) < 0 < max(before.scores)


@pytest.mark.parametrize("verdict", IN_PLAY)
def test_every_verdict_is_kept_with_its_details(verdict: Verdict) -> None:
    played = table_with(0, faulty(raising(verdict, exit_code=3))).play()
    fault = fault_of(played)
    assert (fault.verdict, fault.text) == (verdict.value, "as a process would")
    assert fault.details == {"exit_code": 3}
    assert played.record.result.places == [2, 1, 2, 1]


@each_seat
def test_the_faulty_bot_is_told_why_and_leaves_while_the_others_stay(seat: int) -> None:
    table = table_with(seat, faulty(raising(Verdict.BAD_MESSAGE), from_phase="play"))
    played = table.play()
    for other in SEATS:
        (bot,) = table.bots[other]
        last = bot.messages
        assert (last[-1]["type"] == "quit") is (other == seat)
        closing = [m["type"] for m in last if m["type"] in ("error", "end", "quit")]
        assert closing == (["error", "end", "quit"] if other == seat else ["end"])
        assert bot.of_type("end")[0]["scores"] == played.record.result.scores
        assert bot.of_type("end")[0]["places"] == played.record.result.places
    error = table.bots[seat][0].of_type("error")
    assert error == [{"type": "error", "code": "bad-message", "message": "as a process would"}]


@each_seat
def test_a_new_bot_serves_the_next_game_and_the_others_go_on(seat: int) -> None:
    table = table_with(seat, faulty(raising(Verdict.EXITED)))
    for _ in range(3):
        table.play()
    assert [len(bots) for bots in table.bots] == [3 if other == seat else 1 for other in SEATS]
    assert table.ended == table.bots[seat]
    for other in SEATS:
        for bot in table.bots[other]:
            assert len(bot.of_type("hello")) == 1
            assert bot.messages[0]["type"] == "hello"
            assert len(bot.of_type("start")) == (1 if other == seat else 3)


def test_a_bot_that_is_gone_when_the_game_ends_is_judged_in_the_next() -> None:
    table = LeavingTable("end")
    assert table.play().record.result.fault is None
    assert all(bot.of_type("end") for (bot,) in table.bots)
    fault = fault_of(table.play())
    assert (fault.verdict, fault.seat) == ("exited", 0)


def test_a_bot_that_leaves_after_hello_is_judged_the_same_whenever_that_is_noticed() -> None:
    """Whether the start still fits into the pipe is chance; the record must not depend on it."""
    noticed = [encode_record(LeavingTable(at).play().record) for at in ("start", "act")]
    assert noticed[0] == noticed[1]


def test_a_bot_that_says_hello_badly_is_told_why() -> None:
    table = table_with(1, lambda _: Reply(b"hello"))
    table.play()
    assert [message["code"] for message in table.bots[1][0].of_type("error")] == ["bad-hello"]


def test_a_game_that_did_not_start_does_not_end_for_a_bot() -> None:
    table = table_with(2, lambda _: Reply(b"hello"))
    table.play()
    for bot in (bot for bots in table.bots for bot in bots):
        assert len(bot.of_type("end")) == len(bot.of_type("start"))


# -- what goes into the record, and what is told ---------------------------------------------------


@pytest.mark.parametrize(
    ("note", "kept"),
    [
        ("why not", "why not"),
        ("", ""),
        ("\x1b[2J\u202e", "\\x1b[2J\\u202e"),
        ("x" * MAX_NOTE, "x" * MAX_NOTE),
        ("x" * 10_000, "x" * (MAX_NOTE - 1) + "…"),
    ],
)
def test_notes_are_cleaned_and_capped(note: str, kept: str) -> None:
    def noting(message: Message) -> str | Reply:
        return reply(message, first_legal(message), note=note) if "legal" in message else ""

    played = ScriptedTable([noting] * 4, ONE_DEAL).play()
    assert {action.note for action in played.record.deals[0].actions} == {kept}


def test_a_record_of_a_fault_is_in_order_and_comes_back_from_its_bytes() -> None:
    for seat in SEATS:
        spec = make_spec()
        played = table_with(seat, faulty(lambda _: "play 2S", from_phase="play")).play(spec)
        data = encode_record(played.record)
        assert encode_record(decode_record(data)) == data
        assert check_record(played.record, spec.board_seed) == []


def test_the_record_of_a_game_does_not_depend_on_time_tokens_or_notes_of_the_table() -> None:
    first = ScriptedTable([drawn(seat) for seat in SEATS]).play()
    second = ScriptedTable([drawn(seat) for seat in SEATS]).play(token=lambda: "f" * 16)
    assert encode_record(first.record) == encode_record(second.record)


@pytest.mark.parametrize("seed", range(3))
def test_each_seat_is_told_each_event_it_may_know_of_once_and_in_order(seed: int) -> None:
    table = ScriptedTable([drawn(seed * 4 + seat) for seat in SEATS])
    played = table.play()
    for seat in SEATS:
        (bot,) = table.bots[seat]
        told = [event for message in bot.messages for event in message.get("events", [])]
        assert told == events_for(seat, played)


def events_for(seat: int, played: Played) -> list[Message]:
    """Return what a seat may know of a game, written out from its record."""
    events: list[Message] = []
    for deal in played.record.deals:
        events.append({"type": "deal", "deal": deal.deal, "dealer": deal.dealer})
        events += [
            {"type": "action", "seat": turn.seat, "action": turn.action}
            for turn in deal.actions
            if turn.seat == seat or not turn.action.startswith("discard")
        ]
        assert deal.result is not None
        events.append(
            {
                "type": "result",
                "deal": deal.deal,
                "points": deal.result.points,
                "scores": deal.result.scores,
                "details": deal.result.details,
            }
        )
    return events


def test_a_declined_nomination_is_told_to_nobody_else() -> None:
    rules = FIVE_HUNDRED.rules("norwegian", 4, {"joker_nominate": True, "max_deals": 12})

    def decline(message: Message) -> str:
        legal = message.get("legal", [])
        if "bid 6NT" in legal:
            return "bid 6NT"
        return "nominate none" if "nominate none" in legal else first_legal(message)

    table = ScriptedTable([decline] * 4, rules)
    turns = [turn for deal in table.play().record.deals for turn in deal.actions]
    declined = [turn.seat for turn in turns if turn.action == "nominate none"]
    assert declined
    for seat in SEATS:
        told = table.sent(seat).count(b'"action":"nominate none"')
        assert told == declined.count(seat)


def test_every_request_says_all_there_is_to_choose_from() -> None:
    table = ScriptedTable([drawn(seat) for seat in SEATS])
    played = table.play()
    taken = {seat: iter(_actions(played, seat)) for seat in SEATS}
    for seat in SEATS:
        for message in table.bots[seat][0].of_type("act"):
            assert len(set(message["legal"])) == len(message["legal"]) > 0
            assert next(taken[seat]) in message["legal"]
        assert next(taken[seat], None) is None


def _actions(played: Played, seat: int) -> list[str]:
    deals = played.record.deals
    return [turn.action for deal in deals for turn in deal.actions if turn.seat == seat]
