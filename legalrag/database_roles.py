"""The two database roles: who migrates, who serves, and what the serving role may do."""

from __future__ import annotations

from typing import Any

from django.db import connections

# Rows of these tables are evidence: the serving role adds and reads, nothing else.
APPEND_ONLY_TABLES = ("audit_event", "audit_querylog", "audit_queryresult")
# Written only by functions of the owner.
READ_ONLY_TABLES = ("audit_chainlink", "audit_unsealed")


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
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {quoted}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {quoted}")
        existing = set(connections["owner"].introspection.table_names(cursor))
        for table in existing.intersection(APPEND_ONLY_TABLES):
            cursor.execute(f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {quoted}")
        for table in existing.intersection(READ_ONLY_TABLES):
            cursor.execute(f"REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON {table} FROM {quoted}")


def serving_role_faults() -> list[str]:
    """Why the connected role must not serve; empty when it may."""
    faults = []
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user")
        name, superuser, bypasses = cursor.fetchone()
        cursor.execute(
            "SELECT count(*) FROM pg_class WHERE relowner = current_user::regrole "
            "AND relnamespace = 'public'::regnamespace"
        )
        owned = cursor.fetchone()[0]
        cursor.execute(
            "SELECT string_agg(r.rolname, ', ') FROM pg_roles r WHERE r.rolname <> current_user "
            "AND pg_has_role(current_user, r.oid, 'MEMBER') AND (r.rolsuper OR r.rolbypassrls OR "
            "EXISTS (SELECT 1 FROM pg_class c WHERE c.relowner = r.oid "
            "AND c.relnamespace = 'public'::regnamespace))"
        )
        powerful = cursor.fetchone()[0]
    if superuser:
        faults.append(f"the role {name} is a superuser")
    if bypasses:
        faults.append(f"the role {name} bypasses row-level security")
    if owned:
        faults.append(f"the role {name} owns {owned} tables")
    if powerful:
        faults.append(f"the role {name} can become {powerful}")
    return faults
