"""Side by side with Catanatron: short games, and each accepted deviation with the rule that decides it."""
