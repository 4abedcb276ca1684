"""A queryset that refuses to run until somebody said whose eyes it reads with.

Every model that belongs to a matter uses a manager built from ``GuardedQuerySet``. A query must pass
through ``visible_to(user)`` or ``unscoped(reason=...)`` before Django compiles it; otherwise compiling
raises ``UnscopedQuery``. PostgreSQL's row-level security says the same once more behind it.

What each app means by "visible" is its own ``visible_to``; this module only enforces that it was called.
"""

from __future__ import annotations

from typing import Any, Self

from django.core.checks import CheckMessage, Error
from django.db import models
from django.db.models import Exists
from django.db.models.sql import Query


class UnscopedQuery(Exception):
    """A query on material of a matter was about to run without a reader."""


class GuardedQuery(Query):
    """A query that carries its scope, and refuses to be compiled without one."""

    scope: tuple[str, Any] | None = None

    def require_scope(self) -> None:
        if self.scope is None and not self.is_empty():
            raise UnscopedQuery(
                f"A query on {self.model._meta.label} was not narrowed. Call visible_to(user), "
                "or unscoped(reason=...) where nobody is shown the rows."
            )

    def get_compiler(self, *args: Any, **kwargs: Any) -> Any:
        self.require_scope()
        return super().get_compiler(*args, **kwargs)

    def chain(self, klass: type[Query] | None = None) -> Query:
        # An UPDATE or aggregate changes the class of the clone, and with it this guard would be lost.
        if klass is not None and not issubclass(klass, GuardedQuery):
            self.require_scope()
        return super().chain(klass)

    def combine(self, rhs: Query, connector: str) -> None:
        # visible | unscoped would take the scope of the left side and the rows of the right.
        rhs_scope = getattr(rhs, "scope", None)
        if self.scope is None or rhs_scope is None or self.scope != rhs_scope:
            raise UnscopedQuery(
                f"Two queries on {self.model._meta.label} can be combined only when both have the same scope."
            )
        super().combine(rhs, connector)

    def split_exclude(self, *args: Any, **kwargs: Any) -> tuple[Any, Any]:
        # Django builds the inner query of an exclude() anew. It is correlated with this one, which is checked.
        condition, needed_inner = super().split_exclude(*args, **kwargs)
        for leaf in condition.leaves():
            if isinstance(leaf.lhs, Exists):
                leaf.lhs.query.scope = ("correlated", self.model)
        return condition, needed_inner


class GuardedQuerySet(models.QuerySet):
    """Base of the querysets of everything that belongs to a matter."""

    def __init__(self, model: Any = None, query: Query | None = None, **kwargs: Any) -> None:
        super().__init__(model=model, query=query or GuardedQuery(model), **kwargs)

    def with_scope(self, kind: str, key: Any) -> Self:
        """Mark a clone as narrowed. Only implementations of ``visible_to`` call this."""
        clone = self._chain()
        clone.query.scope = (kind, key)
        return clone

    def unscoped(self, *, reason: str) -> Self:
        """Open the guard where rows are shown to nobody; ``reason`` is a sentence for the reader of the code.

        Row-level security still applies: outside ``acting_as`` or ``working_on`` there are no rows.
        """
        if not reason.strip():
            raise ValueError("unscoped() needs a reason.")
        return self.with_scope("unscoped", reason)

    def visible_to(self, user: Any) -> Self:
        raise TypeError(f"{type(self).__name__} does not say what a person may see.")

    def raw(self, *args: Any, **kwargs: Any) -> Any:
        # raw() takes no filter along, so that of visible_to() would be lost.
        if self.query.scope is None or self.query.scope[0] != "unscoped":
            raise UnscopedQuery(f"raw() on {self.model._meta.label} goes past the guard.")
        return super().raw(*args, **kwargs)

    def _raw_delete(self, using: str) -> int:
        # Django's fast path for deletes changes the class of the query without chain().
        self.query.require_scope()
        return super()._raw_delete(using)


class GuardedModel(models.Model):
    """Base of models that belong to a matter. What was loaded in scope can be saved, reloaded and deleted.

    An object that was only made up (``Matter(pk=guess)``) can be added and nothing else: it would reach
    a row that nobody's scope has let through.
    """

    class Meta:
        abstract = True
        base_manager_name = "objects"

    @classmethod
    def check(cls, **kwargs: Any) -> list[CheckMessage]:
        """Each manager must be guarded, the one that Django uses behind relations too."""
        managers = {cls._base_manager, cls._default_manager, *cls._meta.managers}
        return super().check(**kwargs) + [
            Error(
                f"The manager {manager.name} of {cls._meta.label} is not guarded.",
                hint="Build managers from a GuardedQuerySet, and let Meta inherit from GuardedModel.Meta.",
                obj=cls,
                id="legalrag.E004",
            )
            for manager in managers
            if not issubclass(manager._queryset_class, GuardedQuerySet)
        ]

    def _do_update(self, base_qs: Any, *args: Any) -> bool:
        self._require_loaded("changed")
        return super()._do_update(base_qs.unscoped(reason="saving an object loaded in scope"), *args)

    def refresh_from_db(
        self, using: str | None = None, fields: Any = None, from_queryset: Any = None
    ) -> None:
        if from_queryset is None:
            self._require_loaded("read")
            from_queryset = self._own_rows(using)
        super().refresh_from_db(using=using, fields=fields, from_queryset=from_queryset)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        self._require_loaded("deleted")
        return super().delete(*args, **kwargs)

    def _own_rows(self, using: str | None) -> Any:
        manager = type(self)._base_manager.db_manager(using)
        return manager.unscoped(reason="reloading an object loaded in scope")

    def _require_loaded(self, done: str) -> None:
        if self._state.adding:
            raise UnscopedQuery(
                f"A {self._meta.label} that was not loaded from the database can't be {done}."
            )
