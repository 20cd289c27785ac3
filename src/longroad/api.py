"""The names that `longroad` exports."""

import longroad.draw as draw
from longroad.core.island.given import InvalidIsland, Island
from longroad.core.layout import CHANCE
from longroad.core.legality.codes import Refusal
from longroad.core.ruleset import PRESETS, InvalidRuleset, Ruleset
from longroad.core.state import IllegalAction
from longroad.core.words import RESOURCE_NAMES, SEAT_NAMES
from longroad.game.fair import FairDice
from longroad.game.game import Game
from longroad.game.holdings import Cards, Offer, Piece, Points, Supply
from longroad.game.places import Hex, Path, Site
from longroad.game.replay import Step, replay
from longroad.game.setup import InvalidSetup, Setup
from longroad.game.table import Table
from longroad.game.view import View
from longroad.notation.actions import Action, Ply
from longroad.notation.errors import InvalidNotation
from longroad.notation.forms import Form
from longroad.notation.legal import LegalActions
from longroad.notation.positions.problems import Problem
from longroad.notation.records.reader import InvalidRecord
from longroad.notation.records.record import Record
from longroad.notation.records.variations import Variation
from longroad.notation.resources import Resources

__all__ = [
    "CHANCE",
    "PRESETS",
    "RESOURCE_NAMES",
    "SEAT_NAMES",
    "Action",
    "Cards",
    "FairDice",
    "Form",
    "Game",
    "Hex",
    "IllegalAction",
    "InvalidIsland",
    "InvalidNotation",
    "InvalidRecord",
    "InvalidRuleset",
    "InvalidSetup",
    "Island",
    "LegalActions",
    "Offer",
    "Path",
    "Piece",
    "Ply",
    "Points",
    "Problem",
    "Record",
    "Refusal",
    "Resources",
    "Ruleset",
    "Setup",
    "Site",
    "Step",
    "Supply",
    "Table",
    "Variation",
    "View",
    "draw",
    "replay",
]
