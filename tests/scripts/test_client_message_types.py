"""The types of the page are those of the server's messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.client import message_types

ROOT = Path(__file__).parents[2]


def test_the_types_of_the_page_are_not_stale() -> None:
    assert message_types.main(["--check"]) == 0, "run: python -m scripts.client.message_types"


def test_stale_types_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_types, "TARGET", tmp_path / "messages.ts")
    assert message_types.main(["--check"]) == 1
    assert message_types.main([]) == 0
    assert message_types.main(["--check"]) == 0


def test_what_the_server_sends_has_all_its_fields() -> None:
    text = message_types.Writer().written()
    assert "  hand: Counts | null;" in text
    assert "settings?: Partial<Settings>;" in text  # what only clients say may leave out what has a default
    assert "export type ServerMessage = Table | Update | RoomChanged | Chatted | Refused;" in text


def test_a_type_without_counterpart_is_refused() -> None:
    with pytest.raises(ValueError, match="no type of TypeScript"):
        message_types.Writer().type_of(set[int])


def test_the_lock_of_the_page_names_no_host_and_every_hash() -> None:
    text = (ROOT / "client" / "package-lock.json").read_text(encoding="utf-8")
    packages = {name: entry for name, entry in json.loads(text)["packages"].items() if name}
    assert "://" not in text
    assert all(entry["integrity"].startswith("sha512-") for entry in packages.values())
