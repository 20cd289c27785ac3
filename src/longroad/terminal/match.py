"""A game of one person against computer players: it lets the computers act, tells the story, and takes back."""

from __future__ import annotations

from collections.abc import Callable

from longroad.bots.levels import DEFAULT_LEVEL, LEVELS, make_bot
from longroad.bots.self_play import seats_to_ask
from longroad.core.layout import CHANCE
from longroad.core.state import State
from longroad.game.fair import FairDice
from longroad.game.game import Game
from longroad.game.view import View
from longroad.narration import Voice, narrate, why_no_undo
from longroad.notation.actions import Action, Ply
from longroad.terminal.saves import LEVEL_TAG


class Match:
    """A game, the seat of the person in it, and its story so far; `keep` is called after every change."""

    def __init__(self, game: Game, seat: int, keep: Callable[[Match], None] = lambda match: None) -> None:
        self.game = game
        self.seat = seat
        self.keep = keep
        self.voice = Voice(seat)
        self.story: list[tuple[int, str]] = []  # the number of the ply and a sentence about it
        level, source = level_of(game), _source(game)
        self._bots = [make_bot(level, source) for _ in range(game.players)]  # by seat; the person's is not asked
        self._beginning = beginning_of(game)
        self._state = self._beginning.copy()
        self._plies: list[Ply] = []

    @property
    def view(self) -> View:
        """What the person may know now."""
        return self.game.view(self.seat)

    @property
    def is_waiting(self) -> bool:
        """Whether the game waits for the person."""
        return self.seat in self.game.to_act

    def hear(self) -> list[str]:
        """Tell what has happened since this was asked last."""
        told = []
        for ply in self.game.plies[len(self._plies) :]:
            before = self._state.copy()
            self._state.apply(ply.seat, ply.action.code)
            self._plies.append(ply)
            sentences = narrate(before, ply.code, self._state, self.voice)
            if self._state["turns"] != before["turns"] and not self._state.is_over:
                sentences.append(turn_title(self._state, self.voice))
            told += sentences
            self.story += [(len(self._plies), sentence) for sentence in sentences]
        return told

    # --- acting -------------------------------------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        """Take an action for the person. Raises `IllegalAction`."""
        self.game.push(action, self.seat)
        self.keep(self)

    def let_computer_act(self) -> bool:
        """Let a computer player act that the game waits for or that has something to propose; tell whether one did."""
        for seat in seats_to_ask(self.game.view()):
            proposal = self._bots[seat].propose(self.game.view(seat)) if seat != self.seat else None
            if proposal is not None:
                self._push(seat, proposal)
                return True
        waiting = [seat for seat in self.game.to_act if seat not in (self.seat, CHANCE)]
        if waiting:
            seat = waiting[0]
            self._push(seat, self._bots[seat].choose(self.game.view(seat)))
        return bool(waiting)

    def _push(self, seat: int, action: Action) -> None:
        self.game.push(action, seat)
        self.keep(self)

    @property
    def last_decision(self) -> Ply | None:
        """The last ply that was no chance."""
        return next((ply for ply in reversed(self.game.plies) if ply.seat != CHANCE), None)

    # --- taking back --------------------------------------------------------------------------------------------------

    def why_no_undo(self) -> str | None:
        """Tell why the person's last decision cannot be taken back; None if it can."""
        return why_no_undo([ply.code for ply in self.game.plies], self.game.is_over, Voice(self.seat))

    def undo(self) -> Ply:
        """Take the person's last decision back, and give it."""
        ply = self.game.pop()
        self._state = self._beginning.copy()
        self._plies, self.story = [], []
        self.hear()
        self.keep(self)
        return ply


def level_of(game: Game) -> str:
    """Tell how well the computer players of a game play, as its record says."""
    told = game.tags.get(LEVEL_TAG, DEFAULT_LEVEL)
    return told if told in LEVELS else DEFAULT_LEVEL


def _source(game: Game) -> int | str:
    """Give what the computer players' chance follows from, the same when the game is taken up again."""
    source = game.chance.commitment if isinstance(game.chance, FairDice) else game.seed
    assert source is not None
    return source


def beginning_of(game: Game) -> State:
    """Give the state before the first ply of a game."""
    return game.record.start


def turn_title(state: State, voice: Voice) -> str:
    """Tell whose turn begins."""
    whose = "your turn" if state["turn"] == voice.viewer else voice.name(state["turn"])
    return f"Turn {state['turns']}: {whose}."
