"""Strings from outside: nothing is left that a terminal, a browser or a reader stumbles over."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.core.text import UNSAFE, clean, clean_lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text, Ä and ♠ and 🂡", "plain text, Ä and ♠ and 🂡"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("a\0b\tc\rd\ne", "a\\x00b\\x09c\\x0dd\\x0ae"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\u2066\ufeff\u200b", "\\u2066\\ufeff\\u200b"),
        ("\u2028\u2029", "\\u2028\\u2029"),
        ("\ud800", "\\ud800"),
        ("\ue000\U000f0000", "\\ue000\\U000f0000"),
        ("\u0378\U000e0001", "\\u0378\\U000e0001"),
    ],
)
def test_each_unsafe_character_becomes_its_escape(text: str, shown: str) -> None:
    assert clean(text) == shown


@given(st.text(st.characters()), st.integers(1, 30))
def test_what_is_clean_is_safe_and_short(text: str, limit: int) -> None:
    shown = clean(text, limit)
    assert len(shown) <= limit
    assert not UNSAFE & {unicodedata.category(character) for character in shown}
    shown.encode()


SAFE = st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


@given(st.text(SAFE, max_size=20))
def test_safe_text_stays_as_it_is(text: str) -> None:
    assert clean(text, 20) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [("12345", "12345"), ("123456", "1234…"), ("1\x00", "1\\x00"), ("12\x00", "12\\x…")],
)
def test_what_is_too_long_ends_with_an_ellipsis(text: str, shown: str) -> None:
    assert clean(text, 5) == shown


def test_lines_are_cleaned_one_by_one() -> None:
    assert clean_lines("one\x07\r\ntwo\n\nthree\n") == ["one\\x07", "two", "", "three"]
    assert clean_lines("") == []
    assert clean_lines("123456\n7", 5) == ["1234…", "7"]
