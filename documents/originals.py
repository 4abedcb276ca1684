"""Originals and pictures of their pages, for people who were found to see the version."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from django.conf import settings

from audit.services import audited
from documents.models import DocumentVersion
from documents.parsers.pages import render_page
from documents.storage import blob_verify
from matters.models import User

PAGE_SCALE = 1.5
OCTETS = "application/octet-stream"
# Nothing that a browser would run, should it ever open an original in place.
SAFE_MEDIA_TYPES = frozenset(
    {
        "application/pdf",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "text/markdown",
        "text/plain",
    }
)


@audited("documents.original.downloaded")
def original_download(*, actor: User, version: DocumentVersion) -> DocumentVersion:
    """Record that ``actor`` was given the original bytes of a version."""
    return version


def served_media_type(version: DocumentVersion) -> str:
    """The media type under which an original is sent: its own when it is harmless."""
    return version.media_type if version.media_type in SAFE_MEDIA_TYPES else OCTETS


def page_picture(version: DocumentVersion, number: int) -> bytes:
    """Page ``number`` as PNG, drawn once and kept beside the data.

    Raises ``UnreadableDocument`` when it can't be drawn, ``DamagedBlob`` when the bytes are not what was
    filed. Who asks must have been authorised: the kept picture knows nobody.
    """
    kept = picture_path(version, number)
    if kept.exists():
        return kept.read_bytes()
    picture = render_page(blob_verify(version.blob, version.sha256), number, PAGE_SCALE)
    kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, temporary = tempfile.mkstemp(dir=kept.parent, prefix="drawing-")
    with os.fdopen(descriptor, "wb") as file:
        file.write(picture)
    os.replace(temporary, kept)
    return picture


def picture_path(version: DocumentVersion, number: int) -> Path:
    """Where the picture of a page is kept."""
    return settings.DATA_DIR / "pages" / version.pk.hex / f"{number}-{PAGE_SCALE}.png"
