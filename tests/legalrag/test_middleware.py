"""Who reads during a request, and what is left of a request that failed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.core.exceptions import ImmediateHttpResponse
from django.db import connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.test import Client as Browser
from django.urls import include, path

from matters.access import acting_as
from matters.models import Matter, Party
from matters.services import party_add
from tests.factories import Firm


def numbers(request: HttpRequest) -> HttpResponse:
    rows = Matter.objects.unscoped(reason="the database alone decides in this test")
    return HttpResponse(" ".join(sorted(rows.values_list("number", flat=True))))


@transaction.non_atomic_requests
def numbers_later(request: HttpRequest) -> HttpResponse:
    outside = connection.in_atomic_block
    with acting_as(request.user):
        return HttpResponse(f"{outside} {numbers(request).content.decode()}")


def write_and(request: HttpRequest, number: str, then: str) -> HttpResponse:
    matter = Matter.objects.visible_to(request.user).get(number=number)
    party_add(actor=request.user, matter=matter, name="Written", role="court")
    if then == "fail":
        raise ZeroDivisionError
    if then == "hide":
        raise Http404
    if then == "answer":
        raise ImmediateHttpResponse(HttpResponse("instead", status=409))
    if then == "render":
        return TemplateResponse(request, "no/such/template.html")
    return HttpResponse("done")


def handler404(request: HttpRequest, exception: Exception) -> HttpResponse:
    return HttpResponse(status=404)


def handler500(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=500)


urlpatterns = [
    path("numbers/", numbers),
    path("numbers-later/", numbers_later),
    path("write/<number>/<then>/", write_and),
    path("accounts/", include("allauth.account.urls")),
]


@pytest.fixture
def browser(committed: None, settings: Any) -> Iterator[Browser]:
    settings.ROOT_URLCONF = __name__
    browser = Browser(raise_request_exception=False)
    yield browser
    connection.close()


def signed_in(browser: Browser, user: Any) -> Browser:
    browser.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return browser


@pytest.mark.parametrize("address", ["/numbers/", "/no/such/page/", "/write/1/done/"])
def test_a_visitor_is_sent_to_sign_in_wherever_they_go(browser: Browser, address: str) -> None:
    response = browser.get(address)
    assert response.status_code == 302
    assert response.headers["Location"].startswith("/accounts/login/?next=")


def test_each_request_reads_with_the_eyes_of_its_person(browser: Browser, firm: Firm) -> None:
    for _ in range(2):
        for user, matters in (
            (firm.member, [firm.matter]),
            (firm.walled, [firm.other_matter]),
            (firm.records, []),
        ):
            seen = signed_in(browser, user).get("/numbers/").content.decode()
            assert seen == " ".join(matter.number for matter in matters)


def test_a_view_with_transactions_of_its_own_names_the_reader_itself(browser: Browser, firm: Firm) -> None:
    assert (
        signed_in(browser, firm.member).get("/numbers-later/").content.decode()
        == f"False {firm.matter.number}"
    )


def test_the_wall_counts_for_the_next_request(browser: Browser, firm: Firm) -> None:
    signed_in(browser, firm.member)
    assert browser.get("/numbers/").content
    with acting_as(firm.records):
        firm.raise_wall(firm.matter, firm.member)
    assert browser.get("/numbers/").content == b""


def test_a_person_who_was_made_inactive_is_sent_to_sign_in(browser: Browser, firm: Firm) -> None:
    signed_in(browser, firm.member)
    firm.member.is_active = False
    firm.member.save(update_fields=["is_active"])
    assert browser.get("/numbers/").status_code == 302


@pytest.mark.parametrize(
    ("then", "status", "kept"),
    [
        ("done", 200, True),
        ("hide", 404, False),
        ("fail", 500, False),
        ("render", 500, False),
        ("answer", 409, False),
    ],
)
def test_what_a_request_that_failed_has_written_is_undone(
    browser: Browser, firm: Firm, then: str, status: int, kept: bool
) -> None:
    response = signed_in(browser, firm.member).get(f"/write/{firm.matter.number}/{then}/")
    assert response.status_code == status
    with acting_as(firm.member):
        assert Party.objects.visible_to(firm.member).exists() is kept


def test_pages_of_a_signed_in_person_are_kept_in_no_cache(browser: Browser, firm: Firm) -> None:
    assert signed_in(browser, firm.member).get("/numbers/").headers["Cache-Control"] == "no-store"


def test_a_page_never_opens_the_owners_connection(settings: Any) -> None:
    assert settings.DATABASES["default"]["ATOMIC_REQUESTS"] is True
    assert not settings.DATABASES["owner"].get("ATOMIC_REQUESTS")
