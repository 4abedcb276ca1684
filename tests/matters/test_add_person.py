"""Adding a person from the command line."""

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command

from audit.models import Event
from audit.services import SYSTEM
from matters.access import acting_as
from matters.management.commands import add_person
from matters.models import User
from matters.services import user_create
from tests.factories import Firm, person

PASSWORD = "plum-harbour-94-lantern"


def add(monkeypatch: pytest.MonkeyPatch, username: str, *passwords: str) -> None:
    typed = iter(passwords)
    monkeypatch.setattr(add_person, "getpass", lambda prompt: next(typed))
    call_command("add_person", username, name="Ada Wren", role="administrator")


@pytest.mark.django_db
def test_the_first_administrator_can_sign_in_and_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    add(monkeypatch, "ada", PASSWORD, PASSWORD)
    ada = User.objects.get(username="ada")
    assert ada.check_password(PASSWORD)
    assert ada.is_staff
    with acting_as(ada):
        events = Event.objects.unscoped(reason="the test reads what was recorded")
        assert not events.filter(detail__has_key="password").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("passwords", "words"),
    [((PASSWORD, "another"), "differ"), (("short", "short"), "at least 12"), (("", ""), "at least 12")],
)
def test_a_weak_or_mistyped_password_adds_nobody(
    monkeypatch: pytest.MonkeyPatch, passwords: tuple[str, str], words: str
) -> None:
    with pytest.raises(CommandError, match=words):
        add(monkeypatch, "ada", *passwords)
    assert not User.objects.filter(username="ada").exists()


@pytest.mark.django_db
def test_a_name_that_is_taken_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = person().username
    with pytest.raises(CommandError, match="already"):
        add(monkeypatch, taken, PASSWORD, PASSWORD)


def test_only_administrators_add_people(firm: Firm) -> None:
    fields = {"username": "new", "role": "partner", "name": "New One", "password": PASSWORD}
    with acting_as(firm.partner), pytest.raises(PermissionDenied):
        user_create(actor=firm.partner, **fields)
    assert user_create(actor=SYSTEM, **fields).pk
