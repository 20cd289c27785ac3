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
    "founding": ("Setup", "Whether players place their first settlements and roads themselves, or find them placed."),
    "first_player": ("First player", "How it is decided who goes first."),
    "first_seat": ("Starting seat", "The seat that goes first, counted from 0, if it is chosen."),
    "phases": ("Order of a turn", "Whether trading and building may be mixed within a turn."),
    "cards_per_turn": ("Cards per turn", "How many development cards a player may play in a turn; 0 means any number."),
    "bank": ("Bank", "Whether the bank can run out of resource cards."),
    "shortage": ("Shortage", "Who gets the last cards when the bank cannot pay everyone."),
    "dice": ("Dice", "What decides the numbers that are rolled."),
    "dice_reshuffle": ("Reshuffle", "The deck of rolls is reshuffled when fewer cards than this are left."),
    "discard_limit": ("Hand limit", "Whoever has more cards than this when a 7 is rolled discards half of them."),
    "steal": ("Stealing", "Who can be robbed when the robber moves."),
    "friendly_robber": ("Friendly robber", "The robber stays away from players with fewer than 3 visible points."),
    "domestic_trade": ("Trade between players", "Players may trade with each other, not only with the bank."),
    "offers_per_turn": ("Offers per turn", "How many offers a player may make on their own turn."),
    "proposals_per_turn": ("Proposals per turn", "How many trades each other player may propose unasked in one turn."),
    "cut_roads": ("Roads cut off", "What happens to roads that an opponent's settlement cuts off from the rest."),
    "progress_cards": ("Played progress cards", "Whether progress cards come back once they have been played."),
    "road_tie": ("Tie for Longest Road", "Who holds Longest Road when a broken road leaves a tie."),
    "victory_points": ("Points to win", "How many victory points win the game."),
    "win_on": ("Winning", "On whose turn the game can be won."),
    "point_cards": ("Victory point cards", "When a victory point card starts to count."),
    "limit": ("Turn limit", "After this many turns the player with the most points wins; 0 means no limit."),
    "special_build": ("Special build phase", "Whether the others may build between two turns."),
    "duel": ("Two-player game", "Two players share the island with two neutral colours, and use trade cards."),
    "neutral_sites": ("Neutral settlements", "The two sites where the neutral settlements stand."),
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
        "random": ("Random", "Shuffled, but 6 and 8 are never neighbours."),
        "fixed": ("Beginner's island", "As printed for a first game."),
        "pieces": ("Traveler's pieces", "Printed on the six pieces."),
        "given": ("Laid by hand", "The tokens are given with the island."),
    },
    "spiral": {
        "counterclockwise": ("Counter-clockwise", "Counter-clockwise, starting at a corner of the island."),
        "clockwise": ("Clockwise", "Clockwise, starting at any hex on the coast."),
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
        "roll": ("Highest roll", "Everyone rolls the dice, and the highest roll goes first."),
        "given": ("Chosen", "The starting seat is chosen beforehand."),
    },
    "phases": {
        "combined": ("Mixed", "After the roll, trade and build in any order."),
        "strict": ("Trade, then build", "Trade first, then build: no more trading once you have built."),
    },
    "bank": {
        "limited": ("Limited", "The printed cards: 19 of each resource, 24 with the large island."),
        "unlimited": ("Unlimited", "The bank does not run out."),
    },
    "shortage": {
        "single": ("A single player is paid", "Nobody gets any, unless only one player is due that resource."),
        "nobody": ("Nobody is paid", "Nobody gets any of a resource that is short."),
    },
    "dice": {
        "random": ("Dice", "Two dice, every roll on its own."),
        "deck": ("A deck of rolls", "The 36 possible rolls are dealt like cards, so luck evens out."),
    },
    "steal": {
        "any": ("Anyone", "Any player next to the robber, even one without cards, who then loses nothing."),
        "must": ("Must", "A card is stolen whenever a player next to the robber has one."),
        "may": ("May", "The player may also choose to rob nobody."),
    },
    "cut_roads": {
        "stay": ("They stay", "They stay, and you can keep building from them."),
        "abandoned": (
            "Abandoned",
            "They stay and count, but you can't build from them until they are connected again.",
        ),
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
        "at_once": ("Immediately", "It counts as soon as it is bought."),
        "next_turn": ("Next turn", "It counts from the buyer's next turn on."),
    },
    "special_build": {
        "off": ("Off", "Only the player whose turn it is builds."),
        "after_turn": ("After every turn", "After each turn everyone else may build, in order, without trading."),
        "if_active_built": ("If something was built", "The same, but only if something was built during the turn."),
    },
}

# What a preset is called and when to choose it.
PRESET_SENTENCES: Final[Mapping[str, tuple[str, str]]] = {
    "base": ("Base game", "The game as most people know it: a random island, trade and build in any order."),
    "beginner": ("First game", "The printed island, first settlements already placed, trade before building."),
    "traveler": ("Traveler", "An island of six two-sided pieces, with the rules of the base game."),
    "duel": ("Duel", "For two, with neutral colours, trade cards and two rolls per turn."),
    "classic": ("Classic", "The rules of 1995: harbors anywhere, trade before building, robbing is optional."),
    "extension": ("Five and six players", "The large island, with a special build phase between turns."),
    "one_on_one": ("One on one", "Two players by the base rules, to 15 points, with a friendly robber."),
    "tournament": ("Tournament", "The same balanced island for everyone; players place their own settlements."),
}
