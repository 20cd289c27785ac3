"""`Game` and what can be asked of it: the table, views, the board, holdings, and snapshots for pages and programs."""
