"""A match with bots: its log, what can be taken back, and what the person is asked."""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from longroad.bots.levels import make_bot
from longroad.core import actions as a
from longroad.core.words import SEAT_NAMES
from longroad.game.game import Game
from longroad.game.view import View
from longroad.narration import Perspective
from longroad.notation.actions import Action
from longroad.notation.positions.position import write_position
from longroad.notation.records.reader import read_record
from longroad.terminal.completion import completions
from longroad.terminal.game_loop import GameLoop, LeaveGame
from longroad.terminal.match import Match
from longroad.terminal.parser import ACTION_WORDS, COMMANDS, SYNONYMS
from longroad.terminal.saves import LEVEL_TAG, Autosave
from longroad.terminal.screen import Screen
from tests.rules.table import Table, bundle
from tests.samples import presets


class Script:
    """A prompt at which lines were written before; then a sensible person goes on, or leaves."""

    def __init__(self, *lines: str, plays_on: bool = False) -> None:
        self.lines = list(lines)
        self.plays_on = plays_on
        self.asked = 0

    def ask(self, view: View, perspective: Perspective) -> str:
        self.asked += 1
        if self.lines:
            return self.lines.pop(0)
        if not self.plays_on:
            raise EOFError
        return str(make_bot("novice", self.asked).choose(view))

    def ask_text(self, question: str) -> str:
        return self.lines.pop(0)


def seated(game: Game, prompt: Script, folder: Path, seat: int = 0, plain: bool = True) -> tuple[GameLoop, io.StringIO]:
    """Seat a person whose screen is a text."""
    out = io.StringIO()
    autosave = Autosave(folder / "games" / "game.longroad")
    match = Match(game, seat, autosave.save)
    return GameLoop(match, autosave, Screen(Console(file=out, width=100), 0, plain), prompt), out


def output(game: Game, *lines: str, folder: Path) -> str:
    """Type lines, and return all that was said."""
    person, out = seated(game, Script(*lines), folder)
    with pytest.raises(EOFError):
        person.play()
    return out.getvalue()


@pytest.mark.parametrize("preset", presets(3))
def test_a_person_can_play_every_preset_to_its_end(preset: str, tmp_path: Path) -> None:
    prompt = Script(plays_on=True)
    person, out = seated(Game(preset, seed=3, victory_points=7), prompt, tmp_path, seat=1)
    person.play()
    text = out.getvalue()
    assert person.match.game.is_over
    assert "Traceback" not in text
    record = read_record((tmp_path / "finished" / "game.longroad").read_text(encoding="utf-8"))
    assert record.result == person.match.game.record.result
    assert not list((tmp_path / "games").glob("*")), "nothing is left among the unfinished games"
    assert not re.search(r"Unknown: |\[[A-Z]{3}-\d+\]", text), "nothing was misread or refused"


@pytest.mark.parametrize("seat", [0, 2])
def test_the_story_is_told_to_the_person_and_hides_what_others_draw(seat: int, tmp_path: Path) -> None:
    person, _ = seated(Game("base", seed=3), Script(plays_on=True), tmp_path, seat=seat)
    person.play()
    log = person.match.log
    assert any(text.startswith("You roll") for text in log)
    bought = sum(ply.seat == seat and ply.action.kind == "buy" for ply in person.match.game.plies)
    assert sum(text.startswith("You draw a ") for text in log) == bought
    assert not any(" draws " in text for text in log)
    stolen = [text for text in log if "steal" in text and "you" not in text.lower()]
    assert stolen
    assert all("steals a card from" in text for text in stolen)


def test_a_match_that_is_resumed_goes_on_as_it_would_have() -> None:
    """Bots choose from the seed and the place in the game alone."""

    def play_on(game: Game, plies: int) -> None:
        match = Match(game, 0)
        while len(game.plies) < plies:
            if not match.bot_acts():
                match.act(make_bot("novice").choose(match.view))

    game = Game("base", seed=9)
    play_on(game, 100)
    again = Game.from_record(game.record.text)
    for each in (game, again):
        play_on(each, 150)
    assert again.record.text == game.record.text


# --- taking back ------------------------------------------------------------------------------------------------------


def ready() -> Game:
    """The beginner's game after the first roll, which the person made."""
    game = Game("beginner", chance="given")
    game.push("roll")
    game.push("rolled 8")
    return game


def test_own_decisions_are_taken_back_one_by_one_until_chance() -> None:
    game = ready()
    match = Match(game, 0)
    road = next(action for action in game.legal_actions(0) if action.kind == "road")
    before = game.position
    match.act(road)
    assert match.why_no_undo() is None
    assert match.undo().action == road
    assert game.position == before
    assert match.why_no_undo() == "You can't undo 'roll': something has been revealed since (rolled 8)."


