"""Searching and asking over REST, with a token."""

import datetime

import pytest
from django.test import Client
from knox.models import AuthToken

from documents.jobs import work_off_jobs
from matters.models import User
from tests.factories import Firm

pytestmark = pytest.mark.usefixtures("committed")
QUESTION = {"question": "Within how many days must the Buyer pay an undisputed invoice?"}


def post(user: User, path: str, body: dict) -> object:
    _, token = AuthToken.objects.create(user)
    headers = {"authorization": f"Token {token}"}
    return Client().post(f"/api/v1/{path}/", body, content_type="application/json", headers=headers)


@pytest.fixture
def filed(firm: Firm) -> Firm:
    firm.file(title="Supply Agreement", effective=datetime.date(2024, 1, 1))
    work_off_jobs()
    return firm


def test_a_question_is_answered_with_citations_and_its_log(filed: Firm) -> None:
    response = post(filed.member, "questions", QUESTION)
    answer = response.json()
    assert response.status_code == 201
    assert "thirty (30) days" in answer["statements"][0]["text"]
    assert answer["citations"][0]["reference"] == f"{filed.matter.number}/1.1"
    assert answer["log"]


def test_a_question_in_a_walled_matter_gets_the_answer_of_a_missing_one(filed: Firm) -> None:
    hidden = post(filed.walled, "questions", {**QUESTION, "matter": filed.matter.number}).json()
    missing = post(filed.walled, "questions", {**QUESTION, "matter": "no such matter"}).json()
    del hidden["log"], missing["log"]
    assert hidden == missing
    assert hidden["silent"] is True


def test_a_search_gives_hits_to_members_and_none_to_the_walled(filed: Firm) -> None:
    found = post(filed.member, "searches", {"question": "invoice"}).json()
    assert found["hits"][0]["reference"] == f"{filed.matter.number}/1.1"
    assert post(filed.walled, "searches", {"question": "invoice"}).json()["hits"] == []


def test_without_a_token_nothing_is_asked() -> None:
    assert Client().post("/api/v1/questions/", QUESTION, content_type="application/json").status_code == 401


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "question"),
        ({"question": "  "}, "question"),
        ({**QUESTION, "as_of": "31 February"}, "as_of"),
        ({**QUESTION, "types": ["novel"]}, "types"),
    ],
)
def test_a_malformed_question_names_the_field(firm: Firm, body: dict, field: str) -> None:
    response = post(firm.member, "questions", body)
    assert response.status_code == 400
    assert field in response.json()
