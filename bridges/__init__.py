"""Bridges to other people's engines, for comparison; not part of the `longroad` package."""
