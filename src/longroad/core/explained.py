"""The options and presets of a ruleset in plain sentences, for people who choose among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

# What an option is called and what it does.
OPTION_SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    "players": ("Players", "How many people and computer players sit at the table."),
    "island": ("Island", "How large the island is."),
    "terrain": ("Terrain", "How the terrain hexes are laid out."),
    "tokens": ("Number tokens", "How the number tokens are laid on the hexes."),
    "spiral": ("Spiral", "Which way the spiral of number tokens runs."),
    "harbors": ("Harbors", "How the harbors are placed around the island."),
    "founding": ("Founding", "Whether everyone places the first settlements and roads, or they are already placed."),
    "first_player": ("First player", "How it is decided who begins."),
    "first_seat": ("Starting seat", "The seat that begins, counted from 0, where it is chosen."),
    "phases": ("Order of a turn", "Whether trading and building may be mixed within a turn."),
    "cards_per_turn": ("Cards a turn", "How many development cards may be played in a turn; 0 is any number."),
    "bank": ("Bank", "Whether the bank can run out of resource cards."),
    "shortage": ("Shortage", "Who gets the last cards when the bank cannot pay everyone."),
    "dice": ("Dice", "What decides the numbers that are rolled."),
    "dice_reshuffle": ("Reshuffle", "The deck of rolls is reshuffled when fewer cards than this are left."),
    "discard_limit": ("Hand limit", "A player who holds more cards than this when a 7 is rolled loses half of them."),
    "steal": ("Stealing", "Who can be robbed by the player who moves the robber."),
    "friendly_robber": ("Friendly robber", "The robber stays away from players with fewer than 3 visible points."),
    "domestic_trade": ("Trade between players", "Players may trade with each other, not with the bank alone."),
    "offers_per_turn": ("Offers a turn", "How many offers the player on turn may make in one turn."),
    "proposals_per_turn": ("Proposals a turn", "How many unasked proposals each other player may make in one turn."),
    "cut_roads": ("Roads cut off", "What happens to roads that an opponent's settlement cuts off from their owner's."),
    "progress_cards": ("Played progress cards", "Whether progress cards come back once they have been played."),
    "road_tie": ("Tie for the longest road", "Who holds the longest road when a broken road leaves a tie."),
    "victory_points": ("Points to win", "How many victory points win the game."),
    "win_on": ("Winning", "On whose turn the game can be won."),
    "point_cards": ("Victory point cards", "When a victory point card starts to count for its buyer."),
    "limit": ("Turn limit", "After this many turns the player with the most points wins; 0 is no limit."),
    "special_build": ("Special build phase", "Whether the others may build between two turns."),
    "duel": ("Two-player game", "Two players share the island with two neutral colours, and hold trade cards."),
    "neutral_sites": ("Neutral settlements", "The two intersections where the neutral settlements stand."),
}

# What each value of an option means.
VALUE_SENTENCES: Final[Mapping[str, Mapping[str, tuple[str, str]]]] = {
    "island": {
        "base": ("Base", "19 hexes, for up to four players."),
        "extension": ("Large", "30 hexes, for up to six players."),
    },
    "terrain": {
        "random": ("Random", "The hexes are shuffled and laid out."),
        "fixed": ("Beginner's island", "The printed island for a first game, always the same."),
        "pieces": ("Traveler's pieces", "Six two-sided pieces are put together at random."),
        "given": ("Laid by hand", "The terrain is given with the island."),
    },
    "tokens": {
        "spiral": ("Spiral", "In the order of their letters, from the coast inwards; 6 and 8 are never neighbours."),
        "random": ("Random", "Shuffled, but never a 6 or an 8 beside another."),
        "fixed": ("Beginner's island", "As printed for a first game."),
        "pieces": ("Traveler's pieces", "Printed on the six pieces."),
        "given": ("Laid by hand", "The tokens are given with the island."),
    },
    "spiral": {
        "counterclockwise": ("Counter-clockwise", "Counter-clockwise, beginning at a corner of the island."),
        "clockwise": ("Clockwise", "Clockwise, beginning at any hex of the coast."),
    },
    "harbors": {
        "shuffled": ("Shuffled", "The printed places, the kinds dealt at random."),
        "fixed": ("Printed", "The printed places and kinds, always the same."),
        "frame": ("Frame pieces", "The six pieces of the frame in random order, each with its printed harbors."),
        "free": ("Free", "Every second sea hex has a harbor, turned either way where it can be."),
        "pieces": ("Traveler's pieces", "Printed on the six pieces."),
        "given": ("Laid by hand", "The harbors are given with the island."),
    },
    "founding": {
        "players": ("By the players", "Everyone chooses where the first two settlements and roads go."),
        "placed": ("Already placed", "The first two settlements and roads stand where the printed island has them."),
    },
    "first_player": {
        "roll": ("Highest roll", "Everyone rolls the dice, and the highest roll begins."),
        "given": ("Chosen", "The starting seat is chosen beforehand."),
    },
    "phases": {
        "combined": ("Mixed", "After the roll, trade and build in any order."),
        "strict": ("Trade, then build", "First trade, then build: no trade once building has begun."),
    },
    "bank": {
        "limited": ("Limited", "The printed cards: 19 of each resource, 24 with the large island."),
        "unlimited": ("Unlimited", "The bank does not run out."),
    },
    "shortage": {
        "single": ("A single claimant is paid", "Nobody gets any, unless one player alone is owed that resource."),
        "nobody": ("Nobody is paid", "Nobody gets any of a resource that is short."),
    },
    "dice": {
        "random": ("Dice", "Two dice, every roll on its own."),
        "deck": ("A deck of rolls", "The 36 possible rolls are dealt like cards, so luck evens out."),
    },
    "steal": {
        "any": ("Anyone", "Any neighbour of the robber's hex, also one without cards, who then loses nothing."),
        "must": ("Must", "A card is stolen whenever a neighbour of the robber's hex has one."),
        "may": ("May", "The player may also choose to rob nobody."),
    },
    "cut_roads": {
        "stay": ("They stay", "They stay and can be built on."),
        "abandoned": ("Abandoned", "They stay and count, but nothing can be built from them until joined again."),
        "lost": ("Lost", "They are taken off the island and go back to their owner's supply."),
    },
    "progress_cards": {
        "removed": ("Out of the game", "A played card leaves the game."),
        "recycled": ("Under the stack", "A played card goes under the stack and can be bought again."),
    },
    "road_tie": {
        "holder_keeps": ("The holder keeps it", "The holder keeps the card while nobody has a longer road."),
        "set_aside": ("Set aside", "Nobody holds the card until one road alone is the longest."),
    },
    "win_on": {
        "own_turn": ("Own turn", "Only the player whose turn it is can win."),
        "any_turn": ("Any turn", "The first player with enough points wins, on anyone's turn."),
    },
    "point_cards": {
        "at_once": ("At once", "It counts as soon as it is bought."),
        "next_turn": ("Next turn", "It counts from the buyer's next turn on."),
    },
    "special_build": {
        "off": ("Off", "Only the player whose turn it is builds."),
        "after_turn": ("After every turn", "After each turn everyone else may build, in order, without trading."),
        "if_active_built": ("If something was built", "The same, but only if the player on turn built something."),
    },
}

# What a preset is called and when to choose it.
PRESET_SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    "base": ("Base game", "The game as most people know it: a random island, trade and build in any order."),
    "beginner": ("First game", "The printed island, first settlements already placed, trade before building."),
    "traveler": ("Traveler", "An island of six two-sided pieces, with the rules of the base game."),
    "duel": ("Duel", "For two, with neutral colours, trade cards and two rolls a turn."),
    "classic": ("Classic", "The rules of 1995: harbors anywhere, trade before building, robbing by choice."),
    "extension": ("Five and six players", "The large island, with a special build phase between turns."),
    "one_on_one": ("One on one", "Two players by the base rules, to 15 points, with a friendly robber."),
    "tournament": ("Tournament", "The same balanced island for everyone, founded by the players."),
}
