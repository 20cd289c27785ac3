"""The notation: actions, plies, forms, rulesets, islands, positions and records as text and JSON (docs/notation.md)."""
