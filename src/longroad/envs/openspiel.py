"""The OpenSpiel game: importing this module registers `longroad` with pyspiel.

    import longroad.envs.openspiel
    import pyspiel

    game = pyspiel.load_game("longroad(preset=base,players=3,options=domestic_trade:no;limit:100)")

Chance is a player, with exact probabilities. The island is no outcome of chance, as there are too many: the parameter
`seed` decides it, and it is the same in all games of a game object.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from longroad.core.layout import SUMS
from longroad.core.ruleset import RANGES, Ruleset
from longroad.core.state import State
from longroad.core.view import PUBLIC
from longroad.envs.explicit import ExplicitGame, Spaces, most_chances, spaces_of
from longroad.game.options import chosen_ruleset
from longroad.notation.positions.position import write_position

try:
    import pyspiel
except ImportError as error:
    raise ImportError('this game needs OpenSpiel: pip install "longroad[openspiel]"') from error

NAME: Final = "longroad"
PARAMETERS: Final[Mapping[str, Any]] = {
    "preset": "base",
    "players": 0,  # 0 for as many as the preset has
    "options": "",  # of the ruleset, such as "limit:100;domestic_trade:no"
    "seed": 0,  # of the island
    "max_game_length": 100_000,  # decisions and steps, after which a game is cut off and nobody wins
}
_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Longroad (The Settlers of Catan)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=RANGES["players"][1],
    min_num_players=RANGES["players"][0],
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=dict(PARAMETERS),
)


def ruleset_of(preset: str, players: int, options: str) -> Ruleset:
    """Return the ruleset that the parameters describe; semicolons separate the options. Raises `ValueError`.

    >>> ruleset_of("base", 3, "limit:100;domestic_trade:no").limit
    100
    """
    return chosen_ruleset(",".join([preset, *filter(None, options.split(";"))]), players or None, None, {})


class LongroadGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset on an island. The winner gains 1, and the others lose as much together; a draw is worth nothing.

    >>> game = pyspiel.load_game("longroad(preset=duel,seed=7)")
    >>> game.num_players(), game.num_distinct_actions(), game.max_chance_outcomes()
    (2, 523, 11)
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        ruleset = ruleset_of(given["preset"], given["players"], given["options"])
        most = given["max_game_length"]
        if most < 1:
            raise ValueError(f"max_game_length={most!r}: expected a whole number from 1")
        self.spaces = spaces_of(ruleset)
        self.most = most
        self._beginning = ExplicitGame(State.new(ruleset, given["seed"]), most)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.spaces.actions),
            max_chance_outcomes=SUMS,
            num_players=ruleset.players,
            min_utility=-1 / (ruleset.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=most,
        )
        super().__init__(_TYPE, info, given | {"players": ruleset.players})

    def beginning(self) -> ExplicitGame:
        """Return a game that begins."""
        return self._beginning.copy()

    def new_initial_state(self) -> LongroadState:
        """Return a state in which a game begins."""
        return LongroadState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance acts in a game at most."""
        return most_chances(self.most)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer (see `Observer`)."""
        return Observer(self.spaces, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class LongroadState(pyspiel.State):  # type: ignore[misc]
    """A game at one moment; OpenSpiel copies and stores its only attribute."""

    def __init__(self, game: LongroadGame) -> None:
        super().__init__(game)
        self.game = game.beginning()

    def current_player(self) -> Any:
        """Return the seat that decides, or chance, or that the game is over."""
        if self.game.is_over:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.game.is_chance else self.game.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.allowed

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance with their probabilities: sums from 2, resources or kinds of cards from 0.

        Raises `ValueError` where chance does not act.
        """
        if not self.game.is_chance:
            raise ValueError("chance_outcomes: chance does not act here")
        total = self.game.total_weight
        return [(number, weight / total) for number, weight in self.game.outcomes()]

    def _apply_action(self, action: int) -> None:
        self.game.take(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.game.describe_outcome(int(action))
        return self.game.spaces.actions.describe(int(action))

    def is_terminal(self) -> bool:
        """Whether the game is over or was cut off."""
        return self.game.is_over

    def returns(self) -> list[float]:
        """Return what each seat has gained."""
        players, winner = self.num_players(), self.game.winner
        if winner < 0:
            return [0.0] * players
        return [1.0 if seat == winner else -1 / (players - 1) for seat in range(players)]

    def __str__(self) -> str:
        return write_position(self.game.state) + self.game.composing(self.game.seat)


class Observer:
    """What a player may know, as OpenSpiel asks for it.

    Without perfect recall it is the observation of the environments, scaled, with a tensor for each block; the string
    is the player's view as a position. Public information alone is counted from seat 0, and private information alone
    leaves zeros for what is public. With perfect recall there is only a string: the log as the player may know it.
    """

    def __init__(self, spaces: Spaces, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observation parameters {params!r}: expected none")
        self._kind = _kind_name(kind)
        self._features = spaces.features
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not kind.perfect_recall:
            self.tensor = np.zeros(self._features.size, np.float32)
            self.dict = self._features.spatial(self.tensor)
            private = self._features.private
            self._shown = {"all": np.ones_like(private), "public": ~private, "private": private}[self._kind]

    def set_from(self, state: LongroadState, player: int) -> None:
        """Write what a player observes into the tensor."""
        if self.tensor is not None:
            row = np.array(state.game.observe(0 if self._kind == "public" else player), np.float32)
            self.tensor[:] = self._features.scaled(row) * self._shown

    def string_from(self, state: LongroadState, player: int) -> str:
        """Return what a player observes as text."""
        game = state.game
        viewer = PUBLIC if self._kind == "public" else player
        if self.tensor is None:
            beginning = write_position(state.get_game().beginning().state.view(viewer))  # names the viewer
            return "\n".join([beginning, *game.log(viewer)]) + game.composing(viewer)
        if self._kind == "private":
            return self._private_text(game.observe(player))
        return write_position(game.state.view(viewer)) + game.composing(viewer)

    def _private_text(self, row: list[int]) -> str:
        """Write the features that only the player sees."""
        blocks = self._features.spatial(np.array(row))
        shown = [
            (feature.name, blocks[block][:, at : at + feature.width].ravel().tolist())
            for block, at, feature in self._features.columns()
            if feature.is_private
        ]
        return " ".join(f"{name}:{'.'.join(map(str, values))}" for name, values in shown)


def _kind_name(kind: Any) -> str:
    """Return whether an observer sees all, what is public or what is private. Raises `ValueError` for other kinds."""
    one, nobody = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE
    names = {(True, one): "all", (True, nobody): "public"}
    if not kind.perfect_recall:
        names[False, one] = "private"
    if (kind.public_info, kind.private_info) not in names:
        raise ValueError(
            f"observation with public_info={kind.public_info}, private_info={kind.private_info}, "
            f"perfect_recall={kind.perfect_recall}: expected public information with one player's private information "
            "or none, or that of one player alone without perfect recall"
        )
    return names[kind.public_info, kind.private_info]


pyspiel.register_game(_TYPE, LongroadGame)
