"""Searching and asking."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from audit.models import QueryLog
from documents.models import DocumentVersion
from legalrag.backends import BackendError
from matters.access import acting_as, query_logs_visible_to
from matters.headers import matter_header
from matters.models import Matter
from retrieval.answering.ask import ask as ask_question
from retrieval.answering.model import Answer, answer_from_record
from retrieval.engine import RetrievalRun, explain, retrieve
from retrieval.facets import search_facets
from retrieval.forms import AskForm, SearchForm
from retrieval.presentation import (
    answer_context,
    day_in_words,
    hit_context,
    log_reference,
    scope_words,
    source_context,
)
from retrieval.search.expansion import version_readers

QUOTATIONS_ONLY = "No model used: quotations only"


@transaction.non_atomic_requests
@require_GET
def search(request: HttpRequest) -> HttpResponse:
    """Clauses found by words and by meaning."""
    with acting_as(request.user):
        form = SearchForm(_with_day(request.GET) if "q" in request.GET else None, user=request.user)
        asked = form.is_bound and form.is_valid()
    context: dict[str, Any] = {"form": form, "nav": "search"}
    if asked:
        try:
            with retrieve(user=request.user, request=form.request()) as run:
                pass
        except BackendError as error:
            context["stopped"] = {"lead": "Searching is stopped.", "text": explain(error), "note": ""}
        else:
            with acting_as(request.user):
                context |= _results(request, run)
    return render(request, "retrieval/search.html", context, status=422 if form.errors else 200)


def _with_day(sent: QueryDict) -> QueryDict:
    """What was sent, with today where no day was: the day that counts is always in sight, and no other."""
    data = sent.copy()
    if data.get("any_date"):
        data["as_of"] = ""
    elif not data.get("as_of", "").strip():
        data["as_of"] = day_in_words(timezone.localdate().isoformat())
    return data


def _results(request: HttpRequest, run: RetrievalRun) -> dict[str, Any]:
    readers = version_readers(request.user, [hit.passage.version_id for hit in run.hits])
    day = run.request.as_of or timezone.localdate()
    shown = [hit for hit in run.hits if hit.passage.version_id in readers]
    return {
        "results": [hit_context(hit, readers[hit.passage.version_id], day) for hit in shown],
        "facets": search_facets(request.user, run.scope.matters.keys(), run.request),
        "searched": {
            "matters": len(run.scope.matters),
            "documents": run.scope.documents,
            "as_of": run.request.as_of,
            "documents_found": len({hit.passage.document_id for hit in shown}),
            "log_id": run.log.pk,
        },
        "limited": {"lead": run.degraded[0], "text": ""} if run.degraded else None,
    }


@transaction.non_atomic_requests
@require_http_methods(["GET", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """Ask; the answer has an address of its own."""
    stopped = None
    with acting_as(request.user):
        form = _ask_form(request)
        asked = form.is_bound and form.is_valid()
    if asked:
        try:
            log_id, _ = ask_question(user=request.user, request=form.request())
        except BackendError as error:
            stopped = {"lead": "Asking is stopped.", "text": explain(error), "note": "Your question is kept."}
        else:
            return redirect("ask_answer", log_id=log_id)
    with acting_as(request.user):
        context = {"form": form, "nav": "ask", "model_words": QUOTATIONS_ONLY, "stopped": stopped}
        context |= _matter_header(request, form.chosen_matter())
        return render(request, "retrieval/ask.html", context, status=422 if form.errors else 200)


def _ask_form(request: HttpRequest) -> AskForm:
    if request.method == "POST":
        return AskForm(request.POST, user=request.user)
    kept = {name: request.GET[name] for name in ("q", "matter", "as_of", "text") if request.GET.get(name)}
    return AskForm(initial=kept, user=request.user)


def _matter_header(request: HttpRequest, number: str) -> dict[str, Any]:
    """The header of the matter that is asked. A number that is not open to the person shows none."""
    matter = Matter.objects.visible_to(request.user).filter(number=number).first() if number else None
    return matter_header(request.user, matter, "ask") if matter else {}


@require_GET
def ask_answer(request: HttpRequest, log_id: uuid.UUID) -> HttpResponse:
    """An answer that was logged, with one citation's source beside it."""
    log, opened, answer = logged_answer(request, log_id)
    named = opened["scope"]["matters"][0] if opened["scope"]["named"] and opened["scope"]["matters"] else ""
    form = AskForm(
        initial={
            "q": answer.question,
            "matter": named,
            "as_of": day_in_words(answer.as_of),
            "text": "in_force" if answer.as_of else "any",
        },
        user=request.user,
    )
    return render(
        request,
        "retrieval/ask.html",
        {
            "form": form,
            "nav": "ask",
            "model_words": QUOTATIONS_ONLY,
            "answer": answer_context(answer, scope_words(opened)),
            "log": {"id": log.pk, "opened_at": log.opened_at, "reference": log_reference(log.pk)},
            "source": _source(request, answer),
            "source_open": "c" in request.GET,
            **_matter_header(request, named),
        },
    )


def logged_answer(request: HttpRequest, log_id: uuid.UUID) -> tuple[QueryLog, dict[str, Any], Answer]:
    """The log, what was opened, and the answer; 404 unless all that it cites is open to the person now."""
    log = query_logs_visible_to(request.user).select_related("result").filter(pk=log_id, kind="ask").first()
    if log is None or not hasattr(log, "result"):
        raise Http404
    answer = answer_from_record(json.loads(bytes(log.result.canonical))["answer"])
    cited = {citation.version for citation in answer.citations}
    if DocumentVersion.objects.visible_to(request.user).filter(pk__in=cited).count() != len(cited):
        raise Http404
    return log, json.loads(bytes(log.canonical)), answer


def _source(request: HttpRequest, answer: Answer) -> dict[str, Any] | None:
    wanted = request.GET.get("c", "1")
    citation = answer.citation(int(wanted)) if wanted.isdecimal() and len(wanted) < 10 else None
    if citation is None:
        return None
    version = (
        DocumentVersion.objects.visible_to(request.user).select_related("document").get(pk=citation.version)
    )
    reader = version_readers(request.user, [version.pk])[version.pk]
    return source_context(answer, citation, reader, version, request.GET.get("view", ""))
