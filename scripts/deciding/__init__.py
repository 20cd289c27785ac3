"""How the benchmark of decisions is made: games, decisions sampled from them, rollouts on a GPU, and one small file."""
