"""Contexts for every page, and for the report on paper."""

from typing import Any

from tests.portal.samples import (
    ANNA,
    LOG_ID,
    NOW,
    AskForm,
    FilterForm,
    Person,
    SignInForm,
    Thing,
    UploadForm,
    answer,
    citation,
    clause,
    document,
    hit,
    matter,
    query_log,
    result,
    source,
    version,
)

COUNTS = {"documents": 2, "members": 1, "parties": 1, "walls": 1}
FACTS = [Thing(label="Event", value="41", code="ab12")]


def pages() -> dict[str, dict[str, Any]]:
    """Template name → context, once for every page."""
    heads = {"matter": matter(), "counts": COUNTS, "nav": "matters"}
    outline = [
        Thing(
            label="5",
            heading="Collection",
            anchor="cl-5",
            current=False,
            children=[Thing(label="5.2", heading="", anchor="cl-5.2", current=True, children=[])],
        )
    ]
    steps = [Thing(label="stored", state="done", error=""), Thing(label="reading", state="running", error="")]
    return {
        "home.html": {
            "nav": "home",
            "matters": [matter()],
            "recent_questions": [Thing(**vars(query_log()) | {"url": "/a"})],
            "reading": [
                Thing(
                    **vars(version(reading_state="reading"))
                    | {"document": document(), "steps_done": 1, "step_count": 6, "step_label": "clauses"}
                )
            ],
        },
        "matters/matter_list.html": {"nav": "matters", "matters": [matter()], "form": FilterForm()},
        "matters/matter_team.html": heads
        | {
            "members": [Thing(user=Person(name="Anna Weir", get_role_display="Partner"), started_at=NOW)],
            "walls": [
                Thing(
                    name="W-1",
                    get_kind_display="Exclusion",
                    raised_at=NOW,
                    members=Thing(all=[Thing(user=ANNA)]),
                )
            ],
        },
        "matters/matter_parties.html": heads
        | {"parties": [Thing(name="Marle Stone Ltd", get_role_display="Client")]},
        "matters/matter_activity.html": heads
        | {
            "events": [
                Thing(
                    occurred_at=NOW,
                    actor_name="Anna Weir",
                    words="Version filed",
                    verb="documents.version.filed",
                    about="Haulage agreement",
                    note="",
                    url="/d",
                )
            ]
        },
        "documents/document_list.html": heads | {"documents": [document()], "form": FilterForm(), "total": 1},
        "documents/document_upload.html": heads
        | {
            "form": UploadForm({"type": "contract", "effective": "31 February"}),
            "results": [Thing(filename="a.pdf", state="filed", message="", url="/d", reference="1.1")],
        },
        "documents/document_detail.html": heads
        | {
            "document": document(),
            "version": version(),
            "versions": [version(), version(number=1, status="superseded")],
            "view": "text",
            "outline": outline,
            "clauses": [clause("5", heading="Collection", text=""), clause("5.2", level=1, chosen=True)],
            "chosen": Thing(
                label="5.2", path="5.2", heading="", kind="section", page_first=3, page_last=3, citation="c"
            ),
            "page_numbers": [1, 2, 3],
            "unreadable": "",
            "warnings": [],
            "steps": steps,
            "step_number": 2,
        },
        "retrieval/search.html": {
            "nav": "search",
            "form": AskForm({"q": "collects"}),
            "facets": [
                Thing(
                    label="Status",
                    name="status",
                    options=[Thing(value="executed", label="Executed", count=1, chosen=True)],
                )
            ],
            "results": [result()],
            "searched": Thing(matters=1, documents=2, as_of=NOW.date(), documents_found=1, log_id=LOG_ID),
        },
        "retrieval/ask.html": heads
        | {
            "form": AskForm(initial={"q": "When is stone collected?"}),
            "model_words": "No model used: quotations only",
            "answer": answer(),
            "log": query_log(),
            "source": source(),
            "source_open": False,
        },
        "audit/query_log_list.html": {"nav": "audit", "logs": [query_log()], "form": FilterForm()},
        "audit/query_log_detail.html": {
            "nav": "audit",
            "log": query_log(),
            "hits": [hit(), hit(rank=2, use="not_used", use_word="")],
            "answer": answer(),
            "scope": FACTS,
            "configuration": FACTS,
            "timings": FACTS,
            "proof": FACTS,
        },
        "account/login.html": {"form": SignInForm({})},
        "account/logout.html": {},
        "404.html": {},
        "403.html": {},
        "403_csrf.html": {},
        "400.html": {},
        "500.html": {},
    }


def report() -> dict[str, Any]:
    """Context of the report on paper."""
    context = pages()["audit/query_log_detail.html"]
    return context | {
        "firm_name": "Weir & Lund",
        "asked_in": "2026-0004 Quarry haulage",
        "searched": "This matter, 2 documents",
        "printed_by": "Anna Weir",
        "printed_at": NOW,
        "withheld": 0,
        "citations": [citation(1), citation(2)],
    }
