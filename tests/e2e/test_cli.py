"""The command line as typed: real processes, real bots, exit codes, what goes to which stream."""

from __future__ import annotations

import json
import os
import signal
import unicodedata
from typing import Any

import pytest

from arena import __version__
from arena.report.deal import REASONS
from arena.tournament.secrets import commitment_of
from tests.e2e.conftest import Arena, Done, finish, wait_until

CRASHES = 'if acts == 3: print("out of ideas", file=sys.stderr); sys.exit(7)'
HOSTILE = "\x1b[2J\x1b]0;owned\x07\u202e\u2028\x9b31m\r"
COMMANDS = ("run", "show", "verify", "export", "bots", "demo")


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def objects(done: Done) -> list[dict[str, Any]]:
    """Return JSON lines as objects; they have no margin."""
    written = done.out.splitlines()
    assert {line[:1] + line[-1:] for line in written} == {"{}"}
    return [json.loads(line) for line in written]


def bots_of(done: Done) -> list[str]:
    """Return the bots of JSON lines."""
    found = objects(done)
    assert {line["schema"] for line in found} == {"arena.standings/1"}
    return [line["bot"] for line in found]


def assert_plain(text: str) -> None:
    """Check that no character but the newline moves a cursor or turns the text around."""
    odd = {c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")}
    assert odd == set()


def assert_nothing_started(arena: Arena) -> None:
    assert not (arena.folder / "results").exists()
    arena.assert_nothing_left()


# -- a run that is looked at -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def run_of_the_cup(tmp_path_factory: pytest.TempPathFactory) -> tuple[Arena, Done]:
    """A folder in which a cup was played, by three good bots and one that ends by itself."""
    arena = Arena(tmp_path_factory.mktemp("cup"))
    arena.event("greedy", "rules", "random", arena.bot("clumsy", act=CRASHES), boards=2)
    return arena, arena.run("run", "cup.yaml", "--seed", "4711", "-j", "2")


@pytest.fixture
def cup(run_of_the_cup: tuple[Arena, Done]) -> Arena:
    """The folder of the cup."""
    return run_of_the_cup[0]


@pytest.fixture
def played(run_of_the_cup: tuple[Arena, Done]) -> Done:
    """How the cup's run ended."""
    return run_of_the_cup[1]


def test_standings_are_the_output_and_all_else_is_not(cup: Arena, played: Done) -> None:
    done = played
    assert done.code == 0
    heading, *table = lines(done.out)[:5]
    assert heading.startswith("bot")
    assert {line.split()[1] for line in table} == {"greedy", "rules", "random", "clumsy"}
    assert not {"progress", "done", "sha256"} & set(done.out.split())
    for said in ("Cup · round-robin · 4 bots", "seed 4711, known beforehand", "sha256"):
        assert said in done.err
    assert "24 games, 24 to play · 2 at a time" in done.err
    assert "done     24/24" in done.err
    cup.assert_nothing_left()


def test_a_fault_loses_the_game_and_is_counted(played: Done) -> None:
    clumsy = next(line for line in lines(played.out) if "clumsy" in line)
    assert clumsy.endswith("0.0%       12  12 crash")
    faults = [line for line in played.err.splitlines() if " fault " in line]
    assert len(faults) == 12
    assert all("clumsy exited game=b" in line and "exit code 7" in line for line in faults)


def test_json_lines_say_what_the_table_says(cup: Arena, played: Done) -> None:
    done = cup.run("show", "cup", "--json")
    assert (done.code, done.err) == (0, "")
    order = [line.split()[1] for line in lines(played.out)[1:5]]
    assert bots_of(done) == order
    clumsy = next(json.loads(line) for line in done.out.splitlines() if '"clumsy"' in line)
    assert clumsy["faults"] == {"exited": 12}
    assert (clumsy["run"], clumsy["games"], clumsy["won"]) == ("cup", 12, 0.0)
    assert cup.run("run", "cup.yaml", "--seed", "4711", "--json").out == done.out


def test_the_same_command_again_plays_nothing_and_says_the_same(cup: Arena, played: Done) -> None:
    before = cup.stored()
    again = cup.run("run", "cup.yaml", "--seed", "4711")
    assert (again.code, again.out) == (0, played.out)
    assert "24 games, 0 to play" in again.err
    assert cup.stored() == before


def test_another_seed_for_the_same_run_is_refused(cup: Arena) -> None:
    done = cup.run("run", "cup.yaml", "--seed", "4712")
    assert (done.code, done.out) == (2, "")
    assert "seed: the run has another one" in done.err
    assert "--fresh" in done.err


def test_show_lists_the_runs(cup: Arena) -> None:
    assert cup.run("show") == Done(0, f" {'cup':<20} Cup · 24 games\n", "")


def test_show_run_is_its_standings(cup: Arena, played: Done) -> None:
    done = cup.run("show", "cup")
    assert lines(done.out)[0] == "Cup · final · 24 games"
    assert lines(done.out)[1:6] == lines(played.out)[:5]


def test_show_game_has_its_fault_with_what_the_bot_said(cup: Arena) -> None:
    done = cup.run("show", "b1-greedy-clumsy-1")
    assert (done.code, done.err) == (0, "")
    assert "Won by greedy (by a fault)" in done.out
    assert "! clumsy (seat" in done.out
    assert "lost by exited at 1." in done.out
    assert "| out of ideas" in done.out


def test_show_game_has_a_line_for_each_deal(cup: Arena) -> None:
    (exported,) = [game for game in games(cup) if game["id"] == "b2-rules-random-2"]
    done = cup.run("show", "b2-rules-random-2")
    numbered = [line for line in lines(done.out) if line.split()[0].isdecimal()]
    assert len(numbered) == len(exported["deals"])
    assert f"({REASONS[exported['result']['reason']]})" in done.out
    below = [score for score in exported["result"]["scores"] if score < 0]
    assert below
    assert all(f" −{-score}" in done.out and str(score) not in done.out for score in below)


def test_show_game_as_json_is_its_line_of_the_export(cup: Arena) -> None:
    done = cup.run("show", "b2-rules-random-2", "--json")
    assert (done.code, done.err) == (0, "")
    assert objects(done) == [game for game in games(cup) if game["id"] == "b2-rules-random-2"]


@pytest.mark.parametrize("place", ["1", "1.2.3"])
def test_show_deal_has_every_card_in_80_columns(cup: Arena, place: str) -> None:
    done = cup.run("show", "b2-rules-random-2", place)
    assert (done.code, done.err) == (0, "")
    assert "deal 1 of" in done.out
    assert {"♠", "♥", "♦", "♣"} <= set(done.out)
    assert max(map(len, done.out.splitlines())) <= 80


def test_ascii_has_letters_for_suits(cup: Arena) -> None:
    done = cup.run("show", "b2-rules-random-2", "1", "--ascii")
    assert done.code == 0
    assert not {"♠", "♥", "♦", "♣"} & set(done.out)


def test_a_game_can_be_looked_for_in_one_run(cup: Arena) -> None:
    whole = cup.run("show", "b2-greedy-random-1")
    assert cup.run("show", "b2-greedy-random-1", "--run", "cup") == whole


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("b1",), 2, "'b1' is the start of 12 games of cup"),
        (("b7-nobody",), 5, "no run or game 'b7-nobody'"),
        (("b1-greedy-rules-1", "99"), 2, "b1-greedy-rules-1 has no deal 99"),
        (("b1-greedy-rules-1", "last"), 2, "'last' is no deal"),
        (("b1", "--run", "cap"), 5, "no run 'cap'"),
        (("b1\x1b[2J",), 5, r"no run or game 'b1\x1b[2J'"),
    ],
)
def test_what_cannot_be_shown_is_named(
    cup: Arena, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = cup.run("show", *arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err
    assert_plain(done.err)


def games(arena: Arena) -> list[dict[str, Any]]:
    done = arena.run("export", "cup", "--jsonl")
    assert (done.code, done.err) == (0, "")
    return objects(done)


def test_export_has_a_line_per_game_in_schedule_order(cup: Arena) -> None:
    exported = [(game["id"], game["hash"]) for game in games(cup)]
    assert exported == [(game_id, digest) for _, game_id, digest in cup.stored()]
    assert len(exported) == 24


def test_export_has_one_format_and_needs_no_option_for_it(cup: Arena) -> None:
    assert cup.run("export", "cup") == cup.run("export", "cup", "--jsonl")


def test_verify_finds_nothing_wrong_with_faults_and_all(cup: Arena, played: Done) -> None:
    done = cup.run("verify", "cup")
    assert (done.code, done.err) == (0, "")
    judged, secrets, committed, commitment = done.out.splitlines()
    assert judged == " 24 games judged again, 0 discrepancies"
    word, cards, bots = secrets.split()
    announced = commitment_of(bytes.fromhex(cards), bytes.fromhex(bots))
    assert (word, commitment) == ("secrets", f" {announced}")
    assert "committed to by sha256" in committed
    assert f" {announced}" in played.err.splitlines()


def test_verify_holds_the_run_to_the_commitment_that_was_announced(
    cup: Arena, played: Done
) -> None:
    before, _, after = played.err.partition("sha256 of the secret:\n")
    announced = after.split()[0]
    assert before
    right = cup.run("verify", "cup", "--commitment", announced)
    assert right == cup.run("verify", "cup")
    wrong = cup.run("verify", "cup", "--commitment", "0" * 64)
    assert (wrong.code, wrong.err) == (1, "")
    assert lines(wrong.out)[:2] == [
        "secrets: they do not match the hash published before the run",
        "24 games judged again, 1 discrepancy",
    ]


def typed(done: Done) -> list[list[str]]:
    """Return the commands that a run ends with, as arguments."""
    return [line.partition(" arena ")[2].split() for line in lines(done.out) if " arena " in line]


def test_a_run_ends_with_commands_that_can_be_typed(cup: Arena, played: Done) -> None:
    fault, deal, check = typed(played)
    assert (fault[0], *fault[2:]) == ("show", "--run", "cup")
    assert "! clumsy (seat" in cup.run(*fault).out
    assert (deal[0], *deal[3:]) == ("show", "--run", "cup")
    assert f"deal {deal[2]} of" in cup.run(*deal).out
    assert check == ["verify", "cup"]


@pytest.mark.parametrize(
    "arguments", [("show", "b1-greedy-rules-1"), ("show",), ("export", "cup", "--jsonl")]
)
def test_a_reader_that_closes_the_pipe_is_no_error(cup: Arena, arguments: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        process = cup.start(*arguments, output=write)
    finally:
        os.close(write)
    assert finish(process).err == ""


# -- without a run ---------------------------------------------------------------------------------


def test_bots_lists_the_built_in_ones(arena: Arena) -> None:
    done = arena.run("bots")
    assert done.code == 0
    named = {line.split()[0] for line in lines(done.out)}
    assert {"five-hundred", "random", "greedy", "rules"} <= named


def test_version(arena: Arena) -> None:
    assert arena.run("--version") == Done(0, f"arena {__version__}\n", "")


@pytest.mark.parametrize("command", [(), *((name,) for name in COMMANDS)])
def test_help_is_help(arena: Arena, command: tuple[str, ...]) -> None:
    done = arena.run(*command, "--help")
    assert (done.code, done.err) == (0, "")
    assert "Usage:" in done.out
    assert "Traceback" not in done.out
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize(
    "arguments", [("show",), ("show", "cup"), ("verify", "cup"), ("export", "cup", "--jsonl")]
)
def test_without_a_run_there_is_nothing_to_do(arena: Arena, arguments: tuple[str, ...]) -> None:
    done = arena.run(*arguments)
    assert (done.code, done.out) == (5, "")
    assert_nothing_started(arena)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "cup.yaml", "--sed", "1"), "--seed"),
        (("run", "cup.yaml", "-j", "many"), "'-j'"),
        (("runn", "cup.yaml"), "Did you mean 'run'?"),
        (("run", "nowhere.yaml"), "nowhere.yaml"),
        (("run", "."), "not a file"),
    ],
)
def test_wrong_usage_starts_nothing(arena: Arena, arguments: tuple[str, ...], said: str) -> None:
    arena.event("random", "greedy")
    done = arena.run(*arguments)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "Traceback" not in done.err
    assert_nothing_started(arena)


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ("boards: 2", "boads: 2", "4:1", "Did you mean 'boards'?"),
        ("boards: 2", "boards: two", "4:9", "boards must be a whole number, not 'two'"),
        ("rules: norwegian", "rules: norwegan", "3:8", "Did you mean 'norwegian'?"),
        ("rules: norwegian", "rules: {preset: norwegian, slam_flor: 250}", "3:28", "slam_floor"),
        ("random, greedy", "randm, greedy", "6:11", "Did you mean 'random'?"),
        ("random, greedy", "./mybot, greedy", "6:11", "no bot './mybot'"),
        ("random, greedy", "random, random", "6:19", "the name 'random' is taken"),
        ("name: Cup", "name: [Cup", "", "not YAML"),
    ],
)
def test_a_wrong_event_file_is_answered_with_the_place(
    arena: Arena, old: str, new: str, place: str, said: str
) -> None:
    path = arena.event("random", "greedy")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    done = arena.run("run", "cup.yaml")
    assert (done.code, done.out) == (2, "")
    assert f"cup.yaml:{place}" in done.err
    assert said in done.err
    assert_nothing_started(arena)


