"""What pages show, as plain objects: people, documents, answers, logs."""

import uuid
from datetime import UTC, date, datetime
from types import SimpleNamespace as Thing
from typing import Any

from django import forms

NOW = datetime(2026, 3, 2, 9, 5, 7, tzinfo=UTC)
LOG_ID = uuid.UUID(int=7)
HASH = "ab12" + "0" * 56 + "cd34"


class Person(Thing):
    def get_full_name(self) -> str:
        return self.name


ANNA = Person(name="Anna Weir", username="anna", first_name="Anna", is_authenticated=True)


class FilterForm(forms.Form):
    q = forms.CharField(required=False)
    status = forms.ChoiceField(required=False, choices=[("", "any"), ("draft", "Draft")])
    type = forms.ChoiceField(required=False, choices=[("", "any")])
    matter = forms.ChoiceField(required=False, choices=[("", "all")])
    as_of = forms.CharField(required=False)


class AskForm(forms.Form):
    q = forms.CharField(label="Question", widget=forms.Textarea(attrs={"rows": 1}))
    matter = forms.ChoiceField(required=False, choices=[("", "All my matters")])
    as_of = forms.CharField(required=False)
    text = forms.ChoiceField(required=False, choices=[("force", "Executed and in force")])
    find_by = forms.ChoiceField(required=False, choices=[("both", "Words and meaning")])


class UploadForm(forms.Form):
    files = forms.FileField(help_text="PDF, DOCX, Markdown or text", required=False)
    type = forms.ChoiceField(label="Document type", choices=[("contract", "Contract")])
    effective = forms.DateField(
        label="Effective date",
        help_text="Day, month, year",
        error_messages={"invalid": "Effective date must be a real date, like 1 March 2025"},
    )


class SignInForm(forms.Form):
    login = forms.CharField(label="Username")
    password = forms.CharField(widget=forms.PasswordInput)
    remember = forms.BooleanField(required=False)


def matter(**changes: Any) -> Thing:
    values = {
        "number": "2026-0004",
        "title": "Quarry haulage",
        "client": Thing(name="Marle Stone Ltd"),
        "status": "open",
        "practice_area": "Commercial",
        "jurisdiction": "Scotland",
        "responsible_partner": ANNA,
        "document_count": 2,
    }
    return Thing(**values | changes)


def version(**changes: Any) -> Thing:
    values = {
        "number": 2,
        "status": "executed",
        "effective": date(2025, 6, 1),
        "in_force_from": date(2025, 6, 1),
        "in_force_until": None,
        "filename": "haulage.pdf",
        "media_type": "application/pdf",
        "media_word": "PDF",
        "sha256": HASH,
        "size": 1200,
        "page_count": 3,
        "reading_state": "ready",
        "step_note": "",
        "filed_at": NOW,
        "author": ANNA,
    }
    return Thing(**values | changes)


def document(**changes: Any) -> Thing:
    values = {
        "number": 1,
        "title": "Haulage agreement",
        "get_type_display": "Contract",
        "version_count": 2,
        "current_version": version(),
        "matter": matter(),
    }
    return Thing(**values | changes)


def citation(number: int, **changes: Any) -> Thing:
    values = {
        "number": number,
        "label": "5.2",
        "document_title": "Haulage agreement",
        "reference": "2026-0004/1.2",
        "page": 3,
        "url": f"?c={number}",
        "in_force_from": date(2025, 6, 1),
        "in_force_until": None,
        "executed_on": None,
        "sha256": HASH,
    }
    return Thing(**values | changes)


def answer(**changes: Any) -> Thing:
    qualifier = Thing(kind="Exception", limits=True, text="Frost days do not count.", citation=citation(2))
    statement = Thing(
        parts=[("The haulier collects within three days.", True)],
        citations=[citation(1)],
        qualifiers=[qualifier],
    )
    values = {
        "question": "When is stone collected?",
        "as_of": date(2026, 3, 2),
        "scope_words": "This matter, 2 documents",
        "statements": [statement],
        "silent": None,
        "reliability": Thing(
            word="Well supported",
            tone="ok",
            reviewed="",
            reasons=[Thing(tone="ok", text="The quotation equals the stored text.")],
            figures=[Thing(label="Support", value="0.8", code="")],
        ),
        "not_found": ["Whether Sundays count."],
        "not_searched": ["Map.pdf (not readable)."],
    }
    return Thing(**values | changes)


def source(**changes: Any) -> Thing:
    values = {
        "number": 1,
        "document_title": "Haulage agreement",
        "reference": "2026-0004/1.2",
        "label": "5.2",
        "breadcrumb": ["Haulage agreement", "5 Collection"],
        "page": 3,
        "pages": 3,
        "mode": "text",
        "page_image_url": "/page",
        "rectangles": [],
        "has_page_image": True,
        "context": [
            ("5.2 ", False),
            ("The haulier collects within three days.", True),
            (" Frost days do not count.", False),
        ],
        "sha256": HASH,
        "matches": True,
        "unplaced": "",
        "document_url": "/d",
        "previous_url": "",
        "next_url": "?c=2",
        "total": 2,
    }
    return Thing(**values | changes)


def query_log(**changes: Any) -> Thing:
    values = {
        "id": LOG_ID,
        "reference": "",
        "question": "When is stone collected?",
        "kind": "question",
        "actor_name": "Anna Weir",
        "opened_at": NOW,
        "duration": "0.4 s",
        "as_of": date(2026, 3, 2),
        "matter_number": "2026-0004",
        "matter_url": "/m",
        "matter_label": "2026-0004",
        "completed": True,
        "sequence": 41,
        "answer_url": "/a",
        "tone": "ok",
        "word": "Well supported",
        "note": "4 passages",
    }
    return Thing(**values | changes)


def hit(**changes: Any) -> Thing:
    values = {
        "rank": 1,
        "reference": "Haulage agreement, cl. 5.2",
        "number": "/1.2",
        "sha256": HASH,
        "words_rank": 1,
        "meaning_rank": None,
        "brought_in_by": "“collected”",
        "use": "cited",
        "use_word": "Cited 1",
    }
    return Thing(**values | changes)


def clause(label: str, **changes: Any) -> Thing:
    values = {"label": label, "heading": "", "text": "Text of it.", "level": 0, "anchor": f"cl-{label}"}
    return Thing(**values | {"chosen": False, "page_first": 1, "page_last": 1} | changes)


def result(**changes: Any) -> Thing:
    values = {
        "document_title": "Haulage agreement",
        "number": "2026-0004/1.2",
        "path": "5.2",
        "heading": "Collection",
        "breadcrumb": ["5 Collection"],
        "url": "/d",
        "pages": "p. 3",
        "status": "executed",
        "in_force_from": date(2025, 6, 1),
        "in_force_until": None,
        "snippet": [("The haulier ", False), ("collects", True)],
        "why": ["words collects (1st of 3)"],
    }
    return Thing(**values | changes)
