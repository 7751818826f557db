"""The two secrets of a run: one the cards come from, one the bots' own seeds come from.

They are apart so that neither a bot's seed nor its hand lets it guess other cards. The commitment
is published before the first game and the secrets with the results, so that anyone can check that
the cards were not chosen.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

SECRET_BYTES = 16


@dataclass(frozen=True)
class RunSecrets:
    """The secrets of a run: random, or made from a seed that anyone could know."""

    cards: bytes
    bots: bytes

    @classmethod
    def fresh(cls) -> RunSecrets:
        """Return new random secrets."""
        return cls(secrets.token_bytes(SECRET_BYTES), secrets.token_bytes(SECRET_BYTES))

    @classmethod
    def of_seed(cls, seed: str) -> RunSecrets:
        """Return the secrets that a seed word always gives, for development and tests."""
        return cls(_from_seed("cards", seed), _from_seed("bots", seed))

    @property
    def commitment(self) -> str:
        """The hash that binds the run to its secrets before they are shown."""
        return commitment_of(self.cards, self.bots)


def commitment_of(cards: bytes, bots: bytes) -> str:
    """Return the SHA-256 of both secrets, each after its length, as hexadecimal text."""
    parts = (len(part).to_bytes(4, "big") + part for part in (cards, bots))
    return hashlib.sha256(b"arena run secrets\0" + b"".join(parts)).hexdigest()


def _from_seed(purpose: str, seed: str) -> bytes:
    return hashlib.sha256(f"arena seed\0{purpose}\0{seed}".encode()).digest()[:SECRET_BYTES]
