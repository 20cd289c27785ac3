"""A language model's seat: bots play on, refused actions change nothing, and no answer shows a hidden card."""

from __future__ import annotations

import random
from typing import Any

import pytest

from longroad.core.history import History
from longroad.game.game import Game
from longroad.mcp.rules import find_rules, rules_of
from longroad.mcp.seat import BadCall, Choices, Seat
from longroad.narration import languages
from longroad.notation.positions.position import write_position
from longroad.terminal.match import Match
from tests.bots.test_no_cheating import twins
from tests.bots.views import begun, played

ASKED = (
    "roll",
    "end",
    "buy",
    "knight",
    "monopoly ore",
    "rob 0",
    "settle 17",
    "offer 1 wool for 1 ore",
    "discard 1 ore",
)


def seated(seed: int = 7, **choices: Any) -> Seat:
    return Seat.begin(Choices(seed=seed, bots=("random",)).but(**choices), {})


def first_legal(seat: Seat, rng: random.Random) -> str:
    """Return a legal action: a listed one, or a bundle if there is no other."""
    legal = seat.view.legal_actions()
    return str(rng.choice(legal)) if legal else str(next(iter(legal.forms[0].actions())))


# --- playing ----------------------------------------------------------------------------------------------------------


def test_after_an_action_the_bots_play_until_the_seat_decides_again() -> None:
    seat, rng = seated(players=3, seat=2), random.Random(1)
    for _ in range(120):
        assert seat.match.is_waiting
        told = seat.act(first_legal(seat, rng))
        assert told.startswith("Since you last decided:\n- ")
        if seat.match.game.is_over:
            break
    assert len(seat.match.game.plies) > 120


def test_a_refused_action_changes_nothing_and_names_its_rule() -> None:
    seat = seated()
    before, shown = seat.match.game.position, seat.look()
    for text, message in [
        ("end", r"^end: Place a settlement now\. \[SET-3\] Possible: settle \("),
        ("dance", r"^'dance' is not an action: expected one of roll, .* Possible: settle"),
        ("settle 999", r"'999': expected a whole number"),
        ("rolled 6+6", r"Only chance can do this\. \[TRN-7\]"),
        ("1: settle 17", "is not an action"),
        ("pass", "is not an action"),
        ("", "is not an action"),
        ("settle 17\nroad 25", "expected"),
    ]:
        with pytest.raises(BadCall, match=message):
            seat.act(text)
    assert (seat.match.game.position, seat.look()) == (before, shown)


def test_why_not_quotes_the_rule_from_the_catalogue() -> None:
    seat = seated()
    assert seat.why_not("city 3") == f"city 3: Place a settlement now. [SET-3]\n{rules_of('en')['SET-3']}"
    assert seat.why_not("settle 17") == "Nothing forbids it: settle 17 is possible now."


def test_offers_that_the_seat_cannot_accept_are_refused_for_it_unless_it_wants_all_trades() -> None:
    for all_trades in (False, True):
        rng, refused, proposals = random.Random(2), 0, 0
        seat = seated(3, bots=["random"], all_trades=all_trades)
        for _ in range(150):
            if seat.match.game.is_over:
                break
            if all_trades and "pass" in seat.legal_actions().splitlines():
                proposals += 1
                told = seat.act("pass")
            else:
                told = seat.act(first_legal(seat, rng))
            refused += "refused for you" in told
        assert (refused > 0) != all_trades
        assert (proposals > 0) == all_trades


def test_the_seat_proposes_in_the_turn_of_another() -> None:
    seat, rng = seated(3, bots=["novice"], all_trades=True), random.Random(2)
    while not (seat._is_asked_to_propose and seat.view.legal_actions().forms):
        seat.act(first_legal(seat, rng) if seat.match.is_waiting else "pass")
    assert "you may propose a trade, or pass." in seat.look()
    assert seat.legal_actions().splitlines()[-1] == "pass"
    held = seat.view.hand(0)
    assert held is not None
    give = next(name for name, count in held.to_json().items() if count)
    take = next(name for name in ("ore", "wool") if name != give)
    told = seat.act(f"propose 1 {give} for 1 {take}")
    assert f"You would give 1 {give} for 1 {take}." in told


def test_the_record_and_everybody_s_points_are_shown_at_the_end_only() -> None:
    seat, rng = Seat.begin(Choices("duel", seed=1, bots=("random",)), {"victory_points": 5}), random.Random(1)
    with pytest.raises(BadCall, match="once the game is over"):
        seat.record()
    while not seat.match.game.is_over:
        told = seat.act(first_legal(seat, rng))
    assert "The game is over: " in told
    points = [seat.match.game.points(number) for number in (0, 1)]
    assert told.splitlines()[-1] == seat.look().splitlines()[-1] == f"you: {points[0]}, Orange: {points[1]}"
    assert Game.from_record(seat.record()).position == seat.match.game.position
    with pytest.raises(BadCall, match=r"'roll': The game is over\."):
        seat.act("roll")
    assert seat.legal_actions() == "Now: nothing, the game is over."


