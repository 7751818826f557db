"""The one place where a string from outside is made safe to show."""

from __future__ import annotations

import unicodedata

UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean(text: str, limit: int = 200) -> str:
    """Return a string with no control, bidirectional, surrogate or unassigned character.

    Each becomes its escape, as in Python source; what is longer than ``limit`` characters is
    cut and ends with an ellipsis.
    """
    shown = "".join(_escaped(character) for character in text[: limit + 1])
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


def clean_lines(text: str, limit: int = 200) -> list[str]:
    """Return the lines of a text, each cleaned; a trailing newline makes no empty line."""
    return [clean(line, limit) for line in text.splitlines()]


def _escaped(character: str) -> str:
    if unicodedata.category(character) not in UNSAFE:
        return character
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
