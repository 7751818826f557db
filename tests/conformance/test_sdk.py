"""The Python SDK as a bot author meets it: a real process, real pipes, hand-written lines."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SDK = Path(__file__).parents[2] / "protocol" / "sdk" / "python"
TIMEOUT = 60

HELLO = {
    "type": "hello",
    "protocol": 1,
    "game": "five-hundred",
    "rules": {"preset": "norwegian", "players": 4},
    "limits": {"start_ms": 10000, "decision_ms": 1000, "bank_ms": None},
}
END = {"type": "end", "scores": [0, 0, 0, 0], "places": [1, 1, 1, 1], "events": []}
QUIT = {"type": "quit"}

SPEAKS = """
import arena_bot

def choose(request):
    print("a stray print", request.phase)
    return request.rng.choice(request.legal)

print("printed before run")
arena_bot.run(choose, name="speaks", version="0.1")
"""

TELLS = """
import arena_bot

class Tells:
    def new_game(self, game):
        self.asked = 0
        self.game = game

    def choose(self, request):
        assert request.game is self.game
        self.asked += 1
        told = [self.asked, request.seat, request.players[0], request.rules["preset"],
                request.game.id, request.game.kind, request.game.limits["start_ms"],
                request.phase, request.view["hand"], request.events, request.clock["decision_ms"]]
        return request.legal[-1], repr(told)

arena_bot.run(Tells(), name="tells")
"""

RAISES = """
import arena_bot

def choose(request):
    return request.legal[99]

arena_bot.run(choose)
"""

FORGETS = """
import arena_bot

def choose(request):
    request.legal[0]

arena_bot.run(choose)
"""

LONG_NOTE = """
import arena_bot
arena_bot.run(lambda request: (request.legal[0], "\\N{SNOWMAN}" * 100_000))
"""

SHOUTS = """
import os, subprocess, sys
import arena_bot

def choose(request):
    os.write(1, b"written to descriptor one\\n")
    subprocess.run([sys.executable, "-c", "print('printed by a child')"], check=True)
    return request.legal[0]

