"""A query log in the words and shapes of its pages."""

from __future__ import annotations

import datetime
import json
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from audit.canonical import sha256_hex
from audit.chain import event_proof
from audit.models import QueryLog
from retrieval.answering.model import Answer, answer_from_record
from retrieval.presentation import answer_context, day_in_words, log_reference, scope_words, tone_of

STAGES = {
    "scope": "Scope and log",
    "lexical": "Words",
    "embed_question": "Question",
    "dense": "Meaning",
    "fusion": "Fusion",
    "read_back": "Reading back",
    "expansion": "Exceptions and definitions",
    "answer": "Answer",
    "end_to_end": "End to end",
}


@dataclass(frozen=True)
class ReadLog:
    """A log with its canonical records parsed; ``matters`` are those of its scope that the reader sees."""

    log: QueryLog
    opened: dict[str, Any]
    result: dict[str, Any] | None
    matters: dict[str, str]

    @property
    def answer(self) -> Answer | None:
        """The answer, where one was asked for."""
        record = (self.result or {}).get("answer")
        return answer_from_record(record) if record else None


def read_log(log: QueryLog, matters: dict[str, str]) -> ReadLog:
    """Parse a log that came with its result."""
    result = _parsed(log.result.canonical) if hasattr(log, "result") else None
    return ReadLog(log, _parsed(log.canonical), result, matters)


def log_row(log: QueryLog) -> dict[str, Any]:
    """A log for the list of logs."""
    read = read_log(log, {})
    answer, scope = read.answer, read.opened["scope"]
    note = f"{len(read.result['hits'])} passages" if read.result else ""
    return {
        "id": log.pk,
        "question": log.question,
        "kind": "question" if log.kind == "ask" else "search",
        "actor_name": log.actor_name,
        "opened_at": log.opened_at,
        # Of a search in all matters, those without a hit may be closed to the reader by now.
        "matter_label": " ".join(scope["matters"]) if scope["named"] else "All my matters",
        "as_of": _day(read.opened["as_of"]),
        "completed": read.result is not None,
        "word": answer.word if answer else "",
        "tone": tone_of(answer.word) if answer else "",
        "note": f"{note}, {len(answer.citations)} cited" if answer else note,
    }


def log_context(read: ReadLog) -> dict[str, Any]:
    """A log for its page and its report."""
    log, opened, result, answer = read.log, read.opened, read.result, read.answer
    sequence, facts = event_proof(log)
    one = opened["scope"]["matters"][0] if opened["scope"]["named"] and opened["scope"]["matters"] else ""
    words = scope_words(opened)
    milliseconds = (result or {}).get("milliseconds", {})
    return {
        "log": {
            "id": log.pk,
            "reference": log_reference(log.pk),
            "question": log.question,
            "actor_name": log.actor_name,
            "opened_at": log.opened_at,
            "duration": f"{milliseconds['end_to_end'] / 1000:.1f} s" if milliseconds else "",
            "as_of": _day(opened["as_of"]),
            "matter_number": one,
            "matter_url": reverse("matter_detail", kwargs={"number": one}) if one else "",
            "completed": result is not None,
            "sequence": sequence,
            "answer_url": reverse("ask_answer", kwargs={"log_id": log.pk}) if answer else "",
        },
        "asked_in": f"{one} {read.matters.get(one, '')}".strip() if one else words,
        "searched": words,
        "withheld": 0,
        "answer": answer_context(answer, words) if answer else None,
        "citations": [_citation_row(citation) for citation in answer.citations] if answer else [],
        "hits": [_hit_row(hit, answer) for hit in (result or {}).get("hits", [])],
        "fusion": f"Fused by {opened['configuration']['fusion']}",
        "scope": _scope_facts(read, words),
        "configuration": _configuration_facts(opened["configuration"]),
        "timings": [
            {"label": words_for, "value": f"{milliseconds[stage]:.1f} ms"}
            for stage, words_for in STAGES.items()
            if stage in milliseconds
        ],
        "proof": facts,
    }


def _hit_row(hit: dict[str, Any], answer: Answer | None) -> dict[str, Any]:
    cited = next(
        (
            citation.number
            for citation in (answer.citations if answer else [])
            if citation.version == hit["version"]
            and citation.start < hit["end"]
            and hit["start"] < citation.end
        ),
        None,
    )
    why = [f"“{term}”" for term in hit["terms"][:4]] + (["near in meaning"] if hit["meaning_rank"] else [])
    clause = f", cl. {hit['clause']}" if hit["clause"] else ""
    return {
        "rank": hit["rank"],
        "reference": f"{hit['title']}{clause}, p. {hit['page']}",
        "number": "/" + hit["reference"].rsplit("/", 1)[1],
        "sha256": hit["sha256"],
        "words_rank": hit["words_rank"],
        "meaning_rank": hit["meaning_rank"],
        "brought_in_by": ", ".join(why),
        "use": "cited" if cited else "not_used",
        "use_word": f"Cited {cited}" if cited else "",
    }


def _citation_row(citation: Any) -> dict[str, Any]:
    return {
        "number": citation.number,
        "document_title": citation.document_title,
        "label": citation.label,
        "page": citation.page if citation.pages > 1 else None,
        "reference": citation.reference,
        "in_force_from": _day(citation.in_force_from),
        "in_force_until": _day(citation.in_force_until),
        "sha256": sha256_hex(citation.quote.encode()),
    }


def _scope_facts(read: ReadLog, words: str) -> list[dict[str, Any]]:
    opened, filters = read.opened, read.opened["filters"]
    narrowed = [f"{name}: {', '.join(filters[name])}" for name in ("types", "statuses") if filters[name]]
    found_by = "words and meaning" if filters["find_by"] == "both" else filters["find_by"]
    facts = [
        {"label": "Matters", "value": ", ".join(sorted(read.matters)) or "none that are open to you now"},
        {"label": "Filters", "value": "; ".join(narrowed) or "none"},
        {"label": "As of", "value": day_in_words(opened["as_of"]) or "any date, drafts too"},
        {"label": "Searched", "value": words},
        {"label": "Found by", "value": found_by},
        {"label": "At most", "value": f"{filters['limit']} passages"},
    ]
    if opened["scope"]["not_searched"]:
        facts.append({"label": "Not searched", "value": "; ".join(opened["scope"]["not_searched"])})
    facts += [{"label": "Limited", "value": text} for text in (read.result or {}).get("degraded", [])]
    return facts


def _configuration_facts(configuration: dict[str, Any]) -> list[dict[str, Any]]:
    embedder, model = configuration["embedder"], configuration["llm"]
    return [
        {"label": "Embedder", "value": embedder["name"], "code": f"weights {embedder['sha256'][:12]}"},
        {"label": "Words", "value": configuration["lexical"]},
        {"label": "Vectors", "value": configuration["vectors"]},
        {"label": "Fusion", "value": configuration["fusion"]},
        {"label": "Reranker", "value": configuration["reranker"] or "none"},
        {"label": "Model", "value": "none, quotations only" if model == "extractive" else model},
        {"label": "Code", "value": "", "code": configuration["code"]},
    ]


def _parsed(canonical: Any) -> dict[str, Any]:
    return json.loads(bytes(canonical))


def _day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None
