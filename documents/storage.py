"""Where the bytes lie: written once under an opaque name, never altered.

The name is random, not the hash: a name that follows from the content would tell whoever can list the
folder that a walled document is the same as theirs. The hash is checked on every read.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings


class DamagedBlob(Exception):
    """Stored bytes are missing or no longer what was filed."""


class TooLarge(Exception):
    """More bytes than one file may have."""


@dataclass(frozen=True)
class StoredBlob:
    """Bytes on disk: opaque name, SHA-256 in hexadecimal, size in bytes."""

    name: uuid.UUID
    sha256: str
    size: int


def blob_path(name: uuid.UUID) -> Path:
    """The file of a blob; folders of two digits keep each of them small."""
    return settings.BLOB_DIR / name.hex[:2] / name.hex


def blob_store(chunks: Iterable[bytes]) -> StoredBlob:
    """Write chunks to a new blob and flush it to disk before its name is given out.

    Raises ``TooLarge`` when more than ``MAX_UPLOAD_BYTES`` arrive; nothing is kept then.
    """
    name = uuid.uuid4()
    target = blob_path(name)
    if not target.parent.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        _flush_folder(target.parent.parent)
    digest, size = hashlib.sha256(), 0
    descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix="arriving-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            for chunk in chunks:
                size += len(chunk)
                if size > settings.MAX_UPLOAD_BYTES:
                    raise TooLarge(
                        f"The file has more than {settings.MAX_UPLOAD_BYTES // 1024 // 1024} MB, the most in one file."
                    )
                digest.update(chunk)
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o440)
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    _flush_folder(target.parent)
    return StoredBlob(name, digest.hexdigest(), size)


def blob_verify(name: uuid.UUID, sha256: str) -> Path:
    """The path of a blob whose bytes are what was filed; raises ``DamagedBlob`` otherwise."""
    path = blob_path(name)
    try:
        with path.open("rb") as file:
            actual = hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError as error:
        raise DamagedBlob("The stored file is missing. Restore it from the backup.") from error
    if actual != sha256:
        raise DamagedBlob("The stored file is not what was filed. Restore it from the backup.")
    return path


def _flush_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
