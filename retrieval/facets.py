"""What a search can be narrowed or widened by, with counts of what the reader may see."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from typing import Any

from django.db.models import Count

from documents.models import Document, DocumentVersion
from matters.models import User
from retrieval.search.request import SearchRequest


def search_facets(user: User, matters: Collection[uuid.UUID], request: SearchRequest) -> list[dict[str, Any]]:
    """Facets for ``retrieval/search.html``: type, whether any text counts, and then its status. Two queries.

    Status narrows only where drafts and earlier text are searched: what is in force is executed.
    """
    documents = Document.objects.visible_to(user).filter(matter__in=matters)
    versions = DocumentVersion.objects.visible_to(user).filter(matter__in=matters)
    types = dict(documents.order_by().values_list("type").annotate(Count("pk")))
    statuses = dict(versions.order_by().values_list("status").annotate(Count("pk")))
    if not types:
        return []
    any_text = {
        "value": "on",
        "label": "Drafts and earlier versions too",
        "count": sum(statuses.values()),
        "chosen": request.as_of is None,
    }
    facets = [
        _facet("Type", "type", Document.Type.choices, types, request.types),
        {"label": "Text", "name": "any_date", "options": [any_text]},
    ]
    if request.as_of is None:
        facets.append(_facet("Status", "status", DocumentVersion.Status.choices, statuses, request.statuses))
    return facets


def _facet(
    label: str,
    name: str,
    choices: list[tuple[str, str]],
    counts: dict[str, int],
    chosen: frozenset[str] | None,
) -> dict[str, Any]:
    options = [
        {"value": value, "label": words, "count": counts[value], "chosen": value in (chosen or ())}
        for value, words in choices
        if value in counts
    ]
    return {"label": label, "name": name, "options": options}
