"""The command line: one module a command. What a command needs is imported when it runs, so that help comes at once."""

from __future__ import annotations

from longroad.cli import arena, bench, bot, perft, play, replay, serve, verify
from longroad.cli.shared import main

__all__ = ["arena", "bench", "bot", "main", "perft", "play", "replay", "serve", "verify"]
