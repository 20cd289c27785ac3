"""An update has at most 4 KB, whoever plays and whatever they do, and nothing is lost by writing it short."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from longroad.bots.levels import make_bot
from longroad.game.game import Game
from longroad.narration import ENGLISH
from longroad.notation.forms import Form
from longroad.server.room import actions, lobby
from longroad.server.room.actions import Commit
from longroad.server.room.broadcast import asked, rendered, seen
from longroad.server.room.names import MOST_NAME, MOST_NAME_BYTES, clean_name
from longroad.server.room.state import RoomState
from longroad.server.room.subscribers import Subscriber
from longroad.server.store import numbered
from longroad.server.wire.compact import MOST_BYTES, Moment, Written, expand
from longroad.server.wire.joined import join, split
from longroad.server.wire.messages import Clock, LogEntry, NewGame, SeatRequest, Settings, Snapshot, Table, Update
from longroad.server.wire.meta import player_counts
from longroad.server.wire.render import Times
from tests.samples import first, presets
from tests.server.rooms import Listener, people_at, registry_at, run

# The longest names that there are: signs of four bytes each, and one that tells them apart.
NAMES = [clean_name("\N{GAME DIE}" * (MOST_NAME_BYTES // 4 - 1) + sign + "more") for sign in "🀀🀁🀂🀃🀄🀅"]
SNAPSHOT = TypeAdapter(Snapshot)
LOG_ENTRY = TypeAdapter(LogEntry)
CLOCKS = Times(dict.fromkeys(range(6), 35_999.9), 39_599.9)


def bargain(form: Form, rng: Random) -> str | None:
    """Fill the form of a trade with many cards of many kinds."""
    shape = form.to_json()
    give, take = shape["give"], shape["take"]
    assert isinstance(give, dict)
    assert isinstance(take, dict)
    given = rng.sample(sorted(give), min(len(give), rng.randint(1, 3)))
    taken = [kind for kind in take if kind not in given]
    if not given or not taken:
        return None
    offered = " ".join(f"{rng.randint(1, give[kind])} {kind}" for kind in given)
    return f"{shape['kind']} {offered} for {' '.join(f'{take[kind]} {kind}' for kind in taken)}"


def wild(game: Game, rng: Random) -> tuple[int, str] | None:
    """Find a trade that somebody could propose or offer now."""
    for seat in rng.sample(range(game.players), game.players):
        for form in game.view(seat).legal_actions().forms:
            text = bargain(form, rng) if str(form).startswith(("offer", "propose")) else None
            if text is not None and game.why_not(text, seat) is None:
                return seat, text
    return None


def begun(preset: str, seed: int, **options: Any) -> RoomState:
    """Begin a game of as many people as can play, with the longest names."""
    players = max(player_counts(preset))
    settings = Settings(preset=preset, options={"players": players, **options}, clock=Clock(), is_hotseat=True)
    requested = NewGame(settings=settings, seats=[SeatRequest(kind="person", name=name) for name in NAMES[:players]])
    events = lobby.make(requested).commit.events
    events[0].body["secret"] = f"{seed:064x}"
    state = RoomState.fold("worst", numbered(events, 0, 0.0))
    apply(state, actions.start(state))
    return state


def apply(state: RoomState, commit: Commit) -> int:
    """Apply a commit as if it had been stored, and return the number of its first event."""
    first = state.last_event + 1
    state.apply(numbered(commit.events, state.last_event, 0.0), commit.progress)
    return first


Told = tuple[bytes, Update]  # an update as it is sent, and as it is built from the viewer's own view alone


def updates(state: RoomState, seed: int, plies: int, trades_from: int = 200) -> Iterator[Told]:
    """Play a game with many trades, and yield the updates of every viewer after each action."""
    game, rng = actions.playing(state), Random(seed)
    bots = [make_bot("novice", f"{seed} {seat}") for seat in range(game.players)]
    while not game.is_over and len(game.plies) < plies:
        seat = rng.choice(game.to_act)
        is_wild = len(game.plies) > trades_from and game.phase == "main" and rng.random() < 0.5
        trade = wild(game, rng) if is_wild else None
        seat, text = trade or (seat, str(bots[seat].choose(game.view(seat))))
        first = apply(state, actions.ply(state, seat, actions.read(state, seat, text)))
        assert state.game is not None
        game = state.game
        yield from told(state, first)


def told(state: RoomState, first: int) -> Iterator[Told]:
    """Yield the updates of every viewer about what has happened from an event on."""
    game = actions.playing(state) if state.status == "playing" else state.game
    assert game is not None
    moment, logged = Moment(state.last_event, game, state.dice), state.log.since(first - 1)
    for viewer in (None, *range(game.players)):
        snapshot, decision = seen(state, viewer, CLOCKS)
        assert snapshot is not None
        log = rendered(logged, viewer, ENGLISH)
        entries = [entries.get(viewer, entries[None]).compact() for entries in logged]
        sent = moment.update(viewer, asked(state, moment.public, viewer), entries, CLOCKS)
        yield sent.json, Update(event=state.last_event, snapshot=snapshot, decision=decision, log=log)


def written_at_once(update: Update) -> bytes:
    """Write an update without sharing any part of it."""
    decision = update.decision and replace(update.decision, actions=join(update.decision.actions))
    text = update.model_copy(update={"decision": decision}).model_dump_json(exclude_defaults=True)
    return b'{"type":"update",' + text[1:].encode()


@pytest.mark.parametrize("preset", presets(3))
def test_updates_of_every_preset_are_small_and_lose_nothing(preset: str) -> None:
    for sent, update in updates(begun(preset, 11), seed=11, plies=160, trades_from=40):
        assert len(sent) <= MOST_BYTES
        assert sent == written_at_once(update)
        assert expand(json.loads(sent)) == update.model_dump(mode="json")


@pytest.mark.parametrize("preset", presets(2))
def test_updates_of_whole_games_say_what_the_viewer_s_own_view_shows(preset: str) -> None:
    """What is shared among viewers is never what only one of them may see."""
    state = begun(preset, 5)
    assert all(sent == written_at_once(update) for sent, update in updates(state, seed=5, plies=3000, trades_from=60))
    assert actions.playing(state).is_over if state.status == "playing" else state.status == "over"


@pytest.mark.parametrize("seed", first(1, [1, 2]))
def test_updates_of_long_games_of_six_who_trade_wildly_are_small(seed: int) -> None:
    """The longest games there are, with the longest names, clocks, offers to all and a proposal of everybody."""
    state = begun("extension", seed, victory_points=20)
    sizes = [(len(sent), update) for sent, update in updates(state, seed, plies=900)]
    assert max(size for size, _ in sizes) <= MOST_BYTES
    assert len(sizes) > 1200
    assert any(len(update.snapshot.proposals) >= 4 and update.snapshot.offer for _, update in sizes), "wild trades"
    assert any(len(update.decision.actions) >= 75 for _, update in sizes if update.decision), "founding"
    looked = max(len(SNAPSHOT.dump_json(update.snapshot, exclude_defaults=True)) for _, update in sizes)
    decided = max(len("".join(join(update.decision.actions)).encode()) + 450 for _, update in sizes if update.decision)
    happened = max(sum(len(LOG_ENTRY.dump_json(h, exclude_defaults=True)) for h in u.log) for _, u in sizes)
    assert looked + decided + happened <= MOST_BYTES, "even if the worst of everything came together"


def test_a_table_is_sent_in_the_place_of_an_update_that_is_too_long(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 3, preset="beginner")
            subscriber = Subscriber(0, room.table)
            messages = subscriber.messages()
            subscriber.send(Written("update", b"x" * MOST_BYTES))
            assert (await anext(messages)).type == "update"
            subscriber.send(Written("update", b"x" * (MOST_BYTES + 1)))
            assert (await anext(messages)).type == "table"

    run(work())


def test_what_is_told_after_the_first_table_is_short(tmp_path: Path) -> None:
    async def work() -> None:
        async with registry_at(tmp_path) as registry:
            room, _ = await people_at(registry, 6, preset="extension")
            async with Listener(room, 0) as listener:
                await room.say(1, "x" * 300)
            assert isinstance(listener.received[0], Table)
            assert all(len(message.model_dump_json()) <= MOST_BYTES for message in listener.received[1:])

    run(work())


def test_names_have_room_for_most_alphabets() -> None:
    assert clean_name("Ж" * 30) == "Ж" * MOST_NAME
    assert clean_name("名" * 30) == "名" * 16
    assert all(len(name.encode()) == MOST_NAME_BYTES for name in NAMES)


def test_actions_together_and_apart() -> None:
    actions = ["end", "roadbuilding", "road 3", "road 3 for 2", "road 4 for 2", "plenty 2 ore", "plenty 1 ore 1 wool"]
    assert split(join(actions)) == actions