arena_bot.run(choose)
"""


def start(name: str, seed: int = 7) -> dict[str, Any]:
    players = ["player 0", "player 1", "player 2", "player 3"]
    return {"type": "start", "game": name, "seat": 2, "players": players, "seed": seed}


def act(request_id: str, *legal: str) -> dict[str, Any]:
    return {
        "type": "act",
        "id": request_id,
        "phase": "play",
        "legal": list(legal),
        "view": {"hand": ["5S", "JS"]},
        "events": [{"type": "action", "seat": 1, "action": "play AS"}],
        "clock": {"decision_ms": 1000, "bank_ms": None},
    }


def talk(folder: Path, program: str, *messages: dict[str, Any]) -> tuple[list[Any], str, int]:
    """Run a program with the SDK on its import path; return its lines, stderr and exit code."""
    bot = folder / "bot.py"
    bot.write_text(program)
    with subprocess.Popen(
        [sys.executable, str(bot)],
        env={"PATH": os.defpath, "PYTHONPATH": str(SDK)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        lines = "".join(json.dumps(message) + "\n" for message in messages)
        out, err = process.communicate(input=lines, timeout=TIMEOUT)
    assert out == "" or out.endswith("\n")
    return [json.loads(line) for line in out.splitlines()], err, process.returncode


def test_two_games_are_answered_line_by_line_and_quit_ends_the_process(tmp_path: Path) -> None:
    legal = ["play 5S", "play JS", "play Jo"]
    asked = [act(request_id, *legal) for request_id in ("a", "b", "c")]
    messages = [HELLO, start("g-1"), *asked[:2], END, start("g-2"), asked[2], QUIT, asked[0]]
    lines, err, code = talk(tmp_path, SPEAKS, *messages)
    first, second = random.Random(7), random.Random(7)
    picks = [first.choice(legal), first.choice(legal), second.choice(legal)]
    assert lines == [
        {"name": "speaks", "version": "0.1"},
        *[{"id": i, "action": pick} for i, pick in zip("abc", picks, strict=True)],
    ]
    assert err.count("a stray print play") == 3
    assert err.count("printed before run") == 1
    assert code == 0


def test_the_end_of_standard_input_ends_the_process(tmp_path: Path) -> None:
    lines, err, code = talk(tmp_path, SPEAKS, HELLO, start("g-1"), act("a", "pass"))
    assert [line.get("action") for line in lines] == [None, "pass"]
    assert code == 0
    assert "Traceback" not in err


def test_standard_input_that_never_says_anything_is_no_error(tmp_path: Path) -> None:
    assert talk(tmp_path, SPEAKS) == ([], "printed before run\n", 0)


def test_a_request_shows_all_that_the_messages_said(tmp_path: Path) -> None:
    messages = [
        HELLO,
        start("g-1"),
        act("a", "pass", "bid 6S"),
        END,
        start("g-2"),
        act("b", "pass"),
    ]
    lines, _, code = talk(tmp_path, TELLS, *messages, QUIT)
    events = [{"type": "action", "seat": 1, "action": "play AS"}]
    told = [2, "player 0", "norwegian"], ["five-hundred", 10000, "play", ["5S", "JS"], events, 1000]
    assert code == 0
    assert lines[1:] == [
        {"id": "a", "action": "bid 6S", "note": repr([1, *told[0], "g-1", *told[1]])},
        {"id": "b", "action": "pass", "note": repr([1, *told[0], "g-2", *told[1]])},
    ]


@pytest.mark.parametrize(
    ("program", "last_line"),
    [
        pytest.param(RAISES, "IndexError: list index out of range", id="raises"),
        pytest.param(
            FORGETS,
            "TypeError: choose must return an action or (action, note), not None",
            id="forgets-to-return",
        ),
    ],
)
def test_a_mistake_in_choose_leaves_its_traceback_and_exit_code_1(
    tmp_path: Path, program: str, last_line: str
) -> None:
    lines, err, code = talk(tmp_path, program, HELLO, start("g-1"), act("a", "pass"), QUIT)
    assert lines == [{"name": "mybot", "version": ""}]
    assert err.startswith("Traceback (most recent call last):\n")
    assert err.splitlines()[-1] == last_line
    assert code == 1


def test_the_referees_error_is_kept_on_standard_error(tmp_path: Path) -> None:
    error = {"type": "error", "code": "timeout", "message": "no answer within 1000 ms"}
    lines, err, code = talk(tmp_path, RAISES, HELLO, start("g-1"), error, END, QUIT)
    assert (len(lines), err, code) == (1, "arena: timeout: no answer within 1000 ms\n", 0)


def test_messages_and_fields_of_later_versions_are_ignored(tmp_path: Path) -> None:
    news: dict[str, Any] = {"type": "weather", "sky": "clear"}
    known = [HELLO, start("g-1"), act("a", "pass"), QUIT]
    lines, _, code = talk(tmp_path, SPEAKS, news, *[message | {"new": 1} for message in known])
    assert lines[1:] == [{"id": "a", "action": "pass"}]
    assert code == 0


def test_a_long_note_is_cut_before_it_breaks_the_line_limit(tmp_path: Path) -> None:
    lines, _, _ = talk(tmp_path, LONG_NOTE, HELLO, start("g-1"), act("a", "pass"), QUIT)
    assert lines[1] == {"id": "a", "action": "pass", "note": "\N{SNOWMAN}" * 500}


def test_neither_descriptor_one_nor_a_child_reaches_the_protocol(tmp_path: Path) -> None:
    lines, err, code = talk(tmp_path, SHOUTS, HELLO, start("g-1"), act("a", "pass"), QUIT)
    assert lines[1:] == [{"id": "a", "action": "pass"}]
    assert err == "written to descriptor one\nprinted by a child\n"
    assert code == 0
