"""The bots that look ahead: every kind of decision, by the rules, from what they may know."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from longroad.bots.levels import make_bot
from longroad.bots.search_bot import Expert, SearchBot, Skilled
from longroad.bots.self_play import play, seats_to_ask
from longroad.core import actions as a
from longroad.core.actions import action_kind
from longroad.core.history import History
from longroad.core.layout import CHANCE, SEATS
from longroad.core.ruleset import PRESETS
from longroad.core.words import CARD_NAMES, RESOURCE_NAMES
from longroad.game.game import Game
from longroad.search.evaluate import CERTAIN
from longroad.search.searcher import Searcher
from tests.bots.test_games import Watched
from tests.bots.views import begun, game_view, played, quick, seat_view
from tests.core.games import beginning
from tests.rules.duels import seated
from tests.rules.table import Table, before_roll
from tests.samples import first

LEVELS = ("skilled", "expert")
SOON_WON = ("base", "duel", "one_on_one", "traveler")  # presets whose games here are short
OTHERS = tuple(preset for preset in PRESETS if preset not in SOON_WON)
HIDDEN = re.compile(rf"\b({'|'.join((*RESOURCE_NAMES, *CARD_NAMES))})s?\b", re.IGNORECASE)
HARBOR = re.compile(r"2:1 \w+ harbor")  # names a resource that everybody sees
NEVER_CHOSEN = {a.STOP_ROADS, a.WITHDRAW}  # what is of use to nobody: more roads and what was offered do no harm
SELDOM = {a.NEUTRAL_SETTLEMENT}  # what few games offer an occasion for
TRADES = {a.OFFER_TRADE, a.COUNTER_OFFER, a.PROPOSE_TRADE, a.ACCEPT, a.REFUSE, a.CLOSE_DEAL, a.TAKE_PROPOSAL}


class Discreet(Watched):
    """A bot whose reasons are checked: they name no card that nobody has seen."""

    def check_reason(self) -> None:
        super().check_reason()
        assert not HIDDEN.search(HARBOR.sub("", self.explain()))


def discreet_game(history: History, seed: int, *levels: str) -> History:
    """Make bots of these levels, in turn, play a game on."""
    players = history.state["players"]
    bots = [Discreet(make_bot(quick(levels[seat % len(levels)]), seed), seat) for seat in range(players)]
    for _ in play(history, bots, seed):
        pass
    assert history.state.is_over
    return history


@cache
def preset_game(preset: str) -> History:
    """Make all levels play a game of a preset."""
    return discreet_game(begun(preset, 5, limit=400), 5, "skilled", "expert", "random")


def kinds_of(history: History, level: int) -> set[int]:
    """Return the kinds of decisions that the bots of a level took."""
    seats = range(level, history.state["players"], 3)
    return {action_kind(a.ply_action(ply)) for ply in history.plies if a.ply_seat(ply) in seats}


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", first(2, SOON_WON + OTHERS))
def test_every_answer_is_legal_in_every_preset(preset: str) -> None:
    assert preset_game(preset).state["winner"] >= 0


@pytest.mark.parametrize("preset", OTHERS)
def test_every_answer_is_legal_in_the_first_turns_of_the_other_presets(preset: str) -> None:
    discreet_game(begun(preset, 3, limit=8), 3, "skilled", "expert", "random")


@pytest.mark.parametrize("number", first(2, (8, 10, 11, 12, 13, 9)))
def test_every_answer_is_legal_under_random_rulesets(number: int) -> None:
    state = beginning(number)
    discreet_game(History(state), number, "skilled", "random", "expert")


def test_every_kind_of_decision_is_taken() -> None:
    games = [preset_game(preset) for preset in SOON_WON]
    kinds = set().union(*(kinds_of(game, level) for game in games for level in (0, 1)))
    missing = set(range(a.ROLL, a.START_ROLLED)) - kinds - NEVER_CHOSEN - SELDOM
    assert {a.KIND_NAMES[kind] for kind in missing} == set()


@pytest.mark.parametrize("level", range(len(LEVELS)))
def test_every_level_trades_in_every_way(level: int) -> None:
    kinds = set().union(*(kinds_of(preset_game(preset), level) for preset in SOON_WON))
    assert {a.KIND_NAMES[kind] for kind in TRADES - kinds} == set()


# --- decisions, one by one --------------------------------------------------------------------------------------------


def founding() -> Table:
    state = begun("base", 1, first_player="given").state
    return Table(state.s, state.m)


def founding_road() -> Table:
    table = founding()
    table.apply(0, table.legal(0)[5])
    return table


def rolling() -> Table:
    table = before_roll()
    table.settle(0, 31)
    table.settle(1, 44)
    table.hold(0, "knight")
    return table


def discarding() -> Table:
    table = rolling()
    table.deal(0, ore=4, wool=3, brick=2)
    table.roll(7)
    return table


def robbing() -> Table:
    table = rolling()
    table.deal(1, ore=2)
    table.roll(7)
    return table


def choosing_a_victim() -> Table:
    table = rolling()
    table.settle(2, 40 if table["site"][40] == 0 else 35)
    table.deal(1, ore=2)
    table.deal(2, ore=2)
    table.roll(7)
    for action in table.legal(0):
        tried = Table(table.s.copy(), table.m.copy())
        tried.apply(0, action)
        if tried.phase == "victim choice":
            return tried
    raise AssertionError("nobody to choose from")


def placing_roads() -> Table:
    table = Table.set_up()
    table.settle(0, 31)
    table.pave(0, 31, 25)
    table.hold(0, "road building")
    table.do(0, a.PLAY_ROADS)
    return table


def building_for_neutrals() -> Table:
    table = seated()
    table.fund(0, "road")
    table.road(0, 28, 34)
    return table


def giving_by_force() -> Table:
    table = seated()
    table.deal(0, ore=2)
    table.deal(1, wool=2)
    table.do(0, a.FORCE_TRADE)
    while table.is_chance:
        table.apply(CHANCE, table.outcomes()[0][0])
    return table


def building_out_of_turn() -> Table:
    table = Table.set_up(island="extension", players=5, special_build="after_turn")
    table.settle(0, 31)
    table.settle(1, 44)
    table.fund(1, "city")
    table.do(0, a.END_TURN)
    return table


def answering() -> Table:
    table = Table.set_up()
    table.settle(0, 31)
    table.settle(1, 44)
    table.deal(0, ore=1)
    table.deal(1, grain=1)
    table.apply(0, a.bundle(a.OFFER_TRADE, [0, 0, 0, -1, 1], 0b0010))
    return table


SCENES = (
    founding,
    founding_road,
    rolling,
    discarding,
    robbing,
    choosing_a_victim,
    placing_roads,
    building_for_neutrals,
    giving_by_force,
    building_out_of_turn,
    answering,
)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("scene", SCENES)
def test_what_the_game_asks_is_answered(scene: Callable[[], Table], level: str) -> None:
    table = scene()
    seat = table.to_act[0]
    bot = make_bot(quick(level), 1)
    view = seat_view(table, seat)
    action = bot.choose(view)
    assert action in view.legal_actions()
    assert bot.choose(view) == action == make_bot(quick(level), 1).choose(view)
    assert bot.explain().endswith(".")
    table.apply(seat, action.code)


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_without_a_log_is_taken_up(level: str) -> None:
    """As at a position that was set up: what is hidden is dealt anyhow."""
    game = Game.from_position(Game.from_record(record_of_novices()).position)
    bot = make_bot(quick(level), 1)
    for _ in range(6):
        seat = game.to_act[0]
        game.push(bot.choose(game.view(seat)), seat)


@cache
def record_of_novices() -> str:
    """Return the record of the beginning of a game."""
    game, bot = Game("base", seed=5), make_bot("novice", 1)
    while len(game.plies) < 120:
        seat = game.to_act[0]
        game.push(bot.choose(game.view(seat)), seat)
    return game.record.text


# --- the same again ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_fresh_bot_answers_as_one_that_has_followed_the_game(level: str) -> None:
    """In the middle of games that others play, too."""
    for preset in ("extension", "duel"):
        history = begun(preset, 5)
        plies = played(preset, 5, "novice").plies
        follower = make_bot(quick(level), 7)
        for number, entry in enumerate(plies[:240]):
            history.push(a.ply_seat(entry), a.ply_action(entry))
            if number % 9 or history.state.is_chance or history.state.is_over:
                continue
            view = game_view(history, history.state.to_act[0])
            assert follower.choose(view) == make_bot(quick(level), 7).choose(view)
            for seat in seats_to_ask(view):
                asked = game_view(history, seat)
                assert follower.propose(asked) == make_bot(quick(level), 7).propose(asked)


# --- a victory that lies before one -----------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_victory_is_not_missed(level: str) -> None:
    table = Table.set_up(victory_points=3)
    table.settle(0, 31, 9)
    table.settle(1, 44)
    table.deal(0, ore=3, grain=1, wool=4)
    bot = make_bot(quick(level), 1)
    while not table.is_over:
        action = bot.choose(seat_view(table, 0))
        assert action_kind(action.code) in (a.TRADE_BANK, a.BUILD_CITY)
        table.apply(0, action.code)
    assert table["winner"] == 0


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", ["skilled:nodes=1", "skilled:nodes=257", "skilled:states=0", "skilled:states=65"])
def test_a_budget_for_which_there_is_no_room_is_refused(spec: str) -> None:
    with pytest.raises(ValueError, match=r"(nodes|states)=\d+: expected \d+ to \d+"):
        make_bot(spec)


@pytest.mark.parametrize("option", ["rollouts=65", "rollouts=-1", "candidates=0", "turns=0", "rollout_nodes=300"])
def test_so_are_rollouts(option: str) -> None:
    with pytest.raises(ValueError, match=r"expected \d+ to \d+"):
        make_bot(f"expert:{option}")


@pytest.mark.parametrize(
    "option", ["temperature=nan", "temperature=inf", "offering=nan", "offering=-inf", "accepting=nan"]
)
@pytest.mark.parametrize("level", LEVELS)
def test_what_is_no_finite_number_is_refused(level: str, option: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{option}: expected a finite number")):
        make_bot(f"{level}:{option}")


@pytest.mark.parametrize("option", ["temperature=0", "temperature=-0.01"])
def test_a_temperature_that_is_not_above_zero_is_refused(option: str) -> None:
    with pytest.raises(ValueError, match=re.escape(f"{option}: expected a number above 0")):
        make_bot(f"skilled:{option}")


def test_what_is_allowed_to_be_below_zero_is_not_refused() -> None:
    """Who accepts a loss, or offers what promises none, plays badly, but by the rules."""
    assert make_bot("skilled:accepting=-0.1,offering=-0.1").explain()


@pytest.mark.parametrize(
    ("players", "options", "compared", "turns"),
    [
        (4, "", 8, 17),
        (4, "candidates=12", 8, 17),
        (3, "", 8, 13),
        (4, "candidates=2,turns=1", 2, 5),
        (4, "candidates=3", 3, 17),
        (4, "turns=2", 8, 9),
        (4, "candidates=32,turns=8", 16, 33),
    ],
)
def test_a_founding_gets_thought_in_proportion_to_the_options(
    players: int, options: str, compared: int, turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []

    def roll_actions(
        mind: Searcher, n: int, seat: int, actions: Sequence[int], turns: int, *_: int, **__: int
    ) -> NDArray[np.int64]:
        asked.append((len(actions), turns))
        return np.zeros((n, len(actions), SEATS), np.int64)

    monkeypatch.setattr(Searcher, "roll_actions", roll_actions)
    state = begun("base", 1, first_player="given", players=players).state
    spec = ",".join(filter(None, ("expert:nodes=12,states=2,rollouts=2", options)))
    make_bot(spec, 1).choose(seat_view(state, 0))
    assert asked[0] == (compared, turns)


class MadeUpRollouts:
    """Rollouts that are made up: every action has a mean by its place in the first round, and luck of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, means: Sequence[float], luck: float) -> None:
        self.asked: list[list[int]] = []  # the actions of each round
        self.counts: list[int] = []  # the rollouts of each action in each round
        self.noises: set[int] = set()
        self._means, self._luck = means, luck
        monkeypatch.setattr(Searcher, "roll_actions", self.roll)

    def roll(
        self, n: int, seat: int, actions: list[int], turns: int, nodes: int, seed: int, strata: int, noise: int
    ) -> NDArray[np.int64]:
        assert strata == n
        self.noises.add(noise)
        self.asked.append(actions)
        self.counts.append(n)
        means = [self._means[self.asked[0].index(action)] for action in actions]
        shares = np.random.default_rng(seed).normal(0, self._luck, (n, len(actions), SEATS))
        shares[:, :, seat] += means
        return (CERTAIN * shares).astype(np.int64)


