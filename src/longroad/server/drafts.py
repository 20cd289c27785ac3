"""Positions that are being edited: plain values from a page, everything that is wrong with them, and the position."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from typing import Final

from longroad.core.island.given import Flaw, Island, IslandParts
from longroad.core.island.topology import ISLAND_HEXES
from longroad.core.layout import KNIGHTS, NOBODY, PLAYERS, ROAD_LENGTH
from longroad.core.phases import PHASE_TABLE, ROLL_FOR_START
from longroad.core.rules.awards import LEAST_ARMY, LEAST_ROAD, owners
from longroad.core.ruleset import CHOICES, Ruleset
from longroad.core.state import Seen, State
from longroad.core.words import DESERT, HARBOR_NAMES, SEAT_NAMES, TERRAIN_NAMES
from longroad.draw.board import coast_paths
from longroad.game.facts import first_seat
from longroad.game.holdings import Cards, Piece
from longroad.game.setup import Setup
from longroad.narration import ENGLISH, Phrase, Words
from longroad.narration.catalogue import SOURCE, VIOLATION_KEYS
from longroad.notation.errors import InvalidNotation
from longroad.notation.islands import read_island
from longroad.notation.positions.problems import Problem, read_checked
from longroad.notation.positions.where import Place
from longroad.notation.resources import Resources
from longroad.notation.rulesets import read_ruleset, write_ruleset
from longroad.server.boards import read_full, state_text
from longroad.server.errors import RequestError
from longroad.server.wire.messages import Seat
from longroad.server.wire.meta import ruleset_of
from longroad.server.wire.render import geometry, island_svg
from longroad.server.wire.responses import (
    MOST_SEED,
    MOST_TURN,
    CheckedPosition,
    CheckPosition,
    Draft,
    DraftPiece,
    DraftPlace,
    DraftProblem,
)

FIRST_PHASE: Final = PHASE_TABLE[ROLL_FOR_START].name


def checked(asked: CheckPosition, words: Words = ENGLISH) -> CheckedPosition:
    """Check a draft, or make one from a position or of a game that begins. Raises `RequestError`."""
    draft = asked.draft if asked.draft is not None else draft_of(_setup_of(asked))
    ruleset, parts = _ruleset(draft), _parts(draft)
    flaws = list(parts.flaws())
    setup, problems = _checked_setup(draft, ruleset, parts, is_sound=not flaws)
    position = None if flaws or problems else setup.position
    drawn = _on_coast(parts)
    return CheckedPosition(
        draft=draft_of(setup, parts),
        problems=[_flaw_view(flaw, words) for flaw in flaws] + [_problem_view(one, words) for one in problems],
        position=position,
        start=None if position is None else state_text(read_full(position)),
        seats=[
            Seat(seat=seat, kind="person", name="", colour=SEAT_NAMES[seat].lower()) for seat in range(ruleset.players)
        ],
        geometry=geometry(drawn),
        svg=island_svg(drawn, "light") if asked.draws else None,
        svg_dark=island_svg(drawn, "dark") if asked.draws else None,
    )


# --- where a draft comes from -----------------------------------------------------------------------------------------


def _setup_of(asked: CheckPosition) -> Setup:
    """Return the setup of a position, or of a game that begins. Raises `RequestError`."""
    if asked.position is not None:
        return _editable(Setup.of(read_full(asked.position)))
    seed = random.SystemRandom().randrange(MOST_SEED) if asked.island_seed is None else asked.island_seed
    setup = Setup.of(State.new(ruleset_of(asked.preset, asked.options), seed))
    if setup.phase == FIRST_PHASE:  # nobody has rolled yet: seat 0 begins
        setup.ruleset = setup.ruleset.but(first_player="given", first_seat=0)
        setup.phase = "found settlement"
        setup.fields.pop("start", None)
    return setup


def _editable(setup: Setup) -> Setup:
    """Return a setup that fits into a draft. Raises `RequestError` for another one."""
    if setup.turn_number > MOST_TURN:
        raise RequestError("bad_position", f"turn number {setup.turn_number}: expected at most {MOST_TURN}")
    return setup


def draft_of(setup: Setup, parts: IslandParts | None = None) -> Draft:
    """Return a setup as plain values; its island may be another one, right or wrong."""
    island = setup.island if parts is None else parts
    assert island.terrain is not None
    assert island.tokens is not None
    assert island.harbors is not None
    return Draft.model_validate(
        {
            "ruleset": write_ruleset(setup.ruleset),
            "terrain": [TERRAIN_NAMES[kind] for kind in island.terrain],
            "tokens": list(island.tokens),
            "harbors": [(path, HARBOR_NAMES[kind]) for path, kind in island.harbors],
            "robber": setup.robber,
            "buildings": {site: DraftPiece(**piece._asdict()) for site, piece in setup.buildings.items()},
            "roads": setup.roads,
            "hands": [hand.to_json() for hand in setup.hands],
            "cards": [_counted(cards) for cards in setup.cards],
            "fresh": [_counted(cards) for cards in setup.fresh_cards],
            "knights": setup.knights,
            "stack": None if setup.stack is None else _counted(setup.stack),
            "turn": setup.turn,
            "turn_number": setup.turn_number,
            "phase": setup.phase,
            "rolled": list(setup.rolled),
            "longest_road": setup.longest_road,
            "largest_army": setup.largest_army,
            "fields": setup.fields,
        }
    )


def _counted(cards: Cards) -> dict[str, int]:
    return {name: count for name, count in cards._asdict().items() if count}


# --- from plain values to a setup -------------------------------------------------------------------------------------


def _ruleset(draft: Draft) -> Ruleset:
    """Return the ruleset; who began follows from the turn, unless rolls for the start are still to come."""
    try:
        ruleset = read_ruleset(draft.ruleset)
    except InvalidNotation as error:
        raise RequestError("bad_settings", str(error)) from error
    if draft.phase == FIRST_PHASE:
        return ruleset
    players = ruleset.players
    founded = sum(piece.seat < players and piece.kind == "settlement" for piece in draft.buildings.values())
    founded = 0 if ruleset.founding == "placed" else min(founded, 2 * players)
    begins = first_seat(players, draft.turn, draft.turn_number, draft.phase, founded)
    return ruleset.but(first_player="given", first_seat=begins)


def _parts(draft: Draft) -> IslandParts:
    """Return the island of a draft, right or wrong. Raises `RequestError` if it is not of the ruleset's size."""
    island = read_ruleset(draft.ruleset).island
    count = ISLAND_HEXES[CHOICES["island"].index(island)]
    for name, given in (("terrain", draft.terrain), ("tokens", draft.tokens)):
        if len(given) != count:
            raise RequestError("bad_position", f"{name} has {len(given)} hexes: expected {count}")
    if draft.robber >= count:
        raise RequestError("bad_position", f"robber={draft.robber}: expected a hex from 0 to {count - 1}")
    terrain = tuple(TERRAIN_NAMES.index(name) for name in draft.terrain)
    harbors = tuple(sorted((path, HARBOR_NAMES.index(kind)) for path, kind in draft.harbors))
    start = None if DESERT in terrain else draft.robber
    return IslandParts(island, terrain, tuple(draft.tokens), harbors, start)


