"""Records: whole games as text and JSON Lines, in full or as a seat or the public may know them."""
