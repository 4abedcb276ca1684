"""Stored bytes: identical, under an opaque name, whole or not at all."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings

from documents.storage import DamagedBlob, TooLarge, blob_path, blob_store, blob_verify


def files() -> list[Path]:
    return [path for path in Path(django_settings.BLOB_DIR).rglob("*") if path.is_file()]


def test_bytes_come_back_identical() -> None:
    data = bytes(range(256)) * 5000
    blob = blob_store([data[:7], data[7:]])
    assert blob_verify(blob.name, blob.sha256).read_bytes() == data
    assert (blob.size, blob.sha256) == (len(data), hashlib.sha256(data).hexdigest())


def test_an_empty_file_is_stored_too() -> None:
    blob = blob_store([])
    assert blob_verify(blob.name, blob.sha256).read_bytes() == b""


def test_the_name_says_nothing_of_the_content() -> None:
    one, other = blob_store([b"the same"]), blob_store([b"the same"])
    assert one.name != other.name
    assert one.sha256 == other.sha256
    assert all(one.sha256[:8] not in str(path) for path in files())


def test_a_stored_file_can_not_be_written_by_accident() -> None:
    blob = blob_store([b"bytes"])
    assert blob_path(blob.name).stat().st_mode & 0o777 == 0o440


@pytest.mark.parametrize(("size", "fits"), [(10, True), (11, False)])
def test_a_file_may_have_so_many_bytes_and_no_more(settings: Any, size: int, fits: bool) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    if fits:
        assert blob_store([b"x" * size]).size == size
    else:
        with pytest.raises(TooLarge):
            blob_store([b"x"] * size)
        assert files() == []


@pytest.mark.parametrize("error", [OSError, KeyboardInterrupt])
def test_a_write_that_is_interrupted_leaves_nothing(error: type[BaseException]) -> None:
    def broken_off() -> Iterator[bytes]:
        yield b"half"
        raise error

    with pytest.raises(error):
        blob_store(broken_off())
    assert files() == []


@pytest.mark.parametrize("damage", ["changed", "cut", "missing", "never there"])
def test_damaged_bytes_are_not_given_out(damage: str) -> None:
    blob = blob_store([b"the bytes that were filed"])
    path = blob_path(blob.name)
    path.chmod(0o600)
    if damage == "missing":
        path.unlink()
    elif damage != "never there":
        path.write_bytes(b"The bytes that were filed" if damage == "changed" else b"the bytes")
    name = uuid.uuid4() if damage == "never there" else blob.name
    with pytest.raises(DamagedBlob, match="backup"):
        blob_verify(name, blob.sha256)
