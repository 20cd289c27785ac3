"""The rules of the game: plain functions over flat blocks of integers. Nothing else in the project knows a rule."""
