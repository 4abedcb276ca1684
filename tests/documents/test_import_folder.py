"""``import_folder`` and ``open_matter``: what is filed, how, and that a second run is harmless."""

import datetime
import io
import json
import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from documents.models import Document, DocumentVersion
from matters.access import acting_as
from matters.models import Matter
from retrieval.embedders.fake import FakeEmbedder
from tests.factories import AGREEMENT, Firm


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "papers"
    (folder / "deep" / ".git").mkdir(parents=True)
    (folder / "b.md").write_text(AGREEMENT)
    (folder / "a.txt").write_text("1. Rent\n\nThe rent is due on the first day of each month.")
    (folder / "deep" / "c.md").write_text("# Notice\n\n1. Words")
    (folder / ".hidden.md").write_text("# Hidden")
    (folder / "deep" / ".git" / "x.md").write_text("# Hidden")
    (folder / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    (folder / "link.md").symlink_to(tmp_path / "elsewhere.md")
    (tmp_path / "elsewhere.md").write_text("# Elsewhere")
    return folder


def run(firm: Firm, folder: Path, **options) -> tuple[str, str]:
    out, errors = io.StringIO(), io.StringIO()
    options = {"matter": firm.matter.number, "username": firm.member.username} | options
    call_command("import_folder", str(folder), stdout=out, stderr=errors, **options)
    return out.getvalue(), errors.getvalue()


def filed(firm: Firm) -> list[DocumentVersion]:
    with acting_as(firm.member):
        versions = DocumentVersion.objects.visible_to(firm.member).select_related("document")
        return list(versions.order_by("document__number", "number"))


def write_manifest(folder: Path, *entries: dict) -> Path:
    manifest = folder / "suite.json"
    manifest.write_text(json.dumps({"documents": list(entries)}))
    return manifest


def test_every_readable_file_is_filed_in_order_and_the_rest_named(firm: Firm, folder: Path) -> None:
    out, errors = run(firm, folder, type="policy", status="draft")
    assert [version.filename for version in filed(firm)] == ["a.txt", "b.md", "c.md"]
    assert {(version.document.type, version.status) for version in filed(firm)} == {("policy", "draft")}
    assert "passed over   photo.png" in out
    assert "Hidden" not in out
    assert errors == ""


def test_running_it_again_files_only_what_is_new(firm: Firm, folder: Path) -> None:
    run(firm, folder)
    (folder / "d.md").write_text("# New")
    out, _ = run(firm, folder)
    assert out.count("filed before") == 3
    assert [version.filename for version in filed(firm)] == ["a.txt", "b.md", "c.md", "d.md"]


def test_a_file_that_is_refused_is_named_and_the_others_are_filed(firm: Firm, folder: Path) -> None:
    (folder / "b.md").write_bytes(b"")
    _, errors = run(firm, folder)
    assert "b.md: The file is empty" in errors
    assert [version.filename for version in filed(firm)] == ["a.txt", "c.md"]


def test_a_name_that_is_no_text_is_refused_and_the_others_are_filed(firm: Firm, folder: Path) -> None:
    for name in (b"caf\xe9.md", b"caf\xe9.png"):
        (folder / os.fsdecode(name)).write_bytes(b"\0\0\0" if name.endswith(b"png") else b"1. Words")
    out, errors = run(firm, folder)
    assert "caf\ufffd.md: The file’s name has characters that can’t be kept." in errors
    assert "passed over   caf\ufffd.png" in out
    assert [version.filename for version in filed(firm)] == ["a.txt", "b.md", "c.md"]


def test_a_manifest_says_what_each_file_is_and_which_is_whose_next_version(firm: Firm, folder: Path) -> None:
    manifest = write_manifest(
        folder,
        {"file": "deep/c.md", "version_of": "b.md", "status": "draft", "effective": "2026-01-01"},
        {
            "file": "b.md",
            "matter": firm.matter.number,
            "title": "Supply Agreement",
            "type": "policy",
            "jurisdiction": "GB",
            "status": "executed",
            "effective": "2023-01-15",
            "expires": "2027-01-15",
            "version_of": None,
            "relations": [{"kind": "amends", "to": "a.txt"}],
        },
        {"file": "a.txt", "matter": "M-of-somebody-else"},
    )
    out, _ = run(firm, folder, manifest=manifest)
    first, second = filed(firm)
    assert (first.document.title, first.document.type, first.document.jurisdiction) == (
        "Supply Agreement",
        "policy",
        "GB",
    )
    assert (first.effective, first.expires) == (datetime.date(2023, 1, 15), datetime.date(2027, 1, 15))
    assert (second.document, second.number, second.status) == (first.document, 2, "draft")
    assert "relations (1) are not recorded" in out
    run(firm, folder, manifest=manifest)
    assert len(filed(firm)) == 2


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"file": "absent.md"}, "no such file"),
        ({"file": "../elsewhere.md"}, "does not lie in"),
        ({"file": "b.md", "type": "poem"}, "poem"),
        ({"file": "b.md", "effective": "31 February"}, "b.md"),
        ({"file": "b.md", "version_of": "b.md"}, "next version of a file that is not listed, or of itself"),
        ({"title": "No file"}, "can't be followed"),
        ({"file": 5}, "must be named as text"),
        ({"file": "a\0b"}, "must be named as text"),
        ({"file": "b.md", "relations": 5}, "relations be a list"),
        ({"file": "b.md", "title": 5}, "title must be text"),
        ({"file": "b.md", "title": "a\0b"}, "title must be text"),
    ],
)
def test_a_manifest_that_cannot_be_followed_files_nothing(
    firm: Firm, folder: Path, entry: dict, words: str
) -> None:
    with pytest.raises(CommandError, match=words):
        run(firm, folder, manifest=write_manifest(folder, {"file": "a.txt"}, entry))
    assert filed(firm) == []


