"""Matches between computer players.

Who plays which game (`question`), one game (`match`) and how it ended (`result`), many of them (`crew` on this machine,
`cluster` on many, `tournament` wherever), what is kept (`ledger`), and what follows (`statistics`, `ratings`, `report`,
`plots`).
"""
