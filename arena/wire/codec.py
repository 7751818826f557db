"""Lines to messages and back: the one decoder for what bots send.

A line is checked for strict UTF-8, depth and duplicate keys, then decoded into a typed message.
Whatever the bytes are, all that ``decode`` raises is a ``Fault`` with verdict ``bad-message``.
"""

from __future__ import annotations

import json
import re
from typing import TypeVar

import msgspec

from arena.core.text import clean
from arena.wire.messages import MAX_DEPTH, Answer, HelloReply, ToBot
from arena.wire.verdicts import Fault, Verdict

M = TypeVar("M", Answer, HelloReply)

_encoder = msgspec.json.Encoder()
_decoders: dict[type, msgspec.json.Decoder[object]] = {
    kind: msgspec.json.Decoder(kind) for kind in (Answer, HelloReply)
}
_STRINGS = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)  # possessive: linear on any input
_PLAIN = re.compile(rb'\{"id": ?"[^"\\]*", ?"action": ?"[^"\\]*"\}')


def encode(message: ToBot) -> bytes:
    """Return a message as one line, newline included."""
    return _encoder.encode(message) + b"\n"


def decode(line: bytes, kind: type[M]) -> M:
    """Return the message of a line (without its newline); ``Fault`` when it is none."""
    try:
        line.decode("utf-8")
        if not _PLAIN.fullmatch(line):
            _refuse_odd_json(line)
        message = _decoders[kind].decode(line)
    except UnicodeDecodeError as error:
        raise _bad(line, f"not UTF-8 at byte {error.start}") from None
    except json.JSONDecodeError:
        raise _bad(line, "not JSON (to print, use standard error)") from None
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        raise _bad(line, str(error)) from None
    assert isinstance(message, kind)  # noqa: S101 - for the type checker
    return message


def _refuse_odd_json(line: bytes) -> None:
    """Raise ``ValueError`` for what the fast decoder would let pass: depth and duplicate keys."""
    outside = _STRINGS.sub(b"", line)
    depth = deepest = 0
    for byte in outside:
        depth += (byte in b"[{") - (byte in b"]}")
        deepest = max(deepest, depth)
    if deepest > MAX_DEPTH:
        raise ValueError(f"nested deeper than {MAX_DEPTH}")
    json.loads(line.decode(), object_pairs_hook=_distinct, parse_int=str, parse_constant=_refuse)


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} stands twice")
        found[key] = value
    return found


def _refuse(word: str) -> object:
    raise ValueError(f"{word} is not JSON")


def _bad(line: bytes, why: str) -> Fault:
    start = line[:200].decode("utf-8", "replace")
    text = f"{clean(start, 60)!r} is no message of the protocol: {clean(why)}"
    return Fault(Verdict.BAD_MESSAGE, text, {}, {"reply": start})
