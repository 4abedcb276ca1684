"""What is indexed: passages, each a clause or a sentence-bounded part of one."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone
from pgvector.django import VectorField

from documents.models import Clause, Document, DocumentVersion
from legalrag.guard import GuardedModel
from matters.models import Matter
from matters.querysets import MatterScopedQuerySet

DIMENSIONS = 384


class Passage(GuardedModel):
    """A span of a version's text, its context for searching, and its vector."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    matter = models.ForeignKey(Matter, on_delete=models.PROTECT, related_name="+")
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="+")
    version = models.ForeignKey(DocumentVersion, on_delete=models.PROTECT, related_name="passages")
    clause = models.ForeignKey(Clause, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    text = models.TextField()
    context = models.TextField(
        help_text="Document header and heading path; searched with the text, never quoted."
    )
    sha256 = models.CharField(max_length=64)
    embedding = VectorField(dimensions=DIMENSIONS, null=True)

    objects = MatterScopedQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["version", "position"], name="passage_position_in_version")
        ]

    def __str__(self) -> str:
        return f"passage {self.position} of {self.version_id}"


class EvaluationRun(models.Model):
    """What a suite measured, with the configuration that it measured. Holds nothing of any matter."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    suite = models.CharField(max_length=40)
    ran_at = models.DateTimeField(default=timezone.now)
    figures = models.JSONField(help_text="The figures file, as docs/reference/evaluation.md describes it.")

    class Meta:
        ordering = ["-ran_at"]

    def __str__(self) -> str:
        return f"{self.suite} {self.ran_at:%Y-%m-%d %H:%M}"
