"""`Game` and its parts: the table, views, the board, holdings, and snapshots for pages and programs."""
