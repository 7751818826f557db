"""Seeds are hashes of names, never draws from a shared stream.

A board deals the same cards in a parallel run, in a resumed one and alone, because each deal's
seed depends on nothing but the secret and the names on the way to it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def derive(secret: bytes, *names: str | int) -> bytes:
    """Return the 32-byte seed of a name path below a secret (HMAC-SHA-256).

    Each name is length-prefixed, so that no two paths can give the same bytes.
    """
    path = b"".join(_prefixed(str(name).encode()) for name in names)
    return hmac.digest(secret, path, "sha256")


def _prefixed(name: bytes) -> bytes:
    return len(name).to_bytes(4, "big") + name


def shuffled(seed: bytes, items: Sequence[Item]) -> list[Item]:
    """Return the items in the order that the seed decides: Fisher-Yates, without bias.

    The randomness is the SHAKE-256 stream of the seed, so any language can check a deal.
    """
    pack = list(items)
    numbers = _numbers(seed)
    for last in range(len(pack) - 1, 0, -1):
        pick = _below(last + 1, numbers)
        pack[last], pack[pick] = pack[pick], pack[last]
    return pack


def below(seed: bytes, bound: int) -> int:
    """Return a number in 0 … bound-1 that the seed decides, without bias."""
    return _below(bound, _numbers(seed))


def _below(bound: int, numbers: Iterator[int]) -> int:
    """Draw 32-bit numbers until one falls below the largest multiple of ``bound``."""
    limit = (1 << 32) // bound * bound
    return next(number for number in numbers if number < limit) % bound


def _numbers(seed: bytes) -> Iterator[int]:
    """Yield the 32-bit big-endian words of SHAKE-256(seed), without end."""
    size, start = 1024, 0
    while True:
        stream = hashlib.shake_256(seed).digest(size)
        for offset in range(start, size, 4):
            yield int.from_bytes(stream[offset : offset + 4], "big")
        start, size = size, 2 * size
