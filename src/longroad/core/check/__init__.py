"""Checks the rules: invariants recomputed from scratch, legality both ways, fuzzing and perft."""
