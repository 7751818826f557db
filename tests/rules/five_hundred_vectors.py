"""The named cases of ``vectors/*.json``: a rule set, a situation, and facts that must hold in it.

A case says what it is about in ``kind`` and ``state`` (see ``five_hundred_facts``); ``expected``
names facts and their values. Its rules are its own preset for its own number of players, with its
``options`` on top; a test may change the preset under it (``base``) to see that some case notices.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.rules import FiveHundredRules
from tests.rules.five_hundred_facts import KINDS, Facts

DATA = Path(__file__).parent / "vectors"


@dataclass(frozen=True)
class Case:
    """One named position or deal; ``name`` is a vector's id or a paragraph, then a variant.

    ``proves`` lists the paragraphs of the rules page that the case is about, besides its name.
    """

    name: str
    source: str
    preset: str
    players: int
    kind: str
    expected: dict[str, Any]
    options: dict[str, Any] = field(default_factory=dict)
    state: dict[str, Any] = field(default_factory=dict)
    proves: Sequence[str] = ()
    note: str = ""

    @property
    def id(self) -> str:
        """The vector or paragraph that the case belongs to."""
        return self.name.partition("/")[0]

    @property
    def title(self) -> str:
        """The name of the test: the case and all paragraphs that it is about."""
        return " ".join([self.name, *self.proves])

    def rules(self, base: Mapping[str, object]) -> FiveHundredRules:
        """Return the rules of the case, whose preset may be changed under it."""
        return FIVE_HUNDRED.rules(self.preset, self.players, {**base, **self.options})


def load() -> list[Case]:
    """Return the cases of all vectors, then those of the paragraphs beside them."""
    files = (DATA / "five_hundred.json", DATA / "five_hundred_paragraphs.json")
    return [Case(**case) for file in files for case in json.loads(file.read_text("utf-8"))]


def failures(case: Case, base: Mapping[str, object] | None = None) -> list[str]:
    """Return what is not as the case expects; ``OptionError`` when the rules cannot be."""
    rules = case.rules(base or {})
    try:
        found = KINDS[case.kind](rules, case.state)
    except (ValueError, KeyError) as error:
        return [f"cannot be played: {error!r}"]
    return differences(case.expected, found)


def observe(case: Case) -> Facts:
    """Return all facts of a case under its own rules."""
    return KINDS[case.kind](case.rules({}), case.state)


def differences(expected: Facts, found: Facts) -> list[str]:
    """Return a sentence for each expected fact that is missing or different."""
    return [
        f"{name}: expected {value!r}, found {found.get(name, 'no such fact')!r}"
        for name, value in expected.items()
        if name not in found or json.dumps(found[name]) != json.dumps(value)
    ]
