"""How deep computer players think: what can be chosen, within which bounds, and what it means."""

from __future__ import annotations

from typing import Final, NamedTuple

from longroad.bots.trading.bargaining import TradeDepth
from longroad.search.searcher import MOST_STATES
from longroad.search.turns import ACTIONS, NODES

MOST_TURNS: Final = 100  # of a rollout
USUAL_PLAYERS: Final = 4  # that turns are counted for; with others they make as many rounds


class Depth(NamedTuple):
    """How deep a computer player thinks."""

    states: int
    nodes: int
    candidates: int = 1
    rollouts: int = 0
    turns: int = 1
    rollout_nodes: int = 0
    trade: TradeDepth = TradeDepth(states=6, turns=1)

    @property
    def most_states(self) -> int:
        """How many states are thought about at most."""
        return max(self.states, self.rollouts, self.trade.states)

    def at_table(self, players: int) -> Depth:
        """Return the depth for so many players.

        >>> [Depth(6, 128, turns=8).at_table(players).turns for players in (2, 3, 4, 6)]
        [4, 6, 8, 11]
        """
        trade = self.trade._replace(turns=_as_many_rounds(self.trade.turns, players))
        return self._replace(turns=_as_many_rounds(self.turns, players), trade=trade)

    def check(self) -> None:
        """Raise `ValueError` for what is out of bounds.

        >>> Depth(states=6, nodes=1).check()
        Traceback (most recent call last):
        ...
        ValueError: nodes=1: expected 2 to 256
        """
        chosen = self._asdict() | {f"trade_{name}": value for name, value in self.trade._asdict().items()}
        for name, (_, bounds) in OPTIONS.items():
            if bounds is not None and not bounds[0] <= chosen[name] <= bounds[1]:
                raise ValueError(f"{name}={chosen[name]}: expected {bounds[0]} to {bounds[1]}")


def _as_many_rounds(turns: int, players: int) -> int:
    """Scale turns for four players to others: this one stays, and those behind it make as many rounds."""
    return 1 + (turns - 1) * players // USUAL_PLAYERS


class Option(NamedTuple):
    """An option of a bot: what it means, and between which whole numbers it lies if it is one."""

    meaning: str
    bounds: tuple[int, int] | None = None


OPTIONS: Final = {
    "states": Option("cases of what is hidden in which the turn is searched", (1, MOST_STATES)),
    "nodes": Option("positions that the search of a turn looks at", (2, NODES)),
    "candidates": Option("of the best actions that rollouts compare", (1, ACTIONS)),
    "rollouts": Option("of each of them, before the worse half is given up", (0, MOST_STATES)),
    "turns": Option("that a rollout lasts with four players, this one included; else as many rounds", (1, MOST_TURNS)),
    "rollout_nodes": Option("positions that each search in a rollout looks at", (0, NODES)),
    "trade_states": Option("cases of what is hidden in which a trade is judged", (1, MOST_STATES)),
    "trade_turns": Option("that are played on to judge a trade, likewise", (1, MOST_TURNS)),
    "haggles": Option("whether two cards are asked for one, and two of different kinds given"),
    "trade": Option("whether trades are offered; others' offers are answered all the same"),
    "offering": Option("the least that an offer must promise, in shares of a victory"),
    "accepting": Option("the least that a trade must bring"),
    "temperature": Option("the gain by which a partner's consent becomes more likely by e"),
}
