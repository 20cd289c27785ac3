"""Catanatron as an oracle: the same games in both engines, compared at every ply, and the accepted deviations."""
