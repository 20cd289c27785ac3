"""Games, seats and events: the schema before it had a version."""

from alembic import op
from sqlalchemy import JSON, Column, Float, ForeignKey, Integer, String

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "games",
        Column("id", String(32), primary_key=True),
        Column("status", String(8), nullable=False, index=True),
        Column("created_at", Float, nullable=False),
        Column("changed_at", Float, nullable=False),
    )
    op.create_table(
        "seats",
        Column("game", String(32), ForeignKey("games.id"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("token_hash", String(64), nullable=False),
    )
    op.create_table(
        "events",
        Column("game", String(32), ForeignKey("games.id"), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("kind", String(16), nullable=False),
        Column("at", Float, nullable=False),
        Column("body", JSON, nullable=False),
        sqlite_with_rowid=False,
    )
