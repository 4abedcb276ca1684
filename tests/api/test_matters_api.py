"""Signing in by token, matters, and what every endpoint has in common."""

import base64
import io
import uuid

import pytest
from django.core.cache import cache
from django.core.management import call_command
from rest_framework.test import APIClient

from matters.access import acting_as
from tests.factories import Firm

LOGIN = "/api/v1/auth/login/"


@pytest.fixture(autouse=True)
def fresh_counts() -> None:
    cache.clear()


def with_token(user) -> APIClient:
    token = APIClient().post(LOGIN, {"username": user.username, "password": "test-password"}, format="json")
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token.json()['token']}")
    return client


def test_a_name_and_password_are_worth_a_token(firm: Firm) -> None:
    answer = with_token(firm.member).get("/api/v1/matters/")
    assert [matter["number"] for matter in answer.json()["results"]] == [firm.matter.number]
    assert answer["Cache-Control"] == "no-store"


def test_basic_credentials_are_worth_a_token_too(firm: Firm) -> None:
    client = APIClient()
    basic = base64.b64encode(f"{firm.member.username}:test-password".encode()).decode()
    client.credentials(HTTP_AUTHORIZATION=f"Basic {basic}")
    assert client.post(LOGIN).json()["token"]


@pytest.mark.parametrize(
    "sent", [{"password": "wrong"}, {"password": ""}, {"username": "nobody"}, {"username": None}]
)
def test_wrong_credentials_are_worth_nothing(firm: Firm, sent: dict) -> None:
    credentials = {"username": firm.member.username, "password": "test-password"} | sent
    answer = APIClient().post(LOGIN, credentials, format="json")
    assert answer.status_code == 400
    assert "token" not in answer.json()


def test_somebody_who_left_the_firm_gets_no_token_and_theirs_ends(firm: Firm) -> None:
    client = with_token(firm.member)
    firm.member.is_active = False
    firm.member.save()
    assert client.get("/api/v1/matters/").status_code == 401
    credentials = {"username": firm.member.username, "password": "test-password"}
    assert APIClient().post(LOGIN, credentials, format="json").status_code == 400


def test_guessing_is_slowed_down(firm: Firm) -> None:
    guess = {"username": firm.member.username, "password": "guess"}
    answers = [APIClient().post(LOGIN, guess, format="json").status_code for _ in range(21)]
    assert answers == [400] * 20 + [429]


def test_a_token_ends_with_sign_out(firm: Firm) -> None:
    client = with_token(firm.member)
    assert client.post("/api/v1/auth/logout/").status_code == 204
    assert client.get("/api/v1/matters/").status_code == 401


@pytest.mark.parametrize(
    "address", ["", "matters/", "documents/", "schema/", f"documents/{uuid.UUID(int=0)}/"]
)
def test_nothing_answers_without_a_token(db, address: str) -> None:
    assert APIClient().get(f"/api/v1/{address}").status_code == 401


def test_each_token_shows_its_own_persons_matters(firm: Firm) -> None:
    seen = {
        user: [matter["number"] for matter in with_token(user).get("/api/v1/matters/").json()["results"]]
        for user in (firm.member, firm.walled, firm.outsider, firm.records)
    }
    assert seen[firm.member] == [firm.matter.number]
    assert seen[firm.walled] == seen[firm.outsider] == [firm.other_matter.number]
    assert seen[firm.records] == []


def test_a_wall_counts_for_a_token_that_was_given_before(firm: Firm) -> None:
    client = with_token(firm.member)
    with acting_as(firm.records):
        firm.raise_wall(firm.matter, firm.member)
    assert client.get("/api/v1/matters/").json()["results"] == []


def test_a_matter_is_found_by_its_number(firm: Firm) -> None:
    answer = with_token(firm.member).get(f"/api/v1/matters/{firm.matter.number}/").json()
    assert (answer["title"], answer["responsible_partner"], answer["document_count"]) == (
        "Flour supply",
        firm.partner.username,
        0,
    )


def test_matters_are_filtered_by_status(firm: Firm) -> None:
    client = with_token(firm.member)
    assert client.get("/api/v1/matters/?status=closed").json()["count"] == 0
    assert client.get("/api/v1/matters/?status=open").json()["count"] == 1
    assert client.get("/api/v1/matters/?status=nonsense").status_code == 400


def test_a_hidden_matter_and_a_missing_one_give_the_same_answer(firm: Firm) -> None:
    client = with_token(firm.walled)
    hidden = client.get(f"/api/v1/matters/{firm.matter.number}/")
    missing = client.get("/api/v1/matters/T-0000000000/")
    assert hidden.status_code == missing.status_code == 404
    assert (hidden.content, dict(hidden.headers)) == (missing.content, dict(missing.headers))


def test_the_root_says_where_everything_is(committed: None, firm: Firm) -> None:
    client = with_token(firm.member)
    found = {name: client.get(address).status_code for name, address in client.get("/api/v1/").json().items()}
    assert {name for name, status in found.items() if status not in (200, 405)} == set()
    assert found["matters"] == found["documents"] == found["schema"] == 200


def test_the_schema_is_complete_and_without_warnings() -> None:
    written = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=written)
    for path in ("/api/v1/documents/{id}/versions/{number}/clauses/", "/api/v1/auth/login/"):
        assert path in written.getvalue()
