"""Filing documents and versions, and the periods in which their texts stood."""

from __future__ import annotations

import datetime
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from documents.models import Document, DocumentVersion, IngestStep
from documents.services import FiledFile, document_file, version_file
from documents.storage import blob_path, blob_store
from matters.access import acting_as, events_visible_to
from matters.models import Matter
from tests.factories import AGREEMENT, Firm

ALWAYS = datetime.date.min


def day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


PERIODS: dict[str, tuple[list[tuple[str, str | None, str | None]], list[tuple[Any, Any] | None]]] = {
    # What was filed, in order: (status, effective, expires); then the half-open period of each version.
    "undated": ([("executed", None, None)], [(ALWAYS, None)]),
    "dated": ([("executed", "2020-01-01", None)], [("2020-01-01", None)]),
    "the last day of a term counts": (
        [("executed", "2020-01-01", "2021-12-31")],
        [("2020-01-01", "2022-01-01")],
    ),
    "one day only": ([("executed", "2020-01-01", "2020-01-01")], [("2020-01-01", "2020-01-02")]),
    "a term to the end of time has no end": (
        [("executed", "2020-01-01", "9999-12-31")],
        [("2020-01-01", None)],
    ),
    "a draft never stands": ([("draft", "2020-01-01", None)], [None]),
    "nor what was only approved or withdrawn": (
        [("in_review", None, None), ("approved", "2020-01-01", None), ("withdrawn", "2020-01-01", None)],
        [None, None, None],
    ),
    "a later version takes the place of an earlier one": (
        [("executed", "2020-01-01", None), ("executed", "2023-01-01", None)],
        [("2020-01-01", "2023-01-01"), ("2023-01-01", None)],
    ),
    "in the order of dates, not of filing": (
        [("executed", "2023-01-01", None), ("executed", "2020-01-01", None)],
        [("2023-01-01", None), ("2020-01-01", "2023-01-01")],
    ),
    "a draft takes no place": (
        [("executed", "2020-01-01", None), ("draft", "2023-01-01", None)],
        [("2020-01-01", None), None],
    ),
    "a term that ends before the next version leaves a gap": (
        [("executed", "2020-01-01", "2020-12-31"), ("executed", "2023-01-01", None)],
        [("2020-01-01", "2021-01-01"), ("2023-01-01", None)],
    ),
    "a term that would outlast the next version is cut": (
        [("executed", "2020-01-01", "2030-12-31"), ("executed", "2023-01-01", None)],
        [("2020-01-01", "2023-01-01"), ("2023-01-01", None)],
    ),
    "superseded by a version on the file": (
        [("superseded", "2020-01-01", None), ("executed", "2023-01-01", None)],
        [("2020-01-01", "2023-01-01"), ("2023-01-01", None)],
    ),
    "superseded by nothing on the file": ([("superseded", "2020-01-01", None)], [None]),
    "an undated text stood before the first dated one": (
        [("executed", None, None), ("executed", "2023-01-01", None)],
        [(ALWAYS, "2023-01-01"), ("2023-01-01", None)],
    ),
    "of two undated texts the later counts": (
        [("executed", None, None), ("executed", None, None)],
        [(ALWAYS, ALWAYS), (ALWAYS, None)],
    ),
    "of two texts of one day the later counts": (
        [("executed", "2020-01-01", None), ("executed", "2020-01-01", None)],
        [("2020-01-01", "2020-01-01"), ("2020-01-01", None)],
    ),
}


@pytest.mark.parametrize("case", PERIODS)
def test_the_period_in_which_a_text_stood(firm: Firm, case: str) -> None:
    filed, expected = PERIODS[case]
    status, effective, expires = filed[0]
    document = firm.file(status=status, effective=day(effective), expires=day(expires))
    for status, effective, expires in filed[1:]:
        firm.file_version(document, AGREEMENT, status=status, effective=day(effective), expires=day(expires))
    with acting_as(firm.member):
        versions = list(DocumentVersion.objects.visible_to(firm.member).order_by("number"))
    assert [(v.in_force_from, v.in_force_until) for v in versions] == [
        (None, None) if period is None else tuple(day(d) if isinstance(d, str) else d for d in period)
        for period in expected
    ]