def _checked_setup(draft: Draft, ruleset: Ruleset, parts: IslandParts, is_sound: bool) -> tuple[Setup, list[Problem]]:
    """Return the setup of a draft, with the special cards where they belong, and everything that is wrong with it.

    If the island is not sound, all else is checked on one that is.
    """
    island = Island(**asdict(parts)) if is_sound else _sound_island(parts.island)
    setup = _setup(draft, ruleset, island)
    wrong = setup.wrong_values()
    if not wrong:
        seen, _ = _read(setup)
        if seen is not None:
            _award(setup, seen)
        _, wrong = _read(setup)
    return setup, wrong


def _setup(draft: Draft, ruleset: Ruleset, island: Island) -> Setup:
    players = ruleset.players
    fields = draft.fields
    if draft.phase != FIRST_PHASE:
        fields = {label: text for label, text in fields.items() if label != "start"}
    try:
        hands = [Resources.from_json(hand) for hand in draft.hands]
        cards, fresh = ([_cards(held) for held in rows] for rows in (draft.cards, draft.fresh))
        stack = None if draft.stack is None else _cards(draft.stack)
    except InvalidNotation as error:
        raise RequestError("bad_position", str(error)) from error
    return Setup(
        ruleset=ruleset,
        island=island,
        robber=draft.robber,
        turn=draft.turn,
        turn_number=draft.turn_number,
        phase=draft.phase,
        rolled=tuple(draft.rolled),
        buildings={site: Piece(piece.kind, piece.seat) for site, piece in draft.buildings.items()},
        roads=dict(draft.roads),
        hands=hands or [Resources()] * players,
        cards=cards or [Cards()] * players,
        fresh_cards=fresh or [Cards()] * players,
        knights=list(draft.knights) or [0] * players,
        stack=stack,
        longest_road=draft.longest_road,
        largest_army=draft.largest_army,
        fields=dict(fields),
    )


