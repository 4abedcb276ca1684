"""Signing in."""

import pytest
from django.test import Client

from tests.factories import person

pytestmark = pytest.mark.django_db


def test_the_right_password_opens_the_portal() -> None:
    user, client = person(), Client()
    response = client.post("/accounts/login/", {"login": user.username, "password": "test-password"})
    assert (response.status_code, response["Location"]) == (302, "/")


@pytest.mark.parametrize("known", [True, False])
def test_a_wrong_password_and_an_unknown_name_read_the_same(known: bool) -> None:
    name = person().username if known else "nobody-of-this-firm"
    page = Client().post("/accounts/login/", {"login": name, "password": "wrong"}).content.decode()
    assert "The username and/or password you specified are not correct." in page


def test_somebody_inactive_does_not_get_in() -> None:
    user, client = person(), Client()
    user.is_active = False
    user.save()
    client.post("/accounts/login/", {"login": user.username, "password": "test-password"})
    assert client.get("/").status_code == 302


def test_nobody_registers_and_no_link_leads_to_a_door_that_is_closed() -> None:
    page = Client().get("/accounts/login/").content.decode()
    assert "Forgot your password" not in page
    assert Client().get("/accounts/signup/").status_code == 302
