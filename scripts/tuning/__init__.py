"""How the weights of the search are found: games of the search against itself, a regression, SPSA, and matches."""
