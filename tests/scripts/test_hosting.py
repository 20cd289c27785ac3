"""The page about hosting lists what there is: settings, metrics, commands, and tests for each item of the standard."""

from __future__ import annotations

import re

import pytest
from typer.main import get_command

from longroad.cli.commands import app
from longroad.server import metrics
from longroad.server.http.problems import SUSPICIOUS
from longroad.server.settings import PREFIX, READERS, option_of
from scripts.audit import ROOT

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
STANDARD = PAGE[PAGE.index("## OWASP ASVS") :]
ROWS = [line.strip("| ").split(" | ") for line in STANDARD.splitlines() if re.match(r"\| \d", line)]


@pytest.mark.parametrize("name", READERS)
def test_each_setting_is_listed(name: str) -> None:
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{option_of(name)}`")]
    assert f"`{PREFIX}{name.upper()}`" in row
    assert f"`{name}`" in row


def test_each_metric_is_listed() -> None:
    listed = set(re.findall(r"`(longroad_\w+?)(?:_total)?(?:\{\w+\})?`", PAGE))
    names = {family.name for family in metrics.registry.collect() if family.name.startswith("longroad_")}
    assert names <= listed
    assert listed <= names


def test_each_command_of_an_administrator_is_listed() -> None:
    admin = getattr(get_command(app), "commands")["admin"]  # noqa: B009
    for name in admin.commands:
        assert f"| `longroad admin {name}" in PAGE


def test_each_refusal_that_is_logged_is_listed() -> None:
    assert all(f"`{code}`" in PAGE for code in SUSPICIOUS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_item_of_the_standard_has_a_verdict_and_a_reason_that_exists(row: list[str]) -> None:
    _, about, verdict, reason = row
    assert about
    assert reason
    assert verdict in ("yes", "part", "no", "host", "–")
    for path in re.findall(r"`([\w/]+\.py)`", reason):
        is_test = path.rpartition("/")[2].startswith("test_")
        assert (ROOT / ("tests" if is_test else "src/longroad/server") / path).is_file(), path


def test_no_chapter_of_the_standard_is_left_out() -> None:
    chapters = {int(re.split(r"\D", row[0])[0]) for row in ROWS}
    assert chapters == set(range(1, 18))
