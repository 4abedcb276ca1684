"""The back-office: administrators look after people, and see nothing that a matter holds."""

import pytest
from django.contrib import admin

from audit.models import Event
from matters.access import acting_as
from matters.models import User
from tests.factories import Firm, person
from tests.portal.reading import signed_in

PEOPLE = "/admin/matters/user/"
NEW = {
    "username": "nora",
    "first_name": "Nora",
    "last_name": "Vale",
    "role": "fee_earner",
    "usable_password": "true",
    "password1": "a-long-enough-phrase",
    "password2": "a-long-enough-phrase",
}


@pytest.fixture
def administrator(db) -> User:
    user = person("administrator", "Ada")
    user.is_staff = True
    user.save()
    return user


def test_an_administrator_adds_a_person_and_it_is_recorded(administrator: User) -> None:
    answer = signed_in(administrator).post(f"{PEOPLE}add/", NEW)
    assert answer.status_code == 302, answer.context["errors"]
    added = User.objects.get(username="nora")
    assert (added.role, added.is_staff, added.is_superuser) == ("fee_earner", False, False)
    with acting_as(administrator):
        [event] = Event.objects.unscoped(reason="a test reads its own event").filter(
            verb="matters.user.created"
        )
    assert event.detail == {"username": "nora", "role": "fee_earner"}
    assert event.actor == str(administrator.pk)


def test_a_person_is_made_inactive_and_never_deleted(administrator: User) -> None:
    leaver = person()
    client = signed_in(administrator)
    assert client.get(f"{PEOPLE}{leaver.pk}/delete/").status_code == 403
    fields = {"username": leaver.username, "role": "fee_earner", "first_name": "L", "last_name": "V"}
    assert client.post(f"{PEOPLE}{leaver.pk}/change/", fields).status_code == 302
    leaver.refresh_from_db()
    assert not leaver.is_active
    with acting_as(administrator):
        [event] = Event.objects.unscoped(reason="a test reads its own event").filter(
            verb="matters.user.changed", subject=f"matters.user:{leaver.pk}"
        )
    assert event.detail["is_active"] is False
    assert "is_active" in event.detail["changed"]


@pytest.mark.parametrize("role", ["fee_earner", "partner", "records"])
def test_nobody_else_looks_after_people_even_with_a_key_to_the_back_office(db, role: str) -> None:
    user = person(role)
    user.is_staff = True
    user.save()
    assert signed_in(user).get(PEOPLE).status_code == 403


def test_without_a_key_the_back_office_stays_closed(firm: Firm) -> None:
    assert signed_in(firm.partner).get(PEOPLE, follow=False).status_code == 302


def test_the_back_office_holds_people_and_nothing_that_goes_round_a_wall() -> None:
    assert [model.__name__ for model in admin.site._registry] == ["User"]


def test_a_superuser_without_a_team_sees_no_matter(firm: Firm) -> None:
    user = person("administrator")
    user.is_staff = user.is_superuser = True
    user.save()
    client = signed_in(user)
    assert client.get(PEOPLE).status_code == 200
    assert client.get(f"/matters/{firm.matter.number}/").status_code == 404
    assert firm.matter.number not in client.get("/matters/").content.decode()