# -- playing ---------------------------------------------------------------------------------------


def test_a_seed_decides_the_cards_and_without_one_they_are_secret(arena: Arena) -> None:
    arena.event("random", "greedy", boards=1)
    hashes = []
    for seed in ("1", "1", "2"):
        assert arena.run("run", "cup.yaml", "--seed", seed, "--fresh", "-j", "1").code == 0
        hashes.append(arena.stored())
    assert hashes[0] == hashes[1] != hashes[2]
    done = arena.run("run", "cup.yaml", "--fresh", "-j", "1")
    assert "secret cards" in done.err
    assert arena.stored() not in hashes
    asides = {path.name for path in (arena.folder / "results/cup").glob("run.?.sqlite")}
    assert asides == {"run.1.sqlite", "run.2.sqlite", "run.3.sqlite"}


def test_a_changed_event_is_refused_until_it_starts_afresh(arena: Arena) -> None:
    arena.event("random", "greedy", boards=1)
    arena.run("run", "cup.yaml")
    before = arena.stored()
    arena.event("random", "greedy", boards=2)
    refused = arena.run("run", "cup.yaml")
    assert (refused.code, refused.out) == (2, "")
    assert "boards: 1 -> 2" in refused.err
    assert "Add --fresh" in refused.err
    assert arena.stored() == before
    assert arena.run("run", "cup.yaml", "--fresh").code == 0
    assert len(arena.stored()) == 4


