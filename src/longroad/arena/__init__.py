"""Matches between bots.

Who plays which game (`match_spec`), one game (`game`, with its `chance`) and how it ended (`result`), all of them
(`match`, with `workers` on this machine or a `cluster`), the file that keeps them (`results_file`), and what follows
(`statistics`, `ratings`, `report`, `plots`).
"""
