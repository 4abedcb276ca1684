"""Versions of documents, as adjectives."""

from __future__ import annotations

import datetime
from typing import Self

from django.db.models import Q

from matters.querysets import MatterScopedQuerySet


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
