"""File a folder of documents in a matter, and say how its reading went."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from threading import Event, Thread
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.http import Http404

from documents.filing import About, NotFiled, file_arrived
from documents.finding import reference
from documents.folder_import import FolderFile, UnusableManifest, manifest_files, readable_files
from documents.import_report import import_report
from documents.jobs import work_off_jobs
from documents.models import Document, DocumentVersion
from matters.access import acting_as
from matters.headers import matter_or_404
from matters.models import Matter, User

Reading = DocumentVersion.Reading
PROGRESS_SECONDS = 5


class Command(BaseCommand):
    help = (
        "File every readable file of a folder in a matter. Files that were filed before under the same name "
        "with the same bytes are passed over, so that running it again is harmless."
    )

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--matter", required=True, metavar="NUMBER")
        parser.add_argument(
            "--as", required=True, dest="username", metavar="USERNAME", help="Who files them."
        )
        parser.add_argument(
            "--manifest", type=Path, help="JSON list of documents with title, type, dates, version_of."
        )
        parser.add_argument("--type", choices=Document.Type.values, default=Document.Type.CONTRACT)
        parser.add_argument(
            "--status", choices=DocumentVersion.Status.values, default=DocumentVersion.Status.EXECUTED
        )
        parser.add_argument("--wait", action="store_true", help="Read the files in this process, and report.")

    def handle(self, *args: Any, **options: Any) -> None:
        started = time.monotonic()
        folder: Path = options["folder"]
        if not folder.is_dir():
            raise CommandError(f"There is no folder {folder}.")
        person = User.objects.filter(username=options["username"], is_active=True).first()
        if person is None:
            raise CommandError(f"Nobody is called {options['username']}.")
        matter = _matter(person, options["matter"])
        versions = self._file_all(person, matter, self._files(folder, options))
        if options["wait"]:
            self._wait(person, versions)
            self.stdout.write(import_report(person, versions, time.monotonic() - started))
        elif versions:
            self.stdout.write("The worker reads them in; the matter's page shows how far it is.")

    def _files(self, folder: Path, options: dict[str, Any]) -> list[FolderFile]:
        about = About(type=options["type"], status=options["status"])
        if options["manifest"]:
            try:
                files, relations = manifest_files(folder, options["manifest"], options["matter"], about)
            except UnusableManifest as error:
                raise CommandError(str(error)) from error
            if relations:
                self.stdout.write(f"The manifest's relations ({relations}) are not recorded yet.")
            return files
        files, other = readable_files(folder, about)
        for place in other:
            self.stdout.write(f"passed over   {place}: not a PDF, DOCX, Markdown or text file")
        return files

    def _file_all(self, person: User, matter: Matter, files: list[FolderFile]) -> list[DocumentVersion]:
        """File what is new, a line for each file. Returns the versions that are still to be read."""
        filed_before = _filed_before(person, matter)
        documents: dict[str, Document] = {}
        versions = []
        for file in files:
            version = filed_before.get((file.name, file.sha256()))
            if version is not None:
                self.stdout.write(f"filed before  {file.place}: {reference(version)}")
            else:
                version = self._file_one(person, matter, file, documents)
            if version is not None:
                documents[file.place] = version.document
                if version.reading_state == Reading.READING:
                    versions.append(version)
        return versions

    def _file_one(
        self, person: User, matter: Matter, file: FolderFile, documents: dict[str, Document]
    ) -> DocumentVersion | None:
        version_of = documents.get(file.version_of) if file.version_of else None
        if file.version_of and version_of is None:
            self.stderr.write(
                f"not filed     {file.place}: {file.version_of}, which it follows, was not filed."
            )
            return None
        try:
            version = file_arrived(
                actor=person, matter=matter, file=file, about=file.about, version_of=version_of
            )
        except NotFiled as refusal:
            self.stderr.write(f"not filed     {file.place}: {refusal}")
            return None
        self.stdout.write(f"filed         {file.place}: {reference(version)}")
        return version

    def _wait(self, person: User, versions: list[DocumentVersion]) -> None:
        """Do jobs here until every version has been read or has stopped; jobs may be postponed, or another's."""
        done = Event()
        watcher = Thread(target=self._watch, args=(person, versions, done))
        watcher.start()
        try:
            while _unfinished(person, versions):
                if not work_off_jobs():
                    time.sleep(1)
        finally:
            done.set()
            watcher.join()

    def _watch(self, person: User, versions: list[DocumentVersion], done: Event) -> None:
        try:
            while not done.wait(PROGRESS_SECONDS):
                read = len(versions) - _unfinished(person, versions)
                self.stdout.write(f"{read} of {len(versions)} files read")
        finally:
            connection.close()


def _matter(person: User, number: str) -> Matter:
    with acting_as(person):
        try:
            return matter_or_404(person, number)
        except Http404 as error:
            raise CommandError(f"{person.username} sees no matter {number}.") from error


def _filed_before(person: User, matter: Matter) -> dict[tuple[str, str], DocumentVersion]:
    with acting_as(person):
        versions = DocumentVersion.objects.visible_to(person).select_related("document__matter")
        return {(one.filename, one.sha256): one for one in versions.filter(matter=matter)}


def _unfinished(person: User, versions: list[DocumentVersion]) -> int:
    with acting_as(person):
        own = DocumentVersion.objects.visible_to(person).filter(pk__in=[one.pk for one in versions])
        return own.being_read().count()