def test_the_answers_speak_the_language_of_the_game() -> None:
    seat = seated(language="de")
    assert seat.look().startswith("Du bist Blau, Platz 0.")
    assert "Kreuzung" in seat.act(first_legal(seat, random.Random(1)))
    with pytest.raises(BadCall, match=r"language='xx': expected one of en, de"):
        seated(language="xx")


# --- beginning --------------------------------------------------------------------------------------------------------


def test_what_a_client_leaves_out_is_what_the_command_line_says() -> None:
    given = Choices("extension", 6, 4, ("random",), 3)
    assert given.but(seat=None).players == 6
    assert given.but(preset="duel", seat=0).players is None
    assert Seat.begin(given, {}).match.game.players == 6


@pytest.mark.parametrize(
    ("choices", "options", "message"),
    [
        (Choices("nothing"), {}, "preset 'nothing': expected one of base"),
        (Choices(players=9), {}, "players=9"),
        (Choices(seat=4), {}, "seat 4: expected 0 to 3"),
        (Choices(seat=-1), {}, "seat -1: expected 0 to 3"),
        (Choices(seed=-1), {}, "-1"),
        (Choices(bots=("program:ls",)), {}, "bots 'program:ls': expected one of random"),
        (Choices(bots=("tests.bots.views.quick",)), {}, "expected one of random"),
        (Choices(bots=("random", "novice")), {}, "bots random, novice: expected one level for all, or one for each"),
        (Choices(bots=()), {}, "expected one level for all"),
        (Choices(), {"chance": "given"}, "option 'chance': expected one of"),
        (Choices(), {"victory_points": "many"}, "victory_points='many': expected a whole number"),
    ],
)
def test_a_game_that_cannot_be_begun_is_refused(choices: Choices, options: dict[str, object], message: str) -> None:
    with pytest.raises(BadCall, match=message):
        Seat.begin(choices, options)


# --- rules ------------------------------------------------------------------------------------------------------------


def test_rules_are_found_by_number_chapter_and_word() -> None:
    assert find_rules("pro-4") == str(rules_of("en")["PRO-4"])
    assert [line[:5] for line in find_rules("rob").splitlines()][:3] == ["ROB-1", "ROB-2", "ROB-3"]
    assert find_rules("monopoly").startswith("DEV-5 Monopoly: ")
    assert len(find_rules("").splitlines()) == len(rules_of("en"))
    assert find_rules("a").splitlines()[-1].startswith("(")
    with pytest.raises(ValueError, match="no rule about 'flying pigs': expected a number such as PRO-4, a chapter"):
        find_rules("flying pigs")
    assert all(rules_of(language).keys() == rules_of("en").keys() for language in languages())


# --- what is hidden ---------------------------------------------------------------------------------------------------


def answers(game: History, seat: int) -> list[str]:
    """Return all that the tools answer about a game, without going on."""
    match = Match(Game._of(game, "given", None, is_set_up=False), seat)
    match.bot_acts = lambda: False  # type: ignore[method-assign]  # bots know their own hidden cards
    match.automatic_action = lambda refuses=True: None  # type: ignore[method-assign]
    playing = Seat(match, all_trades=True)
    told = [playing.look(), playing.legal_actions(), *(playing.why_not(action) for action in ASKED)]
    if match.is_waiting:
        told.append(playing.hint())
    for attempt in (playing.record, lambda: playing.act("settle 79"), lambda: playing.act("nonsense")):
        with pytest.raises(BadCall) as refused:
            attempt()
        told.append(str(refused.value))
    return told


@pytest.mark.parametrize(("preset", "seed"), [("base", 1), ("duel", 3), ("extension", 4)])
def test_what_a_seat_cannot_know_changes_no_answer(preset: str, seed: int) -> None:
    seat, compared = 1, 0
    pairs = twins(begun(preset, seed), played(preset, seed, "novice").plies, seat, random.Random(seed))
    for number, (game, other) in enumerate(pairs):
        if number % 40 == 0 and not game.state.is_chance:
            assert write_position(game.state) != write_position(other.state)
            assert answers(game, seat) == answers(other, seat)
            compared += 1
    assert compared > 2


def test_the_seed_from_which_all_cards_follow_is_not_shown() -> None:
    seat = Seat.begin(Choices(seed=918273645546372819, bots=("random",)), {})
    assert "918273645546372819" not in seat.look() + seat.legal_actions() + seat.why_not("roll")
