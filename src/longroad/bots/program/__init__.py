"""Bots that are separate programs, over pipes (docs/howto/program.md)."""
