"""Documents, immutable versions, their text, pages and clauses."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import models
from django.utils import timezone

from documents.querysets import VersionQuerySet
from legalrag.guard import GuardedModel
from matters.models import Matter, User
from matters.querysets import MatterScopedQuerySet


class Document(GuardedModel):
    """A document of a matter: a name for its versions."""

    class Type(models.TextChoices):
        CONTRACT = "contract", "Contract"
        POLICY = "policy", "Policy"
        STATUTE = "statute", "Statute"
        OPINION = "opinion", "Court opinion"
        CORRESPONDENCE = "correspondence", "Correspondence"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    matter = models.ForeignKey(Matter, on_delete=models.PROTECT, related_name="documents")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=300)
    type = models.CharField(max_length=20, choices=Type, default=Type.CONTRACT)
    jurisdiction = models.CharField(max_length=40, blank=True)
    next_version_number = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    objects = MatterScopedQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["matter", "number"], name="document_number_in_matter")]

    def __str__(self) -> str:
        return self.title

    def audit_detail(self) -> dict[str, Any]:
        return {"title": self.title, "number": self.number}


class DocumentVersion(GuardedModel):
    """What was filed: bytes that never change, and what people say about them."""

    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        IN_REVIEW = "in_review", "In review"
        APPROVED = "approved", "Approved"
        EXECUTED = "executed", "Executed"
        SUPERSEDED = "superseded", "Superseded"
        WITHDRAWN = "withdrawn", "Withdrawn"

    class Reading(models.TextChoices):
        READING = "reading", "Being read"
        READY = "ready", "Ready"
        NOT_READABLE = "not_readable", "Not readable"
        FAILED = "failed", "Reading failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    document = models.ForeignKey(Document, on_delete=models.PROTECT, related_name="versions")
    matter = models.ForeignKey(Matter, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=20, choices=Status, default=Status.EXECUTED)
    effective = models.DateField(null=True, blank=True)
    expires = models.DateField(null=True, blank=True)
    # Derived by services.in_force_periods_set: half-open, empty for a text that never stood.
    in_force_from = models.DateField(null=True, editable=False)
    in_force_until = models.DateField(null=True, editable=False)
    filename = models.CharField(max_length=300)
    media_type = models.CharField(max_length=100)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    blob = models.UUIDField(help_text="The opaque name under which the bytes are stored.")
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    filed_at = models.DateTimeField(default=timezone.now)
    reading_state = models.CharField(max_length=20, choices=Reading, default=Reading.READING)
    page_count = models.PositiveIntegerField(default=0)
    has_page_images = models.BooleanField(default=False)

    objects = VersionQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["-number"]
        indexes = [models.Index(fields=["matter", "reading_state"])]
        constraints = [
            models.UniqueConstraint(fields=["document", "number"], name="version_number_in_document")
        ]

    def __str__(self) -> str:
        return f"version {self.number}"

    def audit_detail(self) -> dict[str, Any]:
        return {"sha256": self.sha256, "size": self.size, "number": self.number, "status": self.status}


class DocumentText(GuardedModel):
    """The text that was read from a version. All offsets count its characters (code points)."""

    version = models.OneToOneField(
        DocumentVersion, on_delete=models.PROTECT, primary_key=True, related_name="content"
    )
    matter = models.ForeignKey(Matter, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    parser = models.CharField(max_length=100)
    warnings = models.JSONField(default=list)
    blocks = models.JSONField(
        default=list, help_text="Paragraphs as the format knows them, for the clause tree."
    )

    objects = MatterScopedQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        pass

    def __str__(self) -> str:
        return f"text of {self.version_id}"


class Page(GuardedModel):
    """A page and the part of the text that it holds: [start, end)."""

    version = models.ForeignKey(DocumentVersion, on_delete=models.PROTECT, related_name="pages")
    matter = models.ForeignKey(Matter, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()

    objects = MatterScopedQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["version", "number"], name="page_number_in_version")]

    def __str__(self) -> str:
        return f"page {self.number}"


class Clause(GuardedModel):
    """A node of a document's own structure; [start, end) covers it with its children."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.ForeignKey(DocumentVersion, on_delete=models.PROTECT, related_name="clauses")
    matter = models.ForeignKey(Matter, on_delete=models.PROTECT, related_name="+")
    parent = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="children")
    position = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)
    label = models.CharField(max_length=200, blank=True)
    path = models.CharField(max_length=300, blank=True, help_text="How the clause is cited: 4.3(b).")
    heading = models.TextField(blank=True)
    level = models.PositiveSmallIntegerField()
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    page_first = models.PositiveIntegerField()
    page_last = models.PositiveIntegerField()

    objects = MatterScopedQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["version", "position"], name="clause_position_in_version")
        ]

    def __str__(self) -> str:
        return self.path or self.heading or f"clause {self.position}"


class IngestStep(GuardedModel):
    """One step of reading a version in, as the document's page shows it."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"

    version = models.ForeignKey(DocumentVersion, on_delete=models.PROTECT, related_name="steps")
    matter = models.ForeignKey(Matter, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=20)
    position = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=20, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    seconds = models.FloatField(null=True)

    objects = MatterScopedQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["version", "name"], name="step_once_in_version")]

    def __str__(self) -> str:
        return f"{self.name}: {self.state}"


class Job(models.Model):
    """Work to be done, with a lease. Holds ids only, nothing that a wall must hide.

    A worker owns a job while its lease runs and its ``fence`` is the one it was given; a worker that
    was thought dead and comes back finds another fence and stops.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    subject = models.UUIDField()
    matter = models.UUIDField()
    state = models.CharField(max_length=20, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    fence = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    again = models.BooleanField(default=False, help_text="Asked for once more while it ran.")
    run_after = models.DateTimeField(default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["created_at"]
        indexes = [
            models.Index(
                fields=["run_after"], condition=models.Q(state__in=["waiting", "running"]), name="jobs_due"
            )
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject"],
                condition=models.Q(state__in=["waiting", "running"]),
                name="one_open_job_for_a_subject",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"
