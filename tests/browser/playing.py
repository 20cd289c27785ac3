"""Plays games: from the first click until somebody has won."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser import pressing
from tests.browser.person import Person
from tests.browser.simple_player import SimplePlayer
from tests.browser.words import words

MOST_ACTIONS = 600  # of one person in a game; usually about a fifth of that


def play_now(person: Person) -> None:
    """Start a game with one click, as a new user does."""
    person.go("/")
    person.press(words("start.play_now"))
    person.page.wait_for_url("**/game/*")
    person.wait_for_table()


def set_instant_pace(person: Person) -> None:
    """Set the pace of bots to instant, from the next game on."""
    person.go("/settings")
    instant = person.page.get_by_role("radio", name=words("start.pace_instant"))
    instant.click()
    expect(instant).to_be_checked()


def player_for(person: Person, seed: int = 1) -> SimplePlayer:
    """Return a simple player that knows the island."""
    geometry = person.latest("geometry")
    assert geometry is not None
    return SimplePlayer(geometry, seed)


Takes = Callable[[Person, str], bool]


def step(person: Person, player: SimplePlayer, timeout_s: float = 120, takes: Takes = pressing.take) -> bool:
    """Wait until the game waits for a person, and take an action; return False once it is over."""
    person.wait_until(
        lambda: person.is_over or (person.is_awaited() and not person.is_spared()),
        "a turn, or the end",
        timeout_s,
    )
    if person.is_over:
        return False
    assert person.decision is not None
    action = player.choose(person.decision, person.snapshot, person.seat)
    assert action is not None
    takes(person, action)
    return True


def play_on(person: Person, player: SimplePlayer, takes: Takes = pressing.take) -> int:
    """Play until the game is over; return how many actions that took."""
    taken = 0
    while step(person, player, takes=takes):
        taken += 1
        assert taken < MOST_ACTIONS, f"still playing after {taken} actions: {person.describe()}"
    return taken
