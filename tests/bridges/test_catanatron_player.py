"""Our bots at Catanatron's table: whole games, hidden facts, its own ways, answers that it does not offer."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable
from itertools import islice
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from catanatron import Game, RandomPlayer
from catanatron.models.board import Board

from bridges.catanatron.mirror import Mirror
from bridges.catanatron.places import RESOURCES
from bridges.catanatron.player import BotPlayer
from longroad.bots.beliefs.dealing import Dealer
from longroad.bots.beliefs.hands import Beliefs
from longroad.bots.levels import make_bot
from longroad.core import actions as a
from longroad.core.actions import action_kind, action_number, bundle_count
from longroad.core.phases import PHASE_TABLE
from longroad.game.view import View
from longroad.notation.actions import Action, action_of
from tests.bridges import tables
from tests.bridges.tables import MINE, OTHERS, moments, our_player, play_until, table
from tests.samples import first

# What is put right in ordinary games (docs/differential.md), and nothing else: cards played on the turn they were
# bought, which the release allows; roads past an opponent's settlement, which the source allows; road lengths.
KNOWN = {"road lengths", "longest road", "points"}
LET_THROUGH = ("let through: play", "let through: build road [BLD-1]")

# Moves that only one engine offers: the second free road can be given up, a card that was just bought cannot be
# played, nor one before the roll but a knight; a discard is one bundle; and roads as above.
CARD_PLAYS = {a.PLAY_KNIGHT, a.PLAY_ROADS, a.PLAY_PLENTY, a.PLAY_MONOPOLY}
OURS_ALONE = {a.STOP_ROADS, *CARD_PLAYS}
THEIRS_ALONE = {a.DISCARD, *CARD_PLAYS} | ({a.BUILD_ROAD} if hasattr(Board, "dfs_walk") else set())

# Catanatron's games differ under one seed from process to process (sets do): tests play until they find what they need.
MOST_GAMES = 50


class Comparing(BotPlayer):
    """A player who looks at each choice whether the bot is shown the moves that are offered."""

    def _choose(self, mirror: Mirror, seat: int, offered: dict[int, Any]) -> int:
        view = mirror.view(seat)
        assert view.viewer == seat
        assert seat in view.to_act
        ours = {_without_victim(move) for move in view.seen.legal(seat)}
        theirs = {_without_victim(move) for move in offered}
        assert {action_kind(move) for move in theirs - ours} <= THEIRS_ALONE
        assert {action_kind(move) for move in ours - theirs} <= OURS_ALONE
        return super()._choose(mirror, seat, offered)


def _without_victim(move: int) -> int:
    return a.action(a.MOVE_ROBBER, action_number(move)) if action_kind(move) == a.MOVE_ROBBER else move


def assert_in_step(player: BotPlayer) -> None:
    """See that nothing was put right but what is known."""
    account = player.account
    assert account.mismatches == []
    unknown = [part for part in account.corrections if part not in KNOWN and not part.startswith(LET_THROUGH)]
    assert unknown == []


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bot", "seeds"), [("random", range(1, 9)), ("novice", range(1, 17))])
def test_games_are_played_in_step(bot: str, seeds: range) -> None:
    won = 0
    for seed in seeds:
        game = table(bot, seed, kind=Comparing)
        won += game.play() == MINE
        player = our_player(game)
        assert_in_step(player)
        assert len(player.account.thinking) == len(player.account.around) > 5
    assert won >= (0 if bot == "random" else 0.9 * len(seeds))


def test_our_bots_play_among_themselves() -> None:
    game = Game([BotPlayer(color, "random", seed=color.name) for color in (MINE, *OTHERS)], seed=5)
    assert game.play() is not None
    for player in game.state.players:
        assert_in_step(player)


@pytest.mark.parametrize("opponents", [1, 2])
def test_two_and_three_play(opponents: int) -> None:
    game = Game([BotPlayer(MINE, "novice"), *map(RandomPlayer, OTHERS[:opponents])], seed=3)
    assert game.play() is not None
    assert_in_step(our_player(game))


def test_the_bridge_takes_little_time() -> None:
    game = table("novice", 2)
    game.play()
    assert statistics.median(our_player(game).account.around) < 5


def test_seats_are_as_dealt() -> None:
    seats = Counter[int | None]()
    for seed in range(1, 25):
        game = table("novice", seed)
        assert play_until(game, lambda game: game.state.current_color() == MINE)
        view = our_player(game).view(game)
        assert view.viewer == game.state.color_to_index[MINE] == game.state.colors.index(MINE)
        assert view.players == len(OTHERS) + 1
        seats[view.viewer] += 1
    assert set(seats) == {0, 1, 2, 3}


def test_a_player_goes_from_game_to_game() -> None:
    player = BotPlayer(MINE, "novice", seed=1)
    for seed in (1, 2, 3):
        game = Game([player, *map(RandomPlayer, OTHERS)], seed=seed)
        assert game.play() is not None
    assert_in_step(player)


def test_a_fresh_player_takes_a_game_up() -> None:
    game = table("novice", 4)
    for count, moment in enumerate(moments(game)):
        if count % 10 == 5:
            fresh = BotPlayer(MINE, "novice", seed=4)
            view, expected = fresh.view(moment), our_player(game).view(moment)
            assert (view, view.log) == (expected, expected.log)
            assert fresh.decide(moment, tables.offered(moment)) == our_player(game).decide(
                moment, tables.offered(moment)
            )


# --- hidden facts -----------------------------------------------------------------------------------------------------


def assert_same_view(game: Any, world: Any) -> None:
    """See that our seat knows the same in another world, and that its bot chooses the same."""
    here, there = BotPlayer(MINE, "novice", seed=1), BotPlayer(MINE, "novice", seed=1)
    seen, seen_there = here.view(game), there.view(world)
    assert seen.seen.s == seen_there.seen.s
    assert seen.seen.m == seen_there.seen.m
    assert seen.log == seen_there.log
    assert here.decide(game, tables.offered(game)) == there.decide(world, tables.offered(world))


def followed(game: Any) -> Mirror:
    """Mirror a game from its beginning."""
    mirror = Mirror(game)
    mirror.follow(game)
    return mirror


def assert_same_views(make: Callable[[Any], Any | None], worlds: int) -> None:
    """Compare games with other worlds of theirs now and then, until so many worlds were compared."""
    compared = 0
    for seed in range(MOST_GAMES):
        for count, game in enumerate(moments(table("random", seed))):
            world = make(game) if count % 4 == 0 else None
            if world is not None:
                assert_same_view(game, world)
                compared += 1
                if compared == worlds:
                    return
    pytest.fail(f"{compared} of {worlds} worlds in {MOST_GAMES} games")


def test_hidden_cards_do_not_reach_the_bot() -> None:
    assert_same_views(tables.with_other_cards, 12)


def test_hands_do_not_reach_the_bot_even_if_the_log_does_not_tell_them() -> None:
    assert_same_views(tables.with_hands_exchanged, 12)


@pytest.mark.parametrize("worlds", first(1, [6, 24]))
def test_thefts_among_others_do_not_reach_the_bot(worlds: int) -> None:
    def other_theft(game: Any) -> Any | None:
        """Find a world in which everything else could have been the same."""
        here = followed(game)
        for world in islice(tables.with_other_thefts(game), 5):
            there = followed(world)
            if here.corrections == there.corrections and here.state != there.state:
                return world
        return None

    assert_same_views(other_theft, worlds)


def test_the_view_is_redacted() -> None:
    for game in moments(table("random", 2)):
        view = our_player(game).view(game)
        seat = game.state.color_to_index[MINE]
        for other in range(4):
            assert (view.hand(other) is None) == (other != seat)
        assert view.seen["deck"] == [0, 0, 0, 0, 0]
        assert view.seen["victory_points"] == 10
        assert view.seen["bank"] == [
            game.state.resource_freqdeck[("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE").index(name)] for name in RESOURCES
        ]


class Believing:
    """A bot that sees at each choice whether its beliefs hold, and whether states can be dealt from them."""

    def __init__(self, seed: int) -> None:
        self.bot = make_bot("random", seed)
        self.beliefs = Beliefs()
        self.game: Any = None
        self.choices = 0

    def choose(self, view: View) -> Action:
        state = Dealer(view, self.beliefs).sample(Random(len(view.log)))
        assert view.viewer is not None
        assert state.view(view.viewer).s == view.seen.s
        assert self.beliefs.is_exact
        if view.phase != "discarding":
            truth = tuple(tuple(tables.hand(self.game, color)) for color in self.game.state.colors)
            assert truth in [hands for hands, _ in self.beliefs.possibilities()]
        self.choices += 1
        return self.bot.choose(view)

    def propose(self, view: View) -> Action | None:
        return None

    def explain(self) -> str:
        return "It believes."


def test_cards_are_counted_exactly_from_the_log() -> None:
    for seed in range(1, 7):
        bot = Believing(seed)
        bot.game = table(bot, seed)
        bot.game.play()
        assert bot.choices > 5


# --- its own ways -----------------------------------------------------------------------------------------------------


class Counting:
    """A bot that counts how often it is asked."""

    def __init__(self) -> None:
        self.bot = make_bot("novice", 1)
        self.views: list[View] = []

    def choose(self, view: View) -> Action:
        self.views.append(view)
        return self.bot.choose(view)

    def propose(self, view: View) -> Action | None:
        return None

    def explain(self) -> str:
        return "It counts."


def must_discard(game: Any) -> bool:
    return bool(game.state.current_prompt.name == "DISCARD" and game.state.current_color() == MINE)


def test_a_discard_is_chosen_once_and_laid_down_card_by_card() -> None:
    bot = Counting()
    game = next(game for seed in range(1, 40) if play_until(game := table("random", seed), must_discard))
    player = BotPlayer(MINE, bot)
    hand = {name: tables.has(game, MINE, f"{name}_IN_HAND") for name in RESOURCES}
    for _ in range(sum(hand.values()) // 2):
        choices = [tables.choice_of(MINE, "DISCARD_RESOURCE", name) for name in RESOURCES if hand[name]]
        if len(choices) == 1:
            choices *= 2  # an only one is taken without asking
        chosen = player.decide(game, choices).value
        hand[chosen] -= 1
        tables.change(game, MINE, f"{chosen}_IN_HAND", -1)
        game.state.resource_freqdeck[("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE").index(chosen)] += 1
        tables.log(game).append(tables.entry_of(MINE, "DISCARD_RESOURCE", chosen, chosen))
    assert len(bot.views) == 1
    assert bot.views[0].phase == "discarding"
    bundle = bot.bot.choose(bot.views[0]).code
    before = bot.views[0].seen["hand"][game.state.color_to_index[MINE]]
    assert list(hand.values()) == [had - bundle_count(bundle, i) for i, had in enumerate(before)]
    assert_in_step(player)


def test_offers_of_others_are_answered() -> None:
    def is_possible(game: Any) -> bool:
        turn = game.state.colors[game.state.current_turn_index]
        return bool(
            turn != MINE
            and game.state.current_prompt.name == "PLAY_TURN"
            and tables.has(game, turn, "HAS_ROLLED")
            and not game.state.is_road_building
            and tables.has(game, turn, "WOOD_IN_HAND")
            and tables.has(game, MINE, "BRICK_IN_HAND")
        )

    bot = Counting()
    game = next(game for seed in range(1, 40) if play_until(game := table("random", seed), is_possible))
    turn = game.state.colors[game.state.current_turn_index]
    offer = (1, 0, 0, 0, 0, 0, 1, 0, 0, 0)  # in their order: a lumber is given, a brick is asked
    tables.log(game).append(tables.entry_of(turn, "OFFER_TRADE", offer))
    real_prompt, game.state.current_prompt = game.state.current_prompt, SimpleNamespace(name="DECIDE_TRADE")
    player = BotPlayer(MINE, bot)
    choices = [tables.choice_of(MINE, type_, offer) for type_ in ("REJECT_TRADE", "ACCEPT_TRADE")]
    assert player.decide(game, choices) in choices
    assert_in_step(player)
    (view,) = bot.views
    assert view.viewer in view.to_act
    assert game.state.current_turn_index not in view.to_act

    # Somebody takes it, and the cards change hands.
    for color in game.state.colors:
        if color != turn:
            tables.log(game).append(tables.entry_of(color, "ACCEPT_TRADE" if color == MINE else "REJECT_TRADE", offer))
    tables.log(game).append(tables.entry_of(turn, "CONFIRM_TRADE", (*offer, MINE)))
    for color, more in ((turn, -1), (MINE, 1)):
        tables.change(game, color, "WOOD_IN_HAND", more)
        tables.change(game, color, "BRICK_IN_HAND", -more)
    game.state.current_prompt = real_prompt
    player.view(game)
    assert_in_step(player)


class Obstinate:
    """A bot that gives the second free road up, and otherwise does anything."""

    def __init__(self) -> None:
        self.bot = make_bot("random", 1)
        self.stopped = 0

    def choose(self, view: View) -> Action:
        assert view.viewer is not None
        if a.STOP_ROADS in view.seen.legal(view.viewer):
            self.stopped += 1
            return action_of(a.STOP_ROADS)
        return self.bot.choose(view)

    def propose(self, view: View) -> Action | None:
        return None

    def explain(self) -> str:
        return "It stops."


def test_a_free_road_that_cannot_be_given_up_is_built() -> None:
    bot = Obstinate()
    for seed in range(1, 200):
        game = table(bot, seed)
        game.play()
        player = our_player(game)
        assert_in_step(player)
        if bot.stopped:
            assert player.account.adapted["free roads are not stopped"] == bot.stopped
            return
    pytest.fail("no road building card was played")


# --- answers that are not offered -------------------------------------------------------------------------------------


class Broken:
    """A bot that always answers the same, legal or not."""

    def __init__(self, code: int) -> None:
        self.code = code

    def choose(self, view: View) -> Action:
        return action_of(self.code)

    def propose(self, view: View) -> Action | None:
        return None

    def explain(self) -> str:
        return "It is broken."


@pytest.mark.parametrize(
    "code",
    [
        a.END_TURN,
        a.STOP_ROADS,
        a.action(a.MOVE_ROBBER, 200),
        a.action(a.ROB, 3),
        a.bundle(a.DISCARD, (9, 0, 0, 0, 0)),
        a.bundle(a.COUNTER_OFFER, (1, -1, 0, 0, 0)),
    ],
)
def test_answers_that_are_not_offered_are_counted_and_replaced(code: int) -> None:
    game = table(Broken(code), 1)
    assert game.play() is not None
    account = our_player(game).account
    assert account.mismatches[0].endswith(f"in {PHASE_TABLE[1].name}")
    assert account.mismatches[0].startswith(a.KIND_NAMES[action_kind(code)])


def test_only_base_maps_are_played() -> None:
    from catanatron.models.map import MINI_MAP_TEMPLATE, CatanMap

    game = Game([RandomPlayer(MINE), RandomPlayer(OTHERS[0])], catan_map=CatanMap.from_template(MINI_MAP_TEMPLATE))
    with pytest.raises(ValueError, match="7 land tiles"):
        BotPlayer(MINE).view(game)
