"""House rules as typed fields: how a rule set's fields are declared, checked and changed.

A field carries its one line of documentation, its source paragraph and its allowed values, so that
the same data validates an event file, explains a rule set and feeds the docs.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from arena.core.errors import nearest
from arena.core.text import clean

R = TypeVar("R")


class OptionError(ValueError):
    """A house rule that cannot be: ``key`` names the field, ``hint`` says what to write."""

    def __init__(self, key: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.message = message
        self.hint = hint


def option(
    default: Any,
    doc: str,
    source: str,
    *,
    choices: Collection[Any] = (),
    least: int | None = None,
) -> Any:
    """Declare a house rule: its default, what it decides, its source paragraph, its values.

    ``choices`` are the allowed values, best as a mapping to the sentence that each one means.
    ``least`` is the smallest allowed value of a number that has no fixed choices.
    """
    metadata = {"doc": doc, "source": source, "choices": choices, "least": least}
    return dataclasses.field(default=default, metadata=metadata)


@dataclasses.dataclass(frozen=True, slots=True)
class Option:
    """A house rule as it stands in a rule set, for people: its value and what that means.

    ``meanings`` says the same of every value that it may have.
    """

    name: str
    value: object
    text: str
    source: str
    meanings: Mapping[object, str]


def options_of(rules: object) -> list[Option]:
    """Return every house rule of a rule set in words, in the order of its fields."""
    fields = dataclasses.fields(rules)  # type: ignore[arg-type]
    return [_in_words(field, getattr(rules, field.name)) for field in fields if field.metadata]


def _in_words(field: dataclasses.Field[Any], value: object) -> Option:
    choices, doc = field.metadata["choices"], field.metadata["doc"]
    meanings = choices if isinstance(choices, Mapping) else {"…": doc}
    text = meanings.get(value, f"{doc}: {value}")
    return Option(field.name, value, text, field.metadata["source"], meanings)


def changed(base: R, options: Mapping[str, object]) -> R:
    """Return a rule set with some fields changed; ``OptionError`` names the first wrong one."""
    fields = {f.name: f for f in dataclasses.fields(base) if f.metadata}  # type: ignore[arg-type]
    for key, value in options.items():
        if key not in fields:
            raise OptionError(key, f"unknown rule {_said(key)}", nearest(key, fields))
        _check_value(fields[key], value)
    return dataclasses.replace(base, **options)  # type: ignore[type-var]


def _check_value(field: dataclasses.Field[Any], value: object) -> None:
    """Raise ``OptionError`` unless the value has the field's type and is one of its choices."""
    kind = type(field.default)
    if type(value) is not kind:
        raise OptionError(field.name, f"{field.name} must be {_noun(kind)}, not {_said(value)}")
    choices, least = field.metadata["choices"], field.metadata["least"]
    if choices and value not in choices:
        words = ", ".join(map(str, choices))
        text = f"{field.name} cannot be {_said(value)}"
        raise OptionError(field.name, text, f"It is one of: {words}")
    if least is not None and isinstance(value, int) and value < least:
        raise OptionError(field.name, f"{field.name} must be at least {least}, not {value}")


def _said(value: object) -> str:
    """Return a value as the file has it, not as Python would print it."""
    return repr(clean(value, 60)) if isinstance(value, str) else clean(json.dumps(value), 60)


def _noun(kind: type) -> str:
    return {bool: "true or false", int: "a whole number", str: "a word"}[kind]
