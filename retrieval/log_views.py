"""The query log as a page, a list and a PDF. They live here because they show the engine's work."""

from __future__ import annotations

import uuid

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from audit.models import QueryLog
from audit.reports import render_pdf
from audit.services import event_record
from matters.access import query_logs_visible_to
from matters.models import Matter
from retrieval.forms import LogFilterForm
from retrieval.log_presentation import ReadLog, log_context, log_row, read_log

PAGE = 50


@require_GET
def query_log_list(request: HttpRequest) -> HttpResponse:
    """The person's own searches and questions, newest first."""
    logs = query_logs_visible_to(request.user).select_related("result").order_by("-opened_at")
    form = LogFilterForm(request.GET)
    logs = logs.filter(question__icontains=form.cleaned_data["q"]) if form.is_valid() else logs.none()
    page = Paginator(logs, PAGE).get_page(request.GET.get("page"))
    page.object_list = [log_row(log) for log in page.object_list]
    return render(
        request,
        "audit/query_log_list.html",
        {"logs": page, "form": form, "note": "Your own questions", "nav": "audit"},
    )


@require_GET
def query_log_detail(request: HttpRequest, log_id: uuid.UUID) -> HttpResponse:
    """One search as it was recorded."""
    log = _read_log(request, log_id)
    return render(request, "audit/query_log_detail.html", {**log_context(log), "nav": "audit"})


@require_GET
def query_log_pdf(request: HttpRequest, log_id: uuid.UUID) -> HttpResponse:
    """The same on paper; printing is recorded."""
    read = _read_log(request, log_id)
    context = log_context(read)
    context |= {"printed_by": request.user.get_full_name(), "printed_at": timezone.now()}
    pdf = render_pdf("pdf/query_log.html", context, identifier=str(log_id))
    event_record(
        "audit.query_log.printed",
        actor=request.user,
        subject=f"audit.querylog:{log_id}",
        matter=read.log.matters[0] if len(read.log.matters) == 1 else None,
    )
    response = HttpResponse(pdf, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="query-{str(log_id)[:8]}.pdf"'
    return response


def _read_log(request: HttpRequest, log_id: uuid.UUID) -> ReadLog:
    log: QueryLog | None = (
        query_logs_visible_to(request.user).select_related("result").filter(pk=log_id).first()
    )
    if log is None:
        raise Http404
    visible = Matter.objects.visible_to(request.user).filter(pk__in=log.matters)
    return read_log(log, dict(visible.values_list("number", "title")))
