"""A byte stream is cut into the same lines however it arrives, and never without bound."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.process.framing import BOM, HeadAndTail, LineBuffer, LineTooLong

CAP = 8
TOO_LONG = "too long"

STREAMS = st.lists(st.sampled_from([b"\n", b"\r", b"a", b"bc", BOM, b"\x00", b"\xff"])).map(
    b"".join
)


def pieces(data: bytes, cuts: Sequence[int]) -> list[bytes]:
    """Return the data cut at these places."""
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]


def lines_of(chunks: Sequence[bytes], cap: int = CAP) -> list[bytes | str]:
    """Return the lines that come out, ended by ``TOO_LONG`` where the buffer gives up."""
    buffer, found = LineBuffer(cap), list[bytes | str]()
    for chunk in chunks:
        buffer.feed(chunk)
        try:
            while (line := buffer.next_line()) is not None:
                found.append(line)
        except LineTooLong:
            return [*found, TOO_LONG]
    return found


def expected_lines(data: bytes, cap: int = CAP) -> list[bytes | str]:
    """Return the same by looking at the whole stream at once."""
    *whole, rest = data.split(b"\n")
    found: list[bytes | str] = []
    for number, line in enumerate(whole):
        if len(line) + 1 > cap:
            return [*found, TOO_LONG]
        if number == 0 and line.startswith(BOM):
            line = line[len(BOM) :]
        found.append(line[:-1] if line.endswith(b"\r") else line)
    return [*found, TOO_LONG] if len(rest) >= cap else found


@given(STREAMS, st.lists(st.integers(min_value=0)))
def test_any_split_of_a_stream_gives_the_same_lines(data: bytes, cuts: list[int]) -> None:
    assert lines_of(pieces(data, cuts)) == expected_lines(data)


@given(STREAMS)
def test_a_stream_that_comes_byte_by_byte_gives_the_same_lines(data: bytes) -> None:
    assert lines_of([bytes([byte]) for byte in data]) == expected_lines(data)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"one\ntwo\n", [b"one", b"two"]),
        (b"one\r\ntwo\r\n", [b"one", b"two"]),
        (b"one\r\r\n", [b"one\r"]),
        (b"o\rne\n", [b"o\rne"]),
        (b"\n\n", [b"", b""]),
        (BOM + b"one\n", [b"one"]),
        (BOM + b"\n", [b""]),
        (BOM + BOM + b"\n", [BOM]),
        (b"one\n" + BOM + b"two\n", [b"one", BOM + b"two"]),
        (b"\n" + BOM + b"two\n", [b"", BOM + b"two"]),
        (b"no newline", []),
    ],
)
def test_what_ends_a_line_and_what_is_dropped(data: bytes, lines: list[bytes]) -> None:
    assert lines_of([data], cap=100) == lines


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"1234567\n", [b"1234567"]),
        (b"12345678\n", [TOO_LONG]),
        (b"123456\r\n", [b"123456"]),
        (b"1234567\r\n", [TOO_LONG]),
        (b"1234567", []),
        (b"12345678", [TOO_LONG]),
        (b"one\n12345678", [b"one", TOO_LONG]),
    ],
)
def test_the_cap_counts_the_newline(data: bytes, lines: list[bytes | str]) -> None:
    assert lines_of([data]) == lines


def test_a_line_that_is_too_long_stays_so() -> None:
    buffer = LineBuffer(CAP)
    buffer.feed(b"123456789")
    for _ in range(2):
        with pytest.raises(LineTooLong):
            buffer.next_line()


def test_pending_says_whether_bytes_are_left_over() -> None:
    buffer = LineBuffer(CAP)
    assert not buffer.pending
    buffer.feed(b"one\nt")
    assert buffer.next_line() == b"one"
    assert buffer.pending
    buffer.feed(b"wo\n")
    assert buffer.next_line() == b"two"
    assert not buffer.pending


@given(st.binary(max_size=60), st.lists(st.integers(min_value=0)))
def test_head_and_tail_keep_the_ends_however_they_come(data: bytes, cuts: list[int]) -> None:
    kept = HeadAndTail(10)
    for piece in pieces(data, cuts):
        kept.feed(piece)
    missing = len(data) - 20
    gap = f"\n… {missing} bytes left out …\n".encode() if missing > 0 else b""
    tail = data[-10:] if missing > 0 else data[10:]
    assert kept.text() == (data[:10] + gap + tail).decode("utf-8", "replace")
    assert kept.total == len(data)


def test_head_and_tail_of_a_flood() -> None:
    kept = HeadAndTail(4)
    kept.feed(b"head")
    for _ in range(10_000):
        kept.feed(b"flood")
    kept.feed(b"tail")
    assert kept.text() == "head\n… 50000 bytes left out …\ntail"
