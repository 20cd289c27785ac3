"""Processes that share a database, the owner of each game, and snapshots of rooms."""

from alembic import op
from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, String

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the tables, and a column for the owner of a game."""
    op.add_column("games", Column("owner", String(32)))
    op.create_table(
        "snapshots",
        Column("game", String(32), ForeignKey("games.id"), primary_key=True),
        Column("number", Integer, nullable=False),
        Column("body", JSON, nullable=False),
    )
    op.create_table(
        "processes",
        Column("id", String(32), primary_key=True),
        Column("address", String(255), nullable=False),
        Column("expires_at", Float, nullable=False),
    )
    op.create_table(
        "cluster",
        Column("id", Integer, primary_key=True),
        Column("secret", String(64), nullable=False),
    )
