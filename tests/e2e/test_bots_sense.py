"""The built-in bots of Five Hundred play every form legally and with sense.

The Python bots run in this process: their own functions answer the requests that the SDK would make
of the wire's messages. ``magpie`` runs as the process that it is.
"""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from statistics import fmean, stdev
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from arena.assets import builtin_bots, sdk_folder
from arena.core.seeds import derive
from arena.games.contract import Seat, Settled
from arena.games.five_hundred.game import FIVE_HUNDRED
from arena.games.five_hundred.rules import FiveHundredRules
from arena.games.five_hundred.state import FiveHundredState
from arena.tournament.entries import load_manifest
from tests.rules.random_play import FORMS, Form, random_rules

if TYPE_CHECKING:
    import arena_bot

BOTS = builtin_bots()["five-hundred"]
PYTHON = ("rules", "greedy", "random")
HANDS = 3000
"""Hands that bid in each form: 500 deals of six players, and more of fewer, who bid less misère."""
BOARDS = 120
CLEARLY = 2.5
"""Standard errors by which the better bot is ahead on duplicate boards."""
FAST = 0.001
"""Seconds that a decision may take on average."""

Answer = Callable[["arena_bot.Request"], str]


# -- bots in this process --------------------------------------------------------------------------


def load(name: str) -> Answer:
    """Return the ``choose`` of a Python bot; bots may have modules of the same names."""
    own = {path.stem for path in BOTS[name].glob("*.py")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(BOTS[name]), str(sdk_folder()), *sys.path])
        patch.setattr(sys, "dont_write_bytecode", True)
        choose: Answer = importlib.import_module("bot").choose
    for module in own:
        sys.modules.pop(module, None)
    return choose


def sdk() -> ModuleType:
    """Return the SDK as Python bots import it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(sdk_folder()), *sys.path])
        return importlib.import_module("arena_bot")


@pytest.fixture(scope="module")
def bots() -> dict[str, Answer]:
    return {name: load(name) for name in PYTHON}


class Table:
    """The seats of one rule set: a bot's answer for each, and how long they took."""

    def __init__(self, rules: FiveHundredRules, answers: Sequence[Answer]) -> None:
        self.rules = rules
        self.answers = answers
        self.seconds = 0.0
        self.decisions = 0
        hello = {"game": "five-hundred", "rules": rules.as_dict(), "limits": {}}
        names = [f"player {seat}" for seat in range(rules.players)]
        self.sdk = sdk()
        self.games = [
            self.sdk.Game(hello, {"game": "g", "seat": seat, "players": names, "seed": seat})
            for seat in range(rules.players)
        ]

    def play(self, seed: bytes) -> Settled:
        """Play one deal of a new game and return its result."""
        state = FiveHundredState(self.rules)
        state.begin(state.shuffle(seed))
        while (seat := state.to_act) is not None:
            state.apply(FIVE_HUNDRED.parse(self.ask(state, seat)))
        return next(entry for entry in reversed(state.log) if isinstance(entry, Settled))

    def ask(self, state: FiveHundredState, seat: Seat) -> str:
        """Return a seat's legal answer to the message that it would get."""
        legal = [FIVE_HUNDRED.text(action) for action in state.legal_actions()]
        view = msgspec.json.decode(msgspec.json.encode(state.view(seat)))
        act = {"phase": state.phase, "legal": legal, "view": view, "events": [], "clock": {}}
        request = self.sdk.Request(self.games[seat], act)
        begun = time.perf_counter()
        action = self.answers[seat](request)
        self.seconds += time.perf_counter() - begun
        self.decisions += 1
        assert action in legal, (self.rules, view)
        return action


def seed_of(form: Form, number: int) -> bytes:
    return derive(b"sense", str(form), number)


# -- every form, every rule ------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(BOTS))
def test_a_bot_says_that_it_plays_every_preset_with_every_number_of_players(name: str) -> None:
    played = {preset: tuple(sorted(counts)) for preset, counts in FIVE_HUNDRED.presets.items()}
    assert load_manifest(BOTS[name]).games == {"five-hundred": played}


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_twenty_deals_of_every_form_are_played_legally(form: Form, bots: dict[str, Answer]) -> None:
    for number in range(20):
        names = [PYTHON[(seat + number) % len(PYTHON)] for seat in range(form.players)]
        Table(form.rules(), [bots[name] for name in names]).play(seed_of(form, number))


