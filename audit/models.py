"""Records that outlive what they speak of: text references and hashes, no key into another app."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from legalrag.guard import GuardedModel, GuardedQuerySet


class RecordQuerySet(GuardedQuerySet):
    """Rows of the audit; ``matters.access`` decides who reads them."""


class Event(GuardedModel):
    """Something that happened, as canonical bytes. The other columns repeat them for looking up."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    occurred_at = models.DateTimeField(default=timezone.now)
    verb = models.CharField(max_length=80)
    actor = models.CharField(max_length=40)
    actor_name = models.CharField(max_length=301)
    matter = models.UUIDField(null=True)
    subject = models.CharField(max_length=120)
    detail = models.JSONField(default=dict)
    canonical = models.BinaryField()

    objects = RecordQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["-occurred_at"]
        indexes = [models.Index(fields=["matter", "-occurred_at"])]

    def __str__(self) -> str:
        return f"{self.verb} {self.subject}"


class ChainLink(models.Model):
    """A place in the chain: hash = SHA-256(previous hash bytes + event's canonical bytes).

    Only the database function ``audit_seal()`` writes here.
    """

    sequence = models.BigIntegerField(primary_key=True)
    event = models.UUIDField(unique=True)
    previous = models.BinaryField(max_length=32)
    hash = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"event {self.sequence}"


class QueryLog(GuardedModel):
    """A search as it was opened, before anything was searched."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    opened_at = models.DateTimeField(default=timezone.now)
    actor = models.CharField(max_length=40)
    actor_name = models.CharField(max_length=301)
    kind = models.CharField(max_length=20)
    question = models.TextField()
    matters = ArrayField(models.UUIDField(), help_text="The matters that were searched.")
    canonical = models.BinaryField()
    sha256 = models.CharField(max_length=64)

    objects = RecordQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["-opened_at"]
        indexes = [models.Index(fields=["actor", "-opened_at"])]

    def __str__(self) -> str:
        return f"Query {self.id}"


class QueryResult(GuardedModel):
    """What a search found and answered. A log without a result did not complete."""

    log = models.OneToOneField(QueryLog, on_delete=models.PROTECT, primary_key=True, related_name="result")
    actor = models.CharField(max_length=40)
    completed_at = models.DateTimeField(default=timezone.now)
    matters = ArrayField(
        models.UUIDField(),
        help_text="Who reads the result must see all of these: a named scope, and the hits.",
    )
    canonical = models.BinaryField()
    sha256 = models.CharField(max_length=64)

    objects = RecordQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        pass

    def __str__(self) -> str:
        return f"Result of query {self.log_id}"
