"""The version of a database: new ones are created, older ones are upgraded, newer and damaged ones are refused.

Alembic is loaded only for an upgrade, so that a server starts quickly.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, insert, inspect, select

from longroad.server.store import schema
from longroad.server.store.errors import UnusableDatabase

VERSIONS: Final = ("0001", "0002", "0003")  # the oldest first
NEWEST: Final = VERSIONS[-1]
FIRST_TABLES: Final = frozenset({"games", "seats", "events"})  # a database of 0001 has these and no version
MIGRATIONS: Final = Path(__file__).parent / "migrations"


def version_of(connection: Connection) -> str | None:
    """Return the version of a database; None if it is empty. Raises `UnusableDatabase`; nothing is changed."""
    names = set(inspect(connection).get_table_names())
    if not names:
        return None
    if schema.version.name in names:
        found = [str(row.version_num) for row in connection.execute(select(schema.version))]
    else:
        found = [VERSIONS[0]]
    if len(found) != 1 or found[0] not in VERSIONS:
        raise UnusableDatabase(_unknown(found))
    _check_tables(connection, found[0], names)
    return found[0]


def _unknown(found: object) -> str:
    """Return what is wrong with versions that are not the one that was expected.

    >>> _unknown(["0009"])
    'was written by a newer Longroad (its schema is 0009, this one knows 0001 to 0003): upgrade Longroad'
    >>> _unknown([])
    "is damaged: its schema version is [], expected one of '0001' to '0003'"
    """
    match found:
        case [str(version)] if version.isdigit() and int(version) > int(NEWEST):
            known = f"this one knows {VERSIONS[0]} to {NEWEST}"
            return f"was written by a newer Longroad (its schema is {version}, {known}): upgrade Longroad"
    return f"is damaged: its schema version is {found!r:.80}, expected one of {VERSIONS[0]!r} to {NEWEST!r}"


def _check_tables(connection: Connection, version: str, names: set[str]) -> None:
    """Check that the tables and columns of a version are there. Raises `UnusableDatabase`."""
    if not FIRST_TABLES & names:
        others = ", ".join(sorted(names)[:3])
        raise UnusableDatabase(f"is not a database of Longroad: it has the tables {others:.80}")
    expected = FIRST_TABLES if version != NEWEST else set(schema.metadata.tables)
    missing = sorted(expected - names)
    if missing:
        raise UnusableDatabase(f"is damaged: it has no table {missing[0]!r}")
    if version != NEWEST:
        return
    inspector = inspect(connection)
    for table in schema.metadata.sorted_tables:
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in columns:
                raise UnusableDatabase(f"is damaged: its table {table.name!r} has no column {column.name!r}")


def create(connection: Connection) -> None:
    """Create the tables of the newest version in an empty database."""
    schema.metadata.create_all(connection)
    connection.execute(insert(schema.version), [{"version_num": NEWEST}])


def upgrade(connection: Connection, to: str = NEWEST) -> None:
    """Upgrade a database to a version, in the transaction of the connection."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    if not inspect(connection).has_table(schema.version.name):
        schema.version.create(connection)
        connection.execute(insert(schema.version), [{"version_num": VERSIONS[0]}])
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    with EnvironmentContext(config, scripts, fn=lambda now, _: scripts._upgrade_revs(to, now)) as environment:
        environment.configure(connection=connection, transactional_ddl=True)
        environment.run_migrations()
