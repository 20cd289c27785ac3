"""Playing on: from a newcomer's first click until somebody has won."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser import pressing
from tests.browser.person import Person
from tests.browser.simple_player import SimplePlayer
from tests.browser.words import words

MOST_ACTIONS = 600  # of one person in a game; a fifth of that is usual


def play_now(person: Person) -> None:
    """Begin a game as a newcomer does."""
    person.go("/")
    person.press(words("start.play_now"))
    person.page.wait_for_url("**/game/*")
    person.wait_for_table()


def hurry_computers(person: Person) -> None:
    """Make computer players act as fast as they think, from the next game on."""
    person.go("/settings")
    person.page.get_by_role("radio", name=words("start.pace_instant")).check()


def player_for(person: Person, seed: int = 1) -> SimplePlayer:
    """Return a simple player that knows the island."""
    geometry = person.latest("geometry")
    assert geometry is not None
    return SimplePlayer(geometry, seed)


Takes = Callable[[Person, str], bool]


def step(person: Person, player: SimplePlayer, patience_s: float = 60, takes: Takes = pressing.take) -> bool:
    """Wait until the game waits for somebody, and let them decide; False once it is over."""
    person.until(
        lambda: person.is_over or (person.is_awaited() and not person.is_auto_refused()),
        "a turn, or the end",
        patience_s,
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
