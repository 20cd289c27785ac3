"""Faults, tried: a simulated server in virtual time, and real servers that are killed."""
