"""Filing and reading documents through the REST API."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from documents.models import Document, DocumentText, DocumentVersion
from documents.storage import blob_verify
from matters.access import acting_as
from tests.factories import Firm
from tests.portal.reading import newest_version, read_in

DOCUMENTS = "/api/v1/documents/"


def acting(user) -> APIClient:
    client = APIClient()
    client.force_authenticate(user)
    return client


def send(firm: Firm, user=None, **fields):
    file = SimpleUploadedFile("notice.md", b"# Notice\n\n1. Words")
    body = {"file": file, "matter": firm.matter.number, **fields}
    return acting(user or firm.member).post(DOCUMENTS, body, format="multipart")


def test_a_document_is_filed_and_its_reference_and_reading_are_told(firm: Firm) -> None:
    answer = send(
        firm, title="Privacy notice", type="policy", status="draft", effective="2025-03-01", jurisdiction="GB"
    )
    told = answer.json()
    assert answer.status_code == 201
    assert told["reference"] == f"{firm.matter.number}/1.1"
    assert (told["title"], told["type"], told["status"], told["effective"], told["jurisdiction"]) == (
        "Privacy notice",
        "policy",
        "draft",
        "2025-03-01",
        "GB",
    )
    assert told["reading_state"] == "reading"
    assert {step["state"] for step in told["versions"][0]["steps"]} == {"waiting"}
    with acting_as(firm.member):
        version = DocumentVersion.objects.visible_to(firm.member).get(document=told["id"])
    assert blob_verify(version.blob, version.sha256).read_bytes() == b"# Notice\n\n1. Words"
    assert version.author == firm.member


def test_the_next_version_of_a_document_is_filed(firm: Firm) -> None:
    document = firm.file(title="Lease")
    told = send(firm, version_of=str(document.pk)).json()
    assert (told["id"], told["version"], told["title"]) == (str(document.pk), 2, "Lease")
    assert [version["number"] for version in told["versions"]] == [2, 1]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"type": "poem"}, "type"),
        ({"effective": "2025-02-31"}, "effective"),
        ({"effective": "2025-02-01", "expires": "2025-01-01"}, "expires"),
        ({"file": SimpleUploadedFile("empty.md", b"")}, "file"),
        ({"file": "text"}, "file"),
        ({"matter": ""}, "matter"),
        ({"title": "x" * 301}, "title"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_the_field_and_nothing_is_filed(
    firm: Firm, fields: dict, field: str
) -> None:
    answer = send(firm, **fields)
    assert answer.status_code == 400
    assert field in answer.json()
    with acting_as(firm.member):
        assert Document.objects.visible_to(firm.member).count() == 0


def test_the_same_bytes_are_a_conflict_in_the_same_matter_and_nothing_elsewhere(firm: Firm) -> None:
    assert send(firm).status_code == 201
    again = send(firm)
    assert again.status_code == 409
    assert f"{firm.matter.number}/1.1" in again.json()["detail"]
    assert send(firm, firm.outsider, matter=firm.other_matter.number).status_code == 201


def test_filing_in_a_hidden_matter_reads_like_filing_in_none(firm: Firm) -> None:
    hidden, missing = send(firm, firm.walled), send(firm, firm.walled, matter="T-0000000000")
    assert hidden.status_code == 404
    assert hidden.content == missing.content


def test_the_next_version_of_another_matters_document_is_not_found(firm: Firm) -> None:
    document = firm.file(matter=firm.other_matter)
    hidden, missing = send(firm, version_of=str(document.pk)), send(firm, version_of=str(uuid.uuid4()))
    assert hidden.status_code == 404
    assert hidden.content == missing.content


def test_documents_are_listed_and_filtered_by_matter_type_and_status(firm: Firm) -> None:
    firm.file(title="Lease")
    firm.file(title="Notice", text="# N", type="policy", status="draft")
    firm.file(title="Mill", matter=firm.other_matter)
    client = acting(firm.partner)

    def titles(**filters: str) -> set[str]:
        return {document["title"] for document in client.get(DOCUMENTS, filters).json()["results"]}

    assert titles() == {"Lease", "Notice", "Mill"}
    assert titles(matter=firm.matter.number) == {"Lease", "Notice"}
    assert titles(type="policy") == {"Notice"}
    assert titles(status="executed") == {"Lease", "Mill"}


def test_a_hidden_matter_and_a_missing_one_hold_the_same_nothing(firm: Firm) -> None:
    firm.file()
    client = acting(firm.walled)
    hidden, missing = (
        client.get(DOCUMENTS, {"matter": number}) for number in (firm.matter.number, "T-0000000000")
    )
    assert hidden.status_code == 200
    assert hidden.content == missing.content
    assert hidden.json()["count"] == 0


def test_more_documents_take_no_more_queries(firm: Firm) -> None:
    client = acting(firm.partner)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(DOCUMENTS).status_code == 200
        return len(captured)

    for serial in range(3):
        firm.file(text=f"1. Clause {serial}")
    few = queries()
    for serial in range(3, 30):
        firm.file(text=f"1. Clause {serial}")
    assert queries() == few


def test_a_versions_clauses_are_told_with_their_exact_text(firm: Firm) -> None:
    version = read_in(firm.file())
    answer = acting(firm.member).get(f"{DOCUMENTS}{version.document_id}/versions/1/clauses/").json()
    with acting_as(firm.member):
        text = DocumentText.objects.visible_to(firm.member).get(version=version).text
    clauses = {clause["path"]: clause for clause in answer["results"]}
    price = clauses["2.1"]
    assert price["text"] == text[price["start"] : price["end"]]
    assert "thirty (30) days" in price["text"]
    assert clauses["2"]["position"] == price["parent"]
    assert answer["results"][0]["parent"] is None


def test_a_version_that_is_not_read_yet_has_no_clauses(firm: Firm) -> None:
    document = firm.file()
    answer = acting(firm.member).get(f"{DOCUMENTS}{document.pk}/versions/1/clauses/")
    assert (answer.status_code, answer.json()["results"]) == (200, [])


@pytest.mark.parametrize("tail", ["", "versions/1/clauses/"])
def test_a_hidden_document_and_a_missing_one_give_the_same_answer(firm: Firm, tail: str) -> None:
    document = newest_version(firm.file()).document
    client = acting(firm.walled)
    hidden, missing = (client.get(f"{DOCUMENTS}{key}/{tail}") for key in (document.pk, uuid.uuid4()))
    assert hidden.status_code == missing.status_code == 404
    assert (hidden.content, dict(hidden.headers)) == (missing.content, dict(missing.headers))
    assert acting(firm.member).get(f"{DOCUMENTS}{document.pk}/{tail}").status_code == 200


def test_a_version_that_does_not_exist_is_not_found(firm: Firm) -> None:
    document = firm.file()
    answer = acting(firm.member).get(f"{DOCUMENTS}{document.pk}/versions/9/clauses/")
    assert answer.status_code == 404
