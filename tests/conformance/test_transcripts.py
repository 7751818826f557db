"""The recorded transcripts of ``protocol/transcripts`` are what the referee sends, byte for byte.

Each file is a whole game as it went over the wire to all four seats. Here the bots' recorded lines
are given to the referee again, and every line it sends must be the recorded one. After a change of
the protocol ``RECORD_TRANSCRIPTS=1 pytest tests/conformance/test_transcripts.py`` writes them anew.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from arena.assets import assets_folder
from arena.core.seeds import derive
from arena.games.registry import find_game
from arena.process.bot import Transport
from arena.referee.record import SeatRecord
from arena.referee.referee import GameSpec, Played, play
from arena.referee.table import Table
from arena.referee.worker import hello_of
from arena.wire.messages import Limits

FOLDER = assets_folder("protocol") / "transcripts"
GAME = find_game("five-hundred")
LIMITS = Limits(start_ms=10_000, decision_ms=1_000, bank_ms=60_000)
SECONDS = 0.25  # what every answer takes on the virtual clock

Choose = Callable[[dict[str, object]], str]


@dataclass
class Wire:
    """All lines of one table, in the order they were sent."""

    lines: list[dict[str, object]] = field(default_factory=list)


@dataclass
class Seat:
    """A bot's end of the wire: answers come from ``choose`` and everything is written down."""

    number: int
    wire: Wire
    choose: Choose

    def tell(self, line: bytes) -> None:
        for part in line.splitlines():
            self.wire.lines.append({"seat": self.number, "to": json.loads(part)})

    def exchange(self, line: bytes, limit: float | None) -> tuple[bytes, float]:
        assert limit is not None
        self.tell(line)
        message = json.loads(line)
        answer = {"name": "recorded"}
        if message["type"] == "act":
            answer = {"id": message["id"], "action": self.choose(message)}
        self.wire.lines.append({"seat": self.number, "from": answer})
        return json.dumps(answer).encode(), SECONDS

    def stderr(self) -> str:
        return ""


def play_recorded(name: str, choose: Choose) -> tuple[list[dict[str, object]], Played]:
    """Play the game of a transcript with these choices; return the lines and the game."""
    wire = Wire()
    rules = GAME.rules("norwegian", None, {})
    tokens: Iterator[str] = (derive(name.encode(), "id", n).hex()[:16] for n in range(10_000))
    seats = tuple(
        SeatRecord(
            seat=seat,
            bot=f"bot-{side}",
            version="1",
            fingerprint="0" * 64,
            side=side,
            shown_as=f"player {seat}",
        )
        for seat, side in enumerate((0, 1, 0, 1))
    )
    spec = GameSpec(name, "transcript", 1, 1, 1, seats, derive(name.encode()), derive(b"bots"))

    def connect(seat: int) -> Transport:
        return Seat(seat, wire, choose)

    def disconnect(_bots: Sequence[Transport]) -> None:
        pass

    table = Table(4, hello_of(GAME.name, rules, LIMITS), connect, disconnect)
    return wire.lines, play(spec, GAME, rules, LIMITS, table, lambda: next(tokens))


def bidder(bid: str, seed: int, last: str | None = None) -> Choose:
    """Return a policy: the first seat that may makes this bid, the others pass, all play at random.

    ``last`` is what is answered to the first request in the third trick.
    """
    rng = random.Random(seed)

    def choose(message: dict[str, object]) -> str:
        legal, view = message["legal"], message["view"]
        assert isinstance(legal, list)
        assert isinstance(view, dict)
        if message["phase"] == "auction":
            return bid if bid in legal and not view["calls"] else "pass"
        if last is not None and len(view["tricks"]) == 2:
            return last
        return str(rng.choice(legal))

    return choose


CASES = {
    "trumps": bidder("bid 10H", 1),
    "open-misere": bidder("bid open-misere", 2),
    "illegal-action": bidder("bid 7C", 3, last="play 2S"),
}


def record_all() -> None:
    """Write every transcript anew."""
    for name, choose in CASES.items():
        lines, _ = play_recorded(name, choose)
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
        (FOLDER / f"{name}.jsonl").write_text(text, encoding="utf-8")


if "RECORD_TRANSCRIPTS" in os.environ:
    record_all()


@pytest.mark.parametrize("name", CASES)
def test_the_referee_sends_what_was_recorded(name: str) -> None:
    recorded = [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]
    answers = [line["from"] for line in recorded if "from" in line]
    actions = iter([answer["action"] for answer in answers if "action" in answer])
    lines, _ = play_recorded(name, lambda _message: next(actions))
    assert lines == recorded


@pytest.mark.parametrize("name", CASES)
def test_the_transcripts_show_whole_games(name: str) -> None:
    _, played = play_recorded(name, CASES[name])
    reason = "forfeit" if name == "illegal-action" else "floor"
    assert played.record.result.reason == reason
    assert len(played.record.deals) == 1


def test_every_file_is_checked() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(CASES)
