"""Games of an earlier version of the rules are read as they were played."""

from __future__ import annotations

from pathlib import Path

import pytest

from longroad.core.ruleset import PRESETS, RULES_VERSION
from longroad.notation.positions.position import read_position, write_position
from longroad.notation.records.record import Record
from longroad.notation.rulesets import read_ruleset, write_ruleset

EARLIER = Path(__file__).parent / "earlier"
RECORD = (EARLIER / "rules-1.txt").read_text()
POSITION = (EARLIER / "rules-1-position.txt").read_text().strip()


@pytest.mark.rule("ROB-3")
def test_record_of_version_1_replays_under_its_own_rule() -> None:
    record = Record.parse(RECORD)
    assert '[Rules "1"]' in RECORD
    assert write_ruleset(record.ruleset) == "base,players:3,steal:must,victory_points:5"
    assert record.final.is_over
    assert len(record.history().plies) == len(record.codes) == 111


def test_record_of_version_1_is_written_under_the_present_one() -> None:
    record = Record.parse(RECORD)
    written = record.text
    assert f'[Rules "{RULES_VERSION}"]' in written
    assert Record.parse(written).codes == record.codes


def test_the_same_plies_are_refused_under_the_present_rule() -> None:
    """The game holds a theft that would have been a choice: its victim was the only one of two with cards."""
    changed = RECORD.replace('[Rules "1"]', f'[Rules "{RULES_VERSION}"]')
    with pytest.raises(ValueError, match="2 stole brick from 0' is not legal"):
        Record.parse(changed).final  # noqa: B018


@pytest.mark.rule("ROB-3")
def test_position_of_version_1_keeps_its_rule() -> None:
    state = read_position(POSITION)
    assert (state.phase, state.ruleset.steal) == ("theft", "must")
    assert write_position(state).startswith(f"v{RULES_VERSION}/")


def test_later_versions_are_refused() -> None:
    later = RULES_VERSION + 1
    with pytest.raises(ValueError, match=f"rules version {later}"):
        read_position(POSITION.replace("v1/", f"v{later}/"))
    with pytest.raises(ValueError, match=f"version {later} of the rules"):
        Record.parse(RECORD.replace('[Rules "1"]', f'[Rules "{later}"]'))


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_of_version_1_stole_as_they_did(preset: str) -> None:
    assert read_ruleset(preset, version=1).steal == ("may" if preset == "classic" else "must")
