"""What tables a database has, in a form that does not depend on the order of columns."""

from tests.system.migrations.database import OldSite, Query

Schema = dict[str, set[str]]
"""The definitions (columns, constraints, indexes, options) of each table."""

TABLES = "SELECT tbl_name, type, sql FROM sqlite_master WHERE sql IS NOT NULL"
DEFINITIONS = (
    # Columns: type with its length, whether null is allowed, default, identity.
    """
    SELECT attrelid::regclass::text,
        concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
                  pg_get_expr(adbin, adrelid))
    FROM pg_attribute
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attnum > 0 AND NOT attisdropped
        AND attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r'
                         AND relnamespace = 'public'::regnamespace)
    """,
    """
    SELECT conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    """,
    "SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    """
    SELECT oid::regclass::text, coalesce(reloptions::text, '') FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
    """,
)


def schema_of(site: OldSite) -> Schema:
    """Return the tables of a site's database."""
    return postgres_schema(site.query) if site.is_postgres else sqlite_schema(site.query)


def sqlite_schema(query: Query) -> Schema:
    """Return the tables of a SQLite database."""
    found: Schema = {}
    for table, kind, statement in query(TABLES):
        begin, _, body = statement.partition("(")
        parts = definitions(body) if kind == "table" else [body]
        found.setdefault(table, set()).update(f"{begin}: {part}" for part in parts)
    return found


def definitions(body: str) -> list[str]:
    """Return the definitions in the parentheses of a CREATE TABLE, the first one left out."""
    parts, depth, start = [], 1, 0
    for place, sign in enumerate(body):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if (sign == "," and depth == 1) or depth == 0:
            parts.append(body[start:place].strip())
            start = place + 1
        if depth == 0:
            break
    return parts


def postgres_schema(query: Query) -> Schema:
    """Return the tables of a PostgreSQL database."""
    found: Schema = {}
    for statement in DEFINITIONS:
        for table, definition in query(statement):
            found.setdefault(table, set()).add(definition)
    return found
