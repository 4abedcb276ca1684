"""The closed list of what can be recorded: ``app.entity.past_tense``."""

from __future__ import annotations

import re

_SHAPE = re.compile(r"[a-z_]+\.[a-z_]+\.[a-z_]+")
_VERBS: dict[str, str] = {
    "matters.user.created": "Person added",
    "matters.user.changed": "Person changed",
    "matters.client.created": "Client added",
    "matters.matter.opened": "Matter opened",
    "matters.team_member.added": "Added to the team",
    "matters.team_member.removed": "Removed from the team",
    "matters.party.added": "Party added",
    "matters.wall.raised": "Ethical wall raised",
    "matters.wall.lifted": "Ethical wall lifted",
    "documents.document.filed": "Document filed",
    "documents.version.filed": "Version filed",
    "documents.version.read": "Version read in",
    "documents.version.not_read": "Version could not be read",
    "documents.original.downloaded": "Original downloaded",
    "retrieval.query.opened": "Query opened",
    "retrieval.query.completed": "Query completed",
    "retrieval.query.failed": "Query failed",
    "retrieval.hit.mismatched": "A hit outside the reader's sight was withheld",
    "audit.query_log.printed": "Query log printed",
}


class UnknownVerb(ValueError):
    """A verb outside the closed list."""


def register_verbs(verbs: dict[str, str]) -> None:
    """Add a plugin's verbs (verb → words for people). Raises ``UnknownVerb`` for one of another shape."""
    for verb, words in verbs.items():
        if not _SHAPE.fullmatch(verb) or _VERBS.get(verb, words) != words:
            raise UnknownVerb(f"{verb!r} is not app.entity.past_tense, or is taken.")
        _VERBS[verb] = words


def verb_in_words(verb: str) -> str:
    """What a person reads for a verb; raises ``UnknownVerb``."""
    if verb not in _VERBS:
        raise UnknownVerb(f"{verb!r} is not in the closed list of audit verbs (audit/verbs.py).")
    return _VERBS[verb]
