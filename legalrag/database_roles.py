"""The two database roles: who migrates, who serves, and what the serving role may do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import connections, transaction

# Rows of these tables are evidence: the serving role adds and reads, nothing else.
APPEND_ONLY_TABLES = ("audit_event", "audit_querylog", "audit_queryresult")
# Written only by functions of the owner, or not at all.
READ_ONLY_TABLES = ("audit_chainlink", "audit_unsealed", "matter_access")


class OwnerMigrates:
    """Database router: the schema belongs to the owner, so only the owner migrates."""

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == "owner"


def grant_to_serving_role(using: str = "owner", **kwargs: Any) -> None:
    """After each migration, give the serving role what it needs and no more."""
    if using != "owner":
        return
    role = connections["default"].settings_dict["USER"]
    quoted = connections["owner"].ops.quote_name(role)
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {quoted}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {quoted}")
        existing = set(connections["owner"].introspection.table_names(cursor, include_views=True))
        for table in existing.intersection(APPEND_ONLY_TABLES):
            cursor.execute(f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {quoted}")
        for table in existing.intersection(READ_ONLY_TABLES):
            cursor.execute(f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON {table} FROM {quoted}")


_POWERS = """
SELECT r.rolname, r.rolsuper, r.rolbypassrls,
       (SELECT count(*) FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relowner = r.oid),
       (SELECT pg_has_role(r.oid, n.nspowner, 'MEMBER') FROM pg_namespace n WHERE n.nspname = 'public'),
       (SELECT string_agg(p.rolname, ', ') FROM pg_roles p
        WHERE p.oid <> r.oid AND pg_has_role(r.oid, p.oid, 'MEMBER') AND (p.rolsuper OR p.rolbypassrls OR EXISTS (
            SELECT 1 FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relowner = p.oid)))
FROM pg_roles r WHERE r.rolname IN (session_user, current_user)
"""


def serving_role_faults(using: str = "default") -> list[str]:
    """Why the connected role must not serve; empty when it may."""
    faults = []
    with connections[using].cursor() as cursor:
        cursor.execute(_POWERS)
        roles = cursor.fetchall()
    for name, superuser, bypasses, owned, owns_schema, powerful in roles:
        if superuser:
            faults.append(f"the role {name} is a superuser")
        if bypasses:
            faults.append(f"the role {name} bypasses row-level security")
        if owned:
            faults.append(f"the role {name} owns {owned} tables")
        if owns_schema and not superuser:
            faults.append(f"the role {name} owns the schema, and can drop its tables")
        if powerful and not superuser:
            faults.append(f"the role {name} can become {powerful}")
    return faults


def unprotected_tables(tables: Iterable[str], using: str = "default") -> list[str]:
    """Those of ``tables`` for which row-level security is off, has no policy, or that do not exist."""
    with connections[using].cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace"
            " AND c.relrowsecurity AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid)"
        )
        protected = {row[0] for row in cursor.fetchall()}
    return sorted(set(tables) - protected)
