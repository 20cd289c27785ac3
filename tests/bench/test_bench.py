"""The measurements: their keys and their sanity, not their speed."""

from __future__ import annotations

import pytest

from longroad import bench
from longroad.bench import Sample, bots, library
from longroad.bots.levels import LEVELS, make_bot
from longroad.cli.bench import bot_notes
from longroad.core.compile.registry import Kind, compiled_available
from longroad.core.ruleset import Ruleset
from longroad.notation.actions import write_action
from longroad.notation.records.record import Record
from longroad.notation.records.text import read_ply


def test_the_best_speed_and_the_median_are_reported_at_the_mean_length_of_games() -> None:
    samples = [Sample(10, 1000, 600, 2.0), Sample(10, 1000, 600, 1.0), Sample(10, 4000, 2400, 5.0)]
    assert bench.rates("x", samples) == {
        "x_games_per_s": 5.0,
        "x_actions_per_s": 1000.0,
        "x_decisions_per_s": 600.0,
        "x_games_per_s_median": 4.0,
    }


def test_contenders_take_turns() -> None:
    order: list[str] = []

    def contender(name: str) -> bench.Contender:
        def measure(number: int) -> Sample:
            order.append(f"{name}{number}")
            return Sample(1, 1, 1, 1.0)

        return measure

    samples = bench.take_turns({"a": contender("a"), "b": contender("b")}, 3, lambda text: None)
    assert order == ["a1", "b1", "a2", "b2", "a3", "b3"]
    assert [len(found) for found in samples.values()] == [3, 3]


def test_a_ratio_needs_both_figures() -> None:
    assert bench.ratio({"one": 6.0, "other": 2.0}, "one", "other") == 3.0
    assert bench.ratio({"one": 6.0, "other": None}, "one", "other") is None


def test_decisions_are_plies_without_those_of_chance() -> None:
    sample = bench.contender(Ruleset(domestic_trade=False), 2, "interpreted")(0)
    assert 0 < sample.decisions < sample.plies
    assert sample.games == 2


@pytest.mark.compiled
def test_the_signature_does_not_depend_on_the_back_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SIGNED_GAMES", 3)
    kinds: tuple[Kind, ...] = ("interpreted", "compiled")
    assert len({bench.signature(kind) for kind in kinds}) == 1


def test_the_signature_notices_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SIGNED_GAMES", 1)
    one = bench.signature("interpreted")
    monkeypatch.setattr(bench, "PRESETS", ("base", "duel"))
    assert bench.signature("interpreted") != one


def test_the_library_is_measured_on_a_whole_record() -> None:
    several = [library.measure_library(quick=True)]
    while several[-1]["game_push_us"] <= several[-1]["game_ply_us"]:  # on a machine that is busy meanwhile
        several.append(library.measure_library(quick=True))
        assert len(several) < 5, "chance's plies come along with decisions"
    for figures in several:
        assert figures["record_plies"] == library.PLIES == 1000
        assert all(figure > 0 for figure in figures.values())


@pytest.mark.slow
def test_the_library_is_quick_enough() -> None:
    """The bars of the figures, with room for a busy machine: five times what is asked for."""
    figures = library.measure_library(quick=True)
    bars = {"game_ply_us": 25, "record_write_ms": 50, "record_read_ms": 50, "draw_ms": 20}
    assert {name: figures[name] for name, bar in bars.items() if figures[name] > 5 * bar} == {}


def test_there_are_few_entry_points_since_each_takes_seconds_to_compile() -> None:
    assert int(bench.run_fresh(bench.ENTRY_POINTS)[1]) == 4


def test_a_fresh_process_that_fails_is_no_measurement() -> None:
    with pytest.raises(Exception, match="exit status 3"):
        bench.run_fresh("raise SystemExit(3)")


def test_nothing_is_remembered_from_one_round_to_the_next() -> None:
    record = library.long_record(60)
    assert Record.parse(record.text) == Record.parse(record.jsonl)
    assert read_ply.cache_info().currsize > 0
    library.clear_caches()
    assert read_ply.cache_info().currsize == write_action.cache_info().currsize == 0


# --- the bots ---------------------------------------------------------------------------------------------------------


def test_every_level_is_measured_about_real_decisions() -> None:
    figures = bots.measure_bots(quick=True)
    for level in LEVELS:
        p50, p99 = figures[f"bot_{level}_ms_p50"], figures[f"bot_{level}_ms_p99"]
        if LEVELS[level].needs_compiler and not compiled_available():
            assert p50 is p99 is None
        else:
            assert p50 is not None
            assert p99 is not None
            assert 0 < p50 <= p99


def test_decisions_are_those_with_a_choice_all_along_the_games() -> None:
    asked = list(bots.decisions("novice", 2))
    assert {game for game, _ in asked} == {0, 1}
    assert {view.viewer for _, view in asked} == {0, 1, 2, 3}
    for _, view in asked:
        seat = view.viewer
        assert seat is not None
        assert seat in view.to_act
        assert len(view.seen.legal(seat)) > 1 or view.seen.forms(seat)
        novice = make_bot("novice", 1).choose(view)
        assert novice in view.legal_actions()
    phases = {view.phase for _, view in asked}
    assert {"found settlement", "found road", "before roll", "main", "robber moves"} <= phases


def test_the_first_few_decisions_are_spread_over_the_games() -> None:
    asked = list(bots.decisions("novice", 2))
    order = bots.spread(asked)
    assert sorted(map(id, order)) == sorted(map(id, asked))
    first = [asked.index(each) for each in order[: len(asked) // 8]]
    assert first == sorted(first)
    assert first[0] < len(asked) / 8
    assert first[-1] > 7 * len(asked) / 8


def test_a_level_is_asked_no_longer_than_it_may_think_but_a_few_times() -> None:
    asked = list(bots.decisions("novice", 1))
    assert len(bots.think("novice", asked, 0.0)) == bots.FEWEST
    assert len(bots.think("random", asked, 1e9)) == len(asked)


def test_the_median_and_the_slowest_are_reported() -> None:
    assert bots.figures_of("x", [float(ms) for ms in range(1, 102)]) == {
        "bot_x_ms_p50": 51.0,
        "bot_x_ms_p99": 100.0,
        "bot_x_decisions": 101,
    }
    assert bots.figures_of("x", []) == {"bot_x_ms_p50": None, "bot_x_ms_p99": None, "bot_x_decisions": 0}


def test_the_table_tells_how_long_they_think() -> None:
    notes = dict(bot_notes({"bot_a_ms_p50": 1.5, "bot_a_ms_p99": 20.0, "bot_b_ms_p50": None, "bot_b_ms_p99": None}))
    assert notes == {"a decides, median": "1.5 ms", "  99 of 100 within": "20 ms", "b decides, median": "not installed"}