def test_a_changed_bot_is_a_changed_event(arena: Arena) -> None:
    arena.event("random", arena.bot("mine"), boards=1)
    assert arena.run("run", "cup.yaml").code == 0
    with (arena.folder / "mine/bot.py").open("a", encoding="utf-8") as program:
        program.write("# better\n")
    done = arena.run("run", "cup.yaml")
    assert done.code == 2
    assert "mine changed (fingerprint)" in done.err


def test_the_commands_name_a_results_folder_that_is_not_the_usual_one(arena: Arena) -> None:
    arena.event("random", arena.bot("clumsy", act=CRASHES), boards=1)
    done = arena.run("run", "cup.yaml", "--results", "kept/here")
    assert done.code == 0
    commands = typed(done)
    assert [(name, *rest[-4:]) for name, *rest in commands[:2]] == [
        ("show", "--run", "cup", "--results", "kept/here")
    ] * 2
    assert commands[2:] == [["verify", "cup", "--results", "kept/here"]]
    assert [arena.run(*command).code for command in commands] == [0, 0, 0]


def test_a_run_that_was_set_aside_is_looked_at_by_its_path(arena: Arena) -> None:
    arena.event("random", "greedy", boards=1)
    first = arena.run("run", "cup.yaml", "--seed", "1", "-j", "1")
    exported = arena.run("export", "cup")
    second = arena.run("run", "cup.yaml", "--seed", "2", "--fresh", "-j", "1")
    aside = "results/cup/run.1.sqlite"
    assert f"the earlier run is kept as {aside}" in second.err
    shown = arena.run("show", aside)
    assert (shown.code, shown.err) == (0, "")
    assert lines(shown.out)[:4] == ["Cup · final · 2 games", *lines(first.out)[:3]]
    assert arena.run("export", aside) == exported != arena.run("export", "cup")
    (game,) = objects(arena.run("show", "b1-random-greedy-1", "--run", aside, "--json"))
    assert game in objects(exported)
    assert arena.run("verify", aside).code == 0


