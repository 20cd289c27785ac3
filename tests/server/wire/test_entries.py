"""Entries of the log: those who share the public's entry would read the same if they had their own."""

from __future__ import annotations

import pytest

from longroad.core.actions import ply
from longroad.core.layout import PHASE
from longroad.core.phases import DISCARDING
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.view import PUBLIC, redact_ply
from longroad.narration import Perspective, ply_facts
from longroad.notation.actions import write_ply
from longroad.server.wire.render import ply_entries
from tests.walks import walk


@pytest.mark.parametrize("preset", PRESETS)
def test_a_shared_entry_is_what_the_viewer_would_read_alone(preset: str) -> None:
    ruleset = Ruleset.preset(preset)
    viewers = (None, *range(ruleset.players))
    names = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
    shared = alone = 0
    before = State.new(ruleset, 7)
    for seat, action in walk(before, 7, 600):
        after = before.copy()
        after.apply(seat, action)
        entries = ply_entries(before, ply(seat, action), after, viewers, 1, names)
        for viewer in viewers:
            reader = PUBLIC if viewer is None else viewer
            redacted = redact_ply(ply(seat, action), reader, after.s[PHASE] == DISCARDING)
            assert entries[viewer].ply == write_ply(redacted)
            assert entries[viewer].facts == ply_facts(before, ply(seat, action), after, Perspective(reader, names))
            shared += viewer is not None and entries[viewer] is entries[None]
            alone += entries[viewer] is not entries[None]
    assert shared
    assert alone
