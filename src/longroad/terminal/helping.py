"""Help: what can be typed, in general and about each action and command."""

from __future__ import annotations

from typing import Final

from longroad.game.view import View
from longroad.notation.errors import quoted
from longroad.terminal.about import ABOUT, possible
from longroad.terminal.reading import ACTION_WORDS, ALSO_SAID, COMMANDS

# How a word is used, then what it does.
TOPICS: Final = {
    "roll": (
        "roll\n"
        "Rolls the dice; Enter alone does the same. Every hex with the sum yields to the buildings beside it "
        "(PRO-1). On a 7 hands of more than 7 cards are halved and the robber moves (ROB-1, ROB-2)."
    ),
    "end": ("end\nEnds your turn, or passes in a special build phase (TRN-7, EXT-1). `e` is enough."),
    "buy": (
        "buy\n"
        "Buys a development card for 1 wool, 1 grain and 1 ore (BLD-5). It can be played from your next turn "
        "on (TRN-5); victory points count at once."
    ),
    "knight": (
        "knight\n"
        "Plays a knight: move the robber and steal a card (ROB-5). Three knights make the largest army, 2 "
        "points (AWD-5)."
    ),
    "roadbuilding": ("roadbuilding\nPlays road building: two free roads, then `stop` if you want only one (DEV-3)."),
    "stop": ("stop\nBuilds no second free road (DEV-3)."),
    "settle": (
        "settle SITE, as in: settle 17\n"
        "Builds a settlement for 1 brick, 1 lumber, 1 wool and 1 grain, at a free site on a road of yours, no"
        " building next to it (BLD-3). While founding it is free (SET-3). `places` lists the best sites, "
        "`where 17` tells what lies around one."
    ),
    "city": (
        "city SITE, as in: city 17\n"
        "Turns a settlement of yours into a city for 2 grain and 3 ore; it yields 2 cards instead of 1 "
        "(BLD-4, PRO-1)."
    ),
    "road": (
        "road PATH, as in: road 33\n"
        "Builds a road for 1 brick and 1 lumber, joined to what you have (BLD-1). Five in a row make the "
        "longest road, 2 points (AWD-1). For a neutral player: road 33 for 2 (DUO-5)."
    ),
    "robber": (
        "robber HEX, as in: robber 9\nMoves the robber to another hex, which then yields nothing (ROB-2, PRO-3)."
    ),
    "rob": ("rob SEAT, as in: rob 2, or rob white\nChooses whom you steal a card from (ROB-3)."),
    "bank": (
        "bank COUNT RESOURCE for RESOURCE, as in: bank 4 wool for ore\n"
        "Trades with the bank, 4 for 1, or 3 or 2 for 1 at a harbor (TRA-7, TRA-8). Without a count your best"
        " rate is taken."
    ),
    "plenty": (
        "plenty RESOURCE RESOURCE, as in: plenty ore wool\nPlays year of plenty: two cards from the bank (DEV-4)."
    ),
    "monopoly": (
        "monopoly RESOURCE, as in: monopoly wool\nPlays monopoly: all others hand over that resource (DEV-5)."
    ),
    "offer": (
        "offer CARDS for CARDS, as in: offer 2 wool for 1 ore, or: offer wool for ore to 1 3\n"
        "Offers a trade to all others or to some seats (TRA-1, TRA-2). Then `deal` concludes it with who "
        "accepted, `take` takes a counter-offer."
    ),
    "deal": ("deal SEAT, as in: deal 2\nConcludes your offer with a player who accepted it (TRA-2)."),
    "take": ("take SEAT, as in: take 2\nTakes a player's counter-offer or proposal (TRA-2)."),
    "counter": (
        "counter CARDS for CARDS, as in: counter 1 ore for 2 wool\n"
        "Answers an offer with other terms: what you would give, for what you want (TRA-2)."
    ),
    "propose": (
        "propose CARDS for CARDS, as in: propose 1 ore for 2 wool\n"
        "Proposes a trade in another player's turn (TRA-2). `set ask on` lets you be asked after every roll."
    ),
    "accept": ("accept\nTakes the offer that was made to you (TRA-2). `yes` does the same."),
    "refuse": ("refuse\nTurns the offer down (TRA-2). `no` does the same."),
    "withdraw": ("withdraw\nTakes your offer back."),
    "discard": (
        "discard CARDS, as in: discard 2 wool 1 ore\nLays half of your hand down after a 7, rounded down (ROB-1)."
    ),
    "give": ("give CARDS, as in: give 1 wool 1 ore\nGives two cards in return in a forced trade (DUO-7)."),
    "force": (
        "force\nForced trade: take two cards at random from your opponent and give two back, for trade cards (DUO-7)."
    ),
    "calm": ("calm\nSends the robber to the desert, for trade cards (DUO-8)."),
    "retire": ("retire\nRemoves one of your knights for 2 trade cards (DUO-10)."),
    "set": (
        "set NAME on|off\n"
        "set ask: be asked after every roll of a computer whether you propose a trade (off).\n"
        "set refuse: refuse offers for which you lack the cards without being asked (on)."
    ),
    "save": (
        "save FILE\n"
        "Writes a copy of the game to a file. The game itself is kept after every ply anyway, in the folder "
        "of your games."
    ),
    "load": (
        "load FILE\n"
        "Goes on with a saved game; without a file, with the unfinished one before this. The present one is "
        "kept."
    ),
    "undo": (
        "undo\n"
        "Takes your last decision back, as long as no card or roll has been revealed since and nobody else "
        "has acted."
    ),
    "why": (
        "why ACTION, as in: why settle 17\nTells the rule that forbids an action now; `why` alone repeats the last one."
    ),
}


def help_lines(view: View, seat: int, topic: str) -> list[str]:
    """Tell what can be typed; about a word, what it does and how it is used."""
    if not topic:
        return _overview(view, seat)
    word = topic.lower().split()[0]
    word = ALSO_SAID.get(word, word)
    known = word if word in TOPICS or word in COMMANDS else None
    if known is None:
        begun = [name for name in (*ACTION_WORDS, *COMMANDS) if name.startswith(word)]
        if len(begun) != 1:
            return [f"{quoted(topic)}: there is help on {', '.join((*ACTION_WORDS, *COMMANDS))}."]
        known = begun[0]
    return TOPICS.get(known, f"{known}\n{COMMANDS.get(known, ABOUT.get(known, ''))}.").split("\n")


def _overview(view: View, seat: int) -> list[str]:
    now = possible(view, seat) if not view.is_over else "nothing, the game is over"
    return [
        *(f"  {word}: {told}" for word, told in COMMANDS.items()),
        "An action is a word and what it needs: settle 17, bank wool for ore.",
        "The beginning of a word is enough: `e` ends the turn. Enter rolls.",
        f"Now: {now}.",
    ]
