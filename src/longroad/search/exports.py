"""The entry points that the WebAssembly module of the page exports: the rules and the search."""

from __future__ import annotations

from typing import Final

from longroad.core.check.setup import check_setups, clear_setups
from longroad.core.playout import play_games, step_games
from longroad.core.queries import (
    begin_founding,
    check_actions,
    count_cards,
    list_actions,
    list_outcomes,
    list_places,
    redact_states,
)
from longroad.search.queries import roll_actions, weigh_actions, weigh_deals
from longroad.search.values import value_states

EXPORTS: Final = (
    step_games,
    list_actions,
    check_actions,
    list_outcomes,
    count_cards,
    list_places,
    begin_founding,
    redact_states,
    play_games,
    weigh_actions,
    roll_actions,
    weigh_deals,
    value_states,
    clear_setups,
    check_setups,
)
