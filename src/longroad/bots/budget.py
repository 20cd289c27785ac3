"""How deeply bots search: the options, their bounds and their meaning."""

from __future__ import annotations

from typing import Final, NamedTuple

from longroad.bots.trading.bargaining import TradeDepth
from longroad.search.endings import NODES
from longroad.search.searcher import MOST_STATES
from longroad.search.turns import ACTIONS

MOST_TURNS: Final = 100  # of a rollout
USUAL_PLAYERS: Final = 4  # for which turns are given; with other numbers there are as many rounds


class Depth(NamedTuple):
    """How deeply a bot searches."""

    states: int
    nodes: int
    candidates: int = 1
    rollouts: int = 0
    turns: int = 1
    rollout_nodes: int = 0
    trade: TradeDepth = TradeDepth(states=6, turns=1)
    founding_noise: float = 0.0

    @property
    def most_states(self) -> int:
        """The most states that are searched."""
        return max(self.states, self.rollouts, self.trade.states)

    def at_table(self, players: int) -> Depth:
        """Return the depth for this number of players.

        >>> [Depth(6, 128, turns=8).at_table(players).turns for players in (2, 3, 4, 6)]
        [4, 6, 8, 11]
        """
        trade = self.trade._replace(turns=as_many_rounds(self.trade.turns, players))
        return self._replace(turns=as_many_rounds(self.turns, players), trade=trade)

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


def as_many_rounds(turns: int, players: int) -> int:
    """Scale turns for four players to another number: the first stays, and the rest makes as many rounds."""
    return 1 + (turns - 1) * players // USUAL_PLAYERS


class Option(NamedTuple):
    """An option of a bot: its meaning, and its bounds, unless `TradeStyle` checks it."""

    meaning: str
    bounds: tuple[int, int] | None = None


OPTIONS: Final = {
    "states": Option("samples of the hidden cards in which the turn is searched", (1, MOST_STATES)),
    "nodes": Option(
        "positions after which the search of a turn stops; the one that it expands is finished", (2, NODES)
    ),
    "candidates": Option("number of the best actions that rollouts compare", (1, ACTIONS)),
    "rollouts": Option("rollouts of each of them before the worse half is dropped", (0, MOST_STATES)),
    "turns": Option(
        "turns that a rollout lasts with four players, this one included; else as many rounds", (1, MOST_TURNS)
    ),
    "rollout_nodes": Option("positions after which each search in a rollout stops", (0, NODES)),
    "founding_noise": Option(
        "by how much worse than the best a place for a settlement or a road can look that another player chooses in"
        " rollouts of a founding, in shares of a victory; it rises from 0 in the first of the `rollouts` to this in the"
        " last",
        (0, 1),
    ),
    "trade_states": Option("samples of the hidden cards in which a trade is judged", (1, MOST_STATES)),
    "trade_turns": Option("turns that are played on to judge a trade, scaled likewise", (1, MOST_TURNS)),
    "haggles": Option("whether two cards are asked for one, and two of different kinds given"),
    "trade": Option("whether it offers trades; it answers offers in any case"),
    "offering": Option("the least that an offer must promise, in shares of a victory"),
    "accepting": Option("the least that a trade must bring"),
    "temperature": Option("the gain that multiplies the odds of a partner's consent by e"),
}
