"""What changes people, matters, teams and walls. Keyword-only, atomic, audited."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from audit.services import SYSTEM, audited
from matters.models import Client, EthicalWall, Matter, Party, TeamMember, User, WallMember

Role = User.Role
MATTER_NUMBER = re.compile(r"[^/\x00-\x1f\x7f]{1,40}")


def _require_role(actor: Any, *roles: str) -> None:
    if not isinstance(actor, User) or not actor.is_active or actor.role not in roles:
        raise PermissionDenied("This is for " + " or ".join(Role(role).label for role in roles) + ".")


def _require_sight(actor: User, matter: Matter) -> None:
    """Records and Risk manage matters without reading them; anyone else must see the matter.

    Raises ``Matter.DoesNotExist``, as for a matter that is not there.
    """
    if actor.role != Role.RECORDS:
        Matter.objects.visible_to(actor).only("pk").get(pk=matter.pk)


@audited("matters.user.created")
def user_create(*, actor: Any, username: str, role: str, name: str, password: str, email: str = "") -> User:
    """Add a person. For administrators, and for the system itself when a firm is set up.

    Administrators may enter the back-office. Raises ``ValidationError`` for a name that is taken and a
    password that is too weak.
    """
    if actor != SYSTEM:
        _require_role(actor, Role.ADMINISTRATOR)
    first, _, last = name.partition(" ")
    user = User(username=username, role=Role(role), first_name=first, last_name=last, email=email)
    user.is_staff = user.role == Role.ADMINISTRATOR
    user.clean_fields(exclude=["password"])
    if User.objects.filter(username=username).exists():
        raise ValidationError(f"There is somebody called {username} already. Choose another name.")
    validate_password(password, user)
    user.set_password(password)
    user.save(force_insert=True)
    return user


@audited("matters.client.created")
def client_create(*, actor: User, name: str) -> Client:
    """Add a client. For partners and Records and Risk."""
    _require_role(actor, Role.PARTNER, Role.RECORDS)
    client = Client(name=name.strip())
    if not client.name:
        raise ValidationError("Enter the client's name.")
    client.save(force_insert=True)
    return client


@audited("matters.matter.opened")
def matter_open(
    *,
    actor: User,
    number: str,
    title: str,
    client: Client,
    responsible_partner: User,
    practice_area: str = "",
    jurisdiction: str = "",
) -> Matter:
    """Open a restricted matter with its responsible partner as the first member of the team.

    Raises ``ValidationError`` when the number is taken, or can't stand in an address.
    """
    _require_role(actor, Role.PARTNER, Role.RECORDS)
    if not MATTER_NUMBER.fullmatch(number):
        raise ValidationError("A matter's number has 1 to 40 characters and no slash.")
    if responsible_partner.role != Role.PARTNER:
        raise ValidationError("The responsible partner must be a partner.")
    matter = Matter(
        number=number,
        title=title,
        client=client,
        responsible_partner=responsible_partner,
        practice_area=practice_area,
        jurisdiction=jurisdiction,
    )
    try:
        with transaction.atomic():
            matter.save(force_insert=True)
    except IntegrityError as error:
        raise ValidationError(f"The number {number} is taken. Choose another.") from error
    _team_member_start(actor=actor, matter=matter, user=responsible_partner)
    return matter


def team_member_add(*, actor: User, matter: Matter, user: User) -> TeamMember:
    """Add a person to the team from now on. A wall still keeps them out.

    For Records and Risk, and for partners who see the matter.
    """
    _require_role(actor, Role.PARTNER, Role.RECORDS)
    _require_sight(actor, matter)
    return _team_member_start(actor=actor, matter=matter, user=user)


@audited("matters.team_member.added")
def _team_member_start(*, actor: User, matter: Matter, user: User) -> TeamMember:
    member = TeamMember(matter=matter, user=user, started_at=Now())
    try:
        with transaction.atomic():
            member.save(force_insert=True)
    except IntegrityError as error:
        raise ValidationError(f"{user.get_full_name()} is on the team already.") from error
    return member


@audited("matters.team_member.removed")
def team_member_remove(*, actor: User, member: TeamMember) -> TeamMember:
    """End a membership now; the period stays on record."""
    _require_role(actor, Role.PARTNER, Role.RECORDS)
    member.refresh_from_db(fields=["ended_at"])
    if member.ended_at is not None:
        raise ValidationError("This person has left the team already.")
    member.ended_at = Now()
    member.save(update_fields=["ended_at"])
    return member


@audited("matters.party.added")
def party_add(*, actor: User, matter: Matter, name: str, role: str) -> Party:
    """Name a party of the matter."""
    _require_role(actor, Role.PARTNER, Role.RECORDS, Role.FEE_EARNER)
    _require_sight(actor, matter)
    party = Party(matter=matter, name=name.strip(), role=Party.Role(role))
    party.save(force_insert=True)
    return party


@audited("matters.wall.raised")
def wall_raise(
    *, actor: User, matter: Matter, name: str, users: list[User], kind: str = "exclusion", reason: str = ""
) -> EthicalWall:
    """Raise a wall that counts from the next query on. For Records and Risk."""
    _require_role(actor, Role.RECORDS)
    if not users:
        raise ValidationError("Name at least one person whom the wall keeps out.")
    wall = EthicalWall(matter=matter, name=name, kind=EthicalWall.Kind(kind), reason=reason, raised_at=Now())
    wall.save(force_insert=True)
    for user in dict.fromkeys(users):
        WallMember(wall=wall, user=user).save(force_insert=True)
    return wall


@audited("matters.wall.lifted")
def wall_lift(*, actor: User, wall: EthicalWall) -> EthicalWall:
    """Lift a wall now; its period stays on record."""
    _require_role(actor, Role.RECORDS)
    wall.refresh_from_db(fields=["lifted_at"])
    if wall.lifted_at is not None:
        raise ValidationError("This wall was lifted already.")
    wall.lifted_at = Now()
    wall.save(update_fields=["lifted_at"])
    return wall
