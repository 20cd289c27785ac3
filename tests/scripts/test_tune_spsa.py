"""SPSA: what is found, kept and recorded, and what is refused."""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from math import log
from pathlib import Path

import numpy as np
import pytest

from longroad.arena.match_spec import MatchSpec
from longroad.bots.trading.style import USUAL, read_style
from longroad.search.evaluate import DIRECT, HIDDEN
from longroad.search.features import INCOME_ROBBED, NAMES
from longroad.search.weights import FIRST_FILE, weights
from scripts import tune
from scripts.tune import Stage
from scripts.tuning import targets as targets_module
from scripts.tuning.learning import record
from scripts.tuning.matches import MatchSettings
from scripts.tuning.network import DIRECT_ONE
from scripts.tuning.play import PARTS, read_table, read_weights
from scripts.tuning.spsa import Parameter, Trajectory, Values, spsa
from scripts.tuning.targets import FINAL_PART, FINAL_PARTS, DirectWeights

# --- SPSA -------------------------------------------------------------------------------------------------------------


def test_spsa_finds_the_optimum_of_a_noisy_function() -> None:
    rng = np.random.default_rng(1)
    parameters = (Parameter("here", 0.0, 0.5), Parameter("there", 1.0, 0.3, by_ratio=True))

    def goodness(values: Values) -> float:
        return -0.1 * (values["here"] - 2) ** 2 - 0.1 * (log(values["there"]) + 1) ** 2

    def compare(number: int, one: Values, other: Values) -> float:
        return goodness(one) - goodness(other) + float(rng.normal(0, 0.05))

    course = Trajectory(parameters, tuple(spsa(parameters, compare, steps=400, gain=8.0, seed=1)))
    assert course.found["here"] == pytest.approx(2, abs=0.2)
    assert course.found["there"] == pytest.approx(np.exp(-1), rel=0.2)
    low, high = course.ranges["here"]
    assert low < course.found["here"] < high


def test_spsa_that_sees_no_difference_stays_where_it_is() -> None:
    parameters = (Parameter("here", 3.0, 0.5),)
    assert Trajectory(parameters, tuple(spsa(parameters, lambda *settings: 0.0, 10, 5.0, 1))).found == {"here": 3.0}


@pytest.mark.compiled
def test_tuned_weights_are_written_with_their_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "tuned.json"
    arguments = ["spsa", "--parameter", "income robbed", "--parameter", "sums=0.01", "--steps", "4", "--games", "8"]
    assert tune.main([*arguments, "--check", "8", "--nodes", "4", "--out", str(out)]) == 0
    output = capsys.readouterr().out
    assert "step 4: income robbed" in output
    assert "against the start: " in output
    *before, tuned = record(out)["tuned"]
    assert before == record(tune.WEIGHTS).get("tuned", [])
    assert tuned["games"] == 32
    assert tuned["against the start"]["games"] == 8
    assert "--parameter 'sums=0.01' --steps 4" in tuned["command"]
    changed = read_weights(out) != np.array(weights())
    assert {k - DIRECT for k in np.flatnonzero(changed)} <= {INCOME_ROBBED, NAMES.index("sums")}
    assert read_weights(out)[DIRECT + INCOME_ROBBED] == pytest.approx(
        tuned["found"]["income robbed"] * DIRECT_ONE, abs=2
    )


