"""Pages that draw on every app: home, and what happened in a matter."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from audit.models import Event, QueryLog
from audit.verbs import UnknownVerb, verb_in_words
from documents.models import Document, DocumentVersion
from documents.progress import STOP_POLLING, versions_being_read
from matters.access import events_visible_to, query_logs_visible_to
from matters.headers import matter_header, matter_or_404
from matters.models import EthicalWall, Matter, Party, TeamMember, User
from retrieval.presentation import tone_of

RECENT_QUESTIONS = 5
ROWS = 50


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Where a person starts; also what its panel of files being read asks for every few seconds."""
    reading = versions_being_read(request.user)
    if request.htmx and request.htmx.trigger == "reading":
        going_on = any(version.reading_state == DocumentVersion.Reading.READING for version in reading)
        status = 200 if going_on else STOP_POLLING
        return render(request, "documents/partials/reading.html", {"reading": reading}, status=status)
    matters = Matter.objects.visible_to(request.user).filter(status=Matter.Status.OPEN).order_by("-number")
    context = {
        "nav": "home",
        "matters": list(matters.select_related("client").annotate(document_count=Count("documents"))),
        "recent_questions": recent_questions(request.user),
        "reading": reading,
    }
    return render(request, "home.html", context)


def recent_questions(user: User) -> list[dict[str, Any]]:
    """The person's last questions that still may be shown to them."""
    logs = query_logs_visible_to(user).filter(kind="ask").select_related("result")
    return [_question(log) for log in logs.order_by("-opened_at")[:RECENT_QUESTIONS]]


def _question(log: QueryLog) -> dict[str, Any]:
    opened = json.loads(bytes(log.canonical))
    scope = opened["scope"]
    row = {
        "question": log.question,
        "opened_at": log.opened_at,
        "as_of": parse_date(opened["as_of"]) if opened["as_of"] else None,
        "matter_label": " ".join(scope["matters"]) if scope["named"] else "All my matters",
    }
    if not hasattr(log, "result"):
        return {
            **row,
            "url": reverse("query_log_detail", args=[log.pk]),
            "tone": "bad",
            "word": "Did not complete",
        }
    word = json.loads(bytes(log.result.canonical))["answer"]["word"]
    return {**row, "url": reverse("ask_answer", args=[log.pk]), "tone": tone_of(word), "word": word}


@require_safe
def matter_activity(request: HttpRequest, number: str) -> HttpResponse:
    """What was recorded about the matter, newest first."""
    matter = matter_or_404(request.user, number)
    events = events_visible_to(request.user).filter(matter=matter.pk).order_by("-occurred_at", "pk")
    page = Paginator(events, ROWS).get_page(request.GET.get("page"))
    subjects = _Subjects(request.user, matter, page.object_list)
    for event in page.object_list:
        event.words = _words(event.verb)
        event.about, event.url = subjects.describe(event)
    context = {**matter_header(request.user, matter, "activity"), "events": page}
    return render(request, "matters/matter_activity.html", context)


def _words(verb: str) -> str:
    """A verb of a plugin that is no longer installed is shown as it was recorded."""
    try:
        return verb_in_words(verb)
    except UnknownVerb:
        return verb


class _Subjects:
    """What the events of a page speak of, read in one query for each kind of thing."""

    def __init__(self, user: User, matter: Matter, events: list[Event]) -> None:
        self.matter = matter
        readable = {
            "documents.document": Document.objects.visible_to(user),
            "documents.documentversion": DocumentVersion.objects.visible_to(user).select_related("document"),
            "matters.teammember": TeamMember.objects.visible_to(user).select_related("user"),
            "matters.party": Party.objects.visible_to(user),
            "matters.ethicalwall": EthicalWall.objects.visible_to(user),
            "audit.querylog": query_logs_visible_to(user),
        }
        keys: dict[str, list[uuid.UUID]] = {kind: [] for kind in readable}
        for event in events:
            kind, _, key = event.subject.partition(":")
            if kind in keys:
                keys[kind].append(uuid.UUID(key))
        self.found = {
            f"{kind}:{pk}": subject
            for kind, rows in readable.items()
            for pk, subject in rows.in_bulk(keys[kind]).items()
        }

    def describe(self, event: Event) -> tuple[str, str]:
        """Words for what the event is about, and its address if it has one that the reader may open."""
        match self.found.get(event.subject):
            case Document() as document:
                return f"{document.title} /{document.number}", self._address(document)
            case DocumentVersion(document=document, number=number):
                return (
                    f"{document.title} /{document.number}.{number}",
                    f"{self._address(document)}?v={number}",
                )
            case TeamMember(user=person):
                return person.get_full_name() or person.get_username(), ""
            case QueryLog() as log:
                return f"“{log.question}”", reverse("query_log_detail", args=[log.pk])
            case None:
                return "", ""
            case named:
                return str(named), ""

    def _address(self, document: Document) -> str:
        return reverse("document_detail", args=[self.matter.number, document.number])