def test_show_deal_has_what_the_bots_noted(arena: Arena) -> None:
    arena.event("random", arena.bot("talks", act='answer["note"] = f"thought {acts}"'), boards=1)
    assert arena.run("run", "cup.yaml", "--seed", "1", "-j", "1").code == 0
    (game,) = objects(arena.run("show", "b1-random-talks-1", "--json"))
    mine = [seat["seat"] for seat in game["seats"] if seat["bot"] == "talks"]
    expected = [
        f"talks (seat {seat}) at {action!r}: {note[0]}"
        for seat, action, *note in game["deals"][0]["actions"]
        if seat in mine
    ]
    page = lines(arena.run("show", "b1-random-talks-1", "1").out)
    assert [line for line in page if ": thought " in line] == expected
    assert expected[0].endswith(": thought 1")


def test_a_bot_that_cannot_start_sits_out_and_the_others_play(arena: Arena) -> None:
    broken = arena.bot("broken", setup='print("no model file", file=sys.stderr); sys.exit(3)')
    missing = arena.bot("missing")
    manifest = arena.folder / "missing/bot.yaml"
    manifest.write_text(manifest.read_text("utf-8").replace("python3", "no-such-program"), "utf-8")
    arena.event("random", broken, "greedy", missing, boards=1)
    done = arena.run("run", "cup.yaml")
    assert done.code == 3
    assert "! broken sits out: start-failed: ended with exit code 3" in done.err
    assert "| no model file" in done.err
    assert "! missing sits out: start-failed: cannot run 'no-such-program'" in done.err
    assert {game_id for _, game_id, _ in arena.stored()} == {
        "b1-random-greedy-1",
        "b1-random-greedy-2",
    }
    assert "broken" not in done.out
    assert arena.run("verify", "cup").code == 0


