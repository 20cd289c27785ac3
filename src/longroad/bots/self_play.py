"""Games between bots, and when a seat is asked for a proposal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from longroad.bots.protocol import Bot, BotFunction, Outside, as_bot
from longroad.core import actions as a
from longroad.core.actions import action_kind, ply_action, ply_seat
from longroad.core.history import History
from longroad.core.layout import CHANCE, PLAYERS
from longroad.core.phases import MAIN, PHASE_TABLE
from longroad.core.state import State
from longroad.game.view import View
from longroad.notation.actions import Action

Bots: TypeAlias = Mapping[int, Bot] | Sequence[Bot]  # by seat

# The occasions for proposals: the roll with its consequences, and everything that closes an offer.
OCCASIONS: Final = frozenset(
    (
        a.DICE_ROLLED,
        a.DISCARD,
        a.MOVE_ROBBER,
        a.ROB,
        a.CARD_STOLEN,
        a.CLOSE_DEAL,
        a.TAKE_PROPOSAL,
        a.WITHDRAW,
    )
)


def seats_to_ask(view: View) -> tuple[int, ...]:
    """Return the seats to ask for a proposal now, clockwise: once after the roll, and once after each closed offer.

    Any view will do, even the public's. After a proposal only the seats behind it are asked. Proposing nothing is not a
    ply; a seat that is asked again at the same ply answers the same.

    >>> from longroad import Game
    >>> game = Game("beginner", chance="given")
    >>> game.push("roll")
    >>> game.push("rolled 8")
    >>> seats_to_ask(game.view())
    (1, 2, 3)
    >>> game.push("2: propose ore for wool")
    >>> seats_to_ask(game.view())
    (3,)
    """
    turn = view.turn
    if view.phase != PHASE_TABLE[MAIN].name or view.to_act != (turn,):
        return ()
    asked = turn
    for entry in reversed(view.log):
        kind = action_kind(ply_action(entry))
        if kind != a.PROPOSE_TRADE:
            return _clockwise(view, asked) if kind in OCCASIONS else ()
        asked = ply_seat(entry) if asked == turn else asked
    return ()


def _clockwise(view: View, after: int) -> tuple[int, ...]:
    """Return the seats that may act after one of them, up to the player on turn."""
    steps = range((after - view.turn) % view.players + 1, view.players)
    seats = ((view.turn + step) % view.players for step in steps)
    return tuple(seat for seat in seats if seat in view.may_act)


class BotRequest(NamedTuple):
    """A request to a bot: to propose something, where None is an answer, or to choose."""

    seat: int
    ask: Callable[[View], Action | None]
    view: View
    is_choice: bool


def bot_requests(history: History, bots: Bots) -> Iterator[BotRequest]:
    """Yield the requests for the next ply until one is answered: first for proposals, then for choices."""
    seat = history.state.to_act[0]
    view = view_of(history, seat)
    for other in seats_to_ask(view):
        yield BotRequest(other, bots[other].propose, view_of(history, other), is_choice=False)
    yield BotRequest(seat, bots[seat].choose, view, is_choice=True)


def view_of(history: History, seat: int) -> View:
    """Return what a seat may know of a game and its log."""
    return View(history.state.view(seat), history.redacted(seat))


def play(
    history: History,
    players: Mapping[int, Bot | BotFunction] | Sequence[Bot | BotFunction],
    seed: int,
    outcome: Callable[[State, int], int] = State.sample,
) -> Iterator[tuple[State, int]]:
    """Play a game to its end; yield for each ply the state before it and the ply. The history has the state after it.

    `players` has a bot, or a function of a view, for each seat. The seed decides only chance, by `outcome`. A ply is
    marked as absent where the stated default replaced an answer.

    >>> from longroad.bots.levels import make_bot
    >>> from longroad.core.ruleset import Ruleset
    >>> history = History(State.new(Ruleset.preset("base", players=3), seed=1))
    >>> plies = [ply for _, ply in play(history, [make_bot("novice", seed) for seed in range(3)], seed=1)]
    >>> history.state.is_over, plies == history.plies
    (True, True)
    """
    bots = [as_bot(players[seat]) for seat in range(history.state.s[PLAYERS])]
    while not history.state.is_over:
        before = history.state.copy()
        if before.is_chance:
            history.push(CHANCE, outcome(before, seed))
        else:
            answers = ((request.seat, request.ask(request.view)) for request in bot_requests(history, bots))
            seat, code = next((seat, action.code) for seat, action in answers if action is not None)
            history.push(seat, code, is_absent=getattr(bots[seat], "is_absent", False))
        yield before, history.plies[-1]
    for seat, bot in enumerate(bots):
        if isinstance(bot, Outside):
            bot.over(view_of(history, seat))
