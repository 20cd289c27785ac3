"""All commands of the command line, registered by their modules."""

from longroad.cli import admin, arena, bench, bot, perft, play, replay, serve, verify
from longroad.cli.app import app, run

__all__ = ["admin", "app", "arena", "bench", "bot", "perft", "play", "replay", "run", "serve", "verify"]
