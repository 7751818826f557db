"""Every numbered paragraph and decision about 500 Rum is named by a test.

A paragraph is named by a case (its name or what it says of its source) or by the docstring of a
test function beside these.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

import tests.property.test_rummy_500 as properties
import tests.property.test_rummy_duty as duty
import tests.rules.rummy_500.test_rummy_rules as house_rules
from tests.rules.rummy_500.rummy_vectors import load

PARAGRAPHS = (
    *(f"A.003.{number}" for number in range(1, 27)),
    *(f"C.8.{number}" for number in range(73, 83)),
    *(f"C.9.{number}" for number in range(83, 94)),
    "C.9.92a",
    *(f"C.10.{number}" for number in range(94, 100)),
    *(f"C.11.{number}" for number in range(100, 111)),
    "C.11b.110b",
    "C.12.119",
    *(f"C.14.{number}" for number in range(139, 146)),
)
PARAGRAPH = re.compile(r"(?:A\.003|C\.\d+b?)\.\d+[ab]?")


def named_by_tests(*modules: ModuleType) -> Iterator[str]:
    """Yield the paragraphs that the docstrings of test functions name."""
    for module in modules:
        for name, member in inspect.getmembers(module, inspect.isfunction):
            if name.startswith("test_"):
                yield from PARAGRAPH.findall(inspect.getdoc(member) or "")


def named() -> set[str]:
    """Return the paragraphs that a case or a test names."""
    cases = [f"{case.name} {case.source}" for case in load()[1]]
    found = {paragraph for text in cases for paragraph in PARAGRAPH.findall(text)}
    return found | set(named_by_tests(properties, duty, house_rules))


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_a_test_names_the_paragraph(paragraph: str) -> None:
    assert paragraph in named()


def test_no_test_names_a_paragraph_that_is_not_listed() -> None:
    assert named() <= set(PARAGRAPHS)
