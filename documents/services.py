"""What changes documents. Keyword-only, atomic, audited."""

from __future__ import annotations

import datetime
import mimetypes
from dataclasses import dataclass
from itertools import zip_longest

from django.core.exceptions import ValidationError

from audit.services import audited
from documents.ingest import ingest_start
from documents.jobs import job_enqueue
from documents.models import Document, DocumentVersion
from documents.storage import StoredBlob
from matters.models import Matter, User

Status = DocumentVersion.Status
STANDING = {Status.EXECUTED, Status.SUPERSEDED}


@dataclass(frozen=True)
class FiledFile:
    """Bytes that are stored, under the name that the person gave them."""

    blob: StoredBlob
    filename: str


@audited("documents.document.filed")
def document_file(
    *,
    actor: User,
    matter: Matter,
    file: FiledFile,
    title: str = "",
    type: str = Document.Type.CONTRACT,
    jurisdiction: str = "",
    status: str = Status.EXECUTED,
    effective: datetime.date | None = None,
    expires: datetime.date | None = None,
) -> Document:
    """File a new document with its first version, and have it read in.

    Raises ``ValidationError`` for values that can't be; the stored bytes are kept either way.
    """
    locked = Matter.objects.visible_to(actor).select_for_update(of=("self",)).get(pk=matter.pk)
    document = Document(
        matter=locked,
        number=locked.next_document_number,
        title=title.strip() or file.filename.rsplit(".", 1)[0],
        type=type,
        jurisdiction=jurisdiction.strip(),
    )
    document.clean_fields(exclude=["matter"])
    document.save(force_insert=True)
    locked.next_document_number += 1
    locked.save(update_fields=["next_document_number"])
    version_file(
        actor=actor, document=document, file=file, status=status, effective=effective, expires=expires
    )
    return document


@audited("documents.version.filed")
def version_file(
    *,
    actor: User,
    document: Document,
    file: FiledFile,
    status: str = Status.EXECUTED,
    effective: datetime.date | None = None,
    expires: datetime.date | None = None,
) -> DocumentVersion:
    """File the next version of a document, and have it read in. Versions are never overwritten."""
    if effective and expires and expires < effective:
        raise ValidationError("The expiry date must not lie before the effective date.")
    locked = Document.objects.visible_to(actor).select_for_update(of=("self",)).get(pk=document.pk)
    version = DocumentVersion(
        document=locked,
        matter_id=locked.matter_id,
        number=locked.next_version_number,
        status=status,
        effective=effective,
        expires=expires,
        filename=file.filename,
        media_type=mimetypes.guess_type(file.filename)[0] or "application/octet-stream",
        sha256=file.blob.sha256,
        size=file.blob.size,
        blob=file.blob.name,
        author=actor,
    )
    version.clean_fields(exclude=["document", "matter", "author"])
    version.save(force_insert=True)
    locked.next_version_number += 1
    locked.save(update_fields=["next_version_number"])
    in_force_periods_set(actor, locked)
    ingest_start(version)
    return version


def in_force_periods_set(actor: User, document: Document) -> None:
    """Derive for each version the half-open period in which its text stood.

    An executed version stands from its effective date (from the beginning when none is recorded) until
    the next one takes its place, or the day after its expiry. A draft never stands; nor does a version
    called superseded when nothing on the file took its place.
    """
    versions = sorted(
        (
            v
            for v in DocumentVersion.objects.visible_to(actor).filter(document=document)
            if v.status in STANDING
        ),
        key=lambda v: (v.effective or datetime.date.min, v.number),
    )
    for version, successor in zip_longest(versions, versions[1:]):
        # The last date that there is has no day after it, and means the same as none.
        expires = version.expires if version.expires != datetime.date.max else None
        ends = [expires + datetime.timedelta(days=1)] if expires else []
        if successor:
            ends.append(successor.effective or datetime.date.min)
        stands = version.status == Status.EXECUTED or successor is not None
        period = (
            (version.effective or datetime.date.min) if stands else None,
            min(ends) if ends and stands else None,
        )
        if period != (version.in_force_from, version.in_force_until):
            version.in_force_from, version.in_force_until = period
            version.save(update_fields=["in_force_from", "in_force_until"])
            # The indexes filter by the period, so they must hear of it. A version without steps was filed
            # just now: it is indexed when it is read.
            if version.steps.visible_to(actor).exists():
                job_enqueue(kind="index", subject=version.pk, matter=version.matter_id)
