"""Bots that are programs of their own, over pipes (docs/howto/program.md)."""
