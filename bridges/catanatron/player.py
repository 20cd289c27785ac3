"""Our bots as players of Catanatron's engine; a bot sees only what its seat may know.

Works with the release on PyPI and with the source since then. Catanatron shuffles the seats at the start of a game;
a bot plays the seat that its colour gets. See docs/howto/catanatron.md.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from catanatron import Player

from bridges.catanatron.mirror import Mirror
from bridges.catanatron.moves import robber_move
from longroad.bots.levels import make_bot
from longroad.bots.protocol import Bot
from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number, bundle_count
from longroad.core.layout import CARD_KINDS, CARDS, FREE_ROADS, FRESH, RESOURCES
from longroad.core.rules.absent import default_action
from longroad.core.rules.cards import card_of
from longroad.game.view import View

CARD_PLAYS: Final = (a.PLAY_KNIGHT, a.PLAY_ROADS, a.PLAY_PLENTY, a.PLAY_MONOPOLY)
MILLISECONDS: Final = 1000.0


@dataclass(slots=True)
class Account:
    """Statistics of a player's games: times of its decisions, and where the engines did not agree."""

    thinking: list[float] = field(default_factory=list)  # milliseconds of the bot, for each decision it was asked for
    around: list[float] = field(default_factory=list)  # and of the bridge beside it
    adapted: Counter[str] = field(default_factory=Counter)  # choices unknown to their rules, made again
    mismatches: list[str] = field(default_factory=list)  # choices that were not offered; another was made
    corrections: Counter[str] = field(default_factory=Counter)  # of our state of the game, by part


class BotPlayer(Player):  # type: ignore[misc]
    """One of our bots as a player of Catanatron: a bot, or the name of one with a seed.

    The bot answers every question; a single possible action is taken without asking.

    >>> from catanatron import Color, Game, RandomPlayer
    >>> ours = BotPlayer(Color.RED, "novice", seed=1)
    >>> others = [RandomPlayer(color) for color in (Color.BLUE, Color.ORANGE, Color.WHITE)]
    >>> Game([ours, *others], seed=1).play() in list(Color)
    True
    >>> len(ours.account.thinking) > 0, ours.account.mismatches
    (True, [])
    """

    def __init__(self, color: Any, bot: Bot | str = "novice", seed: int | str = 0) -> None:
        super().__init__(color)
        self.bot = make_bot(bot, seed) if isinstance(bot, str) else bot
        self.account = Account()
        self._mirror: Mirror | None = None
        self._discard: tuple[int, int] | None = None  # the ply at which it was chosen, and the bundle
        self._thought = 0.0  # seconds of the bot in this decision

    def reset_state(self) -> None:
        """Forget the game."""
        self._mirror = None
        self._discard = None

    def close(self) -> None:
        """Close what the bot holds, such as a program that plays."""
        close = getattr(self.bot, "close", None)
        if close is not None:
            close()

    def decide(self, game: Any, playable_actions: Iterable[Any]) -> Any:
        """Choose one of the actions that are offered."""
        actions = list(playable_actions)
        if len(actions) == 1:
            return actions[0]
        began, self._thought = time.perf_counter(), 0.0
        mirror = self._followed(game)
        offered = mirror.moves.offered(actions)
        chosen = self._choose(mirror, mirror.seats[self.color], offered)
        if self._thought:
            self.account.thinking.append(MILLISECONDS * self._thought)
            self.account.around.append(MILLISECONDS * (time.perf_counter() - began - self._thought))
        return offered[chosen]

    def view(self, game: Any) -> View:
        """Return what this player's seat may know of a game."""
        return self._followed(game).view(self._followed(game).seats[self.color])

    def _followed(self, game: Any) -> Mirror:
        """Return the up-to-date mirror of a game; a game that does not continue the last one gets a new mirror."""
        if self._mirror is None or not self._mirror.is_of(game):
            self.reset_state()
            self._mirror = Mirror(game)
            self._mirror.corrections = self.account.corrections
        self._mirror.follow(game)
        return self._mirror

    # --- choosing -----------------------------------------------------------------------------------------------------

    def _choose(self, mirror: Mirror, seat: int, offered: dict[int, Any]) -> int:
        """Return one of the offered moves."""
        kinds = {action_kind(move) for move in offered}
        if kinds == {a.DISCARD}:
            return self._choose_discard(mirror, seat, offered)
        view = _without_cards(mirror.view(seat), seat, kinds)
        move = self._ask(view)
        if action_kind(move) == a.MOVE_ROBBER:
            move = self._choose_victim(mirror, seat, move, offered)
        elif move == a.STOP_ROADS and a.BUILD_ROAD in kinds:
            self.account.adapted["free roads are not stopped"] += 1
            move = self._ask(_without_stop(view))
        elif action_kind(move) in (a.COUNTER_OFFER, a.WITHDRAW) and a.REFUSE in kinds:
            self.account.adapted["no counter-offers"] += 1
            move = a.REFUSE
        return move if move in offered else self._instead(move, view, seat, offered)

    def _ask(self, view: View) -> int:
        began = time.perf_counter()
        code = self.bot.choose(view).code
        self._thought += time.perf_counter() - began
        return code

    def _choose_discard(self, mirror: Mirror, seat: int, offered: dict[int, Any]) -> int:
        """Choose a whole discard once, and discard its cards one by one as they are asked for."""
        if self._discard is None or self._discard[0] != mirror.length:
            self._discard = mirror.length, self._ask(mirror.view(seat))
        bundle, laid = self._discard[1], mirror.partial[seat]
        for resource in range(RESOURCES):
            one = a.bundle(a.DISCARD, [int(kind == resource) for kind in range(RESOURCES)])
            if bundle_count(bundle, resource) > laid[resource] and one in offered:
                return one
        return self._instead(bundle, mirror.view(seat), seat, offered)

    def _choose_victim(self, mirror: Mirror, seat: int, move: int, offered: dict[int, Any]) -> int:
        """Choose the victim at a hex, if there are several."""
        hex_ = action_number(move)
        there = [one for one in offered if action_kind(one) == a.MOVE_ROBBER and action_number(one) == hex_]
        if len(there) == 1:
            return there[0]
        if not there:
            return move
        return robber_move(hex_, action_number(self._ask(mirror.view_after(seat, move))))

    def _instead(self, move: int, view: View, seat: int, offered: dict[int, Any]) -> int:
        """Record a choice that is not offered; return the default for absent players, or the first offered move."""
        self.account.mismatches.append(f"{a.KIND_NAMES[action_kind(move)]} {action_number(move)} in {view.phase}")
        choices = [a.END_TURN, a.ROLL, a.REFUSE, *offered]
        if seat in view.to_act:
            choices.insert(0, default_action(view.seen, seat))
        return next(choice for choice in choices if choice in offered)


def _without_cards(view: View, seat: int, kinds: set[int]) -> View:
    """Show development cards that are not offered now as just bought, so that the bot does not play them."""
    seen = view.seen
    for play in {action_kind(action) for action in seen.legal(seat)}.intersection(CARD_PLAYS) - kinds:
        at = CARD_KINDS * seat + card_of(play)
        seen.s[FRESH + at] = seen.s[CARDS + at]
    return view


def _without_stop(view: View) -> View:
    """Show one more free road, so that the current one cannot be declined."""
    view.seen.s[FREE_ROADS] = 2
    return view
