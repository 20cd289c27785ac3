"""All commands of the command line, registered by their modules."""

from longroad.cli import admin, analyse, arena, bench, bot, games, mcp, perft, play, replay, review, serve, verify
from longroad.cli.app import app, run

__all__ = [
    "admin",
    "analyse",
    "app",
    "arena",
    "bench",
    "bot",
    "games",
    "mcp",
    "perft",
    "play",
    "replay",
    "review",
    "run",
    "serve",
    "verify",
]
