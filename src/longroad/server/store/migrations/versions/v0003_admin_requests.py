"""What an administrator asks the servers to do."""

from alembic import op
from sqlalchemy import Column, Float, Integer, String

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "admin_requests",
        Column("id", String(32), primary_key=True),
        Column("what", String(8), nullable=False),
        Column("game", String(32), nullable=False),
        Column("seat", Integer),
        Column("asked_at", Float, nullable=False),
        Column("answer", String(255)),
    )
