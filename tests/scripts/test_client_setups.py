"""What the page finds wrong with positions that are edited: the same as the library, in Node.js."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from longroad.bots.levels import make_bot
from longroad.bots.self_play import play
from longroad.core.history import History
from longroad.core.island.topology import COAST_PATHS, MOST_COAST
from longroad.core.layout import CHANCE, PLAYERS
from longroad.core.ruleset import PRESETS, Ruleset
from longroad.core.state import State
from longroad.core.words import HARBOR_NAMES, RESOURCE_NAMES, TERRAIN_NAMES
from longroad.game.setup import Setup
from longroad.notation.positions.position import write_position
from longroad.notation.rulesets import write_ruleset
from longroad.server.drafts import checked
from longroad.server.wire.responses import CheckedPosition, CheckPosition, Draft
from scripts.client import engine
from scripts.client.setup_tables import setup_text
from tests.scripts.vitest import vitest

EDITS = 8  # drafts that are made from each position, one edit more in each
CARDS = ("knight", "roadbuilding", "plenty", "monopoly", "point")
Values = dict[str, Any]


def test_the_tables_are_up_to_date() -> None:
    assert (engine.FOLDER / "setupTables.ts").read_text(encoding="utf-8") == setup_text()


def states_of(ruleset: Ruleset) -> list[State]:
    """Return the states of a game, from its beginning to its end."""
    history = History(State.new(ruleset, 5))
    bots = [make_bot("novice", seat) for seat in range(history.state.s[PLAYERS])]
    return [before.copy() for before, _ in play(history, bots, 5)] + [history.state]


def positions(states: list[State]) -> list[State]:
    """Return some states of a game, the last one among them."""
    return [*states[:: max(1, len(states) // 6)], states[-1]]


def unlike(states: list[State]) -> list[State]:
    """Return the first state of each phase, and with each set of fields that no tool of the editor changes."""
    found = {
        (state.phase, *(label.lstrip("012345") for label in Setup.of(state).fields)): state for state in states[::-1]
    }
    return list(found.values())


# --- edits, as the page makes them ------------------------------------------------------------------------------------


def put_building(values: Values, random: Random) -> None:
    site = random.randrange(54)
    values["buildings"][site] = {"kind": random.choice(("settlement", "city")), "seat": owner(values, random)}


def put_many(values: Values, random: Random) -> None:
    seat = owner(values, random)
    for site in random.sample(range(54), 6):
        values["buildings"][site] = {"kind": "settlement", "seat": seat}


def take_building(values: Values, random: Random) -> None:
    if values["buildings"]:
        del values["buildings"][random.choice(list(values["buildings"]))]


def put_road(values: Values, random: Random) -> None:
    values["roads"][random.randrange(72)] = owner(values, random)


def put_many_roads(values: Values, random: Random) -> None:
    seat = owner(values, random)
    values["roads"] |= dict.fromkeys(random.sample(range(72), random.choice((6, 16))), seat)


def move_robber(values: Values, random: Random) -> None:
    values["robber"] = random.randrange(len(values["terrain"]))


def change_land(values: Values, random: Random) -> None:
    place, kind = random.randrange(len(values["terrain"])), random.choice(TERRAIN_NAMES[:6])
    values["terrain"][place] = kind
    if kind == "desert":
        values["tokens"][place] = 0


def exchange_desert(values: Values, random: Random) -> None:
    if "desert" in values["terrain"]:
        place = values["terrain"].index("desert")
        values["terrain"][place], values["tokens"][place] = random.choice(("hills", "fields")), 12


def swap_hexes(values: Values, random: Random) -> None:
    one, other = random.sample(range(len(values["terrain"])), 2)
    for part in (values["terrain"], values["tokens"]):
        part[one], part[other] = part[other], part[one]


def change_token(values: Values, random: Random) -> None:
    place = random.randrange(len(values["terrain"]))
    values["tokens"][place] = random.choice((0, 2, 3, 6, 8, 11))


def change_harbor(values: Values, random: Random) -> None:
    edge = MOST_COAST * (len(values["terrain"]) > 19) + random.randrange(30)
    path, kind = COAST_PATHS[edge], random.choice((None, *HARBOR_NAMES[1:]))
    others = [harbor for harbor in values["harbors"] if harbor[0] != path]
    values["harbors"] = others if kind is None else [*others, (path, kind)]


def change_hand(values: Values, random: Random) -> None:
    values["hands"][player(values, random)][random.choice(RESOURCE_NAMES)] = random.choice((0, 1, 4, 18, 95))


def change_cards(values: Values, random: Random) -> None:
    seat, card, count = player(values, random), random.choice(CARDS), random.choice((0, 1, 3, 25))
    values["cards"][seat][card], values["stack"] = count, None
    values["fresh"][seat][card] = min(values["fresh"][seat].get(card, 0), count)


def change_knights(values: Values, random: Random) -> None:
    values["knights"][player(values, random)], values["stack"] = random.choice((0, 2, 3, 5, 25)), None


def change_turn(values: Values, random: Random) -> None:
    values["turn"] = player(values, random)
    values["turn_number"] = random.choice((0, 1, 7, values["turn_number"]))


def change_phase(values: Values, random: Random) -> None:
    values["phase"] = random.choice(("before roll", "main", "found settlement", "found road"))
    rolls = 2 if is_duel(values) else 1
    values["rolled"] = random.sample(range(2, 13), rolls) if values["phase"] == "main" else []
    values["turn_number"] = 0 if values["phase"].startswith("found") else max(1, values["turn_number"])
    values["fields"] = {label: text for label, text in values["fields"].items() if label in ("0t", "1t")}


def change_trade_cards(values: Values, random: Random) -> None:
    label, cards = f"{player(values, random)}t", random.choice((0, 1, 4, 7))
    if is_duel(values):
        values["fields"].pop(label, None)
        values["fields"] |= {label: str(cards)} if cards else {}


def clear(values: Values, random: Random) -> None:
    empty: list[Values] = [{} for _ in values["hands"]]
    values |= {"buildings": {}, "roads": {}, "hands": empty, "cards": [{} for _ in empty], "stack": None}
    values |= {"fresh": [{} for _ in empty], "knights": [0] * len(empty), "fields": {}}
    values |= {"longest_road": None, "largest_army": None}


def owner(values: Values, random: Random) -> int:
    return random.randrange(len(values["hands"]) + 2 * is_duel(values))


def is_duel(values: Values) -> bool:
    ruleset: str = values["ruleset"]
    return ruleset.startswith("duel")


def player(values: Values, random: Random) -> int:
    return random.randrange(len(values["hands"]))


SMALL: tuple[Callable[[Values, Random], None], ...] = (
    put_building,
    take_building,
    put_road,
    move_robber,
    swap_hexes,
    change_hand,
    change_cards,
    change_knights,
    change_trade_cards,
    change_turn,
    change_phase,
)
LARGE = (put_many, put_many_roads, change_land, exchange_desert, change_token, change_harbor, clear)


def edited(draft: Draft, random: Random) -> Draft:
    """Edit a draft as a person would."""
    values = draft.model_dump()
    random.choice(SMALL if random.random() < 0.7 else LARGE)(values, random)
    return Draft.model_validate(values)


def shown(found: CheckedPosition) -> dict[str, object]:
    return {
        "problems": [
            {"rule": problem.rule or "", "places": sorted([place.where, place.number] for place in problem.places)}
            for problem in found.problems
        ],
        "position": found.position,
        "start": found.start,
        "awards": [found.draft.longest_road, found.draft.largest_army],
    }


def drafts_from(state: State, random: Random, edits: int) -> dict[str, object]:
    """Edit a position step by step, and now and then from its beginning again."""
    opened = checked(CheckPosition(position=write_position(state), draws=False))
    steps, draft = [], opened.draft
    for number in range(edits):
        draft = edited(opened.draft if number % 4 == 0 else draft, random)
        steps.append(
            {"draft": json.loads(draft.model_dump_json())} | shown(checked(CheckPosition(draft=draft, draws=False)))
        )
    return {
        "base": b64encode(state.to_bytes()).decode(),
        "ruleset": write_ruleset(state.ruleset),
        "position": opened.position,
        "opened": json.loads(opened.draft.model_dump_json()),
        "steps": steps,
    }


@pytest.mark.compiled
def test_the_page_finds_wrong_what_the_library_finds_wrong(tmp_path: Path) -> None:
    """Rules and places of everything that is wrong; and where nothing is, the position and its state."""
    random, file = Random(7), tmp_path / "setups.json"
    games = [states_of(Ruleset.preset(preset, limit=40)) for preset in PRESETS]
    cards = states_of(Ruleset.preset("base", limit=40, dice="deck", progress_cards="recycled"))
    every = [state for states in [*games, cards] for state in states]
    setups = [drafts_from(state, random, 0) for state in unlike(every)]
    setups += [
        drafts_from(state, random, EDITS)
        for states in games
        for state in positions(states)
        if CHANCE not in state.to_act
    ]
    wrong = [step for setup in setups for step in setup["steps"] if step["problems"]]  # type: ignore[attr-defined]
    assert len(wrong) > 200
    assert len({problem["rule"] for step in wrong for problem in step["problems"]}) > 15
    file.write_text(json.dumps(setups))
    printed = vitest("src/engine/position/setup.test.ts", LONGROAD_SETUPS=str(file))
    for test in ("opens the same drafts", "finds the same problems", "writes the same positions"):
        assert any("✓" in line and test in line for line in printed.splitlines()), printed
