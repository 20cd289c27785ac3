"""Text that is nothing in particular raises `InvalidNotation` and nothing else."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroad.notation.errors import InvalidNotation
from longroad.notation.records.reader import read_record, read_records
from tests.notation.records import annotated
from tests.notation.test_record_errors import read_or_fail
from tests.notation.test_variations import with_variations

FULL = annotated(0, 120).closed(secret="ab" * 32)
VARIED = with_variations(annotated(0, 60), 3)
SEED_TEXTS = [
    written.encode()
    for record in (FULL, VARIED, FULL.edition(1, keep_words=True), FULL.edition("public"), annotated(3, 90))
    for written in (record.text, record.jsonl)
]
PIECES = st.sampled_from(
    [b"\n", b"[", b"]", b'"', b"\\", b"{", b"}", b"#", b"@", b": ", b"?", b"\xff", b"\x00", b"0", b"9" * 30, b"*: ",
     b"discard ?", b"null", b'[Result "draw"]\n', b'[Begin "v1"]\n', b'{"result":"draw","position":""}\n', b"\xc2\x85",
     b"(\n", b")\n", b"( x\n", b'"variations":[']
)  # fmt: skip


def attempt(text: str | bytes) -> None:
    """Read a text; whatever is kept of it can be written and read."""
    record, error = read_or_fail(text)
    if error is not None:
        assert error.reason
        assert error.line >= 1
        assert record is None or record.ending is None
    if record is not None:
        assert read_record(record.text) == record
        assert read_record(record.jsonl) == record


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Change a record in a few places: bytes flipped, left out, doubled, or put in."""
    data = draw(st.sampled_from(SEED_TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(data)))
        size = draw(st.integers(0, 40))
        middle = draw(st.one_of(PIECES, st.binary(max_size=4), st.just(data[at : at + size] * 2), st.just(b"")))
        data = data[:at] + middle + data[at + size :]
    return data


@settings(max_examples=80, deadline=None)
@given(mutated())
def test_mutated_records_raise_nothing_else(data: bytes) -> None:
    attempt(data)


@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(mutated())
def test_many_mutated_records_raise_nothing_else(data: bytes) -> None:
    attempt(data)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SEED_TEXTS), st.integers(0, 20_000))
def test_truncated_records_raise_nothing_else(data: bytes, end: int) -> None:
    attempt(data[:end])


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=80) | st.binary(max_size=80) | st.text(alphabet='[]"{}Longroad1\n:#*@ ', max_size=60))
def test_any_text_raises_nothing_else(text: str | bytes) -> None:
    attempt(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(
    ["longroad", "rules", "ruleset", "island", "edition", "begin", "tags", "comment", "seat", "action", "absent",
     "clock_ms", "result", "position", "secret", "termination", "sha256", "kind", "site", "roll", "give", "to",
     "variations", "plies", "name"]
)  # fmt: skip


CHANGES = st.tuples(
    st.sampled_from(SEED_TEXTS[1::2]), st.integers(0, 130), st.dictionaries(KEYS, JSON, max_size=3), st.booleans()
)


@settings(max_examples=50, deadline=None)
@given(CHANGES)
def test_lines_of_other_json_raise_nothing_else(change: tuple[bytes, int, dict[str, Any], bool]) -> None:
    attempt_changed(*change)


@pytest.mark.slow
@settings(max_examples=800, deadline=None)
@given(CHANGES)
def test_many_lines_of_other_json_raise_nothing_else(change: tuple[bytes, int, dict[str, Any], bool]) -> None:
    attempt_changed(*change)


def attempt_changed(data: bytes, at: int, changes: dict[str, Any], inner: bool) -> None:
    """Read a record of which a line, or its action, has other values."""
    lines = data.decode().splitlines()
    at = min(at, len(lines) - 1)
    values = json.loads(lines[at])
    if inner and "action" in values:
        values["action"] |= changes
    else:
        values |= changes
    lines[at] = json.dumps(values)
    attempt("\n".join(lines) + "\n")


@settings(max_examples=40, deadline=None)
@given(mutated(), mutated())
def test_many_records_raise_nothing_else(one: bytes, two: bytes) -> None:
    with contextlib.suppress(InvalidNotation):
        list(read_records((one + two).decode("utf-8", "replace")))
