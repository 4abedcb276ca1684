"""People, clients, matters, teams and ethical walls."""

from __future__ import annotations

import uuid

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone

from legalrag.guard import GuardedModel
from matters.querysets import (
    ClientQuerySet,
    MatterAccessQuerySet,
    MatterQuerySet,
    MatterScopedQuerySet,
    WallMemberQuerySet,
)


class User(AbstractUser):
    """A person of the firm. ``is_superuser`` opens the back-office, never a matter."""

    class Role(models.TextChoices):
        FEE_EARNER = "fee_earner", "Fee earner"
        PARTNER = "partner", "Partner"
        RECORDS = "records", "Records and Risk"
        ADMINISTRATOR = "administrator", "Administrator"

    role = models.CharField(max_length=20, choices=Role, default=Role.FEE_EARNER)

    def audit_detail(self) -> dict[str, str]:
        return {"username": self.username, "role": self.role}


class Client(GuardedModel):
    """Somebody for whom the firm acts."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=200)

    objects = ClientQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Matter(GuardedModel):
    """A piece of work for a client. Restricted to its team."""

    class Status(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"
        ARCHIVED = "archived", "Archived"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    number = models.CharField(max_length=40, unique=True)
    title = models.CharField(max_length=200)
    # No way back: a join from a visible client would reach the walled matters of the same client.
    client = models.ForeignKey(Client, on_delete=models.PROTECT, related_name="+")
    status = models.CharField(max_length=20, choices=Status, default=Status.OPEN)
    practice_area = models.CharField(max_length=100, blank=True)
    jurisdiction = models.CharField(max_length=40, blank=True)
    responsible_partner = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    opened_on = models.DateField(default=timezone.localdate)
    next_document_number = models.PositiveIntegerField(default=1)

    objects = MatterQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"{self.number} {self.title}"

    @property
    def matter_id(self) -> uuid.UUID:
        """The matter that this row belongs to, as on every other model of a matter."""
        return self.pk


class MatterAccess(GuardedModel):
    """The view ``matter_access``: one row for each matter that an active person may see now."""

    matter_id = models.UUIDField(primary_key=True)
    user_id = models.BigIntegerField()

    objects = MatterAccessQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        managed = False
        db_table = "matter_access"

    def __str__(self) -> str:
        return f"{self.user_id} sees {self.matter_id}"


class TeamMember(GuardedModel):
    """A period during which a person works on a matter."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    matter = models.ForeignKey(Matter, on_delete=models.PROTECT, related_name="team")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = MatterScopedQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["started_at"]
        indexes = [models.Index(fields=["user", "matter"])]
        constraints = [
            models.UniqueConstraint(
                fields=["matter", "user"],
                condition=models.Q(ended_at__isnull=True),
                name="one_current_membership",
                violation_error_message="This person is on the team already.",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on {self.matter_id}"

    def audit_detail(self) -> dict[str, str]:
        return {"user": str(self.user_id)}


class Party(GuardedModel):
    """Somebody with a part in a matter."""

    class Role(models.TextChoices):
        CLIENT = "client", "Client"
        ADVERSE = "adverse", "Adverse party"
        COUNSEL = "counsel", "Counsel"
        COURT = "court", "Court"
        WITNESS = "witness", "Witness"
        THIRD_PARTY = "third_party", "Third party"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    matter = models.ForeignKey(Matter, on_delete=models.PROTECT, related_name="parties")
    name = models.CharField(max_length=200)
    role = models.CharField(max_length=20, choices=Role)

    objects = MatterScopedQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["role", "name"]

    def __str__(self) -> str:
        return self.name


class EthicalWall(GuardedModel):
    """People who must never see a matter, whoever grants them access."""

    class Kind(models.TextChoices):
        EXCLUSION = "exclusion", "Exclusion"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    matter = models.ForeignKey(Matter, on_delete=models.PROTECT, related_name="walls")
    name = models.CharField(max_length=200)
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.EXCLUSION)
    reason = models.TextField(blank=True)
    raised_at = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True, blank=True)

    objects = MatterScopedQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        ordering = ["-raised_at"]

    def __str__(self) -> str:
        return self.name


class WallMember(GuardedModel):
    """A person whom a wall names."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    wall = models.ForeignKey(EthicalWall, on_delete=models.PROTECT, related_name="members")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    objects = WallMemberQuerySet.as_manager()

    class Meta(GuardedModel.Meta):
        constraints = [models.UniqueConstraint(fields=["wall", "user"], name="named_once_by_a_wall")]

    def __str__(self) -> str:
        return f"{self.user_id} behind {self.wall_id}"
