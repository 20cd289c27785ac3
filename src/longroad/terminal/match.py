"""A game of one person against computer players: it lets the computers act, tells the story, and takes back."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from longroad import demo
from longroad.core import actions as a
from longroad.core.layout import CHANCE
from longroad.core.state import State
from longroad.fair import FairDice
from longroad.game import Game
from longroad.narration import Voice, narrate
from longroad.notation.actions import Action, Ply
from longroad.view import View

# What a person's own ply lays open of others, so that it cannot be taken back.
REVEALING: Final = {
    a.PLAY_MONOPOLY: "the monopoly has shown what the others hold",
    a.DISCARD: "the discards have been laid open",
}


class Match:
    """A game, the seat of the person in it, and its story so far; `keep` is called after every change."""

    def __init__(self, game: Game, seat: int, keep: Callable[[Match], None] = lambda match: None) -> None:
        self.game = game
        self.seat = seat
        self.keep = keep
        self.voice = Voice(seat)
        self.story: list[tuple[int, str]] = []  # the number of the ply and a sentence about it
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
        waiting = [seat for seat in self.game.to_act if seat not in (self.seat, CHANCE)]
        if waiting:
            code = demo.choose(self.game.view(waiting[0]).seen, self._rng(waiting[0]))
            self._push(waiting[0], code)
            return True
        if self._may_propose():
            for seat in range(self.game.players):
                if seat != self.seat and seat in self.game.may_act:
                    code = demo.propose(self.game.view(seat).seen, self._rng(seat))
                    if code:
                        self._push(seat, code)
                        return True
        return False

    def _may_propose(self) -> bool:
        """Tell whether computers are asked for proposals: once, right after the person's roll."""
        last = self.last_decision
        return last is not None and last.seat == self.seat and last.action.code == a.ROLL and self.game.phase == "main"

    def _push(self, seat: int, code: int) -> None:
        self.game.push(code, seat)
        self.keep(self)

    def _rng(self, seat: int) -> Random:
        """Give chance to a computer player, the same at the same place of the same game."""
        chance = self.game.chance
        source = chance.commitment if isinstance(chance, FairDice) else self.game.seed
        return Random(f"{source} {len(self.game.plies)} {seat}")

    @property
    def last_decision(self) -> Ply | None:
        """The last ply that was no chance."""
        return next((ply for ply in reversed(self.game.plies) if ply.seat != CHANCE), None)

    # --- taking back --------------------------------------------------------------------------------------------------

    def why_no_undo(self) -> str | None:
        """Tell why the person's last decision cannot be taken back; None if it can."""
        plies = self.game.plies
        own = [number for number, ply in enumerate(plies) if ply.seat == self.seat]
        if not own:
            return "You have decided nothing yet."
        what = f"'{plies[own[-1]].action}' cannot be taken back"
        if self.game.is_over:
            return f"{what}: the game is over, and all cards lie open."
        after = plies[own[-1] + 1 :]
        others = [ply.seat for ply in after if ply.seat != CHANCE]
        if others:
            return f"{what}: {self.voice.name(others[0])} has acted since."
        if after:
            return f"{what}: chance has decided since ({after[0].action})."
        revealed = REVEALING.get(a.action_kind(plies[own[-1]].action.code))
        return f"{what}: {revealed}." if revealed else None

    def undo(self) -> Ply:
        """Take the person's last decision back, and give it."""
        ply = self.game.pop()
        self._state = self._beginning.copy()
        self._plies, self.story = [], []
        self.hear()
        self.keep(self)
        return ply


def beginning_of(game: Game) -> State:
    """Give the state before the first ply of a game."""
    return game.record.start


def turn_title(state: State, voice: Voice) -> str:
    """Tell whose turn begins."""
    whose = "your turn" if state["turn"] == voice.viewer else voice.name(state["turn"])
    return f"Turn {state['turns']}: {whose}."