def _cards(counts: Mapping[str, int]) -> Cards:
    """Read development cards by name. Raises `InvalidNotation`."""
    for name in counts:
        if name not in Cards._fields:
            expected = ", ".join(Cards._fields)
            raise InvalidNotation(f"{name!r:.40} is not a development card: expected one of {expected}")
    return Cards(**counts)


def _read(setup: Setup) -> tuple[Seen | None, list[Problem]]:
    return read_checked(setup.ruleset, replace(setup.island, robber=0), setup.texts(), NOBODY)


def _award(setup: Setup, seen: Seen) -> None:
    """Put the special cards where they belong: with who has the most (AWD-1 to AWD-5).

    If several have, the draft says who was first; else nobody has the longest road, and the first seat the army.
    """
    s = seen.s
    longest = _leaders(s[ROAD_LENGTH : ROAD_LENGTH + owners(s)], LEAST_ROAD)
    armies = _leaders(s[KNIGHTS : KNIGHTS + s[PLAYERS]], LEAST_ARMY)
    if setup.longest_road not in longest:
        setup.longest_road = longest[0] if len(longest) == 1 else None
    if setup.largest_army not in armies:
        setup.largest_army = armies[0] if armies else None


def _leaders(counts: Sequence[int], least: int) -> list[int]:
    """Return the seats that have the most, and enough.

    >>> _leaders([5, 6, 0], 5), _leaders([5, 5, 0], 5), _leaders([4, 0, 0], 5)
    ([1], [0, 1], [])
    """
    return [seat for seat, count in enumerate(counts) if count == max(counts) >= least]


@cache
def _sound_island(name: str) -> Island:
    """Return an island of this size that is right."""
    if name == "base":
        return read_island("beginner,frame")
    return replace(State.new(Ruleset.preset("extension"), 0).island, robber=None)


# --- what the page gets -----------------------------------------------------------------------------------------------


def _on_coast(parts: IslandParts) -> IslandParts:
    """Return what can be drawn of an island: a harbor needs a coast."""
    coast = coast_paths(parts.number)
    return replace(parts, harbors=tuple(harbor for harbor in parts.harbors or () if harbor[0] in coast))


def _flaw_view(flaw: Flaw, words: Words) -> DraftProblem:
    places = [*(("hex", place) for place in flaw.hexes), *(("path", path) for path in flaw.paths)]
    return DraftProblem(rule=flaw.rule, sentence=_flaw_sentence(flaw, words), places=_place_views(places))


def _flaw_sentence(flaw: Flaw, words: Words) -> str:
    """Say what is wrong with an island; where there is no message for it, in English."""
    if not flaw.kind:
        return flaw.sentence
    values: dict[str, int | str | Phrase] = dict(flaw.values)
    kind = flaw.kind
    if kind == "terrain_count":
        values["terrain"] = Phrase(f"terrain.{values['terrain']}")
    elif kind == "harbor_count" and values.pop("kind") == "generic":
        kind = "any_harbor_count"
    elif kind == "harbor_count":
        values["kind"] = Phrase(f"resource.{flaw.values['kind']}")
    return words.say(Phrase(f"flaw.{kind}", values))


def _problem_view(problem: Problem, words: Words) -> DraftProblem:
    sentence = _sentence(problem, words)
    return DraftProblem(rule=problem.rule or None, sentence=sentence, places=_place_views(problem.places))


def _sentence(problem: Problem, words: Words) -> str:
    """Say what is wrong; in other languages than English with the places instead of the evidence in the notation."""
    if problem.code not in VIOLATION_KEYS or words.language == SOURCE:
        return problem.sentence
    said = words.say(Phrase(VIOLATION_KEYS[problem.code]))
    spots = [_spot(where, number, words) for where, number in problem.places]
    return f"{said} ({', '.join(spots)})" if spots else said


def _spot(where: str, number: int, words: Words) -> str:
    if where == "seat":
        return words.say(Phrase(f"seat.{SEAT_NAMES[number].lower()}"))
    return words.say(Phrase(f"spot.{where}", {"number": number}))


def _place_views(places: Iterable[Place]) -> list[DraftPlace]:
    return [DraftPlace.model_validate({"where": where, "number": number}) for where, number in places]
