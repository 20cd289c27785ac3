"""Bots: the interface that they implement (`protocol`), the levels by name (`levels`), and the bots themselves."""
