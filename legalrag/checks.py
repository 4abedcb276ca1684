"""What must hold before anything is served."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register

from legalrag.backends import KINDS, BackendError, backend_aliases, get_backend
from legalrag.database_roles import serving_role_faults


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
