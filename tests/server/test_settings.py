"""The settings of a server: which place wins, and what is said about a bad one."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from longroad.cli import main
from longroad.server.networks import network_of
from longroad.server.settings import PREFIX, READERS, BadSetting, ServerSettings, option_of, read_settings, shown


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with settings."""
    path = tmp_path / "longroad.toml"
    path.write_text('port = 1\nlog_level = "error"\nnames = ["a.example", "b.example"]\nworkers = 3\n')
    return path


def test_an_option_wins_over_a_variable_which_wins_over_the_file(file: Path) -> None:
    variables = {"LONGROAD_PORT": "2", "LONGROAD_LOG_LEVEL": "info", "LONGROAD_CONFIG": str(file)}
    values, sources = read_settings({"port": "3"}, variables)
    assert (values.port, values.log_level, values.workers, values.host) == (3, "info", 3, "127.0.0.1")
    asked = [sources[name] for name in ("port", "log_level", "workers", "host")]
    assert asked == ["--port", "LONGROAD_LOG_LEVEL", str(file), "default"]


def test_lists_are_repeated_options_commas_in_a_variable_or_lists_in_the_file(file: Path) -> None:
    assert read_settings({"names": ["x", "y"]}).values.names == ("x", "y")
    variables = {"LONGROAD_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8"}
    proxies = read_settings({}, variables).values.trusted_proxies
    assert proxies == (network_of("127.0.0.1"), network_of("10.0.0.0/8"))
    assert read_settings({}, {}, str(file)).values.names == ("a.example", "b.example")


def test_an_empty_variable_is_none() -> None:
    assert read_settings({}, {"LONGROAD_DATABASE": "", "LONGROAD_PORT": ""}).values == ServerSettings()


@pytest.mark.parametrize(
    ("options", "variables", "message"),
    [
        ({"port": "70000"}, {}, "--port 70000: expected a whole number from 0 to 65535"),
        ({}, {"LONGROAD_PORT": "tcp://10.0.0.1:80"}, "LONGROAD_PORT=tcp://10.0.0.1:80: expected a whole number"),
        ({}, {"LONGROAD_PROT": "80"}, "LONGROAD_PROT: no such setting; expected one of LONGROAD_ANALYSIS, "),
        ({}, {"LONGROAD_LOG_FORMAT": "xml"}, "LONGROAD_LOG_FORMAT=xml: expected one of text, json"),
        ({"workers": "0"}, {}, "--workers 0: expected a whole number from 1 to 64"),
        ({"names": ["a b"]}, {}, "--name a b: expected a host name"),
        ({"base_path": "catan"}, {}, "--base-path catan: expected a path such as /catan"),
        ({"metrics_from": ["all"]}, {}, "--metrics-from all: expected an address or a network"),
        ({}, {"LONGROAD_TRUSTED_PROXIES": "127.0.0.1,"}, "LONGROAD_TRUSTED_PROXIES=: expected an address"),
        ({"host": ""}, {}, "--host : expected an address"),
        ({"data": "a", "database": "b"}, {}, "--data a: a server with --database has no folder of games"),
    ],
)
def test_a_bad_value_is_quoted_with_its_place_and_what_was_expected(
    options: dict[str, Any], variables: dict[str, str], message: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        read_settings(options, variables)
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("port = ", "expected TOML, such as port = 8311"),
        ("prot = 80", "'prot': no such setting; expected one of host, port"),
        ("port = true", "port = True: expected a text or a whole number"),
        ("port = 70000", "port = 70000: expected a whole number from 0 to 65535"),
        ('names = "a"', "names = 'a': expected a list of texts"),
        ('database = ["secret"]', "database = ***: expected a text"),
        ("[server]\nport = 1", "'server': no such setting"),
    ],
)
def test_a_bad_file_is_named_with_the_line_at_fault(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "longroad.toml"
    path.write_text(content)
    with pytest.raises(BadSetting) as refused:
        read_settings({}, {}, str(path))
    assert str(refused.value).startswith(f"{path}: ")
    assert message in str(refused.value)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--config", str(tmp_path / "none.toml")]) == 2
    assert capsys.readouterr().err == (
        f"longroad: {tmp_path / 'none.toml'}: No such file or directory; expected a file with settings\n"
    )


def test_a_folder_and_a_database_from_different_places_are_no_contradiction() -> None:
    variables = {"LONGROAD_DATA": "/games", "LONGROAD_CONFIG": ""}
    chosen = read_settings({"database": "postgresql://db/x"}, variables).values
    assert (chosen.database, chosen.data) == ("postgresql://db/x", None)
    both = {"LONGROAD_DATA": "/games", "LONGROAD_DATABASE": "postgresql://db/x"}
    assert read_settings({}, both).values.database == "postgresql://db/x", "LONGROAD_DATA is the user's own folder"
    chosen = read_settings({"data": "club"}, {"LONGROAD_DATABASE": "postgresql://db/x"}).values
    assert (chosen.database, chosen.data) == (None, "club")


def test_the_effective_settings_are_shown_as_a_file_without_passwords(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LONGROAD_DATABASE", "postgresql://ada:se:cr@t@db/games")
    monkeypatch.setenv("LONGROAD_BASE_PATH", "/catan/")
    assert main(["serve", "--config", str(file), "--port", "9", "--show-settings"]) == 0
    printed = capsys.readouterr().out
    assert "port = 9  # --port" in printed
    assert 'database = "postgresql://ada:***@db/games"  # LONGROAD_DATABASE' in printed
    assert f'names = ["a.example", "b.example"]  # {file}' in printed
    assert "# data is not set" in printed
    assert "cr@t" not in printed
    assert tomllib.loads(printed)["base_path"] == "/catan"


def test_what_is_shown_can_be_read_again(tmp_path: Path) -> None:
    settings = read_settings({"metrics_from": ["10.0.0.0/8"], "port": "7"})
    path = tmp_path / "again.toml"
    path.write_text("\n".join(shown(settings)))
    assert read_settings({}, {}, str(path)).values == settings.values


def test_every_setting_has_an_option_a_variable_and_a_place_in_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert {field.name for field in fields(ServerSettings)} == set(READERS)
    assert main(["serve", "--help"]) == 0
    text = capsys.readouterr().out
    for name in READERS:
        assert option_of(name) in text, f"{PREFIX}{name.upper()} has no option"
