"""The command line of the benchmark of many games, and how it spreads people over servers."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks import load

from longroad.bench.serving import serving


def test_several_servers_need_a_shared_database(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        load.parse(["--servers", "2"])
    assert "--servers 2: several servers need a PostgreSQL" in capsys.readouterr().err
    assert load.parse(["--servers", "2", "--postgres"]).servers == 2


def test_there_is_at_least_one_server(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        load.parse(["--servers", "0"])
    assert "--servers 0: expected 1 or more" in capsys.readouterr().err


def test_half_of_the_games_have_four_people_and_the_others_one_who_waits(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        players, followers = load.open_games([served], 4)
    assert [len({person.game for person in people}) for people in (players, followers)] == [2, 2]
    assert [person.seat for person in players] == [0, 1, 2, 3] * 2


def test_what_a_run_reports_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "WARM_UP_S", 0.5)
    with serving(tmp_path) as served:
        figures = load.measure(load.Site([served]), games=2, seconds=2.0, think=(0.01, 0.02))
    assert figures["acts"] > 10
    assert figures["p50_ms"] <= figures["p99_ms"] <= figures["worst_ms"]
    assert figures["cpu_ms_an_update"] > 0
    assert "postgres_cpu_ms_an_update" not in figures
