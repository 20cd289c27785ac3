"""Editions for seats and the public: they hide what they must, and are checked as far as they can be."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from longroad import Game
from longroad.core import actions as a
from longroad.core.actions import ply, ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE
from longroad.core.state import State, View
from longroad.core.view import PUBLIC
from longroad.notation.actions import write_ply
from longroad.notation.errors import InvalidNotation
from longroad.notation.positions.position import read_position
from longroad.notation.records.editions import follow
from longroad.notation.records.reader import InvalidRecord, read_record
from longroad.notation.records.record import Record
from tests.core.games import beginning, log_of
from tests.core.test_hidden import replacements
from tests.notation.records import annotated, record_of
from tests.samples import by_turns, first

NUMBERS = range(24)
HORIZON = 80


def editions(record: Record) -> list[Record]:
    return [record.edition(viewer) for viewer in (*range(record.ruleset.players), "public")]


@pytest.mark.parametrize("number", first(6, by_turns(NUMBERS)))
def test_editions_come_back_to_the_byte(number: int) -> None:
    rng = random.Random(number)
    log = log_of(number)
    for count in (None, rng.randrange(min(len(log), 300))):
        for edition in editions(annotated(number, count).closed()):
            text, jsonl = edition.text, edition.jsonl
            from_text, from_jsonl = read_record(text), read_record(jsonl)
            assert from_text == from_jsonl == edition
            assert (from_text.text, from_jsonl.jsonl) == (text, jsonl)


def test_an_edition_of_a_game_in_progress_is_unfinished_too() -> None:
    for edition in editions(annotated(0, 100)):
        assert edition.ending is None
        assert read_record(edition.text) == read_record(edition.jsonl) == edition


def test_most_games_are_followed_to_their_end() -> None:
    followed = [follow(edition).view is not None for number in NUMBERS for edition in editions(record_of(number, 200))]
    assert sum(followed) > 0.6 * len(followed)


@pytest.mark.rule("PUB-2")
@pytest.mark.parametrize("number", first(6, by_turns(NUMBERS)))
def test_what_a_seat_cannot_know_changes_nothing_in_its_edition(number: int) -> None:
    rng = random.Random(number)
    state, log = beginning(number), log_of(number)
    for at, entry in enumerate(log):
        for viewer, other in replacements(state, entry, rng):
            if rng.randrange(4) == 0:
                compare(History(beginning(number), log[:at]), list(log[at : at + HORIZON]), viewer, other)
        state.apply(ply_seat(entry), ply_action(entry))


def compare(before: History, log: list[int], viewer: int, other: int) -> None:
    """Go on with a log, and with another outcome in the place of its first ply, as long as both look the same."""
    pasts = [History(before.beginning, before.plies), History(before.beginning, before.plies)]
    for count, entry in enumerate(log):
        entries = (entry, ply(CHANCE, other) if count == 0 else entry)
        if any(past.state.why_not(ply_seat(e), ply_action(e)) for past, e in zip(pasts, entries, strict=True)):
            break
        for past, e in zip(pasts, entries, strict=True):
            past.push(ply_seat(e), ply_action(e))
        one, two = (past.state for past in pasts)
        if one.is_over or two.is_over or one["hand_size"] != two["hand_size"]:
            break  # the end reveals everything, and what a monopoly yields is public
        if count in (0, 10, 40, HORIZON - 1):
            texts = [edition_text(past, viewer, str(i)) for i, past in enumerate(pasts)]
            assert texts[0] == texts[1]


def edition_text(history: History, viewer: int, word: str) -> str:
    """Write the edition of a game that holds more than the viewer may know in every place there is."""
    last = len(history.plies) - 1
    record = Record.of(
        history,
        tags={"Seed": word, "Seat0": "Ada", "Notes": f"private {word}", "Commitment": "0" * 64, "Text1": "luck"},
        comments={last: f"hidden {word}"},
        foreword=f"hidden {word}",
    ).closed(secret=word * 64)
    edition = record.edition("public" if viewer == PUBLIC else viewer)
    assert "hidden" not in edition.text + edition.jsonl
    return edition.text + edition.jsonl


def test_editions_tell_neither_seed_nor_secret_nor_words_unless_asked() -> None:
    record = replace(annotated(0, 60), comments={3: "psst"}).closed(secret="ab" * 32)
    for edition in editions(record):
        assert edition.seed is None
        assert edition.ending is not None
        assert edition.ending.secret is None
        assert (edition.comments, edition.foreword) == ({}, None)
        assert "Annotator" not in edition.tags
        assert edition.tags["Seat0"] == record.tags["Seat0"]
        assert edition.clocks == record.clocks
        assert isinstance(read_position(edition.ending.position), View)
    kept = record.edition(1, keep_words=True)
    assert (kept.comments, kept.foreword, kept.tags["Annotator"]) == ({3: "psst"}, record.foreword, "nobody")
    assert kept.seed is None
    assert read_record(kept.text) == kept


def test_an_edition_begins_where_its_viewer_can_see() -> None:
    middle = History(beginning(0), log_of(0)[:100]).state
    record = Record.of(History(middle, log_of(0)[100:150])).closed()
    for edition in editions(record):
        assert edition.begins_at is not None
        assert isinstance(read_position(edition.begins_at), View)
        assert edition.begins_at != record.begins_at
        assert read_record(edition.text) == edition


def test_an_edition_cannot_be_played_again() -> None:
    edition = record_of(0, 60).edition("public")
    for ask in (lambda: edition.start, lambda: edition.final, edition.history, lambda: next(edition.states())):
        with pytest.raises(ValueError, match="the public edition cannot be replayed"):
            ask()


def test_an_edition_can_be_asked_for_by_its_name() -> None:
    record = record_of(0, 10)
    for edition in editions(record):
        assert record.edition(edition.edition_name) == edition


@pytest.mark.parametrize("viewer", [4, -1, "seat 1", "seat4", None, "full", 7, True, [1]])
def test_there_are_no_other_editions(viewer: Any) -> None:
    with pytest.raises(ValueError, match=r"expected 'public' or a seat from 0 to 3"):
        record_of(0, 10).edition(viewer)


def failure(record: Record) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        read_record(record.text)
    return caught.value


def hidden_at(record: Record) -> int:
    return next(at for at, entry in enumerate(record.codes) if "?" in write_ply(entry))


def test_a_card_that_the_edition_cannot_know_is_refused() -> None:
    record = record_of(0)
    edition = record.edition("public")
    at = hidden_at(edition)
    leaking = replace(edition, codes=[*edition.codes[:at], record.codes[at], *edition.codes[at + 1 :]])
    error = failure(leaking)
    assert error.ply == at
    assert error.reason.endswith("the public edition cannot know this card")
    assert error.beginning == replace(edition, codes=edition.codes[:at], ending=None)


def test_a_card_that_the_edition_knows_is_not_hidden() -> None:
    record = record_of(0)
    public = record.edition("public")
    at = hidden_at(public)
    seat = a.action_first(ply_action(record.codes[at]))
    edition = record.edition(seat)
    error = failure(replace(edition, codes=[*edition.codes[:at], public.codes[at], *edition.codes[at + 1 :]]))
    assert (error.ply, error.reason.endswith(f"the seat{seat} edition knows this card")) == (at, True)


@pytest.mark.parametrize(
    ("at", "entry", "reason"),
    [
        (4, ply(4, a.END_TURN), "expected a seat from 0 to 3"),
        (4, ply(CHANCE, a.END_TURN), "chance takes its own actions and no others"),
        (4, ply(0, a.action(a.DICE_ROLLED, 7)), "chance takes its own actions and no others"),
        (5, ply(1, a.action(a.BUILD_ROAD, 0)), "The road must touch the settlement you just placed. [SET-3]"),
    ],
)
def test_what_onlookers_see_to_be_wrong_is_refused(at: int, entry: int, reason: str) -> None:
    edition = record_of(0, 40).edition("public")
    error = failure(replace(edition, codes=[*edition.codes[:at], entry, *edition.codes[at + 1 :]]))
    assert error.ply == at
    assert error.reason.endswith(reason)


def test_the_final_view_is_compared_with_what_onlookers_saw() -> None:
    record = record_of(0, 60).closed()
    for edition, other in zip(editions(record), editions(record_of(0, 61).closed()), strict=True):
        error = failure(replace(edition, ending=other.ending))
        assert error.reason.startswith("the plies lead to another position: ")
        assert error.beginning == replace(edition, ending=None)


def test_hidden_points_win_before_a_neutral_player_builds() -> None:
    """DUO-5: a win is checked first; to onlookers, who do not see it, the one place for the neutral player is taken."""
    game = Game.from_position(
        "v2/duel/full/b8o4l11.w10l3b6g12.l5g9o11w5b9.g2dl4w10.o6g3w8,0a.3g.17b.18a.38a.49a.61o.66l.69w/robber:5/"
        "0:s9.24,r15.16.27.28,h2b1l3w2o/1:s7.23.44.46,c8.45,r11.12.19.26.51.57.58.59.60,h3b1l2w2g,d1k1v,f1k,t2/"
        "2:s21.22.33,r10.18.23.24.25.33.34.39.40.41.42/3:s31/bank:14b17l14w17g17o/stack:13k1r2p2m4v/longest:2/"
        "turn:1.32/phase:main/start:10.4/rolled:8.9/done:built.paid/offers:2/chances:88"
    )
    game.push("settle 35")
    assert game.is_over
    for edition in editions(game.record):
        assert read_record(edition.text) == edition


def test_the_end_of_an_edition_is_of_this_game_and_for_its_viewer() -> None:
    record = record_of(0, 60).closed()
    edition = record.edition(1)
    assert "not that of the viewer of this edition" in failure(replace(edition, ending=record.ending)).reason
    other = record.edition(2).ending
    assert "not that of the viewer of this edition" in failure(replace(edition, ending=other)).reason
    assert record.ending is not None
    assert edition.ending is not None
    leaking = replace(edition, ending=replace(edition.ending, secret="ab" * 32))
    assert "is only in full editions" in failure(leaking).reason
    with pytest.raises(InvalidNotation):
        read_record(replace(edition, ending=record_of(4, 60).closed().edition(1).ending).text)


def test_discards_are_hidden_while_others_still_discard() -> None:
    found = 0
    for number in NUMBERS:
        history = History(beginning(number))
        for entry in log_of(number):
            history.push(ply_seat(entry), ply_action(entry))
            if history.state.phase == "discarding" and a.action_kind(ply_action(entry)) == a.DISCARD:
                edition = Record.of(history).closed().edition("public")
                assert write_ply(edition.codes[-1]).endswith("discard ?")
                assert read_record(edition.text) == edition
                late = replace(edition, codes=[*edition.codes, ply(0, a.END_TURN)], ending=None)
                assert failure(late).ply in (len(edition.codes) - 1, len(edition.codes) - 2)
                found += 1
        if found > 20:
            break
    assert found > 5


def test_states_are_what_full_editions_have() -> None:
    assert isinstance(next(iter(record_of(0, 5).states())), State)