@pytest.mark.parametrize(
    ("asked", "stands"),
    [
        ("2019-12-31", []),
        ("2020-01-01", [1]),
        ("2022-12-31", [1]),
        ("2023-01-01", [2]),
        ("2024-12-31", [2]),
        ("2025-01-01", []),
    ],
)
def test_what_stood_on_a_day(firm: Firm, asked: str, stands: list[int]) -> None:
    document = firm.file(effective=day("2020-01-01"))
    firm.file_version(document, AGREEMENT, effective=day("2023-01-01"), expires=day("2024-12-31"))
    with acting_as(firm.member):
        found = DocumentVersion.objects.visible_to(firm.member).in_force_on(day(asked))
        assert [version.number for version in found] == stands


def test_two_people_filing_versions_at_once_get_two_numbers(committed: None, firm: Firm) -> None:
    document = firm.file()
    _at_once(lambda: firm.file_version(document, AGREEMENT), 4)
    with acting_as(firm.member):
        numbers = DocumentVersion.objects.visible_to(firm.member).values_list("number", flat=True)
        assert sorted(numbers) == [1, 2, 3, 4, 5]


def test_two_people_filing_documents_at_once_get_two_numbers(committed: None, firm: Firm) -> None:
    _at_once(lambda: firm.file(), 4)
    with acting_as(firm.member):
        numbers = Document.objects.visible_to(firm.member).values_list("number", flat=True)
        assert sorted(numbers) == [1, 2, 3, 4]


def _at_once(act: Any, people: int) -> None:
    start, errors = Barrier(people), []

    def run() -> None:
        try:
            start.wait(timeout=20)
            act()
        except Exception as error:  # noqa: BLE001 (a thread's error must reach the test)
            errors.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run) for _ in range(people)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


@pytest.mark.parametrize(
    "fields",
    [
        {"effective": day("2024-01-02"), "expires": day("2024-01-01")},
        {"type": "poem"},
        {"status": "signed"},
        {"title": "x" * 301},
        {"filename": "x" * 298 + ".md"},
        {"jurisdiction": "x" * 41},
    ],
    ids=["expires before it begins", "type", "status", "title", "file name", "jurisdiction"],
)
def test_what_can_not_be_is_refused_and_nothing_is_filed(firm: Firm, fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        firm.file(**({"title": "Agreement"} | fields))
    with acting_as(firm.member):
        assert not Document.objects.visible_to(firm.member).exists()
        assert not IngestStep.objects.visible_to(firm.member).exists()
        assert Matter.objects.visible_to(firm.member).get().next_document_number == 1


@pytest.mark.parametrize("who", ["walled", "outsider", "records"])
def test_nobody_files_into_a_matter_that_they_do_not_see(firm: Firm, who: str) -> None:
    user = getattr(firm, who)
    file = FiledFile(blob_store([b"x"]), "x.md")
    with acting_as(user), pytest.raises(Matter.DoesNotExist):
        document_file(actor=user, matter=firm.matter, file=file)


def test_nobody_adds_a_version_to_a_document_that_they_do_not_see(firm: Firm) -> None:
    document = firm.file()
    file = FiledFile(blob_store([b"x"]), "x.md")
    with acting_as(firm.walled), pytest.raises(Document.DoesNotExist):
        version_file(actor=firm.walled, document=document, file=file)


def test_filing_is_recorded_with_the_hash_of_the_bytes(firm: Firm) -> None:
    firm.file(text="# One\n", filename="folder.name/one.md")
    with acting_as(firm.member):
        version = DocumentVersion.objects.visible_to(firm.member).select_related("document").get()
        events = {event.verb: event for event in events_visible_to(firm.member)}
    assert events["documents.version.filed"].detail["sha256"] == version.sha256
    assert events["documents.document.filed"].subject == f"documents.document:{version.document_id}"
    assert blob_path(version.blob).read_bytes() == b"# One\n"
    assert version.media_type == "text/markdown"
