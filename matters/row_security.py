"""Row-level security in SQL: the access view, who is acting, and a policy for every table of a matter."""

from __future__ import annotations

from django.db import migrations

ACCESS_VIEW = """
CREATE VIEW matter_access AS
SELECT DISTINCT t.user_id, t.matter_id
FROM matters_teammember t
JOIN matters_user u ON u.id = t.user_id AND u.is_active
WHERE t.started_at <= statement_timestamp()
  AND (t.ended_at IS NULL OR t.ended_at > statement_timestamp())
  AND NOT EXISTS (
      SELECT 1 FROM matters_ethicalwall w JOIN matters_wallmember m ON m.wall_id = w.id
      WHERE w.matter_id = t.matter_id AND m.user_id = t.user_id
        AND (w.lifted_at IS NULL OR w.lifted_at > statement_timestamp())
  );
"""

WHO_ACTS = """
CREATE FUNCTION acting_user() RETURNS bigint STABLE LANGUAGE sql AS
$$ SELECT nullif(current_setting('legalrag.user_id', true), '')::bigint $$;

CREATE FUNCTION acting_role() RETURNS text STABLE LANGUAGE sql AS
$$ SELECT role FROM matters_user WHERE id = acting_user() AND is_active $$;

-- A worker's transaction is opened for one matter.
CREATE FUNCTION working_matter() RETURNS uuid STABLE LANGUAGE sql AS
$$ SELECT nullif(current_setting('legalrag.matter_id', true), '')::uuid $$;

CREATE FUNCTION matter_by_number(wanted text) RETURNS uuid STABLE LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS
$$ SELECT id FROM matters_matter WHERE number = wanted AND acting_role() = 'records' $$;

-- The first member of a new matter is added by somebody who can't see it yet.
CREATE FUNCTION matter_has_team(wanted uuid) RETURNS boolean STABLE LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS
$$ SELECT EXISTS (SELECT 1 FROM matters_teammember WHERE matter_id = wanted) $$;
"""
NOBODY_ACTS = """
DROP FUNCTION matter_has_team(uuid);
DROP FUNCTION matter_by_number(text);
DROP FUNCTION working_matter();
DROP FUNCTION acting_role();
DROP FUNCTION acting_user();
"""

ACCESSIBLE = "(SELECT matter_id FROM matter_access WHERE user_id = (SELECT acting_user()))"


def may_read(matter_column: str = "matter_id") -> str:
    """SQL condition: the acting person may see the matter, or a worker is working on it."""
    return f"({matter_column} IN {ACCESSIBLE} OR {matter_column} = (SELECT working_matter()))"


def protect(
    table: str, *, read: str | None = None, add: str | None = None, change: str | None = None
) -> migrations.RunSQL:
    """Switch on row-level security with one policy a command; what is not given follows ``may_read``.

    The policies bind every role but the table's owner, so that migrations and backups see all rows.
    """
    read = read or may_read()
    add = add or read
    change = change or read
    return migrations.RunSQL(
        f"""
        ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;
        CREATE POLICY {table}_read ON {table} FOR SELECT USING ({read});
        CREATE POLICY {table}_add ON {table} FOR INSERT WITH CHECK ({add});
        CREATE POLICY {table}_change ON {table} FOR UPDATE USING ({change}) WITH CHECK ({change});
        CREATE POLICY {table}_remove ON {table} FOR DELETE USING ({change});
        """,
        f"""
        DROP POLICY {table}_remove ON {table};
        DROP POLICY {table}_change ON {table};
        DROP POLICY {table}_add ON {table};
        DROP POLICY {table}_read ON {table};
        ALTER TABLE {table} DISABLE ROW LEVEL SECURITY;
        """,
    )