def test_nothing_is_taken_back_once_another_has_acted() -> None:
    game = ready()
    match = Match(game, 0)
    match.act(Action.parse("offer 1 ore for 1 wool", 0, 4))
    match.bot_acts()
    assert match.why_no_undo() == "You can't undo 'offer 1 ore for 1 wool to 1 2 3': Orange has acted since."


def test_what_a_monopoly_has_shown_is_not_taken_back() -> None:
    from longroad.core.layout import CARDS, CARDS_SIZE, DECK, DECK_SIZE
    from longroad.core.words import MONOPOLY_CARD

    game = ready()
    s = game.seen.s
    s[CARDS + MONOPOLY_CARD] += 1
    s[CARDS_SIZE] += 1
    s[DECK + MONOPOLY_CARD] -= 1
    s[DECK_SIZE] -= 1
    match = Match.__new__(Match)
    match.game, match.seat, match.perspective = game, 0, Perspective(0)
    game.push("monopoly ore")
    assert match.why_no_undo() == "You can't undo 'monopoly ore': the monopoly has shown what the others hold."


def test_undo_takes_the_story_back_too(tmp_path: Path) -> None:
    game = Game("tournament", seed=1, first_player="given")
    text = output(game, "settle 10", "undo", "log", "settle 20", folder=tmp_path)
    assert text.count("Place your first settlement") == 2
    assert "Nothing has happened yet." in text
    assert "You place a settlement at site 20" in text


# --- what the person is asked -----------------------------------------------------------------------------------------


def test_offers_without_the_cards_are_refused_unless_the_person_wants_to_be_asked(tmp_path: Path) -> None:
    def asked(*lines: str) -> GameLoop:
        game = Game("beginner", chance="given", first_seat=1)
        game.push("roll")
        game.push("rolled 2")
        game.push(f"offer 1 {held(game)} for 9 wool to 0")
        return seated(game, Script(*lines), tmp_path)[0]

    def held(game: Game) -> str:
        hand = game.hand(1)
        assert hand is not None
        return next(name for name in ("brick", "lumber", "grain", "ore") if getattr(hand, name))

    person = asked()
    person._decide()
    assert str(person.match.game.plies[-1]) == "0: refuse"
    person = asked("no")
    person.settings["refuse"] = False
    person._decide()
    assert str(person.match.game.plies[-1]) == "0: refuse"
    assert person.prompt.asked == 1  # type: ignore[attr-defined]


def test_a_person_may_be_asked_to_propose(tmp_path: Path) -> None:
    game = Game("beginner", seed=7)
    prompt = Script("set ask on", "roll", "end", "hand", "", plays_on=False)
    person, out = seated(game, prompt, tmp_path)
    with pytest.raises(EOFError):
        person.play()
    assert "It is Orange's turn: propose a trade, or press Enter to go on." in out.getvalue()


def test_commands_answer_and_bad_questions_are_quoted(tmp_path: Path) -> None:
    game = Game("tournament", seed=1, first_player="given")
    text = output(
        game,
        *("odds", "odds 99", "where dragon", "where 99", "near 60", "log x", "board upside", "set", "set ask maybe"),
        *("why", "why hand", "save", f"save {tmp_path}/copy.longroad", f"save {tmp_path}", "points", "board words"),
        folder=tmp_path,
    )
    for part in (
        "Expected a site, as in `odds 17`.",
        "'99': this island has no such place.",
        "'dragon': expected a place",
        "'x': expected a number or `all`",
        "'upside': expected `board`, `board numbers` or `board words`.",
        "ask is off.",
        "'ask maybe': expected ask or refuse, and on or off.",
        "Nothing has been refused yet",
        "'hand' is a command, and always allowed.",
        "The game is saved after every ply",
        "Saved 0 plies to",
        "Your points: none yet. 10 win.",
        "Row 1: hex 0 (mountains 10)",
    ):
        assert part in text, part
    assert read_record((tmp_path / "copy.longroad").read_text(encoding="utf-8")).result == "unfinished"


def test_load_and_quit_leave(tmp_path: Path) -> None:
    for line, other in (("quit", None), ("load", ""), ("load a.longroad", "a.longroad")):
        person, _ = seated(Game("beginner", seed=7), Script(line), tmp_path)
        with pytest.raises(LeaveGame) as leave:
            person.play()
        assert leave.value.other == other


def test_a_drawn_game_numbers_the_places_where_the_person_can_act(tmp_path: Path) -> None:
    person, out = seated(
        Game("tournament", seed=1, first_player="given"), Script("settle 31", "board numbers"), tmp_path, plain=False
    )
    with pytest.raises(EOFError):
        person.play()
    text = out.getvalue()
    assert "#18" in text
    assert "47" in text.split("Now a road")[0]


