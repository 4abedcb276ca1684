"""Reading a filed version in without a worker, as far as its page needs it."""

from pathlib import Path

from django.test import Client

from documents.models import Document, DocumentVersion, IngestStep, Job
from documents.reading import prepare_clauses, prepare_parse, prepare_store
from matters.access import working_on
from matters.models import User

SAMPLE_DOCUMENTS = Path(__file__).parents[2] / "legalrag" / "sample_firm" / "documents"
TEST = "a test looks at what was stored"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def newest_version(document: Document) -> DocumentVersion:
    with working_on(document.matter_id):
        versions = DocumentVersion.objects.unscoped(reason=TEST).select_related("document__matter")
        return versions.filter(document=document).first()


def read_in(document: Document) -> DocumentVersion:
    """Text, pages and clauses of the newest version; passages and index are left out."""
    version = newest_version(document)
    job = Job(kind="ingest", subject=version.pk, matter=version.matter_id)
    for prepare in (prepare_store, prepare_parse, prepare_clauses):
        write = prepare(version, job)
        with working_on(version.matter_id):
            write()
            version.refresh_from_db()
    finish_reading(version, DocumentVersion.Reading.READY)
    return newest_version(document)


def finish_reading(version: DocumentVersion, state: str, error: str = "") -> None:
    """Close the reading of a version; an error is that of its second step."""
    with working_on(version.matter_id):
        steps = IngestStep.objects.unscoped(reason=TEST).filter(version=version)
        if error:
            steps.filter(name="parse").update(state=IngestStep.State.FAILED, error=error)
        else:
            steps.update(state=IngestStep.State.DONE)
        DocumentVersion.objects.unscoped(reason=TEST).filter(pk=version.pk).update(reading_state=state)