def test_without_two_bots_that_start_nothing_is_played(arena: Arena) -> None:
    broken = arena.bot("broken", setup='print("no model file", file=sys.stderr); sys.exit(3)')
    arena.event("random", broken)
    done = arena.run("run", "cup.yaml")
    assert (done.code, done.out) == (3, "")
    assert "too few bots could be started" in done.err
    assert "| no model file" in done.err
    assert arena.stored() == []
    arena.assert_nothing_left()


def test_a_fresh_start_that_cannot_begin_keeps_the_earlier_run(arena: Arena) -> None:
    arena.event("random", arena.bot("mine"), boards=1)
    assert arena.run("run", "cup.yaml").code == 0
    before = arena.stored()
    (arena.folder / "mine/bot.py").write_text("import no_such_module\n", encoding="utf-8")
    assert arena.run("run", "cup.yaml", "--fresh").code == 3
    assert arena.stored() == before


def test_two_commands_cannot_play_one_run_at_a_time(arena: Arena) -> None:
    arena.event(arena.bot("slow", setup="while True: time.sleep(1)"), "random")
    first = arena.start("run", "cup.yaml")
    wait_until(lambda: len(arena.processes()) == 2)  # arena and the bot that says no hello
    second = arena.run("run", "cup.yaml")
    assert second.code == 2
    assert f"in use by process {first.pid}" in second.err
    first.send_signal(signal.SIGINT)
    assert finish(first).code == 130
    arena.assert_nothing_left()


def test_no_bot_can_move_the_cursor(arena: Arena) -> None:
    evil = repr(HOSTILE)
    loud = f"print({evil}, file=sys.stderr, flush=True)"
    setup = f'hello = {{"name": {evil}, "version": {evil}}}\n{loud}'
    arena.event(
        "random",
        arena.bot("dies", setup=setup, act=f'{loud}\nanswer["note"] = {evil}\nif acts > 8: 1 / 0'),
        arena.bot("cheats", setup=setup, act=f'answer["action"] = {evil}'),
        arena.bot("babbles", setup=setup, act=f"if acts == 2: print({evil}, flush=True)"),
        arena.bot("sits-out", setup=f"{loud}\nsys.exit({evil})"),
        boards=1,
    )
    done = arena.run("run", "cup.yaml", "-j", "2")
    assert done.code == 3
    assert r"\x1b[2J" in done.err
    screens = [done, arena.run("show", "cup"), arena.run("verify", "cup")]
    for bot in ("dies", "cheats", "babbles"):
        screens += [arena.run("show", f"b1-random-{bot}-1")]
    screens += [arena.run("show", "b1-random-dies-1", "1")]
    assert {screen.code for screen in screens[1:]} == {0}
    assert any(r"| \x1b[2J" in screen.out for screen in screens)
    for screen in screens:
        assert_plain(screen.out + screen.err)
