"""The page's engine: its layout is up to date, and it finds the chances that the library finds."""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import asdict
from itertools import islice
from pathlib import Path

import pytest

from longroad.analysis.analyst import Analyst
from longroad.analysis.budget import Budget
from longroad.analysis.chances import Valuer
from longroad.bots.levels import make_bot
from longroad.bots.reasons import reason_for
from longroad.bots.self_play import play
from longroad.core.actions import ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE, PLAYERS
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.view import PUBLIC
from longroad.game.view import View
from longroad.narration import Phrase
from longroad.narration.catalogue import Value
from longroad.notation.actions import write_action
from longroad.search.searcher import Searcher
from longroad.server.replays import OpenTable, _open_snapshot
from longroad.server.wire.render import asked, decision
from scripts.client import engine
from scripts.client.engine_tables import tables_text
from tests.scripts.vitest import vitest

ROLLOUTS = 150  # of an analysis
LONG, SHORT = 40, 12  # turns of games: of the usual island and of two players, and of all other presets
VALUED = 4  # plies from one whose chances are compared to the next; everything else is compared at each
FILES = ("library", "chances", "judging/analyse")  # tests that read the games


def test_the_layout_is_up_to_date() -> None:
    assert (engine.FOLDER / "layout.ts").read_text(encoding="utf-8") == engine.layout_text()
    assert (engine.FOLDER / "tables.ts").read_text(encoding="utf-8") == tables_text()


def test_without_numba_the_module_that_is_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module, plain, weights = (tmp_path / name for name in ("longroad.wasm", "plain.wasm", "weights.bin"))
    monkeypatch.setattr(engine, "compiled_available", lambda: False)
    monkeypatch.setattr(engine, "MODULE", module)
    monkeypatch.setattr(engine, "PLAIN", plain)
    monkeypatch.setattr(engine, "WEIGHTS", weights)
    assert engine.main([]) == 1
    assert "longroad[fast]" in capsys.readouterr().err
    module.write_bytes(b"built before")
    weights.write_bytes(b"")
    assert engine.main([]) == 1
    plain.write_bytes(b"")
    assert engine.main([]) == 0
    assert module.read_bytes() == b"built before"


def seat_choices(state: State, seat: int) -> dict[str, object]:
    """Return what the server says a seat can do."""
    table = OpenTable(state)
    found = asked(table, seat, 0, table.legal_actions(seat))
    return {"seat": seat, **asdict(decision(found))} if found else {"seat": seat}


def step(state: State) -> dict[str, object]:
    """Return what the server shows of a state, and what the library says about it."""
    seats = [seat for seat in state.may_act if seat != CHANCE]
    return {
        "snapshot": asdict(_open_snapshot(state)),
        "choices": [seat_choices(state, seat) for seat in seats],
        "outcomes": [{"text": write_action(action), "weight": weight} for action, weight in state.outcomes()],
        "reasons": {seat: reasons(state, seat) for seat in seats},
    }


def reasons(state: State, seat: int) -> dict[str, object]:
    """Return the reason for each action that is listed, and for some bundles."""
    view, found = View(state.view(seat)), dict[str, object]()
    forms = [form for form in state.forms(seat) if form.total is not None]
    due = [code for form in forms for code in islice(form.bundles(), 3)]
    for code in [*state.legal(seat), *due]:
        phrase = reason_for(view, code)
        values = {name: tab_value(value) for name, value in phrase.values.items()}
        found[write_action(code)] = {"key": own(phrase.key), "values": values}
    return found