@pytest.mark.parametrize("number", range(100))
def test_no_house_rule_makes_a_bot_answer_illegally(number: int, bots: dict[str, Answer]) -> None:
    rng = Random(number)
    rules = random_rules(rng)
    for deal in range(3):
        names = [rng.choice(PYTHON) for _ in range(rules.players)]
        Table(rules, [bots[name] for name in names]).play(derive(b"house rules", number, deal))


@pytest.mark.parametrize("name", ["rules", "greedy"])
def test_a_bot_answers_the_same_question_alike_each_time(
    name: str, bots: dict[str, Answer]
) -> None:
    def twice(request: arena_bot.Request) -> str:
        first = bots[name](request)
        assert bots[name](request) == first
        return first

    for form in FORMS:
        Table(form.rules(), [twice] * form.players).play(seed_of(form, 0))


# -- magpie ----------------------------------------------------------------------------------------


@contextmanager
def magpie(node: str) -> Iterator[Callable[[FiveHundredRules], Answer]]:
    """Run magpie; yield a function that says hello with some rules and returns its answers."""
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [node, "bot.js"], cwd=BOTS["magpie"], stdin=pipe, stdout=pipe, stderr=pipe, text=True
    )

    def say(message: dict[str, Any]) -> Any:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        return json.loads(process.stdout.readline())

    def choose(request: arena_bot.Request) -> str:
        asked = {"phase": request.phase, "legal": request.legal, "view": request.view}
        return str(say({"type": "act", "id": "1", **asked})["action"])

    def meet(rules: FiveHundredRules) -> Answer:
        say({"type": "hello", "rules": rules.as_dict()})
        return choose

    with process:
        try:
            yield meet
            assert process.communicate(timeout=60)[1] == ""  # it reports its own exceptions there
        finally:
            process.kill()


def test_magpie_plays_every_form_and_house_rule_without_an_exception(
    require_tool: Callable[[str], str],
) -> None:
    rules = [form.rules() for form in FORMS] + [random_rules(Random(n)) for n in range(100)]
    with magpie(require_tool("node")) as meet:
        for number, rule_set in enumerate(rules):
            table = Table(rule_set, [meet(rule_set)] * rule_set.players)
            table.play(derive(b"magpie", number))


# -- sense -----------------------------------------------------------------------------------------


def share(part: Sequence[object], whole: Sequence[object]) -> float:
    return len(part) / len(whole) if whole else 0.0


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_the_rules_bot_bids_what_it_makes(form: Form, bots: dict[str, Answer]) -> None:
    rules = form.rules()
    table = Table(rules, [bots["rules"]] * form.players)
    deals = [table.play(seed_of(form, number)).details for number in range(HANDS // form.players)]
    declared = [deal for deal in deals if deal["declarer"] is not None]
    made = [deal for deal in declared if deal["made"]]
    miseres = [deal for deal in declared if str(deal["contract"]).endswith("misere")]
    misere_made = [deal for deal in miseres if deal["made"]]
    speed = table.seconds / table.decisions
    print(
        f"{form!s:32} declared {share(declared, deals):4.0%}  made {share(made, declared):4.0%}  "
        f"misère {share(miseres, deals):6.1%}, made {share(misere_made, miseres):4.0%}  "
        f"{1e6 * speed:4.0f} us"
    )
    assert share(declared, deals) >= 0.6
    assert 0.55 <= share(made, declared) <= 0.85
    assert share(miseres, deals) >= 0.005
    assert 0 < len(misere_made) < len(miseres)
    assert speed < FAST


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("rules", "greedy"), ("greedy", "random")])
@pytest.mark.parametrize("form", FORMS, ids=str)
def test_the_better_bot_wins_more_points_on_the_same_cards(
    form: Form, better: str, worse: str, bots: dict[str, Answer]
) -> None:
    rules = form.rules()
    margins = [margin(rules, bots[better], bots[worse], seed_of(form, n)) for n in range(BOARDS)]
    error = stdev(margins) / BOARDS**0.5
    print(f"{form!s:32} {better} - {worse}: {fmean(margins):+4.0f} a deal (error {error:.0f})")
    assert fmean(margins) > CLEARLY * error


def margin(rules: FiveHundredRules, better: Answer, worse: Answer, seed: bytes) -> float:
    """Return the points a seat that one bot has before the other on a board.

    It is played once for each side that the better one can have against the rest.
    """
    mine: list[int] = []
    theirs: list[int] = []
    for side in rules.sides:
        answers = [better if seat in side else worse for seat in range(rules.players)]
        for seat, points in enumerate(Table(rules, answers).play(seed).points):
            (mine if seat in side else theirs).append(points)
    return fmean(mine) - fmean(theirs)
