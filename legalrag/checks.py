"""What must hold before anything is served."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.core.checks import CheckMessage, Error, Tags, register
from django.core.exceptions import ImproperlyConfigured

from legalrag.backends import KINDS, BackendError, backend_aliases, get_backend
from legalrag.database_roles import serving_role_faults, unprotected_tables
from legalrag.guard import GuardedModel


@register(Tags.database)
def serving_role(app_configs: Any, databases: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Refuse to serve as a role that row-level security does not bind."""
    if not databases or "default" not in databases:
        return []
    return [
        Error(
            f"LegalRAG does not serve like this: {fault}.",
            hint="DATABASE_URL must name the serving role; LEGALRAG_OWNER_DATABASE_URL the owner.",
            id="legalrag.E001",
        )
        for fault in serving_role_faults()
    ]


@register(Tags.database)
def row_security(app_configs: Any, databases: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Refuse to serve a table of a matter, a plugin's too, that has no row-level security."""
    if not databases or "default" not in databases:
        return []
    tables = [model._meta.db_table for model in guarded_models() if model._meta.managed]
    return [
        Error(
            f"LegalRAG does not serve like this: the table {table} is not protected by row-level security.",
            hint="Run manage.py migrate --database owner; a plugin's migration calls matters.row_security.protect.",
            id="legalrag.E003",
        )
        for table in unprotected_tables(tables)
    ]


@register(deploy=True)
def backends(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Each configured backend must be able to work."""
    errors: list[CheckMessage] = []
    for kind in KINDS:
        for alias in backend_aliases(kind):
            try:
                get_backend(kind, alias).check()
            except BackendError as error:
                errors.append(Error(str(error), id="legalrag.E002"))
    return errors


def guarded_models() -> list[type[GuardedModel]]:
    """Every model that belongs to a matter, of all apps and plugins."""
    return [model for model in apps.get_models() if issubclass(model, GuardedModel)]


def require_fit_to_serve() -> None:
    """Run the checks that need a database or load backends; whatever serves calls this before it starts.

    Raises ``ImproperlyConfigured`` with all that is wrong.
    """
    databases = ["default"]
    errors = [*serving_role(None, databases), *row_security(None, databases)] or backends(None)
    if errors:
        raise ImproperlyConfigured(" ".join(" ".join(filter(None, (e.msg, e.hint))) for e in errors))
