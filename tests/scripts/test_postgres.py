"""Which PostgreSQL and nginx the tests start, and what is said where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import nginx
from scripts import postgres as script
from scripts.postgres import PROGRAMS, NoPostgres, find_postgres
from tests.scripts.test_chromium import put


def put_all(folder: Path) -> Path:
    """Put programs that do nothing."""
    folder.mkdir(parents=True)
    for name in PROGRAMS:
        put(folder, name)
    return folder


@pytest.fixture(autouse=True)
def nothing_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("POSTGRES", raising=False)
    monkeypatch.setattr(script, "PLACES", (f"{tmp_path}/postgresql/*/bin",))
    monkeypatch.setattr(nginx, "PLACES", ("nginx", f"{tmp_path}/sbin/nginx"))


def test_the_newest_postgresql_is_found_off_the_path(tmp_path: Path) -> None:
    put_all(tmp_path / "postgresql/9/bin")
    newest = put_all(tmp_path / "postgresql/17/bin")
    put_all(tmp_path / "postgresql/15/bin")
    assert find_postgres() == newest


def test_the_named_folder_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_all(tmp_path / "postgresql/17/bin")
    named = put_all(tmp_path / "mine")
    monkeypatch.setenv("POSTGRES", str(named))
    assert find_postgres() == named


def test_a_named_folder_without_its_programs_is_not_replaced(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    put_all(tmp_path / "postgresql/17/bin")
    monkeypatch.setenv("POSTGRES", str(tmp_path))
    with pytest.raises(NoPostgres, match="no folder with initdb and postgres"):
        find_postgres()
    assert script.main() == 1


def test_who_may_not_install_it_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, "apt-get")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert script.main() == 1
    assert "Only root can install it: sudo apt-get install postgresql" in capsys.readouterr().err


def test_what_cannot_be_fetched_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, "apt-get").write_text("#!/bin/sh\necho no route to the archive\nexit 100\n")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert script.main() == 1
    said = capsys.readouterr().err
    assert "no route to the archive" in said
    assert "PostgreSQL could not be installed. Is there a network?" in said


def test_an_nginx_is_found_where_plain_users_do_not_look(tmp_path: Path) -> None:
    (tmp_path / "sbin").mkdir()
    found = put(tmp_path / "sbin", "nginx")
    assert nginx.find_nginx() == found
    assert nginx.main() == 0


def test_who_may_not_install_nginx_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, "apt-get")
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert nginx.main() == 1
    assert "Only root can install it: sudo apt-get install nginx" in capsys.readouterr().err
