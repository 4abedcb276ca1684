"""What stands above every page of a matter: the matter, its tabs and their counts."""

from __future__ import annotations

from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.http import Http404

from matters.models import EthicalWall, Matter, MatterAccess, TeamMember, User


def matter_or_404(user: User, number: str) -> Matter:
    """The matter with its client and partner; one that is hidden is one that does not exist."""
    matters = Matter.objects.visible_to(user).select_related("client", "responsible_partner")
    matter = matters.filter(number=number).first()
    if matter is None:
        raise Http404
    return matter


def team_with_access(user: User, matter: Matter) -> QuerySet[TeamMember]:
    """Current members of the team who can see the matter; whom a wall names is not among them."""
    seeing = MatterAccess.objects.visible_to(user).filter(matter_id=matter.pk).values("user_id")
    members = matter.team.visible_to(user).filter(Q(ended_at__isnull=True) | Q(ended_at__gt=Now()))
    return members.filter(started_at__lte=Now(), user__in=seeing).select_related("user")


def walls_in_force(user: User, matter: Matter) -> QuerySet[EthicalWall]:
    """Walls around the matter that have not been lifted."""
    return matter.walls.visible_to(user).filter(Q(lifted_at__isnull=True) | Q(lifted_at__gt=Now()))


def header_counts(user: User, matter: Matter) -> dict[str, int]:
    """Counts beside the tabs, of what ``user`` may see."""
    return {
        "documents": matter.documents.visible_to(user).count(),
        "members": team_with_access(user, matter).count(),
        "parties": matter.parties.visible_to(user).count(),
        "walls": walls_in_force(user, matter).count(),
    }


def matter_header(user: User, matter: Matter, tab: str) -> dict[str, Any]:
    """Context of the header above a page of a matter that ``user`` was found to see."""
    return {"nav": "matters", "matter": matter, "tab": tab, "counts": header_counts(user, matter)}
