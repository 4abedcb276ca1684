"""What is sent of a version as it was filed: pictures of its pages, and the original bytes."""

from __future__ import annotations

import logging

from django.contrib import messages
from django.db import transaction
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from documents.finding import VersionAddress
from documents.originals import original_download, page_picture, served_media_type
from documents.parsers.base import UnreadableDocument
from documents.storage import DamagedBlob, blob_verify
from documents.views import version_url
from matters.access import acting_as

logger = logging.getLogger(__name__)
PRIVATE = "private, no-store"


@transaction.non_atomic_requests
@require_GET
def document_page(
    request: HttpRequest, number: str, document_number: int, version: int, page: int
) -> HttpResponse:
    """A page as a picture. Nothing is read, not even a kept picture, before the person may see the version."""
    with acting_as(request.user):
        found = VersionAddress(number, document_number, version).find(request.user)
    if not (found.has_page_images and 1 <= page <= found.page_count):
        raise Http404
    try:
        picture = page_picture(found, page)
    except (UnreadableDocument, DamagedBlob) as error:
        logger.exception("Page %s of version %s can't be shown", page, found.pk)
        return HttpResponse(str(error), status=422, content_type="text/plain; charset=utf-8")
    return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": PRIVATE})


@transaction.non_atomic_requests
@require_GET
def document_original(
    request: HttpRequest, number: str, document_number: int, version: int
) -> HttpResponseBase:
    """The bytes that were filed, compared with their hash and recorded before they are sent."""
    with acting_as(request.user):
        found = VersionAddress(number, document_number, version).find(request.user)
    try:
        path = blob_verify(found.blob, found.sha256)
    except DamagedBlob as error:
        logger.exception("The original of version %s can't be given out", found.pk)
        messages.error(request, f"The original can’t be downloaded. {error}")
        return redirect(version_url(found))
    with acting_as(request.user):
        original_download(actor=request.user, version=found)
    return FileResponse(
        path.open("rb"),
        as_attachment=True,
        filename=found.filename,
        content_type=served_media_type(found),
        headers={"Cache-Control": PRIVATE},
    )
