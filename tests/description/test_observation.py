"""What a seat may know as one text: complete, in every language and phase, and without what is hidden."""

from __future__ import annotations

import re

import pytest

from longroad import Game
from longroad.bots.levels import make_bot
from longroad.description import describe_decision, describe_view, legal_lines
from longroad.description.observation import reader_of
from longroad.narration import languages, words_of
from longroad.notation.actions import Action


def positions(preset: str, seed: int) -> list[Game]:
    """Play a game of bots, and return it at the first decision in each phase and at the end."""
    game, bot = Game(preset, seed=seed), make_bot("novice", seed)
    found: dict[tuple[str, bool], Game] = {}
    while not game.is_over:
        found.setdefault((game.phase, game.offer is not None), game.copy())
        seat = game.to_act[0]
        game.push(bot.choose(game.view(seat)), seat)
    return [*found.values(), game]


@pytest.mark.parametrize("preset", ["base", "duel", "extension"])
def test_every_phase_is_told_in_every_language(preset: str) -> None:
    games = positions(preset, 3)
    assert len(games) > 7
    for game in games:
        for seat in {1, *game.to_act[:1]}:  # one that decides, and one that may not
            for language in languages():
                text = describe_view(game.view(seat), ["x"], words_of(language))
                assert not re.search(r"[{}]|None|\?\?", text)
                assert describe_decision(game.view(seat), words=words_of(language)) != text


def test_the_text_has_every_figure_of_every_seat() -> None:
    for game in positions("base", 5):
        view = game.view(0)
        text = describe_view(view)
        for seat in range(4):
            line = next(line for line in text.splitlines() if line.startswith(f"Seat {seat}, "))
            supply = view.supply(seat)
            assert f": {view.points(seat)} point" in line
            assert f" {view.hand_size(seat)} card" in line
            assert f"roads {supply.roads}, settlements {supply.settlements}, cities {supply.cities}" in line
            assert (f"{view.knights(seat)} knight" in line) == (view.knights(seat) > 0)
            for kind, sites in (("settlements", view.settlements(seat)), ("cities", view.cities(seat))):
                assert not sites or f"{kind} at {', '.join(map(str, sites))}" in text
        for number in range(19):
            place = view.hex(number)
            assert f"hex {number} ({place.terrain}{f' {place.token}' if place.token else ''})" in text
        assert f"The robber is on hex {view.robber}" in text
        assert f"; {view.deck_size} left." in text


def test_open_trades_and_legal_actions_are_told_in_notation() -> None:
    game = Game("beginner", players=3, chance="given")
    for action in ("roll", "rolled 8"):
        game.push(action)
    give, take = (next(name for name, n in game.hand(s).to_json().items()) for s in (0, 1))
    game.push(f"offer 1 {give} for 1 {take} to 1")
    text = describe_view(game.view(1))
    assert f"Blue offers 1 {give} for 1 {take}" in text
    assert "accept\n" in text
    assert "refuse" in text
    lines = legal_lines(game.view(1), reader_of(game.view(1)))
    assert lines[0] == "accept (accept the offer)"
    assert lines[-1].startswith("counter CARDS for CARDS, as in: counter")


def test_the_listed_actions_are_all_legal_and_all_there_are() -> None:
    for game in positions("duel", 4)[:-1]:
        view = game.view(game.to_act[0])
        text = describe_decision(view)
        listed = text.partition("Legal actions, with | between those of a kind:\n")[2].splitlines()
        actions = [f"{line.split()[0]} {each}" for line in listed for each in line.partition(" ")[2].split(" | ")]
        legal = view.legal_actions()
        if len(legal) + len(legal.forms) > 1:
            plain = {str(Action.parse(action)) for action in actions if "CARDS" not in action}
            assert plain == {str(action) for action in legal}


def test_the_deck_of_dice_and_the_cards_under_the_stack_are_public() -> None:
    text = describe_view(Game("beginner", dice="deck").view(0))
    assert "Left in the deck of dice, with their number: 2 (1), 3 (2), 4 (3)" in text


def test_the_public_has_no_text() -> None:
    with pytest.raises(ValueError, match="view of a seat"):
        describe_view(Game().view())
