"""The tables of the newest schema. A change here needs a migration, which a test compares with this module."""

from __future__ import annotations

from typing import Final

from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, MetaData, String, Table

ID: Final = String(32)

metadata: Final = MetaData()
games: Final = Table(
    "games",
    metadata,
    Column("id", ID, primary_key=True),
    Column("status", String(8), nullable=False, index=True),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Column("owner", ID),  # the process that serves it, as long as that process lives
)
seats: Final = Table(
    "seats",
    metadata,
    Column("game", ID, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False),
)
events: Final = Table(
    "events",
    metadata,
    Column("game", ID, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("at", Float, nullable=False),
    Column("body", JSON, nullable=False),
    sqlite_with_rowid=False,
)
snapshots: Final = Table(  # the last one of each game
    "snapshots",
    metadata,
    Column("game", ID, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("body", JSON, nullable=False),
)
processes: Final = Table(  # the servers of a shared database
    "processes",
    metadata,
    Column("id", ID, primary_key=True),
    Column("address", String(255), nullable=False),
    Column("expires_at", Float, nullable=False),  # in seconds since 1970 by the database's clock
)
cluster: Final = Table(  # one row: what the processes of a shared database have in common
    "cluster",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("secret", String(64), nullable=False),
)
admin_requests: Final = Table(  # what an administrator asks the servers to do; the server of the game answers
    "admin_requests",
    metadata,
    Column("id", ID, primary_key=True),
    Column("what", String(8), nullable=False),
    Column("game", ID, nullable=False),
    Column("seat", Integer),
    Column("asked_at", Float, nullable=False),
    Column("answer", String(255)),
)
version: Final = Table(  # as Alembic keeps it
    "alembic_version",
    metadata,
    Column("version_num", String(32), primary_key=True),
)
