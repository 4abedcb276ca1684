"""The rows of a matter's list of documents."""

from __future__ import annotations

import datetime
from pathlib import PurePath

from django.db.models import Count, OuterRef, QuerySet, Subquery

from documents.models import Document, DocumentVersion
from documents.progress import running_number, steps_of
from matters.models import User

MEDIA_WORDS = {
    "application/pdf": "PDF",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "DOCX",
    "text/markdown": "Markdown",
    "text/plain": "Text",
}


def with_shown_version(
    documents: QuerySet[Document], user: User, as_of: datetime.date | None = None
) -> QuerySet[Document]:
    """Annotate the version that a list shows: ``shown_id`` and ``shown_status``; also ``version_count``.

    It is the newest version that was filed, or, when a day is given, the one whose text stood on it;
    documents without such a version are left out.
    """
    versions = DocumentVersion.objects.visible_to(user).filter(document=OuterRef("pk"))
    if as_of:
        versions = versions.in_force_on(as_of)
    newest = versions.order_by("-number")
    return documents.annotate(
        shown_id=Subquery(newest.values("pk")[:1]),
        shown_status=Subquery(newest.values("status")[:1]),
        version_count=Count("versions"),
    ).filter(shown_id__isnull=False)


def attach_shown_versions(user: User, documents: list[Document]) -> None:
    """Give each document of a page its ``current_version``, with words for its format and reading. Two queries."""
    versions = DocumentVersion.objects.visible_to(user).in_bulk([document.shown_id for document in documents])
    reading = [one for one in versions.values() if one.reading_state == DocumentVersion.Reading.READING]
    steps = steps_of(user, reading) if reading else {}
    for document in documents:
        version = document.current_version = versions[document.shown_id]
        version.media_word = media_word(version)
        own = steps.get(version.pk, [])
        version.step_note = f"step {running_number(own)} of {len(own)}" if own else ""


def media_word(version: DocumentVersion) -> str:
    """The format in one word: "DOCX"."""
    known = MEDIA_WORDS.get(version.media_type)
    return known or PurePath(version.filename).suffix.lstrip(".").upper()[:8] or "File"
