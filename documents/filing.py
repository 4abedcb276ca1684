"""Filing one file that arrives: through the portal, the REST API or an import, always by the same rules."""

from __future__ import annotations

import datetime
import hashlib
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.http import Http404

from documents.finding import reference
from documents.models import Document, DocumentVersion
from documents.services import FiledFile, document_file, version_file
from documents.storage import TooLarge, blob_store
from matters.access import acting_as
from matters.models import Matter, User

logger = logging.getLogger(__name__)
MEGABYTE = 1024 * 1024


class ArrivingFile(Protocol):
    """A file as Django hands it over."""

    name: str
    size: int

    def chunks(self) -> Iterable[bytes]: ...


class NotFiled(Exception):
    """Nothing of the file was kept; ``str()`` tells the person why and what to do."""


class AlreadyFiled(NotFiled):
    """The same bytes are on the matter; ``version`` is the one that has them, with document and matter."""

    def __init__(self, version: DocumentVersion) -> None:
        super().__init__(
            f"The same file is on this matter as {reference(version)}, {version.document.title}. "
            "Nothing was filed again."
        )
        self.version = version


@dataclass(frozen=True)
class About:
    """What a person says about a file."""

    title: str = ""
    type: str = Document.Type.CONTRACT
    jurisdiction: str = ""
    status: str = DocumentVersion.Status.EXECUTED
    effective: datetime.date | None = None
    expires: datetime.date | None = None


def file_arrived(
    *, actor: User, matter: Matter, file: ArrivingFile, about: About, version_of: Document | None = None
) -> DocumentVersion:
    """Store the bytes, then file them as a new document or the next version of one.

    Opens transactions of its own, so that a file is filed whether or not the next one is. Returns the
    version with its document and matter. Raises ``NotFiled`` or ``AlreadyFiled``, and ``Http404`` when the
    matter was closed to the person in the meantime.
    """
    filename = (file.name or "").strip()
    _refuse_unusable(filename, file.size)
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    with acting_as(actor):
        _refuse_same_bytes(actor, matter, digest.hexdigest())
    try:
        stored = FiledFile(blob_store(file.chunks()), filename)
    except TooLarge as error:
        raise NotFiled(str(error)) from error
    except OSError as error:
        logger.exception("A file could not be stored")
        raise NotFiled(
            "The file could not be stored, and nothing of it was kept. Tell the administrator, then send it again."
        ) from error
    try:
        with acting_as(actor):
            return _file(actor, matter, stored, about, version_of)
    except ValidationError as error:
        raise NotFiled(" ".join(error.messages)) from error
    except ObjectDoesNotExist as error:
        raise Http404 from error


def _is_unicode(filename: str) -> bool:
    """A name from an old disk may hold bytes that are no text, which Python keeps as lone surrogates."""
    return not any("\ud800" <= letter <= "\udfff" for letter in filename)


def _refuse_unusable(filename: str, size: int) -> None:
    if not filename:
        raise NotFiled("The file has no name. Give it one and send it again.")
    if not _is_unicode(filename):
        raise NotFiled("The file’s name has characters that can’t be kept. Rename it and send it again.")
    if not size:
        raise NotFiled("The file is empty: 0 bytes. Save it again where it was made and send the new copy.")
    if size > settings.MAX_UPLOAD_BYTES:
        raise NotFiled(
            f"The file has {size / MEGABYTE:,.1f} MB; the most in one file is "
            f"{settings.MAX_UPLOAD_BYTES // MEGABYTE} MB. Split it and send the parts."
        )


def _refuse_same_bytes(actor: User, matter: Matter, sha256: str) -> None:
    """Only the matter itself is looked at: a match elsewhere would tell what another file holds."""
    versions = DocumentVersion.objects.visible_to(actor).select_related("document__matter")
    same = versions.filter(matter=matter, sha256=sha256).first()
    if same is not None:
        raise AlreadyFiled(same)


def _file(
    actor: User, matter: Matter, file: FiledFile, about: About, version_of: Document | None
) -> DocumentVersion:
    dates = {"status": about.status, "effective": about.effective, "expires": about.expires}
    if version_of is not None:
        filed = version_file(actor=actor, document=version_of, file=file, **dates)
        versions = DocumentVersion.objects.visible_to(actor).filter(pk=filed.pk)
    else:
        document = document_file(
            actor=actor,
            matter=matter,
            file=file,
            title=about.title,
            type=about.type,
            jurisdiction=about.jurisdiction,
            **dates,
        )
        versions = DocumentVersion.objects.visible_to(actor).filter(document=document)
    return versions.select_related("document__matter").get()
