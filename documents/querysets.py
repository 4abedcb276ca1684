"""Documents and versions, as adjectives."""

from __future__ import annotations

import datetime
from typing import Self

from django.db.models import OuterRef, Q, Subquery

from matters.querysets import MatterScopedQuerySet


class DocumentQuerySet(MatterScopedQuerySet):
    """Documents of matters."""

    def with_current_version(self) -> Self:
        """Annotate ``current_version_id``: the newest version that was filed."""
        from documents.models import DocumentVersion

        newest = (
            DocumentVersion.objects.filter(document=OuterRef("pk"))
            .order_by("-number")
            .unscoped(reason="correlated with a document that is narrowed itself")
        )
        return self.annotate(current_version_id=Subquery(newest.values("pk")[:1]))


class VersionQuerySet(MatterScopedQuerySet):
    """Versions of documents."""

    def in_force_on(self, date: datetime.date) -> Self:
        """Executed versions whose text stood on ``date``."""
        return self.filter(
            Q(in_force_until__isnull=True) | Q(in_force_until__gt=date), in_force_from__lte=date
        )

    def being_read(self) -> Self:
        """Versions whose reading has not ended."""
        return self.filter(reading_state="reading")
