"""How far files are read in, for the panels that ask again until it is done."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.utils import timezone

from documents.ingest import step_label
from documents.models import DocumentVersion, IngestStep
from matters.models import User

# htmx stops asking again when it gets this status.
STOP_POLLING = 286
MOST_IN_PANEL = 10
STOPPED_STAYS = datetime.timedelta(days=1)
Reading = DocumentVersion.Reading
State = IngestStep.State


def steps_of(user: User, versions: Iterable[DocumentVersion]) -> dict[Any, list[IngestStep]]:
    """The steps of each version by its id, in order, each with its ``label``. One query."""
    steps = defaultdict(list)
    for step in IngestStep.objects.visible_to(user).filter(version__in=versions):
        step.label = step_label(step.name)
        steps[step.version_id].append(step)
    return steps


def running_number(steps: list[IngestStep]) -> int:
    """The number, from 1, of the first step that is not done; the last one's when all are."""
    return next((place for place, step in enumerate(steps, 1) if step.state != State.DONE), len(steps))


def versions_being_read(user: User) -> list[DocumentVersion]:
    """Versions that are being read, and those that stopped in the last day, newest first.

    Each has ``steps_done``, ``step_count`` and ``step_label`` (of the step that is next). Two queries.
    """
    recently = Q(
        reading_state__in=[Reading.FAILED, Reading.NOT_READABLE], filed_at__gte=timezone.now() - STOPPED_STAYS
    )
    versions = DocumentVersion.objects.visible_to(user).select_related("document__matter")
    found = list(
        versions.filter(Q(reading_state=Reading.READING) | recently).order_by("-filed_at", "pk")[
            :MOST_IN_PANEL
        ]
    )
    steps = steps_of(user, found)
    for version in found:
        own = steps[version.pk]
        version.step_count = len(own)
        version.steps_done = sum(step.state == State.DONE for step in own)
        version.step_label = own[running_number(own) - 1].label.lower() if own else ""
    return found
