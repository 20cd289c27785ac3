"""A record can be replayed: a snapshot for every ply, with all cards face up; what is not a record is refused."""

from __future__ import annotations

import asyncio

import pytest

from longroad import Game, Variation
from longroad.bots.levels import make_bot
from longroad.server.errors import RequestError
from longroad.server.replay_worker import ReplayWorker
from longroad.server.replays import read_given, replay


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


def test_an_edition_that_hides_cards_is_refused() -> None:
    record = played("base", 60).record.edition(1)
    with pytest.raises(RequestError, match="only a full record"):
        read_given(record.text)


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
