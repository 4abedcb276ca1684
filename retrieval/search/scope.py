"""From a request and a person to what may be searched. Everything here passes ``visible_to``."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from documents.models import DocumentVersion
from matters.models import Matter, User
from retrieval.models import Passage
from retrieval.search.lexical.base import LexicalScope
from retrieval.search.request import ResolvedScope, SearchRequest

Reading = DocumentVersion.Reading
MOST_NOT_SEARCHED = 50


def resolve_scope(user: User, request: SearchRequest) -> ResolvedScope:
    """The matters in reach and what in them is not searchable. A hidden matter is an empty scope."""
    matters = Matter.objects.visible_to(user)
    if request.matter_number is not None:
        matters = matters.filter(number=request.matter_number)
    reach = dict(matters.values_list("pk", "number"))
    versions = DocumentVersion.objects.visible_to(user).filter(
        version_filter(request), matter__in=list(reach)
    )
    unread = versions.exclude(reading_state=Reading.READY).select_related("document")[:MOST_NOT_SEARCHED]
    return ResolvedScope(
        matters=reach,
        named=request.matter_number is not None,
        documents=versions.filter(reading_state=Reading.READY).values("document_id").distinct().count(),
        not_searched=[
            f"{version.document.title} ({version.get_reading_state_display().lower()})" for version in unread
        ],
        not_searched_in=frozenset(version.matter_id for version in unread),
    )


def version_filter(request: SearchRequest, prefix: str = "") -> Q:
    """The bounds of a request on versions; ``prefix`` is the path to the version ("version__")."""
    bounds = Q()
    if request.as_of is not None:
        bounds &= Q(**{f"{prefix}in_force_from__lte": request.as_of}) & (
            Q(**{f"{prefix}in_force_until__isnull": True})
            | Q(**{f"{prefix}in_force_until__gt": request.as_of})
        )
    if request.statuses is not None:
        bounds &= Q(**{f"{prefix}status__in": request.statuses})
    if request.types is not None:
        bounds &= Q(**{f"{prefix}document__type__in": request.types})
    return bounds


def passages_in_scope(user: User, request: SearchRequest, scope: ResolvedScope) -> QuerySet[Passage]:
    """The passages that may be found."""
    passages = Passage.objects.visible_to(user).filter(version_filter(request, "version__"))
    return passages.filter(matter__in=list(scope.matters))


def lexical_scope(request: SearchRequest, scope: ResolvedScope) -> LexicalScope:
    """The same bounds for the lexical index."""
    return LexicalScope(
        matter_ids=frozenset(str(matter) for matter in scope.matters),
        as_of=request.as_of,
        statuses=request.statuses,
        types=request.types,
    )