def searched(state: State) -> dict[str, object]:
    """Weigh the actions of the seat that the game waits for, roll some of them out and judge deals with the library."""
    searcher, seat, n = Searcher(), state.to_act[0], 3
    searcher.small[:n, : len(state.s)] = state.s
    searcher.words[:n, : len(state.m)] = state.m
    actions, worths = searcher.weigh_actions(n, seat, 32)
    rolled = searcher.roll_actions(n, seat, actions[:4], 3, 16, 77)
    deals = [[-1, 0, 0, 0, 0, 0], [1 - min(seat, 1), 1, 0, -1, 0, 0]]
    return {
        "state": b64encode(state.to_bytes()).decode(),
        "seat": seat,
        "actions": actions,
        "worths": worths.tolist(),
        "rolled": rolled[:, :, : state.s[PLAYERS]].tolist(),
        "deals": searcher.weigh_deals(n, seat, deals, 2, 16, 77)[1][:, :, : state.s[PLAYERS]].tolist(),
    }


def viewed(state: State) -> dict[str, object]:
    """Return a state, and what each seat and the public may see of it."""
    seen = [state.view(viewer) for viewer in (*range(state.s[PLAYERS]), PUBLIC)]
    views = [b64encode(State(view.s, view.m).to_bytes()).decode() for view in seen]
    return {"state": b64encode(state.to_bytes()).decode(), "views": views}


def analysed(state: State) -> dict[str, object]:
    """Analyse the decision of the seat that the game waits for with everything, with the library."""
    seat = state.to_act[0]
    found = Analyst(Budget(rollouts=ROLLOUTS, offers=0)).analyse(View(state.view(seat)), state)
    return {
        "state": b64encode(state.to_bytes()).decode(),
        "seat": seat,
        "rollouts": ROLLOUTS,
        "chances": found.chances,
        "errors": found.errors,
    }


def is_forced(state: State) -> bool:
    """Return whether there is only one action, so that a position is valued without rollouts."""
    seat = state.to_act[0]
    return len(state.legal(seat)) + len(state.forms(seat)) == 1


def tab_value(value: Value) -> object:
    """Return a value of a reason as the page has it: a message by its key, an intersection by its number."""
    if not isinstance(value, Phrase):
        return value
    return value.values["site"] if value.key == "place.site" else own(value.key)


def own(key: str) -> str:
    """Return the page's key of a bot's reason."""
    return key.removeprefix("bot.")


def game(preset: str) -> dict[str, object]:
    """Play a game of novices; return its start, its plies, what is shown after each of them, and the chances."""
    limit = LONG if preset in ("base", "duel") else SHORT
    history = History(State.new(Ruleset.preset(preset, limit=limit), 5))
    bots = [make_bot("novice", seat) for seat in range(history.state.s[PLAYERS])]
    states = [before.copy() for before, _ in play(history, bots, 5)] + [history.state]
    decided = [state for state in states if not (state.is_over or state.is_chance)]
    return {
        "start": b64encode(states[0].to_bytes()).decode(),
        "end": b64encode(states[-1].to_bytes()).decode(),
        "plies": [
            {"seat": ply_seat(ply), "action": ply_action(ply), "text": write_action(ply_action(ply))}
            for ply in history.plies
        ],
        "chances": Valuer().values(states[::VALUED]),
        "valued": VALUED,
        "steps": [step(state) for state in states],
        "searched": [searched(state) for state in decided[3::15]],
        "viewed": [viewed(state) for state in states[::19] + states[-1:]],
        "analysed": [analysed(state) for state in (*decided[9::40], *filter(is_forced, decided[9:30]))],
    }


@pytest.mark.compiled
def test_the_page_finds_what_the_library_finds(tmp_path: Path) -> None:
    """At every ply of a game of each preset, to the last bit; the page's own code runs in Node.js."""
    games = tmp_path / "games.json"
    games.write_text(json.dumps([game(preset) for preset in PRESETS]))
    printed = vitest(*(f"src/engine/{file}.test" for file in FILES), LONGROAD_GAMES=str(games))
    for test in (
        "finds the same chances",
        "shows the same snapshots",
        "hides from every seat what the library hides",
        "lists the same actions",
        "gives the same reasons",
        "weighs and rolls out actions",
        "analyses positions",
        "does not depend on cards that the seat cannot see",
    ):
        assert any("✓" in line and test in line for line in printed.splitlines()), printed
