"""What a person enters to search and to ask."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import dateformat, timezone

from documents.models import Document, DocumentVersion
from legalrag.form_fields import DayField
from matters.models import Matter, User
from retrieval.search.request import SearchRequest

ALL_MATTERS = "All my matters"


class ScopeForm(forms.Form):
    """Question, matter and day. Only matters that the person may see can be chosen."""

    q = forms.CharField(
        max_length=2000,
        label="Question",
        error_messages={"required": "Enter a question."},
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    matter = forms.ChoiceField(
        required=False, label="Search in", error_messages={"invalid_choice": "Choose a matter from the list."}
    )
    as_of = DayField(label="As of", required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        matters = Matter.objects.visible_to(user).order_by("-number").values_list("number", "title")
        self.fields["matter"].choices = [
            ("", ALL_MATTERS),
            *((number, f"{number} {title}") for number, title in matters),
        ]
        self.fields["as_of"].initial = dateformat.format(timezone.localdate(), "j F Y")

    def chosen_matter(self) -> str:
        """The number in the field when it is one that the person may choose, else nothing."""
        number = self["matter"].value()
        return number if number in dict(self.fields["matter"].choices) else ""

    def bounds(self, any_date: bool) -> dict[str, Any]:
        """Question, matter and day for a request; an empty day means today, ``any_date`` no day at all."""
        data = self.cleaned_data
        return {
            "question": data["q"],
            "matter_number": data["matter"] or None,
            "as_of": None if any_date else data["as_of"] or timezone.localdate(),
        }


class AskForm(ScopeForm):
    """A question to be answered."""

    text = forms.ChoiceField(
        required=False,
        label="Text",
        choices=[("in_force", "Executed and in force"), ("any", "Any, drafts too")],
        initial="in_force",
    )

    def request(self) -> SearchRequest:
        """The question within the bounds that the person chose."""
        return SearchRequest(**self.bounds(self.cleaned_data["text"] == "any"), kind="ask")


class SearchForm(ScopeForm):
    """Words or a meaning to be found."""

    find_by = forms.ChoiceField(
        required=False,
        label="Find by",
        choices=[("both", "Words and meaning"), ("words", "Words only"), ("meaning", "Meaning only")],
        initial="both",
    )
    any_date = forms.BooleanField(required=False)
    type = forms.MultipleChoiceField(required=False, choices=Document.Type.choices)
    status = forms.MultipleChoiceField(required=False, choices=DocumentVersion.Status.choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["as_of"].widget.attrs["placeholder"] = "any day"

    def request(self) -> SearchRequest:
        """The search within the bounds that the person chose."""
        data = self.cleaned_data
        return SearchRequest(
            **self.bounds(data["any_date"]),
            types=frozenset(data["type"]) or None,
            statuses=(frozenset(data["status"]) or None) if data["any_date"] else None,
            find_by=data["find_by"] or "both",
        )


class LogFilterForm(forms.Form):
    """Narrows the list of query logs."""

    q = forms.CharField(
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": "Words of the question"}),
    )
