"""What measures the server: that it acts as people do, and what it makes of the times."""

from __future__ import annotations

import gzip
from pathlib import Path
from random import Random
from typing import Any

import pytest

from longroad.bench import page, people, server
from longroad.bench.serving import serving
from longroad.notation.forms import Form


def test_a_percentile_is_one_of_the_values() -> None:
    values = [float(value) for value in range(1, 101)]
    assert [server.percentile(values, share) for share in (0.5, 0.99, 1.0)] == [50.0, 99.0, 100.0]
    assert server.percentile([7.0], 0.5) == 7.0


def test_a_discard_is_filled_in_with_cards_that_are_held() -> None:
    form = {"kind": "discard", "give": {"brick": 3, "wool": 5}, "total": 4, "take": {}, "to": []}
    for seed in range(20):
        assert Form.parse("discard 4 of 3 brick 5 wool").fits(people.fill(form, Random(seed)))


def test_people_answer_only_what_waits_for_them_and_offer_nothing() -> None:
    decision: dict[str, Any] = {"id": 1, "is_awaited": False, "actions": ["counter wool for ore"], "forms": []}
    assert people.choose(decision, Random(1)) is None
    assert people.choose(decision | {"is_awaited": True, "actions": ["roll"]}, Random(1)) == "roll"


def test_the_page_is_counted_as_it_travels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "page_folder", lambda: tmp_path)
    assert page.bundle_bytes() is None
    (tmp_path / "index.html").write_text("<p>" * 1000)
    (tmp_path / "index.js.map").write_text("not fetched by people")
    assert page.bundle_bytes() == len(gzip.compress(b"<p>" * 1000, 9))


def test_the_server_that_is_measured_says_how_many_rooms_it_has(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        assert served.ask("/api/rooms")["rooms"] == served.ask("/api/rooms?collect")["rooms"] == 0
