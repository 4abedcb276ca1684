"""Filing through the portal: each file has a result of its own."""

import datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from documents.models import Document, DocumentVersion, Job
from documents.storage import blob_verify
from matters.access import acting_as
from tests.factories import Firm
from tests.portal.reading import signed_in

FIELDS = {"type": "policy", "status": "executed", "effective": "1 March 2025", "jurisdiction": "GB-EAW"}


def paper(name: str, text: bytes = b"1. Some words") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text)


def send(firm: Firm, *files: SimpleUploadedFile, **fields: str):
    address = f"/matters/{firm.matter.number}/file/"
    return signed_in(firm.member).post(address, {"files": list(files), **FIELDS, **fields})


def filed(firm: Firm) -> list[DocumentVersion]:
    with acting_as(firm.member):
        versions = DocumentVersion.objects.visible_to(firm.member).select_related("document")
        return list(versions.order_by("document__number", "number"))


def test_a_file_is_stored_filed_and_put_up_for_reading(firm: Firm) -> None:
    answer = send(firm, paper("notice.md", b"# Notice\n"), title="Privacy notice")
    [version] = filed(firm)
    assert blob_verify(version.blob, version.sha256).read_bytes() == b"# Notice\n"
    assert (version.document.title, version.document.type, version.document.jurisdiction) == (
        "Privacy notice",
        "policy",
        "GB-EAW",
    )
    assert (version.effective, version.author) == (datetime.date(2025, 3, 1), firm.member)
    assert Job.objects.filter(kind="ingest", subject=version.pk, state="waiting").count() == 1
    [result] = answer.context["results"]
    assert (result["state"], result["reference"]) == ("filed", f"{firm.matter.number}/1.1")


def test_several_files_are_filed_under_their_names(firm: Firm) -> None:
    send(firm, paper("one.md", b"1"), paper("two.md", b"2"))
    assert [version.document.title for version in filed(firm)] == ["one", "two"]


def test_a_file_that_is_refused_does_not_stop_the_others_and_says_why(firm: Firm, settings) -> None:
    settings.MAX_UPLOAD_BYTES = 1024 * 1024
    large = paper("large.pdf", b"x" * (2 * 1024 * 1024))
    answer = send(firm, paper("empty.txt", b""), large, paper(" .txt"), paper("good.md"))
    results = {result["filename"]: result for result in answer.context["results"]}
    assert "0 bytes" in results["empty.txt"]["message"]
    assert "2.0 MB; the most in one file is 1 MB" in results["large.pdf"]["message"]
    assert results["good.md"]["state"] == "filed"
    assert "0 bytes" in answer.content.decode()
    assert "good" in {version.document.title for version in filed(firm)}


def test_a_disk_that_is_full_is_told_for_the_file_and_nothing_is_filed(firm: Firm, monkeypatch) -> None:
    def full(chunks):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("documents.filing.blob_store", full)
    [result] = send(firm, paper("one.md")).context["results"]
    assert result["state"] == "refused"
    assert "could not be stored" in result["message"]
    assert filed(firm) == []


def test_the_same_bytes_are_not_filed_twice_in_a_matter(firm: Firm) -> None:
    answer = send(firm, paper("one.md"), paper("copy.md"))
    assert [result["state"] for result in answer.context["results"]] == ["filed", "duplicate"]
    assert f"{firm.matter.number}/1.1" in answer.context["results"][1]["message"]
    assert len(filed(firm)) == 1


def test_the_same_bytes_in_a_hidden_matter_tell_nothing(firm: Firm) -> None:
    firm.file(text="1. Some words")
    address = f"/matters/{firm.other_matter.number}/file/"
    answer = signed_in(firm.outsider).post(address, {"files": [paper("mine.md")], **FIELDS})
    assert [result["state"] for result in answer.context["results"]] == ["filed"]


def test_a_file_becomes_the_next_version_of_a_chosen_document(firm: Firm) -> None:
    firm.file(title="Lease", type="contract")
    answer = send(firm, paper("lease-2.md"), version_of="1", type="policy")
    assert answer.context["results"][0]["reference"] == f"{firm.matter.number}/1.2"
    assert [(v.document.title, v.document.type, v.number) for v in filed(firm)] == [
        ("Lease", "contract", 1),
        ("Lease", "contract", 2),
    ]


def test_the_next_version_of_another_matters_document_cannot_be_filed(firm: Firm) -> None:
    firm.file(matter=firm.other_matter)
    answer = send(firm, paper("one.md"), version_of="1")
    assert answer.status_code == 422
    assert "Choose a document from the list." in answer.content.decode()
    assert filed(firm) == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"effective": "31 February 2027"}, "Effective date must be a real date, like 1 March 2025."),
        ({"expires": "1 January 2020"}, "Expiry date must not lie before the effective date."),
        ({"type": "poem"}, "poem"),
    ],
)
def test_wrong_entries_file_nothing_and_are_said_beside_the_field(
    firm: Firm, fields: dict, words: str
) -> None:
    answer = send(firm, paper("one.md"), **fields)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page
    assert "There is a problem" in page
    assert "<title>Error:" in page
    assert filed(firm) == []


def test_one_title_or_one_document_cannot_take_several_files(firm: Firm) -> None:
    firm.file(title="Lease")
    for fields in ({"title": "Notice"}, {"version_of": "1"}):
        assert send(firm, paper("one.md", b"1"), paper("two.md", b"2"), **fields).status_code == 422
    assert len(filed(firm)) == 1


def test_sending_nothing_asks_for_a_file(firm: Firm) -> None:
    answer = send(firm)
    assert answer.status_code == 422
    assert "Choose at least one file." in answer.content.decode()


def test_a_form_that_another_site_sends_is_refused(firm: Firm) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(firm.member)
    answer = client.post(f"/matters/{firm.matter.number}/file/", {"files": [paper("one.md")], **FIELDS})
    assert answer.status_code == 403
    assert filed(firm) == []


def test_a_wall_raised_while_bytes_arrive_ends_in_not_found(firm: Firm, monkeypatch) -> None:
    from documents import filing

    store = filing.blob_store

    def store_slowly(chunks):
        with acting_as(firm.records):
            firm.raise_wall(firm.matter, firm.member)
        return store(chunks)

    monkeypatch.setattr(filing, "blob_store", store_slowly)
    assert send(firm, paper("one.md")).status_code == 404
    with acting_as(firm.partner):
        assert Document.objects.visible_to(firm.partner).count() == 0