# --- trade by keyboard ------------------------------------------------------------------------------------------------


def market(seed: int = 1) -> Game:
    """The person has grain, and Orange lacks one for a city and has lumber to spare."""
    table = Table.set_up()
    table.settle(0, 0)
    table.settle(1, 31)
    table.deal(0, grain=1, brick=1)
    table.deal(1, ore=3, grain=1, lumber=2)
    table.found()
    return Game.from_position(write_position(table), seed=seed)


def test_an_offer_is_made_accepted_and_concluded(tmp_path: Path) -> None:
    text = output(market(), "offer grain for lumber", "offers", "deal", "hand", folder=tmp_path)
    assert "You offer 1 grain for 1 lumber.\nOrange accepts.\n" in text
    assert "Orange would trade (deal 1). Possible: withdraw, deal 1, offer or end." in text
    assert "Accepted by Orange." in text
    assert "You give Orange 1 grain for 1 lumber." in text
    assert "You have 1 brick and 1 lumber." in text


def test_a_counter_offer_is_taken(tmp_path: Path) -> None:
    for seed in range(10):  # whether a bot counters is up to chance
        text = output(market(seed), "offer brick for 2 lumber to orange", "offers", "take", "hand", folder=tmp_path)
        if "Orange would give 1 lumber for 1 grain." in text:
            break
    assert "Orange gives 1 lumber for your 1 grain (take 1)." in text
    assert "You give Orange 1 grain for 1 lumber." in text


def test_the_person_counters_and_the_computer_takes_it(tmp_path: Path) -> None:
    table = Table.set_up()
    table.give_turn(1)
    table.settle(1, 31)
    table.found()
    table.deal(1, ore=3, grain=1, lumber=2)
    table.deal(0, grain=1, wool=1)
    table.do(1, bundle(a.OFFER_TRADE, 0b0001, lumber=1, wool=-1))
    game = Game.from_position(write_position(table), seed=1)
    text = output(game, "counter 1 grain for 1 lumber", "log", folder=tmp_path)
    assert "Orange gives 1 lumber for your 1 wool: accept, refuse or counter?" in text
    assert "You would give 1 grain for 1 lumber." in text
    assert "Orange gives you 1 lumber for 1 grain." in text
    assert "Orange builds a city at site 31" in text


def test_a_seven_is_paid_and_the_robber_moved_by_keyboard(tmp_path: Path) -> None:
    table = Table.set_up(rolled=False)
    table.settle(0, 0)
    table.settle(1, 31)
    table.found()
    table.deal(0, ore=9)
    table.deal(1, wool=1)
    table.roll(7)
    game = Game.from_position(write_position(table), seed=1)
    text = output(game, "discard 3 ore", "discard 4 ore", "rob 1", "robber 11", folder=tmp_path)
    assert "A 7: discard 4 of your 9 cards, as in discard 4 ore." in text
    assert "discard 3 ore: Discard exactly half of your cards, rounded down. [ROB-1]" in text
    assert "Move the robber to another hex: robber and the number of a hex, such as robber 11." in text
    assert "rob 1: Move the robber first. [ROB-2]" in text
    assert "You steal 1 wool from Orange." in text


# --- anything at all --------------------------------------------------------------------------------------------------

KNOWN = (*ACTION_WORDS, *COMMANDS, *SYNONYMS, *SEAT_NAMES, "for", "to", "wool", "ore", "17", "3", "-1", "99999", "all")
ODD = ("\x00", "\udcff", "é", "?", "`", "[", "]", "[bold]", "for for", "٣", "²", "1e9", "~nobody", "/", "not")


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_is_answered(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rng = Random(seed)
    game = (Game("beginner", seed=7), Game("duel", seed=7), market(), Game("extension", seed=7))[seed]
    person, out = seated(game, Script(), tmp_path)
    for _ in range(250):
        line = " ".join(rng.choices((*KNOWN, *ODD), k=rng.randrange(1, 5)))
        before = len(out.getvalue()), len(game.plies)
        completions(line, person.match.view, person.perspective)
        try:
            person._handle(line)
        except LeaveGame:
            continue
        assert (len(out.getvalue()), len(game.plies)) != before, f"{line!r} was passed over in silence"
        while not game.is_over and person.match.bot_acts():
            pass


@pytest.mark.parametrize("level", ["random", "expert", "grandmaster"])
def test_computer_players_play_as_well_as_the_record_says(level: str) -> None:
    game = Game("base", seed=2, first_player="given", first_seat=1)
    game.tags[LEVEL_TAG] = level
    match = Match(game, 0)
    chosen = make_bot("novice" if level == "grandmaster" else level, 2).choose(game.view(1))
    assert match.bot_acts()
    assert game.plies[-1].action == chosen