def test_a_manifest_that_is_no_json_files_nothing(firm: Firm, folder: Path) -> None:
    with pytest.raises(CommandError, match="can't be followed"):
        run(firm, folder, manifest=folder / "b.md")


def test_a_hidden_matter_is_refused_like_a_missing_one(firm: Firm, folder: Path) -> None:
    refusals = []
    for number in (firm.matter.number, "T-0000000000"):
        with pytest.raises(CommandError) as refusal:
            run(firm, folder, matter=number, username=firm.walled.username)
        refusals.append(str(refusal.value).replace(number, "X"))
    assert refusals[0] == refusals[1]
    assert filed(firm) == []


@pytest.mark.parametrize(
    ("options", "words"), [({"username": "nobody"}, "Nobody is called"), ({}, "no folder")]
)
def test_wrong_names_are_explained(firm: Firm, folder: Path, options: dict, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        run(firm, folder if options else folder / "absent", **options)


def test_waiting_reads_the_files_here_and_reports_each(
    committed: None, firm: Firm, folder: Path, settings, monkeypatch
) -> None:
    monkeypatch.setattr("legalrag.backends._instances", {("EMBEDDERS", "default"): FakeEmbedder()})
    (folder / "locked.pdf").write_bytes(b"%PDF-1.7\nnot really a PDF")
    out, _ = run(firm, folder, wait=True)
    states = {version.filename: version.reading_state for version in filed(firm)}
    assert states == {"a.txt": "ready", "b.md": "ready", "c.md": "ready", "locked.pdf": "not_readable"}
    assert "4 files, 3 ready, 1 explained" in out
    assert "that the embedder reaches alone" in out.replace("\n", " ")
    [row] = [line for line in out.splitlines() if line.startswith("locked.pdf")]
    assert "not_readable" in row
    assert "stored unaltered" in row


def test_a_matter_is_opened_with_client_partner_and_team(firm: Firm) -> None:
    out = io.StringIO()
    call_command(
        "open_matter",
        "T-opened",
        title="Opened here",
        client="A new client",
        partner=firm.partner.username,
        team=f"{firm.member.username},{firm.outsider.username}",
        username=firm.records.username,
        stdout=out,
    )
    assert "T-opened is open" in out.getvalue()
    for person in (firm.partner, firm.member, firm.outsider):
        with acting_as(person):
            matter = Matter.objects.visible_to(person).select_related("client").get(number="T-opened")
            assert matter.client.name == "A new client"
    with acting_as(firm.walled):
        assert not Matter.objects.visible_to(firm.walled).filter(number="T-opened").exists()


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"username": "member"}, "This is for"),
        ({"partner": "member"}, "must be a partner"),
        ({"team": "x"}, "Nobody"),
    ],
)
def test_a_matter_that_cannot_be_opened_is_explained_and_not_opened(
    firm: Firm, changed: dict, words: str
) -> None:
    options = {
        "title": "T",
        "client": "C",
        "partner": firm.partner.username,
        "username": firm.records.username,
        **{name: getattr(getattr(firm, value, None), "username", value) for name, value in changed.items()},
    }
    with pytest.raises(CommandError, match=words):
        call_command("open_matter", "T-refused", **options)
    with acting_as(firm.partner):
        assert not Matter.objects.visible_to(firm.partner).filter(number="T-refused").exists()
        assert Document.objects.visible_to(firm.partner).count() == 0


def test_the_number_of_a_matter_has_no_slash(firm: Firm) -> None:
    with pytest.raises(CommandError, match="no slash"):
        call_command(
            "open_matter",
            "2025/1",
            title="T",
            client="C",
            partner=firm.partner.username,
            username=firm.records.username,
        )
