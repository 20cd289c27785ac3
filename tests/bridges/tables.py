"""Games of Catanatron with our bots, and worlds that a seat cannot distinguish from the real one.

Everything here works with the release on PyPI and with the source since then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from catanatron import Color, Game
from catanatron.players.weighted_random import WeightedRandomPlayer

from bridges.catanatron.places import CARDS, RESOURCES
from bridges.catanatron.player import BotPlayer
from longroad.bots.protocol import Bot

MINE, *OTHERS = Color
MOST_TURNS = 1000


def table(bot: Bot | str, seed: int, opponent: Any = WeightedRandomPlayer, kind: type[BotPlayer] = BotPlayer) -> Any:
    """Begin a game of one of our bots, who has the first colour, against three others."""
    return Game([kind(MINE, bot, seed=seed), *map(opponent, OTHERS)], seed=seed)


def our_player(game: Any) -> BotPlayer:
    """Return our player at a table."""
    (player,) = (one for one in game.state.players if one.color == MINE)
    assert isinstance(player, BotPlayer)
    return player


def offered(game: Any) -> list[Any]:
    """Return what the player who decides is offered."""
    actions: list[Any] = getattr(game, "playable_actions", None) or game.state.playable_actions
    return actions


def moments(game: Any) -> Iterator[Any]:
    """Play a game on to its end, and yield it at each of our choices."""
    while game.winning_color() is None and game.state.num_turns < MOST_TURNS:
        if game.state.current_color() == MINE and len(offered(game)) > 1:
            yield game
        game.play_tick()


def play_until(game: Any, is_there: Callable[[Any], bool]) -> bool:
    """Play a game on until it has come somewhere, and return whether it has."""
    while game.winning_color() is None and game.state.num_turns < MOST_TURNS:
        if is_there(game):
            return True
        game.play_tick()
    return False


def log(game: Any) -> list[Any]:
    """Return the log of a game, which can be changed."""
    entries: list[Any] = game.state.action_records if hasattr(game.state, "action_records") else game.state.actions
    return entries


def action_of(entry: Any) -> Any:
    """Return the action of an entry of the log."""
    return entry.action if hasattr(entry, "result") else entry


def entry_of(color: Any, type_: str, value: Any, result: Any = None) -> Any:
    """Make an entry of the log as the newer versions write it, with a type that the installed one may not have."""
    return SimpleNamespace(action=choice_of(color, type_, value), result=result)


def choice_of(color: Any, type_: str, value: Any) -> Any:
    """Make an action of a type that the installed version may not have."""
    return SimpleNamespace(color=color, action_type=SimpleNamespace(name=type_), value=value)


# --- other worlds -----------------------------------------------------------------------------------------------------


def entry(game: Any, color: Any, name: str) -> str:
    """Return the key of a colour's entry in the table of players."""
    return f"P{game.state.color_to_index[color]}_{name}"


def change(game: Any, color: Any, name: str, more: int) -> None:
    """Add to what a colour has of something."""
    game.state.player_state[entry(game, color, name)] += more


def has(game: Any, color: Any, name: str) -> int:
    """Return how much a colour has of something."""
    return int(game.state.player_state[entry(game, color, name)])


def hand(game: Any, color: Any) -> list[int]:
    """Return the hand of a colour in our order."""
    return [has(game, color, f"{name}_IN_HAND") for name in RESOURCES]


def turned_over(found: Any, card: str) -> Any:
    """Return an entry of the log in which another card was drawn or stolen."""
    if hasattr(found, "result"):
        return found._replace(result=card)
    return found._replace(value=card if isinstance(found.value, str) else (*found.value[:2], card))


def with_other_cards(game: Any) -> Any | None:
    """Return the game with an opponent's hidden card swapped for one of the stack."""
    for i, found in reversed(list(enumerate(log(game)))):
        action = action_of(found)
        if action.action_type.name != "BUY_DEVELOPMENT_CARD" or action.color == MINE:
            continue
        held, color = action.value, action.color
        for card in set(game.state.development_listdeck) - {held}:
            if has(game, color, f"{held}_IN_HAND"):
                other = game.copy()
                other.state.development_listdeck.remove(card)
                other.state.development_listdeck.append(held)
                change(other, color, f"{held}_IN_HAND", -1)
                change(other, color, f"{card}_IN_HAND", 1)
                for name, more in ((held, -1), (card, 1)):
                    change(other, color, "ACTUAL_VICTORY_POINTS", more if name == CARDS[-1] else 0)
                log(other)[i] = turned_over(found, card)
                return other
    return None


def with_other_thefts(game: Any) -> Iterator[Any]:
    """Yield games in which one opponent stole another card from another opponent, the latest theft first."""
    for i, found in reversed(list(enumerate(log(game)))):
        action = action_of(found)
        if action.action_type.name != "MOVE_ROBBER" or MINE in (action.color, action.value[1]):
            continue
        thief, victim = action.color, action.value[1]
        stolen = found.result if hasattr(found, "result") else action.value[2]
        for card in RESOURCES:
            could = card != stolen and victim is not None
            if could and has(game, thief, f"{stolen}_IN_HAND") and has(game, victim, f"{card}_IN_HAND"):
                other = game.copy()
                for color, name, more in (
                    (thief, stolen, -1),
                    (thief, card, 1),
                    (victim, stolen, 1),
                    (victim, card, -1),
                ):
                    change(other, color, f"{name}_IN_HAND", more)
                log(other)[i] = turned_over(found, card)
                yield other


def with_hands_exchanged(game: Any) -> Any | None:
    """Return the game in which two opponents have each one card of the other, though the log does not show how."""
    one, other, _ = OTHERS
    for card in RESOURCES:
        for other_card in RESOURCES:
            if card != other_card and has(game, one, f"{card}_IN_HAND") and has(game, other, f"{other_card}_IN_HAND"):
                world = game.copy()
                for color, lost, got in ((one, card, other_card), (other, other_card, card)):
                    change(world, color, f"{lost}_IN_HAND", -1)
                    change(world, color, f"{got}_IN_HAND", 1)
                return world
    return None
