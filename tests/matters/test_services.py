"""What people may change about matters, teams and walls, and who."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from matters.access import acting_as, events_visible_to
from matters.models import EthicalWall, Matter, Party, TeamMember, User, WallMember
from matters.services import (
    client_create,
    matter_open,
    party_add,
    team_member_add,
    team_member_remove,
    wall_lift,
    wall_raise,
)
from tests.factories import Firm, person


def sees(user: User, matter: Matter) -> bool:
    with acting_as(user):
        return Matter.objects.visible_to(user).filter(pk=matter.pk).exists()


ACTS: dict[str, tuple[Callable[[Firm, User], Any], set[str]]] = {
    "adds a client": (lambda firm, actor: client_create(actor=actor, name="New"), {"partner", "records"}),
    "adds to the team": (
        lambda firm, actor: team_member_add(actor=actor, matter=firm.matter, user=person()),
        {"partner", "records"},
    ),
    "adds a party": (
        lambda firm, actor: party_add(actor=actor, matter=firm.matter, name="Court", role="court"),
        {"partner", "records", "member"},
    ),
    "raises a wall": (
        lambda firm, actor: wall_raise(actor=actor, matter=firm.matter, name="W", users=[firm.outsider]),
        {"records"},
    ),
    "lifts a wall": (lambda firm, actor: wall_lift(actor=actor, wall=firm.wall), {"records"}),
}


@pytest.mark.parametrize(
    "who", ["partner", "records", "member", "outsider", "walled", "administrator", "left"]
)
@pytest.mark.parametrize("act", ACTS)
def test_who_may_do_what(firm: Firm, act: str, who: str) -> None:
    do, allowed = ACTS[act]
    if who == "left":
        actor = firm.records
        actor.is_active = False
    else:
        actor = person("administrator") if who == "administrator" else getattr(firm, who)
    with acting_as(actor):
        if who in allowed:
            do(firm, actor)
        else:
            with pytest.raises((PermissionDenied, Matter.DoesNotExist)):
                do(firm, actor)


def test_a_partner_outside_the_team_can_not_join_by_knowing_the_matter(firm: Firm) -> None:
    intruder = person("partner")
    with acting_as(intruder), pytest.raises(Matter.DoesNotExist):
        team_member_add(actor=intruder, matter=firm.matter, user=intruder)
    assert not sees(intruder, firm.matter)


def test_a_partner_opens_a_matter_for_another_partner_and_does_not_see_it(firm: Firm) -> None:
    opener = person("partner")
    with acting_as(opener):
        client = client_create(actor=opener, name="Client")
        matter = matter_open(
            actor=opener, number=uuid.uuid4().hex, title="x", client=client, responsible_partner=firm.partner
        )
    assert sees(firm.partner, matter)
    assert not sees(opener, matter)


def test_a_matter_number_is_given_once(firm: Firm) -> None:
    with acting_as(firm.records), pytest.raises(ValidationError, match="taken"):
        matter_open(
            actor=firm.records,
            number=firm.matter.number,
            title="x",
            client=client_create(actor=firm.records, name="Client"),
            responsible_partner=firm.partner,
        )


def test_the_responsible_partner_is_a_partner(firm: Firm) -> None:
    with acting_as(firm.records), pytest.raises(ValidationError, match="partner"):
        matter_open(
            actor=firm.records,
            number=uuid.uuid4().hex,
            title="x",
            client=client_create(actor=firm.records, name="Client"),
            responsible_partner=firm.member,
        )


def test_a_client_has_a_name(firm: Firm) -> None:
    with acting_as(firm.records), pytest.raises(ValidationError):
        client_create(actor=firm.records, name="  ")


def test_nobody_is_on_a_team_twice_at_a_time(firm: Firm) -> None:
    with acting_as(firm.records), pytest.raises(ValidationError, match="already"):
        team_member_add(actor=firm.records, matter=firm.matter, user=firm.member)


def test_who_left_may_come_back(firm: Firm) -> None:
    with acting_as(firm.records):
        member = _membership(firm.member)
        team_member_remove(actor=firm.records, member=member)
        assert not sees(firm.member, firm.matter)
        team_member_add(actor=firm.records, matter=firm.matter, user=firm.member)
    assert sees(firm.member, firm.matter)


def test_the_end_of_a_membership_is_not_moved_by_a_second_click(firm: Firm) -> None:
    with acting_as(firm.records):
        stale = _membership(firm.member)
        team_member_remove(actor=firm.records, member=_membership(firm.member))
        with pytest.raises(ValidationError, match="already"):
            team_member_remove(actor=firm.records, member=stale)


def test_a_wall_names_somebody_and_each_once(firm: Firm) -> None:
    with acting_as(firm.records):
        with pytest.raises(ValidationError):
            wall_raise(actor=firm.records, matter=firm.matter, name="W", users=[])
        wall = wall_raise(
            actor=firm.records, matter=firm.matter, name="W", users=[firm.member, firm.member, firm.outsider]
        )
        named = WallMember.objects.unscoped(reason="read by Records").filter(wall=wall)
        assert named.count() == 2


def test_a_wall_is_lifted_once(firm: Firm) -> None:
    with acting_as(firm.records):
        stale = EthicalWall.objects.unscoped(reason="read by Records").get(pk=firm.wall.pk)
        wall_lift(actor=firm.records, wall=firm.wall)
        with pytest.raises(ValidationError, match="already"):
            wall_lift(actor=firm.records, wall=stale)


def test_each_change_is_an_event_of_its_matter(firm: Firm) -> None:
    with acting_as(firm.member):
        party_add(actor=firm.member, matter=firm.matter, name="Court", role="court")
        events = list(events_visible_to(firm.member).order_by("occurred_at"))
    assert [event.verb for event in events].count("matters.team_member.added") == 3
    last = events[-1]
    assert (last.verb, last.actor, last.matter) == (
        "matters.party.added",
        str(firm.member.pk),
        firm.matter.pk,
    )


def test_a_refused_change_leaves_neither_row_nor_event(firm: Firm) -> None:
    with acting_as(firm.outsider), pytest.raises(Matter.DoesNotExist):
        party_add(actor=firm.outsider, matter=firm.matter, name="Court", role="court")
    with acting_as(firm.member):
        assert not Party.objects.visible_to(firm.member).exists()
        assert not events_visible_to(firm.member).filter(verb="matters.party.added").exists()


def _membership(user: User) -> TeamMember:
    return TeamMember.objects.unscoped(reason="read by Records").get(user=user)


def test_records_manages_a_matter_without_seeing_it(firm: Firm) -> None:
    assert not sees(firm.records, firm.matter)
