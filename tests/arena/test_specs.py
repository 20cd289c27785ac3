"""How a bot is named with its options."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bridges.catanatron import match as catanatron_match
from longroad.bots.levels import bot_maker, make_bot
from longroad.bots.novice import Novice
from longroad.cli import main as longroad_main
from scripts import stress, tune

BOTS = "tests.arena.bots"
SLOW = f"{BOTS}.Slow"
ASKED = "expected a function of a view, or a class or function that makes a bot from a seed; a bot has choose, "


def test_a_name_alone_makes_a_level() -> None:
    assert isinstance(make_bot("novice", 3), Novice)


@pytest.mark.parametrize(
    ("spec", "seconds"),
    [(SLOW, 0.001), (f"{SLOW}:", 0.001), (f"{SLOW}:ms=2.5", 0.0025), (f"{SLOW}:ms=2.5, naps=no", 0.0)],
)
def test_options_are_keyword_arguments_of_the_maker(spec: str, seconds: float) -> None:
    bot: Any = make_bot(spec, seed=3)
    assert (bot._seconds, bot._seed) == (seconds, 3)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("grandmaster", "'grandmaster': expected one of random, learner, novice"),
        ("", "'': expected one of random, learner, novice"),
        ("novice:nodes=3", "'novice:nodes=3': 'nodes' is not an option of novice, which has none"),
        (f"{SLOW}:speed=3", f"'speed' is not an option of {SLOW}, which has the options ms, naps"),
        (f"{SLOW}:ms=fast", "ms is 'fast': expected a number"),
        (f"{SLOW}:naps=1", "naps is '1': expected yes or no"),
        (f"{SLOW}:ms=1,ms=2", "the option ms is given twice"),
        (f"{BOTS}.Nobody", "no bot can be imported from there"),
        ("tests.no_such_module.Bot", "no bot can be imported from there"),
        (f"{BOTS}.NO_BOT", "not a bot"),
        ("..", "expected one of"),
        ("skilled:nodes=0", "'skilled:nodes=0': nodes=0: expected 2 to 256"),
        ("skilled:nodes=257", "'skilled:nodes=257': nodes=257: expected 2 to 256"),
        ("expert:rollouts=-1", "'expert:rollouts=-1': rollouts=-1: expected 0 to "),
        ("skilled:temperature=0", "'skilled:temperature=0': temperature=0: expected a number above 0"),
        (f"{BOTS}.Strict:depth=9", f"'{BOTS}.Strict:depth=9': depth=9: expected 1 to 3"),
        (
            f"{BOTS}.Broken",
            f"'{BOTS}.Broken': not a bot: RuntimeError: my model is not here; {ASKED}",
        ),
        (f"{BOTS}.Quitting", f"'{BOTS}.Quitting': not a bot: SystemExit: goodbye; {ASKED}"),
        (f"{BOTS}.Seedless", f"'{BOTS}.Seedless': not a bot: TypeError: "),
        (f"{BOTS}.Mute", "has no propose; expected a function of a view"),
        (f"{BOTS}.gives_a_class", "is a class; expected a function of a view"),
        ("json.dumps", f"'json.dumps': not a bot: it returns '0', which has no choose; {ASKED}"),
        ("builtins.int", f"'builtins.int': not a bot: its options cannot be read; {ASKED}"),
        ("program:no-such-program", "'program:no-such-program': there is no program 'no-such-program': expected"),
        ("program:/no/such/program", "there is no program '/no/such/program'"),
        ("program:decision_s=x cat", "'program:decision_s=x cat': decision_s=x: expected 0 to 36000 seconds"),
        ("program:'open", "this is not a command line: No closing quotation"),
        ("program:decision_s=1", "'program:decision_s=1': expected a program, such as"),
        ("program", "'program': expected a program, such as"),
    ],
)
def test_what_there_is_not_is_refused_with_what_there_is(spec: str, why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)) as caught:
        bot_maker(spec)
    assert str(caught.value).startswith(repr(spec))
    assert "\n" not in str(caught.value)


def test_a_module_that_cannot_be_imported_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for name, text in (("raising", "1 / 0"), ("quitting", "raise SystemExit(3)"), ("misspelt", "def def")):
        (tmp_path / f"{name}_bots.py").write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=f"'{name}_bots.Bot': no bot can be imported from there: "):
            bot_maker(f"{name}_bots.Bot")


def test_a_program_is_not_started_to_see_whether_it_is_there(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path / 'started'}\n", encoding="utf-8")
    program.chmod(0o755)
    bot_maker(f"program:{program}")
    assert not (tmp_path / "started").exists()
    program.chmod(0o644)
    with pytest.raises(ValueError, match="there is no program"):
        bot_maker(f"program:{program}")


def test_what_is_given_makes_any_number_of_them() -> None:
    make = bot_maker(f"{SLOW}:ms=2.5")
    bots: list[Any] = [make(seed) for seed in (3, "four")]
    assert [(bot._seconds, bot._seed) for bot in bots] == [(0.0025, 3), (0.0025, "four")]


@pytest.mark.parametrize("spec", ["skilled:nodes=0", f"{BOTS}.Mute", "json.dumps", "program:no-such-program"])
def test_whoever_lets_games_be_played_says_so_at_once(
    spec: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LONGROAD_DATA", str(tmp_path / "games"))
    assert longroad_main(["arena", spec, "random", "--preset", "duel"]) == 2
    with pytest.raises(SystemExit):
        catanatron_match.main(["--bot", spec])
    with pytest.raises(SystemExit):
        stress.main([spec, "--games", "1"])
    output = capsys.readouterr().err
    assert output.count(f"{spec!r}: ") == 3
    assert "Traceback" not in output
    assert not any(tmp_path.iterdir()), "nothing is written before it is valid"
    assert tune.main(["spsa", "--what", "bargaining", "--bot", spec, "--parameter", "offering", "--steps", "1"]) != 0
    assert f"'{spec}" in capsys.readouterr().err
