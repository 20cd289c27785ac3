"""The database of the server: games, seats and events. The only place with SQL."""

from longroad.server.store.changes import Change, Stored, numbered
from longroad.server.store.errors import DatabaseTrouble, LostDatabase, UnusableDatabase
from longroad.server.store.store import Store

__all__ = ["Change", "DatabaseTrouble", "LostDatabase", "Store", "Stored", "UnusableDatabase", "numbered"]
