"""The database view ``matter_access`` against the rule in plain Python, on random small firms."""

from __future__ import annotations

import datetime
import uuid
from dataclasses import dataclass

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matters.access import accessible_matters
from matters.models import Client, EthicalWall, Matter, TeamMember, User, WallMember

PEOPLE, MATTERS = 2, 2
people = st.integers(0, PEOPLE - 1)
matters = st.integers(0, MATTERS - 1)
# Days from now; never zero, because the clock goes on between the statement and its check.
days = st.sampled_from([-3, -2, -1, 1, 2])


@dataclass(frozen=True)
class Membership:
    person: int
    matter: int
    starts: int
    ends: int | None

    def holds(self) -> bool:
        return self.starts < 0 and (self.ends is None or self.ends > 0)


@dataclass(frozen=True)
class Wall:
    matter: int
    named: frozenset[int]
    lifted: int | None

    def holds(self) -> bool:
        return self.lifted is None or self.lifted > 0


memberships = st.lists(
    st.builds(Membership, people, matters, days, st.none() | days),
    min_size=1,
    max_size=5,
    # One membership without an end for each person and matter, as the table's constraint says.
    unique_by=lambda one: (one.person, one.matter, one.ends),
)
walls = st.lists(st.builds(Wall, matters, st.frozensets(people, min_size=1), st.none() | days), max_size=2)


def may_see(person: int, matter: int, active: list[bool], team: list[Membership], around: list[Wall]) -> bool:
    """The rule as one would say it: active, on the team now, and named by no wall that stands."""
    return (
        active[person]
        and any(one.holds() for one in team if (one.person, one.matter) == (person, matter))
        and not any(person in wall.named for wall in around if wall.matter == matter and wall.holds())
    )


@settings(
    max_examples=120,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    active=st.lists(st.booleans(), min_size=PEOPLE, max_size=PEOPLE),
    supers=st.lists(st.booleans(), min_size=PEOPLE, max_size=PEOPLE),
    team=memberships,
    around=walls,
)
def test_the_view_is_the_rule(
    committed: None, active: list[bool], supers: list[bool], team: list[Membership], around: list[Wall]
) -> None:
    with transaction.atomic(using="owner"):
        users, opened = _store(active, supers, team, around)
        for i, user in enumerate(users):
            seen = set(accessible_matters(user).using("owner").values_list("matter_id", flat=True))
            expected = {opened[j].pk for j in range(MATTERS) if may_see(i, j, active, team, around)}
            assert seen == expected
        transaction.set_rollback(True, using="owner")


def _store(
    active: list[bool], supers: list[bool], team: list[Membership], around: list[Wall]
) -> tuple[list[User], list[Matter]]:
    now = timezone.now()

    def at(offset: int | None) -> datetime.datetime | None:
        return None if offset is None else now + datetime.timedelta(days=offset)

    names = [f"p{uuid.uuid4().hex}" for _ in range(PEOPLE)]
    users = User.objects.using("owner").bulk_create(
        User(username=name, is_active=a, is_superuser=s)
        for name, a, s in zip(names, active, supers, strict=True)
    )
    (client,) = Client.objects.using("owner").bulk_create([Client(name="Client")])
    opened = Matter.objects.using("owner").bulk_create(
        Matter(number=uuid.uuid4().hex, title="x", client_id=client.pk, responsible_partner_id=users[0].pk)
        for _ in range(MATTERS)
    )
    TeamMember.objects.using("owner").bulk_create(
        TeamMember(
            matter_id=opened[one.matter].pk,
            user_id=users[one.person].pk,
            started_at=at(one.starts),
            ended_at=at(one.ends),
        )
        for one in team
    )
    for wall in around:
        (raised,) = EthicalWall.objects.using("owner").bulk_create(
            [
                EthicalWall(
                    matter_id=opened[wall.matter].pk, name="W", raised_at=now, lifted_at=at(wall.lifted)
                )
            ]
        )
        WallMember.objects.using("owner").bulk_create(
            WallMember(wall_id=raised.pk, user_id=users[person].pk) for person in wall.named
        )
    return users, opened


@pytest.mark.parametrize("nobody", [None, "mona", 7])
def test_access_is_decided_for_a_person_only(nobody: object) -> None:
    with pytest.raises(TypeError):
        accessible_matters(nobody)


def test_a_person_who_was_never_saved_sees_nothing(committed: None) -> None:
    assert not accessible_matters(User(username="new")).using("owner").exists()