@pytest.mark.parametrize(
    ("what", "parameter", "complaint"),
    [
        ("weights", "wealth", "expected the features"),
        ("weights", "sums", "unit"),
        ("bargaining", "sums", "expected one of offering, accepting, temperature"),
    ],
)
def test_a_parameter_that_cannot_be_tuned_is_refused(
    what: str, parameter: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune.main(["spsa", "--what", what, "--parameter", parameter]) == 1
    assert complaint in capsys.readouterr().err


@dataclass
class Ended:
    """A game of the arena, as far as it counts here."""

    deal: int
    winner: int | None


def the_least_picky_wins(question: MatchSpec, numbers: range) -> Iterator[Ended]:
    """Make games up in which whoever offers for the least gain wins."""
    offers = [float(entrant.partition("offering=")[2].partition(",")[0]) for entrant in question.entrants]
    for number in numbers:
        yield Ended(question.table(number).deal, offers.index(min(offers)))


def test_bargaining_is_tuned_in_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[MatchSpec] = []

    def play_locally(question: MatchSpec, numbers: range, workers: int) -> Iterator[Ended]:
        asked.append(question)
        assert {question.table(number).seats for number in numbers} == {(0, 1, 2)}
        return the_least_picky_wins(question, numbers)

    monkeypatch.setattr(targets_module, "play_locally", play_locally)
    out = tmp_path / "style.json"
    arguments = "spsa --what bargaining --bot skilled:nodes=9 --table base3 --steps 6 --games 4 --gain 1 --check 2"
    assert tune.main([*arguments.split(), "--out", str(out)]) == 0
    found = read_style(json.loads(out.read_text("utf-8")))
    assert found.offering < USUAL.offering
    assert record(out)["tuned"][-1]["against the start"]["share"] == 1
    assert len(asked) == 2 * 7
    assert all(question.ruleset.domestic_trade for question in asked)
    one, other = asked[:2]
    assert one.seed == other.seed
    assert one.entrants == (one.entrants[0], other.entrants[0], one.entrants[0])
    assert other.entrants == (other.entrants[0], one.entrants[0], other.entrants[0])
    assert one.entrants[0].startswith("skilled:nodes=9,offering=")


def test_an_interrupted_search_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[MatchSpec] = []
    out = tmp_path / "style.json"

    def play_locally(question: MatchSpec, numbers: range, workers: int) -> Iterator[Ended]:
        played.append(question)
        if len(played) == 6:  # the second seating of the third step
            raise KeyboardInterrupt
        return the_least_picky_wins(question, numbers)

    def search(*more: str) -> int:
        arguments = "spsa --what bargaining --steps 5 --games 6 --gain 1 --check 4"
        return tune.main([*arguments.split(), "--out", str(out), *more])

    monkeypatch.setattr(targets_module, "play_locally", play_locally)
    assert search() == 130
    assert not out.exists()
    assert search() == 0
    assert len(played) == 6 + 2 * (5 - 2 + 1), "two steps were kept; the others and the last comparison are played"
    found = out.read_text("utf-8")
    assert search() == 0
    assert len(played) == 14, "all was kept"
    assert search("--new") == 0
    assert len(played) == 14 + 12
    assert out.read_text("utf-8") == found
    assert search("--check", "8") == 0
    assert len(played) == 26 + 4, "only the last comparison is another: three deals, and one"
    assert search("--seed", "2") == 0
    assert len(played) == 30 + 12, "another search has nothing of this one"


def test_the_last_comparison_is_kept_part_by_part_and_moves_the_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[MatchSpec] = []
    output: list[Stage] = []
    out = tmp_path / "style.json"

    def play_locally(question: MatchSpec, numbers: range, workers: int) -> Iterator[Ended]:
        played.append(question)
        if len(played) == 2 * 2 + 2 * 2 + 1:  # the first seating of the third part
            raise KeyboardInterrupt
        return the_least_picky_wins(question, numbers)

    def search() -> int:
        output.clear()
        arguments = "spsa --what bargaining --steps 2 --games 6 --gain 1 --check 16 --seed 5"
        return tune.main([*arguments.split(), "--out", str(out)])

    monkeypatch.setattr(targets_module, "play_locally", play_locally)
    monkeypatch.setattr(tune.Reporter, "move", lambda reporter, one: output.append(one))
    assert search() == 130
    assert output == [Stage("games of the steps", k + 1, 12) for k in range(12)] + [
        Stage("against the start", k + 1, 16) for k in range(12)
    ]
    parts = {FINAL_PART: 3, FINAL_PART + 1: 3}
    assert kept_parts(tmp_path) == {1: 3, 2: 3} | parts
    assert search() == 0
    assert output[-5:] == [Stage("against the start", done, 16) for done in (6, 12, 13, 14, 15, 16)][-5:]
    assert len(played) == 9 + 2, "the third part alone is played"
    assert kept_parts(tmp_path) == {1: 3, 2: 3} | parts | {FINAL_PART + 2: 2}
    assert record(out)["tuned"][-1]["against the start"]["games"] == 16
    assert len({question.seed for question in played}) == 2 + 3, "every part has deals of its own"


def kept_parts(folder: Path) -> dict[int, int]:
    """Read which parts of a search were kept, and how many deals each has."""
    (path,) = folder.glob("*.jsonl")
    _, *lines = map(json.loads, path.read_text("utf-8").splitlines())
    return {line["part"]: len(line["wins"]) for line in lines}


def test_the_parts_of_the_last_comparison_fit_behind_those_of_the_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    parts: list[int] = []

    def play_locally(question: MatchSpec, numbers: range, workers: int) -> Iterator[Ended]:
        assert question.seed // PARTS == 7
        parts.append(question.seed % PARTS)
        return the_least_picky_wins(question, numbers)

    monkeypatch.setattr(targets_module, "play_locally", play_locally)
    most = 2 * 2 * FINAL_PARTS
    arguments = "spsa --what bargaining --steps 1 --games 4 --seed 7"
    search = [*arguments.split(), "--out", str(tmp_path / "style.json")]
    assert tune.main([*search, "--check", str(most + 2)]) == 1
    complaint = f"--check {most + 2}: possible beside --games 4 are whole numbers from 1 to {most}\n"
    assert capsys.readouterr().err == complaint
    assert not list(tmp_path.iterdir())
    assert tune.main([*search, "--check", str(most)]) == 0
    assert parts[::2] == parts[1::2] == [1, *range(FINAL_PART, PARTS)]


# --- the records ------------------------------------------------------------------------------------------------------


def read_command(command: str) -> argparse.Namespace:
    """Read a command of a record as the script does."""
    python, script, *arguments = shlex.split(command)
    assert (python, script) == ("python", "scripts/tune.py")
    return tune.read_options([*arguments, "--out", "build/anywhere"])


def test_the_command_of_a_search_repeats_it(tmp_path: Path) -> None:
    elsewhere = tmp_path / "my weights.json"
    given = "spsa --parameter 'turns to wait=0.02' --parameter 'income robbed' --nodes 9 --steps 3 --games 8 --seed 4"
    more = "--gain 1.23456789 --check 12 --table base3 --start"
    for path, written in (
        ("src/longroad/search/weights.json", "src/longroad/search/weights.json"),
        (str(tune.WEIGHTS), "src/longroad/search/weights.json"),
        (str(elsewhere), "my weights.json"),
    ):
        options = tune.read_options([*shlex.split(f"{given} {more}"), path])
        command = tune.spsa_command(options)
        assert vars(read_command(command)) == vars(options) | {"start": Path(written), "out": Path("build/anywhere")}
        assert str(tmp_path) not in command
        assert str(tune.ROOT) not in command
    usual = tune.read_options(["spsa"])
    assert vars(read_command(tune.spsa_command(usual))) == vars(usual) | {
        "out": Path("build/anywhere"),
        "table": ["base4"],
    }


def test_the_shipped_weights_tell_how_they_were_found() -> None:
    for path in (tune.WEIGHTS, tune.WEIGHTS.with_name(FIRST_FILE)):
        found = record(path)
        assert {"how", "games", "positions", "date"} <= set(found)
        date.fromisoformat(found["date"])


@pytest.mark.parametrize("path", [tune.WEIGHTS, tune.STYLE], ids=["weights", "style"])
def test_what_was_tuned_tells_how(path: Path) -> None:
    found = record(path)
    assert found["how"]
    for tuned in found.get("tuned", []):
        assert tuned["how"]
        date.fromisoformat(tuned["date"])
        options = read_command(tuned["command"])
        assert tuned["command"].startswith(tune.search_command(options)), "by this its comparisons are found again"
        assert tuned["steps"] == options.steps
        assert tuned["games"] == options.steps * options.games
        assert set(tuned["found"]) == set(tuned["start"]) == set(tuned["second half between"])
        assert tuned["against the start"]["games"] > 0


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (
            "spsa --what bargaining --parameter temperature=abc",
            "parameter 'temperature=abc': possible as a unit are numbers",
        ),
        ("spsa --parameter sums=nan", "parameter 'sums=nan': possible as a unit are numbers above 0 up to 10"),
        ("spsa --parameter sums=", "parameter 'sums=': possible as a unit"),
        ("spsa --parameter sums=-1", "parameter 'sums=-1': possible as a unit"),
        ("spsa --gain 1e6", "--gain 1e+06: expected a number above 0 up to 100"),
        ("spsa --gain nan", "--gain nan: expected a number above 0 up to 100"),
        ("spsa --gain 0", "--gain 0: expected a number above 0 up to 100"),
        ("spsa --workers 0", "--workers 0: expected a whole number from 1 to 1000"),
        ("spsa --games -3", "--games -3: expected a whole number from 1"),
        ("spsa --check 0", "--check 0: expected a whole number from 1"),
        ("spsa --steps 0", "--steps 0: expected a whole number from 1 to 3999"),
        ("spsa --seed -1", "--seed -1: expected a whole number from 0"),
        ("spsa --nodes 0", "--nodes 0: expected a whole number from 1 to 256"),
        ("spsa --what bargaining --bot grandmaster", "'grandmaster': expected one of"),
    ],
)
def test_what_is_not_possible_is_said_in_a_line(
    arguments: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tune.main([*arguments.split(), "--out", str(tmp_path / "out.json")]) == 1
    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["spsa", "spsa --what bargaining", "match"])
