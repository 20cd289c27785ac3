"""A record can be replayed: a snapshot for every ply, with all cards face up; what is not a record is refused."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from longroad import Game, Variation
from longroad.bots.levels import make_bot
from longroad.core.view import PUBLIC
from longroad.game.fair import FairDice
from longroad.game.view import View
from longroad.narration import words_of
from longroad.server.boards import board
from longroad.server.errors import RequestError
from longroad.server.replay_worker import ReplayWorker
from longroad.server.replays import read_given, replay
from longroad.server.wire.messages import Snapshot
from longroad.server.wire.render import snapshot


def played(preset: str, plies: int) -> Game:
    """Play a game for so many decisions."""
    game = Game(preset, seed=7)
    bots = [make_bot("random", seat) for seat in range(game.players)]
    for _ in range(plies):
        if game.is_over:
            break
        seat = game.to_act[0]
        game.push(bots[seat].choose(game.view(seat)), seat)
    return game


@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
@pytest.mark.parametrize("form", ["text", "jsonl"])
def test_a_record_has_a_look_for_every_ply(preset: str, form: str) -> None:
    game = played(preset, 120)
    shown = replay(*read_given(getattr(game.record, form)))
    assert len(shown.steps) == len(game.plies) + 1
    assert [step.ply for step in shown.steps[1:]] == [str(ply) for ply in game.plies]
    last = shown.steps[-1].snapshot
    assert last.turn_number == game.turn_number
    for seat in last.seats:
        assert seat.hand == game.hand(seat.seat).to_json()
        assert seat.points == game.points(seat.seat)
        assert tuple(seat.roads) == tuple(game.roads(seat.seat))


def test_names_are_told_and_dice_shown() -> None:
    game = Game("beginner", seed=7)
    game.push("roll")
    record = game.record
    shown = replay(*read_given(record.text.replace("\n\n", '\n[Seat0 "Ada"]\n\n', 1)))
    assert shown.seats[0].name == "Ada"
    assert shown.seats[1].name == "Orange"
    assert shown.steps[-1].sentences[0].startswith("Ada")
    assert sum(shown.steps[-1].snapshot.dice) == shown.steps[-1].snapshot.rolled[-1]


def test_seats_without_a_name_are_named_by_their_colour_in_the_language() -> None:
    game = Game("beginner", seed=7)
    game.push("roll")
    text = game.record.text.replace("\n\n", '\n[Seat1 "Ada"]\n[Colours "red blue white green"]\n\n', 1)
    shown = replay(*read_given(text), words_of("de"))
    assert [seat.name for seat in shown.seats] == ["Rot", "Ada", "Weiß", "Grün"]
    assert shown.steps[2].sentences[0].startswith("Rot ")


def test_clocks_come_with_plies_and_variations() -> None:
    game = Game("beginner", seed=7)
    game.push("roll")
    text = game.record.text.rstrip("\n").replace("0: roll", "0: roll @0:14:59.2")
    timed = read_given(f"{text}\n(\n*: rolled 1+1\n0: end @0:00:30\n)\n")
    steps = replay(*timed).steps
    assert [step.clock_ms for step in steps] == [None, 899_200, None]
    assert [ply.clock_ms for ply in steps[2].variations[0].plies] == [None, 30_000]
    assert [ply.clock_ms for ply in board(*timed).plies] == [899_200, None]


def test_variations_come_with_the_step_that_they_replace() -> None:
    game = Game("beginner", seed=7)
    game.push("roll")
    game.variations[1] = [Variation.of("*: rolled 1+1", name="Twos")]
    shown = replay(*read_given(game.record.text))
    assert [len(step.variations) for step in shown.steps] == [0, 0, 1]
    (variation,) = shown.steps[2].variations
    assert (variation.name, variation.plies[0].ply) == ("Twos", "*: rolled 1+1")
    assert f"{shown.head}\n" == Game("beginner", seed=7).record.text


def test_only_the_sound_beginning_of_a_record_is_shown() -> None:
    text = played("beginner", 5).record.text
    shown = replay(*read_given(text + "0: settle 3\n"))
    assert shown.warning is not None
    assert shown.steps[-1].ply != "0: settle 3"


@pytest.mark.parametrize("text", ["", "hello", "[Longroad", "{}", '{"longroad":1}'])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(RequestError) as wrong:
        read_given(text)
    assert wrong.value.code == "bad_record"


def without_hands(shown: Snapshot) -> Snapshot:
    """Return a snapshot without what follows from hands that are unknown."""
    seats = [replace(seat, hand=None, hand_size=0) for seat in shown.seats]
    return replace(shown, seats=seats, rates={})


@pytest.mark.parametrize("viewer", [1, PUBLIC])
@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_an_edition_shows_what_its_viewer_saw(preset: str, viewer: int) -> None:
    record = played(preset, 300).record
    shown = replay(*read_given(record.edition("public" if viewer == PUBLIC else viewer).text))
    assert (shown.edition, shown.start) == ("public" if viewer == PUBLIC else "seat1", "")
    assert (len(shown.steps), shown.warning) == (len(record.plies) + 1, None)
    is_monopoly = [": monopoly" in str(ply) for ply in record.plies]
    known = is_monopoly.index(True) + 1 if any(is_monopoly) else len(shown.steps)
    assert shown.hands_until == (known if any(is_monopoly) else None)
    for number, (step, state) in enumerate(zip(shown.steps, record.states(), strict=True)):
        seen = snapshot(View(state.view(viewer)))
        if number >= known and not state.is_over:
            seen = without_hands(seen)
            assert without_hands(step.snapshot) == replace(seen, dice=step.snapshot.dice), step.ply
        else:
            assert step.snapshot == replace(seen, dice=step.snapshot.dice), step.ply
    hidden = {step.snapshot.seats[0].hand is None for step in shown.steps if step.snapshot.phase != "over"}
    assert hidden == {True}


def test_an_edition_shows_no_hands_after_a_monopoly() -> None:
    game = Game.from_position(
        "v2/beginner,players:3/full/beginner,frame/robber:9/0:s39.41,r55.60,h1b,d1m/1:s14.40,r15.58,h2g1o"
        "/2:s12.31,r11.37,h1l/turn:0.4/phase:main/rolled:6"
    )
    game.push("monopoly grain")
    game.push("end")
    shown = replay(*read_given(game.record.edition(1).text))
    assert (len(shown.steps), shown.hands_until) == (3, 1)
    assert shown.steps[0].snapshot.seats[1].hand == {"grain": 2, "ore": 1}
    assert [seat.hand for seat in shown.steps[1].snapshot.seats] == [None] * 3
    assert shown.steps[1].sentences == ["Blue plays monopoly on grain."]


def test_the_sentences_of_an_edition_hide_what_its_viewer_could_not_see() -> None:
    record = played("base", 300).record
    full, public = (replay(*read_given(one.text)) for one in (record, record.edition("public")))
    pairs = list(zip(full.steps, public.steps, strict=False))
    thefts = [(one, other) for one, other in pairs if one.ply is not None and " stole " in one.ply]
    assert thefts
    for open_step, step in thefts:
        assert "steals 1 " in open_step.sentences[0]
        assert "steals a card" in step.sentences[0]
    rolls = [(one.sentences, other.sentences) for one, other in pairs if one.ply is not None and " rolled " in one.ply]
    assert all(one == other for one, other in rolls), "what the dice yield is public"


@pytest.mark.parametrize(("ruleset", "is_usual"), [("base", True), ("duel", False), ("base,dice:deck", False)])
def test_rolls_carry_their_weights_where_they_are_not_those_of_two_dice(ruleset: str, is_usual: bool) -> None:
    game = played(ruleset, 120)
    rolls = [step for step in replay(game.record).steps if step.ply is not None and step.ply.startswith("*: rolled")]
    assert all(step.weights is None for step in rolls) == is_usual
    for step in rolls:
        weights, rolled = step.weights, step.snapshot.rolled
        if weights is not None:
            assert weights[rolled[-1] - 2] > 0, "what was rolled could be rolled"
        if ruleset == "duel":
            assert (weights is None) == (len(rolled) == 1), "the second sum of a turn is another one"


def test_a_replay_carries_its_record_and_the_secret_of_its_dice() -> None:
    game = Game("duel", chance=FairDice("ab" * 32).with_text(0, "mine"))
    assert replay(game.record).secret is None
    record = game.record.closed(termination="it got late", secret="ab" * 32)
    shown = replay(*read_given(record.jsonl))
    assert (shown.text, shown.jsonl, shown.secret) == (record.text, record.jsonl, "ab" * 32)
    assert replay(record.edition(0)).secret is None


def test_a_record_that_goes_on_and_on_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = played("beginner", 30).record.text
    monkeypatch.setattr("longroad.server.replays.MOST_PLIES", 29)
    with pytest.raises(RequestError, match="at most 29 can be shown"):
        read_given(text)


@pytest.mark.anyio
async def test_an_address_does_not_wait_for_all_replays_of_another() -> None:
    record = played("base", 300).record.text
    worker, order = ReplayWorker(), []

    async def ask(address: str) -> None:
        await worker.of_record(record, "en", address)
        order.append(address)

    flood = [asyncio.ensure_future(ask("flood")) for _ in range(8)]
    await asyncio.sleep(0)
    await ask("other")
    assert order.index("other") <= 1, "only the one that was begun comes first"
    await asyncio.gather(*flood)
    await worker.close()


@pytest.mark.anyio
async def test_games_are_replayed_side_by_side() -> None:
    record = played("base", 100).record.text
    worker = ReplayWorker()
    one, other = await asyncio.gather(
        worker.of_game("one", lambda: record, "en", "a"), worker.of_game("other", lambda: record, "en", "b")
    )
    assert one == other
    assert worker.is_cached("one", "en")
    assert worker.is_cached("other", "en")
    await worker.close()
