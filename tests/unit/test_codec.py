"""The one decoder for what bots send: a message or ``bad-message``, whatever the bytes are."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.wire.codec import decode, encode
from arena.wire.messages import MAX_DEPTH, MAX_LINE, Act, Answer, Clock, End, HelloReply, Quit
from arena.wire.verdicts import Fault, Verdict

GOOD = b'{"id":"a","action":"b"}'


def with_field(text: str) -> bytes:
    """Return a good answer with one more field."""
    return GOOD[:-1] + b"," + text.encode() + b"}"


def nested(depth: int) -> bytes:
    """Return a good answer that is nested this deep."""
    return with_field('"x":' + "[" * (depth - 1) + "]" * (depth - 1))


BAD = {
    "nothing": b"",
    "spaces": b"  ",
    "no JSON": b"play JS",
    "null": b"null",
    "a number": b"1",
    "a string": b'"b"',
    "an array": b"[]",
    "an array of the fields": b'["a","b"]',
    "an empty object": b"{}",
    "a missing action": b'{"id":"a"}',
    "a missing id": b'{"action":"b"}',
    "a number for an id": b'{"id":1,"action":"b"}',
    "true for an id": b'{"id":true,"action":"b"}',
    "null for an id": b'{"id":null,"action":"b"}',
    "a list for an action": b'{"id":"a","action":["b"]}',
    "null for a note": with_field('"note":null'),
    "a 400-digit id": b'{"id":' + b"1" * 400 + b',"action":"b"}',
    "a 5,000-digit id": b'{"id":' + b"1" * 5000 + b',"action":"b"}',
    "NaN": with_field('"x":NaN'),
    "Infinity": with_field('"x":-Infinity'),
    "1e999 for an id": b'{"id":1e999,"action":"b"}',
    "a leading zero": with_field('"x":01'),
    "single quotes": b"{'id':'a','action':'b'}",
    "a comma too many": GOOD[:-1] + b",}",
    "text behind": GOOD + b" b",
    "two values": GOOD + GOOD,
    "two values and a space": GOOD + b" " + GOOD,
    "half a value": GOOD[:-3],
    "a key that stands twice": with_field('"action":"c"'),
    "a key that stands twice, escaped": with_field(r'"\u0061ction":"c"'),
    "a key that stands twice further down": with_field('"x":{"y":1,"y":2}'),
    "nested too deep": nested(MAX_DEPTH + 1),
    "nested 30,000 deep": b"[" * 30_000,
    "closed, then nested 30,000 deep": b"]" * 30_000 + b"[" * 30_000,
    "a NUL": b'{"id":"a","action":"b\0"}',
    "a NUL beside an unknown field": b'{"id":"a","action":"b\0","x":1}',
    "a tab in a string": b'{"id":"a","action":"b\t"}',
    "a byte order mark": b"\xef\xbb\xbf" + GOOD,
    "a byte order mark in the middle": GOOD[:1] + b"\xef\xbb\xbf" + GOOD[1:],
    "UTF-16": GOOD.decode().encode("utf-16"),
    "UTF-16 without a mark": GOOD.decode().encode("utf-16-le"),
    "UTF-32": GOOD.decode().encode("utf-32"),
    "Latin-1": '{"id":"a","action":"é"}'.encode("latin-1"),
    "an overlong NUL": b'{"id":"a","action":"\xc0\x80"}',
    "a raw surrogate": b'{"id":"a","action":"\xed\xa0\x80"}',
    "a lone surrogate": rb'{"id":"a","action":"\ud800"}',
    "surrogates in the wrong order": rb'{"id":"a","action":"\udc00\ud800"}',
    "a lone surrogate in a note": with_field(r'"note":"\udfff"'),
    "a lone surrogate in an unknown field": with_field(r'"x":"\ud800"'),
    "a lone surrogate in a key": with_field(r'"\ud800":1'),
}

ACCEPTED = {
    "as documented": b'{"id": "a", "action": "b"}',
    "without spaces": GOOD,
    "with other spaces": b' { "action" :\t"b" , "id" : "a" } \r',
    "an escape in a key": rb'{"\u0069d":"a","action":"\u0062"}',
    "an unknown field": with_field('"x":{"y":[1,2.5,null,true]}'),
    "__proto__": with_field('"__proto__":{"x":1}'),
    "a 60 KiB key": with_field('"' + "k" * 60_000 + '":1'),
    "5,000 keys": with_field(",".join(f'"{n}":{n}' for n in range(5000))),
    "nested as deep as may be": nested(MAX_DEPTH),
    "brackets in a string": with_field('"x":"' + "[{" * 1000 + '"'),
    "a 5,000-digit number nobody reads": with_field('"x":' + "1" * 5000),
    "quotes and brackets in a string": with_field(r'"x":"\"[[[\\"'),
}


@pytest.mark.parametrize("line", BAD.values(), ids=BAD)
def test_a_line_that_is_no_message_is_a_fault(line: bytes) -> None:
    with pytest.raises(Fault) as caught:
        decode(line, Answer)
    fault = caught.value
    assert fault.verdict is Verdict.BAD_MESSAGE
    assert line[:200].decode("utf-8", "replace") == fault.evidence["reply"]
    json.dumps([fault.text, fault.evidence], ensure_ascii=False).encode()


@pytest.mark.parametrize("line", ACCEPTED.values(), ids=ACCEPTED)
def test_what_is_accepted(line: bytes) -> None:
    assert decode(line, Answer) == Answer("a", "b")


@pytest.mark.parametrize("more", [b"", b',"x":1'])
def test_a_wrong_byte_is_named_by_its_place(more: bytes) -> None:
    with pytest.raises(Fault, match="not UTF-8 at byte 20"):
        decode(b'{"id":"a","action":"\xff"' + more + b"}", Answer)


def test_a_pair_of_surrogates_is_one_character() -> None:
    assert (
        decode(with_field(r'"note":"\ud83c\udccf"'), Answer).note == "\N{PLAYING CARD BLACK JOKER}"
    )


def test_a_hello_needs_a_name_only() -> None:
    assert decode(b'{"name":"x"}', HelloReply) == HelloReply("x")
    assert decode(b'{"name":"x","version":"2","id":1}', HelloReply) == HelloReply("x", "2")
    for line in (b'{"version":"2"}', b'{"name":1}', b'{"name":"x","version":2}'):
        with pytest.raises(Fault, match=r"^bad-message: "):
            decode(line, HelloReply)


# -- against a plain reading of the rules ----------------------------------------------------------


class _Number(str):
    """A number, kept apart from a string."""

    __slots__ = ()


def strictly(line: bytes) -> Answer | None:
    """Return the answer that a line is by the book, one rule after the other, or ``None``."""
    try:
        value = json.loads(
            line.decode("utf-8"),
            object_pairs_hook=_no_key_twice,
            parse_int=_Number,
            parse_float=_Number,
            parse_constant=_no_constant,
        )
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict) or _depth(value) > MAX_DEPTH:
        return None
    fields = [value.get("id"), value.get("action"), value.get("note", "")]
    return Answer(*fields) if all(type(field) is str for field in fields) else None


def _no_key_twice(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def _no_constant(word: str) -> object:
    raise ValueError(word)


def _depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(_depth, value), default=0)
    return 0


def outcome(line: bytes) -> Answer | None:
    """Return what the decoder makes of a line; any exception but a ``bad-message`` escapes."""
    try:
        return decode(line, Answer)
    except Fault as fault:
        if fault.verdict is not Verdict.BAD_MESSAGE:
            raise
        return None


PIECES = st.sampled_from(
    [
        *("{", "}", "[", "]", ",", ":", '"', "\\", " ", "\t", "\0", "\x1f", "\x7f", "\u2028"),
        *("a", "é", "\N{PLAYING CARD BLACK JOKER}", "\ufeff"),
        *('"id"', '"action"', '"note"', '"x"', r"\ud800", r"\u0000", r"\n", r"\/", r"\x", "null"),
        *("true", "NaN", "1", "-0", "1e999", "01", "1.5"),
    ]
)
ALMOST_JSON = st.lists(PIECES, max_size=20).map("".join).map(str.encode)
INSIDE = st.lists(PIECES, max_size=3).map("".join)
ALMOST_PLAIN = st.builds(
    lambda space, a, b, more: f'{{"id":{space}"{a}",{space}"action": "{b}"{more}}}'.encode(),
    st.sampled_from(["", " "]),
    INSIDE,
    INSIDE,
    st.one_of(st.just(""), INSIDE, st.builds(lambda a, b: f',"{a}":"{b}"', INSIDE, INSIDE)),
)
BROKEN = st.builds(
    lambda line, at, byte: line[: at % len(line)] + bytes([byte]) + line[at % len(line) :],
    ALMOST_PLAIN,
    st.integers(min_value=0),
    st.integers(0, 255),
)


@given(st.one_of(st.binary(max_size=100), ALMOST_JSON, ALMOST_PLAIN, BROKEN))
@example(b'{"id":"a","action":"b\x00"}')
@example(b'{"id": "a", "action": "b\x1f"}')
def test_the_decoder_accepts_what_the_strict_reading_accepts_and_nothing_else(line: bytes) -> None:
    assert outcome(line) == strictly(line)


@pytest.mark.parametrize("line", [*BAD.values(), *ACCEPTED.values()], ids=[*BAD, *ACCEPTED])
def test_the_strict_reading_agrees_on_the_known_cases(line: bytes) -> None:
    assert outcome(line) == strictly(line)


@given(st.one_of(ALMOST_PLAIN, BROKEN))
def test_what_is_accepted_can_be_written_again(line: bytes) -> None:
    answer = outcome(line)
    if answer is not None:
        again = json.dumps({"id": answer.id, "action": answer.action, "note": answer.note})
        assert decode(again.encode(), Answer) == answer


@given(st.text(st.characters(codec="utf-8")), st.text(st.characters(codec="utf-8")))
@example("", "\0")
def test_every_text_can_be_sent(one: str, two: str) -> None:
    for ascii_only in (True, False):
        line = json.dumps({"id": one, "action": two}, ensure_ascii=ascii_only).encode()
        assert decode(line, Answer) == Answer(one, two)


SIZE = MAX_LINE // 4
COSTLY = {
    "an open string of escaped quotes": b'{"id":"' + rb"\"" * (SIZE // 2),
    "the same, ended by a backslash": b'{"id":"' + rb"\"" * (SIZE // 2) + b"\\",
    "quotes": b'"' * SIZE,
    "backslashes": b"\\" * SIZE,
    "keys": b'{"id":' * (SIZE // 6),
    "digits": with_field('"x":' + "1" * SIZE),
    "a long fraction": with_field('"x":0.' + "1" * SIZE),
}


@pytest.mark.parametrize("line", COSTLY.values(), ids=COSTLY)
def test_no_line_costs_much(line: bytes) -> None:
    started = time.process_time()
    outcome(line)
    assert time.process_time() - started < 0.5  # seconds; a millisecond or two as it should be


# -- to the bot ------------------------------------------------------------------------------------


def test_a_message_is_one_line_with_its_type() -> None:
    assert encode(Quit()) == b'{"type":"quit"}\n'
    assert encode(End([1], [1], [])) == b'{"type":"end","scores":[1],"places":[1],"events":[]}\n'


@given(st.text(st.characters(codec="utf-8")))
def test_whatever_a_message_holds_it_stays_one_line(text: str) -> None:
    clock = Clock(decision_ms=None, bank_ms=None)
    line = encode(Act("a", "play", [text], {"x": text}, [], clock))
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert json.loads(line)["legal"] == [text]
