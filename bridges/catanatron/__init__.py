"""Our bots at Catanatron's table. See README.md for the licence."""
