"""The documents of a matter, filing, and the page of a document."""

from __future__ import annotations

from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from documents.clause_text import ClauseText, clause_position
from documents.filing import AlreadyFiled, NotFiled, file_arrived
from documents.finding import document_or_404, reference
from documents.forms import DocumentFilter, UploadForm
from documents.listing import attach_shown_versions
from documents.models import Clause, Document, DocumentText, DocumentVersion, IngestStep
from documents.progress import STOP_POLLING, running_number, steps_of
from legalrag.templatetags.portal import citation_text
from matters.access import acting_as
from matters.headers import matter_header, matter_or_404
from matters.models import Matter, User

ROWS = 50
Reading = DocumentVersion.Reading


@require_safe
def document_list(request: HttpRequest, number: str) -> HttpResponse:
    """A matter's first page: its documents, filtered and in pages."""
    matter = matter_or_404(request.user, number)
    form = DocumentFilter(request.GET)
    documents = form.apply(Document.objects.visible_to(request.user).filter(matter=matter), request.user)
    page = Paginator(documents.order_by("number"), ROWS).get_page(request.GET.get("page"))
    page.object_list = list(page.object_list)
    attach_shown_versions(request.user, page.object_list)
    header = matter_header(request.user, matter, "documents")
    context = {
        **header,
        "form": form,
        "documents": page,
        "total": header["counts"]["documents"],
        "reading": any(one.current_version.reading_state == "reading" for one in page.object_list),
    }
    return render(request, "documents/document_list.html", context)


@transaction.non_atomic_requests
@require_http_methods(["GET", "HEAD", "POST"])
def document_upload(request: HttpRequest, number: str) -> HttpResponse:
    """File documents. Each file is stored and filed in transactions of its own, and has a result of its own."""
    with acting_as(request.user):
        matter = matter_or_404(request.user, number)
        form = _upload_form(request, matter)
        sent = form.is_bound and form.is_valid()
    results = _file_all(request.user, matter, form) if sent else []
    with acting_as(request.user):
        matter = matter_or_404(request.user, number)
        context = {**matter_header(request.user, matter, "documents"), "form": form, "results": results}
        status = 422 if form.errors else 200
        return render(request, "documents/document_upload.html", context, status=status)


def _upload_form(request: HttpRequest, matter: Matter) -> UploadForm:
    if request.method == "POST":
        return UploadForm(request.POST, request.FILES, user=request.user, matter=matter)
    return UploadForm(initial={"version_of": request.GET.get("version_of")}, user=request.user, matter=matter)


def _file_all(user: User, matter: Matter, form: UploadForm) -> list[dict[str, Any]]:
    about, version_of = form.about(), form.cleaned_data["version_of"]
    return [_file_one(user, matter, file, about, version_of) for file in form.cleaned_data["files"]]


def _file_one(user: User, matter: Matter, file: UploadedFile, about: Any, version_of: Any) -> dict[str, Any]:
    result = {"filename": file.name, "message": ""}
    try:
        version = file_arrived(actor=user, matter=matter, file=file, about=about, version_of=version_of)
    except AlreadyFiled as refusal:
        return {**result, "state": "duplicate", "message": str(refusal), "url": version_url(refusal.version)}
    except NotFiled as refusal:
        return {**result, "state": "refused", "message": str(refusal)}
    return {**result, "state": "filed", "reference": reference(version), "url": version_url(version)}


def version_url(version: DocumentVersion) -> str:
    """The address of a version's page. Its document and matter must be loaded."""
    document = version.document
    address = reverse("document_detail", args=[document.matter.number, document.number])
    return f"{address}?v={version.number}"


@require_safe
def document_detail(request: HttpRequest, number: str, document_number: int) -> HttpResponse:
    """A document in one of its versions; also what the panel of its reading asks for while it goes on."""
    matter = matter_or_404(request.user, number)
    document = document_or_404(request.user, matter, document_number)
    versions = list(
        DocumentVersion.objects.visible_to(request.user).filter(document=document).select_related("author")
    )
    version = _chosen_version(versions, request.GET.get("v"))
    steps = steps_of(request.user, [version])[version.pk]
    context = {
        "matter": matter,
        "document": document,
        "version": version,
        "versions": versions,
        "steps": steps,
        "step_number": running_number(steps),
    }
    if request.htmx and request.htmx.trigger == "ingest-progress":
        status = 200 if version.reading_state == Reading.READING else STOP_POLLING
        return render(request, "documents/partials/ingest_progress.html", context, status=status)
    context |= matter_header(request.user, matter, "documents")
    context |= _shown_text(request, matter, document, version)
    context["unreadable"] = _why_unreadable(version, steps)
    return render(request, "documents/document_detail.html", context)


def _chosen_version(versions: list[DocumentVersion], wanted: str | None) -> DocumentVersion:
    """The version that the address names, else the newest."""
    for version in versions:
        if wanted in (None, "", str(version.number)):
            return version
    raise Http404


def _shown_text(
    request: HttpRequest, matter: Matter, document: Document, version: DocumentVersion
) -> dict[str, Any]:
    """The text in its clauses, or the pages of the file, with the outline and the chosen clause."""
    stored = DocumentText.objects.visible_to(request.user).filter(version=version)
    text, warnings = stored.values_list("text", "warnings").first() or ("", [])
    clauses = list(Clause.objects.visible_to(request.user).filter(version=version))
    shown = ClauseText(text, clauses, clause_position(request.GET.get("clause", "")))
    pages = version.has_page_images and request.GET.get("view") == "pages"
    chosen = shown.chosen
    if chosen is not None:
        chosen.citation = citation_text(
            document.title,
            chosen.path or chosen.heading,
            chosen.page_first if version.page_count > 1 else None,
            version.effective if version.status == DocumentVersion.Status.EXECUTED else None,
            f"{matter.number}/{document.number}.{version.number}",
        )
    return {
        "view": "pages" if pages else "text",
        "outline": shown.outline(),
        "clauses": [] if pages else shown.rows(),
        "chosen": chosen,
        "page_numbers": range(1, version.page_count + 1) if version.has_page_images else None,
        "warnings": warnings,
    }


def _why_unreadable(version: DocumentVersion, steps: list[IngestStep]) -> str:
    if version.reading_state != Reading.NOT_READABLE:
        return ""
    return next((step.error for step in steps if step.state == IngestStep.State.FAILED), "")
