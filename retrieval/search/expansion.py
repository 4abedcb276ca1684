"""What must be read with a hit, found in the hit's own version: clauses, exceptions, definitions."""

from __future__ import annotations

import bisect
import threading
import uuid
from collections import OrderedDict, defaultdict
from collections.abc import Iterable

from documents.models import Clause, DocumentText, Page
from documents.reading import clause_nodes
from documents.structure.nodes import ClauseNode
from matters.models import User
from retrieval.search.expansion_rules import Expansion, ExpansionRules

KEPT_VERSIONS = 32


class VersionReader:
    """One version's text with its clauses and rules. Immutable, as versions are."""

    def __init__(
        self, text: str, sha256: str, clauses: list[ClauseNode], pages: list[tuple[int, int]]
    ) -> None:
        self.text = text
        self.sha256 = sha256
        self.clauses = clauses
        self._page_starts = [start for start, _ in pages]
        self._page_numbers = [number for _, number in pages]
        self._rules: ExpansionRules | None = None

    @property
    def rules(self) -> ExpansionRules:
        """The expansion rules; built on first use, which reads the whole text once."""
        if self._rules is None:
            self._rules = ExpansionRules(self.text, self.clauses)
        return self._rules

    def innermost(self, start: int, end: int) -> ClauseNode | None:
        """The smallest clause that holds [start, end)."""
        holding = [clause for clause in self.clauses if clause.start <= start and end <= clause.end]
        return min(holding, key=lambda clause: clause.end - clause.start) if holding else None

    def trail(self, clause: ClauseNode) -> list[ClauseNode]:
        """The clause with those above it, outermost first."""
        trail = [clause]
        while trail[0].parent is not None:
            trail.insert(0, self.clauses[trail[0].parent])
        return trail

    def page_at(self, offset: int) -> int:
        """The number of the page that holds the character at ``offset``."""
        place = bisect.bisect_right(self._page_starts, offset) - 1
        return self._page_numbers[max(place, 0)]

    def read_with(self, clause: ClauseNode, start: int, end: int) -> list[Expansion]:
        """Lead-ins, exceptions and definitions for the span [start, end) of ``clause``."""
        return [
            *self.rules.lead_ins(clause.position),
            *self.rules.exceptions(clause.position, (start, end)),
            *self.rules.definitions(self.text[start:end], (start, end)),
        ]


_kept: OrderedDict[uuid.UUID, VersionReader] = OrderedDict()
_lock = threading.Lock()


def version_readers(user: User, versions: Iterable[uuid.UUID]) -> dict[uuid.UUID, VersionReader]:
    """Readers of the versions that ``user`` may see; the others are missing from the result.

    Kept in memory by version, because a version never changes; who may see it is asked every time.
    """
    visible = list(
        DocumentText.objects.visible_to(user).filter(pk__in=set(versions)).values_list("pk", flat=True)
    )
    readers: dict[uuid.UUID, VersionReader] = {}
    with _lock:
        for version in visible:
            if version in _kept:
                _kept.move_to_end(version)
                readers[version] = _kept[version]
    read = _read(user, [version for version in visible if version not in readers])
    with _lock:
        _kept.update(read)
        while len(_kept) > KEPT_VERSIONS:
            _kept.popitem(last=False)
    return readers | read


def _read(user: User, versions: list[uuid.UUID]) -> dict[uuid.UUID, VersionReader]:
    """Readers from the database, in three queries.

    The texts come last: a version that is closed to ``user`` in between has none, so that nothing is kept
    of which a part was hidden.
    """
    if not versions:
        return {}
    clauses: dict[uuid.UUID, list[Clause]] = defaultdict(list)
    for clause in Clause.objects.visible_to(user).filter(version__in=versions):
        clauses[clause.version_id].append(clause)
    pages: dict[uuid.UUID, list[tuple[int, int]]] = defaultdict(list)
    for page in Page.objects.visible_to(user).filter(version__in=versions):
        pages[page.version_id].append((page.start, page.number))
    texts = DocumentText.objects.visible_to(user).filter(pk__in=versions)
    return {
        version: VersionReader(text, sha256, clause_nodes(clauses[version]), pages[version])
        for version, text, sha256 in texts.values_list("pk", "text", "sha256")
    }
