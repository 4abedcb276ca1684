"""The first steps of reading in: the stored bytes, their text and pages, their clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict

from django.conf import settings

from audit.canonical import sha256_hex
from documents.ingest import WORKER, register_step
from documents.models import Clause, DocumentText, DocumentVersion, Job, Page
from documents.parsers.base import Block, ParsedDocument
from documents.parsers.base import Page as ParsedPage
from documents.parsers.sandbox import Limits, read_document
from documents.storage import blob_verify
from documents.structure.build import build_clauses
from documents.structure.nodes import ClauseNode
from matters.access import working_on

BATCH = 1000


def reading_limits() -> Limits:
    """What one child process may use while it reads one file."""
    return Limits(
        memory_mib=settings.READING_MEMORY_MIB,
        cpu_seconds=settings.READING_SECONDS,
        wall_seconds=settings.READING_SECONDS * 1.5,
    )


def prepare_store(version: DocumentVersion, job: Job) -> Callable[[], None]:
    """The bytes were stored before the version existed; here they are read back and compared."""
    blob_verify(version.blob, version.sha256)
    return lambda: None


def prepare_parse(version: DocumentVersion, job: Job) -> Callable[[], None]:
    """Read text and pages in a limited child process."""
    parsed, parser = read_document(
        blob_verify(version.blob, version.sha256),
        version.filename,
        list(settings.DOCUMENT_PARSERS.values()),
        reading_limits(),
    )

    def write() -> None:
        DocumentText(
            version=version,
            matter_id=version.matter_id,
            text=parsed.text,
            sha256=sha256_hex(parsed.text.encode()),
            parser=parser,
            warnings=list(parsed.warnings),
            blocks=[asdict(block) for block in parsed.blocks],
        ).save(force_insert=True)
        Page.objects.bulk_create(
            (
                Page(
                    version=version,
                    matter_id=version.matter_id,
                    number=page.number,
                    start=page.start,
                    end=page.end,
                )
                for page in parsed.pages
            ),
            batch_size=BATCH,
        )
        DocumentVersion.objects.unscoped(reason=WORKER).filter(pk=version.pk).update(
            page_count=len(parsed.pages), has_page_images=parsed.has_page_images
        )

    return write


def prepare_clauses(version: DocumentVersion, job: Job) -> Callable[[], None]:
    """Build the clause tree from the stored text."""
    with working_on(job.matter):
        content = DocumentText.objects.unscoped(reason=WORKER).get(version=version)
        pages = Page.objects.unscoped(reason=WORKER).filter(version=version)
        parsed = ParsedDocument(
            text=content.text,
            pages=tuple(ParsedPage(number=p.number, start=p.start, end=p.end) for p in pages),
            blocks=tuple(Block(**block) for block in content.blocks),
            has_page_images=version.has_page_images,
        )
    nodes = build_clauses(parsed)

    def write() -> None:
        Clause.objects.bulk_create(clause_rows(version, nodes), batch_size=BATCH)

    return write


def clause_rows(version: DocumentVersion, nodes: list[ClauseNode]) -> list[Clause]:
    """Unsaved rows for nodes in pre-order, parents before children."""
    rows: list[Clause] = []
    for node in nodes:
        fields = asdict(node)
        parent = fields.pop("parent")
        rows.append(
            Clause(
                version=version,
                matter_id=version.matter_id,
                parent=rows[parent] if parent is not None else None,
                **fields,
            )
        )
    return rows


def clause_nodes(rows: Iterable[Clause]) -> list[ClauseNode]:
    """The other way: nodes for all the stored clauses of a version, in reading order."""
    rows = list(rows)
    position_of = {row.pk: row.position for row in rows}
    return [
        ClauseNode(
            position=row.position,
            parent=position_of.get(row.parent_id),
            kind=row.kind,
            label=row.label,
            path=row.path,
            heading=row.heading,
            level=row.level,
            start=row.start,
            end=row.end,
            page_first=row.page_first,
            page_last=row.page_last,
        )
        for row in rows
    ]


register_step("store", "Stored", prepare_store)
register_step("parse", "Text and pages", prepare_parse)
register_step("clauses", "Clauses", prepare_clauses)
