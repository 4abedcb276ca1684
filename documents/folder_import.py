"""What a folder holds that can be filed, and what a manifest says about it."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from documents.filing import About
from documents.models import Document, DocumentVersion
from legalrag.backends import backend_aliases, get_backend

HEAD = 4096
CHUNK = 1024 * 1024
FIELDS = {"title", "type", "jurisdiction", "status", "effective", "expires"}


class UnusableManifest(Exception):
    """The manifest can't be followed; the text says where and why."""


@dataclass(frozen=True)
class FolderFile:
    """A file of the folder in the shape in which files arrive. ``place`` is its path inside the folder."""

    path: Path
    place: str
    about: About
    version_of: str | None = None

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def size(self) -> int:
        return self.path.stat().st_size

    def chunks(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            while chunk := file.read(CHUNK):
                yield chunk

    def sha256(self) -> str:
        with self.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


def readable_files(folder: Path, about: About) -> tuple[list[FolderFile], list[str]]:
    """Files of a kind that a parser accepts, sorted by path, and the places of those of no such kind.

    Hidden files, files in hidden folders, and links are passed over.
    """
    readable, other = [], []
    for path in sorted(folder.rglob("*")):
        place = path.relative_to(folder)
        if any(part.startswith(".") for part in place.parts) or path.is_symlink() or not path.is_file():
            continue
        if _accepted(path):
            readable.append(FolderFile(path, _in_print(place), about))
        else:
            other.append(_in_print(place))
    return readable, other


def _in_print(place: Path) -> str:
    """A path as it can be printed: bytes of a name that are no text are shown as such."""
    return os.fsencode(place.as_posix()).decode("utf-8", "replace")


def _accepted(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(HEAD)
    aliases = backend_aliases("DOCUMENT_PARSERS")
    return any(get_backend("DOCUMENT_PARSERS", alias).accepts(head, path.name) for alias in aliases)


def manifest_files(
    folder: Path, manifest: Path, matter_number: str, about: About
) -> tuple[list[FolderFile], int]:
    """The files that a manifest lists for a matter, a document's versions in order, and how many relations it names.

    The manifest is ``{"documents": [...]}`` or the list alone; paths count from its own folder, else from
    ``folder``, and must lie inside ``folder``. What an entry leaves out is taken from ``about``. Raises
    ``UnusableManifest``.
    """
    entries = _entries(manifest, matter_number)
    listed = [_listed_file(folder, manifest, entry, about) for entry in entries]
    relations = sum(len(entry.get("relations") or ()) for entry in entries)
    return list(_in_order({file.place: file for file in listed})), relations


def _entries(manifest: Path, matter_number: str) -> list[dict[str, Any]]:
    try:
        content = json.loads(manifest.read_text(encoding="utf-8"))
        entries = content["documents"] if isinstance(content, dict) else content
        return [entry for entry in entries if entry.get("matter") in (None, matter_number) and entry["file"]]
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, KeyError, AttributeError, TypeError) as error:
        raise UnusableManifest(
            f"{manifest} can't be followed ({error}). It must be JSON with a list of documents, each with its file."
        ) from error


def _listed_file(folder: Path, manifest: Path, entry: dict[str, Any], about: About) -> FolderFile:
    named = entry["file"]
    if not _is_text(named) or not isinstance(entry.get("relations") or [], list):
        raise UnusableManifest(f"{named!r}: the file must be named as text, and its relations be a list.")
    path = next(
        (start / named for start in (manifest.parent, folder) if (start / named).is_file()), folder / named
    )
    if not path.resolve().is_relative_to(folder.resolve()):
        raise UnusableManifest(f"{named} does not lie in {folder}.")
    if not path.is_file():
        raise UnusableManifest(f"{named} is listed, but there is no such file in {folder}.")
    return FolderFile(path, named, _about(entry, about), entry.get("version_of"))


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and "\0" not in value


def _about(entry: dict[str, Any], about: About) -> About:
    said = {name: entry[name] for name in FIELDS if entry.get(name)}
    if strange := sorted(name for name, value in said.items() if not _is_text(value)):
        raise UnusableManifest(f"{entry['file']}: {', '.join(strange)} must be text.")
    try:
        for name in ("effective", "expires"):
            if name in said:
                said[name] = datetime.date.fromisoformat(said[name])
        Document.Type(said.get("type", about.type))
        DocumentVersion.Status(said.get("status", about.status))
    except (ValueError, TypeError) as error:
        raise UnusableManifest(f"{entry['file']}: {error}") from error
    return About(**{**about.__dict__, **said})


def _in_order(files: dict[str, FolderFile]) -> Iterable[FolderFile]:
    """Each file after the one whose next version it is."""
    placed: set[str] = set()
    waiting = dict(files)
    while waiting:
        ready = [place for place, file in waiting.items() if file.version_of in (None, *placed)]
        if not ready:
            raise UnusableManifest(
                f"{next(iter(waiting))} is the next version of a file that is not listed, or of itself."
            )
        for place in ready:
            placed.add(place)
            yield waiting.pop(place)