@pytest.mark.parametrize(
    ("spec", "luck", "rounds"), [("expert", 0.01, [8]), ("expert", 10.0, [8, 4, 2]), ("expert@1", 0.01, [8, 4, 2])]
)
def test_what_is_clearly_worse_is_dropped_at_once(
    spec: str, luck: float, rounds: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not by the frozen level, and not where all differences may be luck."""
    rolled = MadeUpRollouts(monkeypatch, [0.1, 0.1, 0.1, 0.1, 0.1, 0.5, 0.1, 0.1], luck)
    chosen = make_bot(f"{spec}:states=2", 3).choose(seat_view(founding(), 0))
    assert [len(actions) for actions in rolled.asked] == rounds
    assert luck > 1 or chosen.code == rolled.asked[0][5]


@pytest.mark.parametrize(("spec", "noise"), [("expert", 0.08), ("expert:founding_noise=0.5", 0.5), ("expert@1", 0)])
def test_others_found_with_noise_but_not_in_rollouts_of_the_frozen_level(
    spec: str, noise: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled = MadeUpRollouts(monkeypatch, [0.1] * 7 + [0.5], 0.01)
    make_bot(f"{spec},states=2" if ":" in spec else f"{spec}:states=2", 3).choose(seat_view(founding(), 0))
    assert rolled.noises == {int(noise * CERTAIN)}


def compared_at(spec: str, means: Sequence[float], luck: float, monkeypatch: pytest.MonkeyPatch) -> MadeUpRollouts:
    """Let a bot move the robber, and return the rollouts that it asked for."""
    rolled = MadeUpRollouts(monkeypatch, means, luck)
    make_bot(spec, 4).choose(seat_view(robbing(), 0))
    return rolled


def test_after_a_first_look_only_what_is_close_to_the_best_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled = compared_at("expert", [0.1] * 5 + [0.5] * 2 + [0.1] * 9, 0.001, monkeypatch)
    assert rolled.counts == [8, 40]
    assert len(rolled.asked[0]) == 16
    assert set(rolled.asked[1]) == set(rolled.asked[0][5:7])


def test_a_first_look_drops_few_actions_that_only_had_bad_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled = compared_at("expert", [0.5] * 16, 10.0, monkeypatch)
    assert rolled.counts[:3] == [8, 40, 48]
    assert len(rolled.asked[0]) == 16
    assert len(rolled.asked[1]) > 8
    assert len(rolled.asked[2]) <= 8


@pytest.mark.parametrize(("spec", "compared", "count"), [("expert:rollouts=8", 16, 8), ("expert@1", 6, 16)])
def test_without_a_first_look_half_of_the_actions_go_first(
    spec: str, compared: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If there are few rollouts, or at the frozen level."""
    rolled = compared_at(spec, [0.5] * 16, 10.0, monkeypatch)
    assert len(rolled.asked[0]) == compared
    assert len(rolled.asked[1]) <= compared // 2
    assert set(rolled.counts) == {count}


def test_the_frozen_expert_keeps_its_candidates_and_rollouts() -> None:
    assert make_bot("expert@1")._depth[2:4] == (6, 16)  # type: ignore[attr-defined]
    assert make_bot("expert@1:rollouts=3,haggles=no")._depth.rollouts == 3  # type: ignore[attr-defined]


def test_an_expert_without_rollouts_is_a_skilled_one() -> None:
    view = seat_view(placing_roads(), 0)
    assert isinstance(make_bot("expert"), SearchBot)
    assert Expert(3, nodes=24, states=2, rollouts=0).choose(view) == Skilled(3, nodes=24, states=2).choose(view)
