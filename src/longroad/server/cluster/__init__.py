"""Many processes on one database: who is alive, and who serves which game."""