@pytest.mark.parametrize("text", ["{}", "[]", "nonsense", '{"features": 3}', '{"offering": "x"}'])
def test_a_file_of_something_else_is_refused(
    command: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "start.json"
    path.write_text(text, "utf-8")
    files = [str(path), str(path)] if command == "match" else ["--start", str(path), "--out", str(tmp_path / "out")]
    assert tune.main([*command.split(), *files]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"{path}: expected files ")
    assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_start_that_cannot_be_gone_on_from_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for source, what, changes, complaint in (
        (tune.WEIGHTS, "weights", {"found": None}, "say under 'found' how"),
        (tune.WEIGHTS, "weights", {"direct": [1, 2]}, "expected files of weights"),
        (tune.WEIGHTS, "weights", {"bias": [1 << 40] * weights()[HIDDEN]}, "out of bounds"),
        (tune.STYLE, "bargaining", {"found": []}, "say under 'found' how"),
        (tune.STYLE, "bargaining", {"temperature": 0}, "temperature 0: expected a number above 0"),
    ):
        path = tmp_path / "start.json"
        path.write_text(json.dumps(json.loads(source.read_text("utf-8")) | changes), "utf-8")
        assert tune.main(["spsa", "--what", what, "--start", str(path), "--out", str(tmp_path / "out.json")]) == 1
        assert complaint in capsys.readouterr().err
        assert list(tmp_path.iterdir()) == [path]


def test_a_number_that_runs_away_is_named() -> None:
    with pytest.raises(ValueError, match=r"temperature: \+2e\+03 units .* smaller --gain or unit"):
        Parameter("temperature", 0.004, log(2), by_ratio=True).value(2000)
    target = DirectWeights.named(tune.WEIGHTS, MatchSettings(read_table("base4"), 4, 1, 1), ["income robbed"])
    with pytest.raises(ValueError, match=r"income robbed 1e\+09: expected weights below .* smaller --gain"):
        target.changed({"income robbed": 1e9})


def test_weights_meet_at_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert tune.main(["spsa", "--table", "base4", "--table", "base3"]) == 1
    assert "expected one table" in capsys.readouterr().err
