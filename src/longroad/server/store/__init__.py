"""The database of the server: games, seats and events. The only place with SQL."""

from longroad.server.store.changes import Change, Stored, numbered
from longroad.server.store.errors import DatabaseTrouble, LostDatabase, Overtaken, UnusableDatabase
from longroad.server.store.store import Store

__all__ = ["Change", "DatabaseTrouble", "LostDatabase", "Overtaken", "Store", "Stored", "UnusableDatabase", "numbered"]
